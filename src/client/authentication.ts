// Tracks whether the server rejects the key or token.
import type { Disposable } from '../std/disposable.ts';
import { Emitter, type Event } from '../std/event.ts';
import type { Fault } from './apiError.ts';

export type RejectedKey = Extract<Fault, { kind: 'unauthorized' }>;

export interface Authentication {
  /** Why the server rejects the key or token. Undefined if no request was rejected, or if a later one succeeded. */
  readonly rejection: RejectedKey | undefined;
  /** Fires when `rejection` is set or cleared, so only once when several requests in a row are rejected. */
  readonly onDidChange: Event<void>;
}

export class AuthenticationState implements Authentication, Disposable {
  readonly #changedEmitter = new Emitter<void>();
  #rejection: RejectedKey | undefined;
  /** How often `rejection` was set. */
  #rejections = 0;

  readonly onDidChange: Event<void> = this.#changedEmitter.event;

  get rejection(): RejectedKey | undefined {
    return this.#rejection;
  }

  /** Call it before a request is sent, and pass the result to `accept`. */
  start(): number {
    return this.#rejections;
  }

  /** Clears `rejection` after a successful response, unless the request was sent before the rejection. */
  accept(rejectionsAtStart: number): void {
    if (this.#rejection === undefined || rejectionsAtStart !== this.#rejections) return;
    this.#rejection = undefined;
    this.#changedEmitter.fire();
  }

  reject(rejection: RejectedKey): void {
    if (this.#rejection !== undefined) return;
    this.#rejection = rejection;
    this.#rejections += 1;
    this.#changedEmitter.fire();
  }

  dispose(): void {
    this.#changedEmitter.dispose();
  }
}
