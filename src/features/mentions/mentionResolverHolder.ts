// Provides the object that resolves mentions in the current session.

import { projectStorageOf } from '../../core/mentions/mentionProjects.ts';
import { MentionResolver } from '../../core/mentions/mentionResolver.ts';
import type { Memento } from '../../core/session/accounts/windowAccount.ts';
import type { Session } from '../../core/session/session.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';

export class MentionResolverHolder implements Disposable {
  readonly #memory: Memento;
  readonly #clock: Clock;
  #disposables = new DisposableStore();
  #mentionResolver: MentionResolver | undefined;

  constructor(memory: Memento, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** Resolves mentions in the current session. Undefined while the user is signed out. */
  get resolver(): MentionResolver | undefined {
    return this.#mentionResolver;
  }

  /** Creates the resolver of a new session, and disposes of the resolver of the previous session. */
  followSession(session: Session): MentionResolver {
    this.dispose();
    const mentionResolver = this.#disposables.add(
      new MentionResolver(session.store, projectStorageOf(this.#memory, session.account), this.#clock),
    );
    this.#mentionResolver = mentionResolver;
    return mentionResolver;
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#disposables = new DisposableStore();
    this.#mentionResolver = undefined;
  }
}
