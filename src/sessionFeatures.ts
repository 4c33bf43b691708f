// Starts the features of a session, and disposes of them when the session ends.
import type { Session } from './core/session/session.ts';
import type { MentionResolverHolder } from './features/mentions/mentionResolverHolder.ts';
import type { StartSession } from './shell/commands/command.ts';
import { type Disposable, DisposableStore } from './std/disposable.ts';

export class SessionFeatures implements Disposable {
  readonly #mentions: MentionResolverHolder;
  readonly #features: readonly StartSession[];
  #disposables = new DisposableStore();

  constructor(mentions: MentionResolverHolder, features: readonly StartSession[]) {
    this.#mentions = mentions;
    this.#features = features;
  }

  /** Disposes of the features of the previous session, and starts the features of the new session. */
  followSession(session: Session | undefined): void {
    this.dispose();
    if (session === undefined) return;
    const mentionResolver = this.#mentions.followSession(session);
    for (const start of this.#features) this.#disposables.add(start(session, mentionResolver));
    // Identifiers are recognized by the prefix of their project. After the first sign-in, no projects are stored, so
    // the list of projects is requested here. The tree uses the result of the same request.
    if (mentionResolver.projects.length === 0) void session.store.resources.projects.list().read();
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#disposables = new DisposableStore();
    this.#mentions.dispose();
  }
}
