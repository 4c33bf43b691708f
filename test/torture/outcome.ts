// Owns what a tier of the torture run comes to.
import type { Tally } from './tally.ts';

export interface Outcome {
  readonly tally: Tally;
  /** Words that are neither at the service nor in a draft. */
  readonly lost: readonly string[];
  /** Words that stand twice at the service, and fields that went back to what they had held. */
  readonly twice: readonly string[];
  /** What could not be brought to its end, or threw. */
  readonly broken: readonly string[];
}
