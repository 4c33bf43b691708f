// The identifiers that name a work item of the account, for everything that reads text.
import type * as vscode from 'vscode';
import { KnownItems } from '../../../mentions/knownItems.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { rememberedProjects } from './projects.ts';

export class MentionIndex implements Disposable {
  readonly #memory: vscode.Memento;
  readonly #clock: Clock;
  #disposables = new Disposables();
  #known: KnownItems | undefined;

  constructor(memory: vscode.Memento, clock: Clock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** Undefined while the user is signed out. */
  get known(): KnownItems | undefined {
    return this.#known;
  }

  /** Replaces the index by a new one for this session. */
  follow(session: Session): KnownItems {
    this.dispose();
    const known = this.#disposables.add(
      new KnownItems(session.store, rememberedProjects(this.#memory, session.account), this.#clock),
    );
    this.#known = known;
    return known;
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#disposables = new Disposables();
    this.#known = undefined;
  }
}
