// Decides whether and when to retry after a fault, and what a repeated DELETE may find. Pure.
import type { Operation } from '../../contract/operation.ts';
import { type Fault, isPassing, isRecordGone } from '../apiError.ts';

const THROTTLED_TIMES = 3;
const OTHER_TIMES = 2;
/** The user has waited a whole deadline each time. */
const LATE_TIMES = 1;
const FIRST_WAIT_MS = 400;
/** Keeps windows that were rate limited together from retrying at the same time. */
const THROTTLED_JITTER_MS = 250;

export interface Attempt {
  readonly fault: Fault;
  /** Number of attempts so far, from 1. */
  readonly attempt: number;
  /** Whether the request may be processed twice (the row's `repeatable`). */
  readonly repeatable: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** From 0 up to 1. */
  readonly random: number;
}

/**
 * Returns the milliseconds to wait before the next attempt; undefined for no retry. A request that was rate limited was
 * not processed, so it may always be retried.
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
 * Whether a DELETE found the result of its own earlier attempt: the response of that attempt was lost, and now the
 * record does not exist.
 */
export function isGoneAlready({ method, returns }: Operation, fault: Fault | undefined): boolean {
  return method === 'DELETE' && returns.shape === 'nothing' && fault !== undefined && isRecordGone(fault);
}
