// Owns giving up: work that a signal may leave behind.
import { FaultError } from './apiError.ts';

/** Why a signal of ours is aborted. Every call aborts some when it is over, and without a reason each would make an exception with a stack. */
export const OVER = 'over';

/** Settles like the work, or rejects with the fault `stopped` as soon as the signal is aborted. The work itself is not ended. */
export function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new FaultError({ kind: 'stopped' }));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Throws the fault `stopped` when the signal is already aborted. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new FaultError({ kind: 'stopped' });
}

/** A signal that follows others, and can be aborted itself. */
export interface Tie {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops following. To be called when the work is over: a source may live for days, and holds on to every tie. */
  undo(): void;
}

/** Ties a signal to its sources: it is aborted with the first of them. */
export function tied(...sources: readonly (AbortSignal | undefined)[]): Tie {
  const own = new AbortController();
  const abort = (): void => own.abort(OVER);
  for (const source of sources) {
    if (source?.aborted === true) abort();
    source?.addEventListener('abort', abort, { once: true });
  }
  const undo = (): void => {
    for (const source of sources) source?.removeEventListener('abort', abort);
  };
  return { signal: own.signal, abort, undo };
}
