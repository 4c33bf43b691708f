// Owns events: one who fires, many who listen, nobody who must know the other.
import type { Disposable } from './disposable.ts';

/** Calls the listener on every firing until the returned subscription is disposed of. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The firing side of an event. A listener that throws stops neither the others nor the one who fires: what it threw is
 * rethrown as an unhandled error of its own.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of new Set(this.#listeners)) {
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
