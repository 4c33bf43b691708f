// Tracks whether the server rejects the key or token.
import type { Disposable } from '../std/disposable.ts';
import { Emitter, type Event } from '../std/event.ts';
import type { Fault } from './apiError.ts';

export type UnauthorizedFault = Extract<Fault, { kind: 'unauthorized' }>;

export interface Authentication {
  /**
   * Why the server rejects the key or token. Undefined if no request was rejected, or if a request succeeded after the
   * rejected one.
   */
  readonly rejection: UnauthorizedFault | undefined;
  /** Fires when `rejection` is set or cleared: once for several rejected requests in a row. */
  readonly onDidChange: Event<void>;
}

export class AuthenticationState implements Authentication, Disposable {
  readonly #changedEmitter = new Emitter<void>();
  #rejection: UnauthorizedFault | undefined;
  /** Number of times that `rejection` was set. */
  #rejectionCount = 0;

  readonly onDidChange: Event<void> = this.#changedEmitter.event;

  get rejection(): UnauthorizedFault | undefined {
    return this.#rejection;
  }

  /**
   * Returns the number of rejections so far. Call this before a request is sent, and pass the result to
   * `recordSuccess`.
   */
  countRejections(): number {
    return this.#rejectionCount;
  }

  /** Clears `rejection` after a successful response, unless the request was sent before the rejection. */
  recordSuccess(rejectionCountAtStart: number): void {
    if (this.#rejection === undefined || rejectionCountAtStart !== this.#rejectionCount) return;
    this.#rejection = undefined;
    this.#changedEmitter.fire();
  }

  recordRejection(rejection: UnauthorizedFault): void {
    if (this.#rejection !== undefined) return;
    this.#rejection = rejection;
    this.#rejectionCount += 1;
    this.#changedEmitter.fire();
  }

  dispose(): void {
    this.#changedEmitter.dispose();
  }
}
