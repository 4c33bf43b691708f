// Owns the current work item: which it is where the person works now, and the reading of it, once.
import * as vscode from 'vscode';
import { faultOf } from '../../api/fault.ts';
import { decideWork, type KeptItem, type KeptWork, keepWork, type Place } from '../../linking/currentWork.ts';
import type { Session } from '../../session/session.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import { type ItemAddress, keyOf, parseAddress } from '../../store/address.ts';
import type { Repository } from '../git/repository.ts';
import type { WorkGround } from './ground.ts';

/** The current item of a repository's branch. */
export interface Current {
  readonly session: Session;
  /** Undefined where there is no git. */
  readonly repository: Repository | undefined;
  readonly branch: string;
  readonly identifier: string;
  /** Undefined while it is not known which item that is. */
  readonly address: ItemAddress | undefined;
  /** '' while it is not known. */
  readonly name: string;
  /** Nothing is called so here, or it has been deleted. */
  readonly isGone: boolean;
  readonly by: 'choice' | 'branch';
  /** See KeptItem. */
  readonly base: string | undefined;
  readonly message: string | undefined;
}

type Ground = Pick<WorkGround, 'sessions' | 'repositories' | 'memory' | 'identifiersIn' | 'journal'>;

export class CurrentItems {
  readonly #ground: Ground;
  readonly #changed = new Emitter<void>();
  /** By account and identifier, of those that no list has brought. */
  readonly #looked = new Map<string, ItemAddress | 'asked' | 'gone'>();
  #repository: string | undefined;

  /** Fires when another item may be the current one, or when more is known of it. */
  readonly onDidChange = this.#changed.event;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Follows branches, editors and what is known of items until it is disposed of. Reads the current item, once, when nothing is known of it. */
  follow({ store }: Session): Disposable {
    const { repositories } = this.#ground;
    const held = new Disposables();
    const changed = (): void => {
      this.#changed.fire();
      const current = this.here;
      if (current !== undefined && !current.isGone) void this.#read(current);
    };
    held.add(repositories.onDidChange(changed));
    held.add(vscode.window.onDidChangeActiveTextEditor(changed));
    held.add(store.items.onDidChange(changed));
    held.add(store.onDidName(changed));
    held.add(store.states.onDidChange(changed));
    held.add(store.onDidChangeListing((key) => (key === store.projectsKey ? changed() : undefined)));
    this.#looked.clear();
    void repositories.ready().then(changed);
    return held;
  }

  /** That of the repository of the active file, or of the one that was active last. */
  get here(): Current | undefined {
    return this.of(this.repository);
  }

  get repository(): Repository | undefined {
    const { repositories } = this.#ground;
    const active = repositories.active ?? (this.#repository === undefined ? undefined : repositories.keyed(this.#repository));
    this.#repository = active?.key;
    return active;
  }

  of(repository: Repository | undefined): Current | undefined {
    const session = this.#ground.sessions.current;
    if (session === undefined) return undefined;
    const place = placeOf(repository);
    const decided = decideWork(this.#kept(session), place, (text) => this.#ground.identifiersIn(text));
    if (decided === undefined) return undefined;
    const { branch } = place;
    const { store } = session;
    if (decided.by === 'choice') {
      const { project, id, base, message } = decided.item;
      const address = { project, id };
      const identifier = store.identifier(address) ?? decided.item.identifier;
      const isGone = this.#looked.get(lookedKey(session, keyOf(address))) === 'gone';
      const name = store.item(address)?.name ?? decided.item.name;
      return { session, repository, branch, identifier, address, name, isGone, by: 'choice', base, message };
    }
    const { identifier } = decided;
    const key = lookedKey(session, identifier);
    const looked = this.#looked.get(key);
    const address = typeof looked === 'object' ? looked : knownAs(session, identifier);
    if (address !== undefined) this.#looked.set(key, address);
    const name = address === undefined ? '' : (store.item(address)?.name ?? '');
    return {
      session,
      repository,
      branch,
      identifier,
      address,
      name,
      isGone: address === undefined && looked === 'gone',
      by: 'branch',
      base: undefined,
    };
  }

  /** Makes the item the current one of the branch that is checked out; null for none. */
  async keep(session: Session, repository: Repository | undefined, item: KeptItem | null): Promise<void> {
    const kept = keepWork(this.#kept(session), placeOf(repository), item);
    await this.#ground.memory.update(memoryKey(session), kept);
    this.#changed.fire();
  }

  async #read(current: Current): Promise<void> {
    const { session, identifier, address } = current;
    if (address !== undefined && session.store.item(address) !== undefined) return;
    const key = lookedKey(session, address === undefined ? identifier : keyOf(address));
    if (this.#looked.has(key)) return;
    this.#looked.set(key, 'asked');
    try {
      const options = { urgency: 'visible' } as const;
      const item = await (address === undefined
        ? session.store.readByIdentifier(identifier, options)
        : session.store.readItem(address, options));
      this.#looked.set(key, { project: item.project, id: item.id });
    } catch (error) {
      const fault = faultOf(error);
      const isGone = fault.kind === 'absent' || (fault.kind === 'refused' && fault.status === 403);
      if (isGone) this.#looked.set(key, 'gone');
      this.#ground.journal.write(isGone ? 'info' : 'warn', 'reading the current work item', { kind: fault.kind });
    }
    this.#changed.fire();
  }

  #kept(session: Session): KeptWork {
    return this.#ground.memory.get<KeptWork>(memoryKey(session), {});
  }
}

function placeOf(repository: Repository | undefined): Place {
  return { repository: repository?.key ?? '', branch: repository?.head?.branch ?? '' };
}

function memoryKey({ account }: Session): string {
  return `work ${account}`;
}

function lookedKey({ account }: Session, what: string): string {
  return `${account} ${what}`;
}

/** The item with this identifier among those that have been read. */
function knownAs({ store }: Session, identifier: string): ItemAddress | undefined {
  for (const key of store.items.all().keys()) {
    const address = parseAddress(key);
    if (address !== undefined && store.identifier(address) === identifier) return address;
  }
  return undefined;
}
