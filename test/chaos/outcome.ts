// The outcome of one part of the chaos run, without VS Code or in it.
import type { RunStats } from './runStats.ts';

export interface Outcome {
  readonly stats: RunStats;
  /** The words that are neither on the server nor in a draft. */
  readonly lost: readonly string[];
  /** The words that the server has more than once, and the fields that returned to an earlier value. */
  readonly appliedTwice: readonly string[];
  /** The errors, and the tasks that could not be completed. */
  readonly errors: readonly string[];
}
