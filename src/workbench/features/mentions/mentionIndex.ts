// Provides the object that resolves mentions in the current session.
import { MentionResolver } from '../../../mentions/knownItems.ts';
import type { Memory } from '../../../session/accounts/windowAccount.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { rememberedProjects } from './projects.ts';

export class MentionIndex implements Disposable {
  readonly #memory: Memory;
  readonly #clock: Clock;
  #disposables = new DisposableStore();
  #knownItems: MentionResolver | undefined;

  constructor(memory: Memory, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** Resolves mentions in the current session. Undefined while the user is signed out. */
  get resolver(): MentionResolver | undefined {
    return this.#knownItems;
  }

  /** Creates the resolver of a new session, and disposes of the resolver of the previous session. */
  followSession(session: Session): MentionResolver {
    this.dispose();
    const mentionResolver = this.#disposables.add(
      new MentionResolver(session.store, rememberedProjects(this.#memory, session.account), this.#clock),
    );
    this.#knownItems = mentionResolver;
    return mentionResolver;
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#disposables = new DisposableStore();
    this.#knownItems = undefined;
  }
}
