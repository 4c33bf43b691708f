// Owns the linking room: what is registered with VS Code while somebody is signed in, and let go of when she leaves.
import type * as vscode from 'vscode';
import { KnownItems } from '../../../mentions/knownItems.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import type { Recents } from '../workItems/recents.ts';
import type { Rooms } from '../../composition.ts';
import { registerWork } from '../startWork/register.ts';
import { registerCode } from '../codeComments/register.ts';
import { registerCreate } from '../createFromCode/register.ts';
import { keptProjects } from './projects.ts';
import type { LinkedPreview } from './preview.ts';
import { registerText } from './text.ts';

/** What each part of the linking room is handed. All of it lasts as long as the session. */
export interface Linked {
  readonly rooms: Rooms;
  readonly session: Session;
  readonly known: KnownItems;
  readonly recents: Recents;
  readonly preview: LinkedPreview;
  /** The id under which VS Code knows this extension. */
  readonly extension: string;
}

/** Everything that the linking room registers, each with a function that gives back what to let go of on signing out. */
const PARTS: readonly ((linked: Linked) => Disposable)[] = [registerText, registerCode, registerCreate, registerWork];

export interface LinkingGround {
  readonly memory: vscode.Memento;
  readonly extension: string;
  readonly clock: Clock;
  readonly recents: Recents;
  readonly preview: LinkedPreview;
}

export class Linking implements Disposable {
  readonly #ground: LinkingGround;
  #held = new Disposables();
  #known: KnownItems | undefined;

  constructor(ground: LinkingGround) {
    this.#ground = ground;
  }

  /** Of the session that there is; undefined while nobody is signed in. */
  get known(): KnownItems | undefined {
    return this.#known;
  }

  /** Registers everything for the session that there is now, and for none when nobody is signed in. */
  follow(rooms: Rooms): void {
    this.dispose();
    const { memory, clock, recents, preview, extension } = this.#ground;
    const session = rooms.sessions.current;
    if (session === undefined) return;
    const known = this.#held.add(new KnownItems(session.store, keptProjects(memory, session.account), clock));
    this.#known = known;
    for (const register of PARTS) this.#held.add(register({ rooms, session, known, recents, preview, extension }));
    // Nobody looks for work items of projects that nobody knows: on a first sign-in they are read once, together with the tree.
    if (known.projects.length === 0) void session.store.readProjects();
  }

  dispose(): void {
    this.#held.dispose();
    this.#held = new Disposables();
    this.#known = undefined;
  }
}
