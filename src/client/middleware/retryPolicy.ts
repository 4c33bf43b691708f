// Decides whether and when to retry a failed call. Pure.
import type { Operation } from '../../contract/operation.ts';
import { type Fault, isRecordGone, isTemporary } from '../apiError.ts';

const RATE_LIMIT_RETRIES = 3;
const OTHER_RETRIES = 2;
/** The maximum number of retries after a timeout: low, because the user waits until the deadline before each retry. */
const TIMEOUT_RETRIES = 1;
const FIRST_WAIT_MS = 400;
/** A random delay of up to this time prevents several windows from retrying at the same time. */
const RATE_LIMIT_JITTER_MS = 250;

export interface Attempt {
  readonly fault: Fault;
  /** Number of attempts so far, from 1. */
  readonly attemptCount: number;
  /**
   * Whether the result is the same if the server processes the request twice (`repeatable` in the table of operations).
   */
  readonly repeatable: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** A random number from 0 up to 1. */
  readonly random: number;
}

/**
 * Returns the milliseconds to wait before the next attempt; undefined if the call must not be retried. After a 429,
 * every request is retried, even one that must not be processed twice, because the server has not processed it.
 */
export function nextRetryDelay({ fault, attemptCount, repeatable, now, random }: Attempt): number | undefined {
  if (fault.kind === 'rateLimited') {
    return attemptCount > RATE_LIMIT_RETRIES
      ? undefined
      : Math.max(0, fault.until - now) + random * RATE_LIMIT_JITTER_MS;
  }
  const maxRetries = fault.kind === 'timeout' ? TIMEOUT_RETRIES : OTHER_RETRIES;
  if (!repeatable || attemptCount > maxRetries || !isTemporary(fault)) return undefined;
  const waitMs = FIRST_WAIT_MS * 2 ** (attemptCount - 1);
  return waitMs + (random * waitMs) / 2;
}

/**
 * Whether a repeated DELETE failed because an earlier attempt, whose response was lost, has already deleted the record.
 * Call the function only if the response to an earlier attempt was lost.
 */
export function wasDeletedByEarlierAttempt({ method, returns }: Operation, fault: Fault | undefined): boolean {
  return method === 'DELETE' && returns.shape === 'nothing' && fault !== undefined && isRecordGone(fault);
}
