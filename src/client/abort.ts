// Functions for abort signals: reject when a signal is aborted, throw if it is aborted already, and link signals.
import { ApiError } from './apiError.ts';

/**
 * The reason with which Contrail aborts its own signals. Every call aborts several signals when it ends, and aborting
 * without a reason creates an exception with a stack each time.
 */
export const DISPOSED = 'over';

/**
 * Resolves or rejects like `work`, or rejects with an ApiError (`cancelled`) as soon as the signal is aborted. Does not
 * stop the work itself.
 */
export function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new ApiError({ kind: 'cancelled' }));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** @throws ApiError (`cancelled`) when the signal is already aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ApiError({ kind: 'cancelled' });
}

/** A signal that is aborted when any of its source signals is aborted, or by calling `abort`. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(): void;
  /** Removes the listeners from the source signals, which may exist for days. Call it when the work has ended. */
  removeListeners(): void;
}

/** Returns a signal that is aborted as soon as one of the source signals is aborted. */
export function linkSignals(...sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(DISPOSED);
  for (const source of sources) {
    if (source?.aborted === true) abort();
    source?.addEventListener('abort', abort, { once: true });
  }
  const removeAbortListeners = (): void => {
    for (const source of sources) source?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, abort, removeListeners: removeAbortListeners };
}
