// Owns giving up: work that a signal may leave behind.
import { ApiError } from './apiError.ts';

/**
 * Why a signal of ours is aborted. Every call aborts some when it is over, and without a reason each would make an
 * exception with a stack.
 */
export const DISPOSED = 'over';

/**
 * Settles like the work, or rejects with the fault `stopped` as soon as the signal is aborted. The work itself is not
 * ended.
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

/** Throws the fault `stopped` when the signal is already aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ApiError({ kind: 'cancelled' });
}

/** A signal that follows others, and can be aborted itself. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops following. To be called when the work is over: a source may live for days, and holds on to every tie. */
  undo(): void;
}

/** Ties a signal to its sources: it is aborted with the first of them. */
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
