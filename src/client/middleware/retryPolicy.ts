// Owns the retry policy: whether to knock again after a fault, and when, and what a second knock may find. Pure.
import type { Operation } from '../../contract/operation.ts';
import { type Fault, isPassing, isRecordGone } from '../apiError.ts';

const THROTTLED_TIMES = 3;
const OTHER_TIMES = 2;
/** A person has waited a whole deadline each time. */
const LATE_TIMES = 1;
const FIRST_WAIT_MS = 400;
/** So that windows that were refused together do not come back together. */
const THROTTLED_JITTER_MS = 250;

export interface Attempt {
  readonly fault: Fault;
  /** How many times it was sent so far, from 1. */
  readonly attempt: number;
  /** Whether it may happen twice (the row's `repeatable`). */
  readonly repeatable: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** From 0 up to 1. */
  readonly random: number;
}

/**
 * Milliseconds to wait before sending it again; undefined to let the fault stand. What was throttled was not carried
 * out, so it may always go again.
 */
export function nextRetryDelay({ fault, attempt, repeatable, now, random }: Attempt): number | undefined {
  if (fault.kind === 'rateLimited') {
    return attempt > THROTTLED_TIMES ? undefined : Math.max(0, fault.until - now) + random * THROTTLED_JITTER_MS;
  }
  const times = fault.kind === 'timeout' ? LATE_TIMES : OTHER_TIMES;
  if (!repeatable || attempt > times || !isPassing(fault)) return undefined;
  const wait = FIRST_WAIT_MS * 2 ** (attempt - 1);
  return wait + (random * wait) / 2;
}

/**
 * Whether a removal met the outcome of its own first sending: that one's answer never came, and now there is no such
 * record.
 */
export function isGoneAlready({ method, returns }: Operation, fault: Fault | undefined): boolean {
  return method === 'DELETE' && returns.shape === 'nothing' && fault !== undefined && isRecordGone(fault);
}
