// Implements events with any number of listeners.
import type { Disposable } from './disposable.ts';

/** Calls the listener each time the event fires, until the returned subscription is disposed of. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The source of an event. When a listener throws, the other listeners are still called and `fire` returns normally; the
 * error is rethrown later as an unhandled error.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const wrapper = (value: T): void => listener(value);
    this.#listeners.add(wrapper);
    return { dispose: () => this.#listeners.delete(wrapper) };
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
