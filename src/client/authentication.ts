// Tracks whether the server rejects the key or token, by the latest responses.
import type { Disposable } from '../std/disposable.ts';
import { Emitter, type Event } from '../std/event.ts';
import type { Fault } from './apiError.ts';

export type RejectedKey = Extract<Fault, { kind: 'unauthorized' }>;

export interface Authentication {
  /** Why the key or token is rejected; undefined while it is not, and once a later request succeeds. */
  readonly rejection: RejectedKey | undefined;
  /** Fires when `rejection` is set or cleared: once for any number of requests that are rejected in a row. */
  readonly onDidChange: Event<void>;
}

export class AuthenticationState implements Authentication, Disposable {
  readonly #changed = new Emitter<void>();
  #rejection: RejectedKey | undefined;
  /** How often the key was rejected after it had been accepted. */
  #rejections = 0;

  readonly onDidChange: Event<void> = this.#changed.event;

  get rejection(): RejectedKey | undefined {
    return this.#rejection;
  }

  /** Notes that a request starts. Pass the result to `accept`. */
  start(): number {
    return this.#rejections;
  }

  /** A request that started before the rejection does not clear it: its response may be older than the rejection. */
  accept(started: number): void {
    if (this.#rejection === undefined || started !== this.#rejections) return;
    this.#rejection = undefined;
    this.#changed.fire();
  }

  reject(rejection: RejectedKey): void {
    if (this.#rejection !== undefined) return;
    this.#rejection = rejection;
    this.#rejections += 1;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
