// Implements events with any number of listeners.
import type { Disposable } from './disposable.ts';

/** Calls the listener each time the event fires, until the returned subscription is disposed of. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The source of an event. A listener that throws affects neither the other listeners nor the caller of `fire`: its
 * error is rethrown as a separate unhandled error.
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
