// Aborts work: rejects early, throws if aborted, and links abort signals.
import { ApiError } from './apiError.ts';

/**
 * Reason that Contrail's own signals are aborted with. Every call aborts a few when it ends, and without a reason each
 * would create an exception with a stack.
 */
export const DISPOSED = 'over';

/**
 * Settles like `work`, or rejects with an ApiError (`cancelled`) as soon as the signal is aborted. The work itself is
 * not stopped.
 */
export function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new ApiError({ kind: 'cancelled' }));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** @throws ApiError (`cancelled`) when the signal is already aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ApiError({ kind: 'cancelled' });
}

/** A signal that follows other signals and can be aborted itself. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops following. Call it when the work is over: a source may live for days and keeps a reference to each link. */
  undo(): void;
}

/** Returns a signal that is aborted as soon as one of its sources is. */
export function linkSignals(...sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const own = new AbortController();
  const abort = (): void => own.abort(DISPOSED);
  for (const source of sources) {
    if (source?.aborted === true) abort();
    source?.addEventListener('abort', abort, { once: true });
  }
  const undo = (): void => {
    for (const source of sources) source?.removeEventListener('abort', abort);
  };
  return { signal: own.signal, abort, undo };
}
