// The outcome of one tier of the chaos run.
import type { RunStats } from './runStats.ts';

export interface Outcome {
  readonly stats: RunStats;
  /** Words that are neither on the server nor in a draft. */
  readonly lost: readonly string[];
  /** Words that are on the server twice, and fields that returned to an earlier value. */
  readonly twice: readonly string[];
  /** Errors, and tasks that could not be completed. */
  readonly broken: readonly string[];
}
