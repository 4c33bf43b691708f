// The current work item: decides which one it is, and loads it once.
import * as vscode from 'vscode';
import {
  type BranchPlace,
  decideCurrentWork,
  type RememberedCurrentItem,
  type RememberedWork,
  rememberWork,
} from '../../../branches/currentWork.ts';
import { type ItemAddress, keyOf } from '../../../cache/address.ts';
import { faultOf, isOutOfReach } from '../../../client/apiError.ts';
import type { IdentifierMatch } from '../../../mentions/identifiers.ts';
import type { KnownItems } from '../../../mentions/knownItems.ts';
import type { Session } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { Emitter } from '../../../std/event.ts';
import type { Repository } from '../../git/repository.ts';
import type { WorkDeps } from './deps.ts';

/** The current work item of a repository's branch. */
export interface CurrentItem {
  readonly session: Session;
  /** Undefined without git. */
  readonly repository: Repository | undefined;
  readonly branch: string;
  readonly identifier: string;
  /** Undefined while the identifier is not resolved. */
  readonly address: ItemAddress | undefined;
  /** '' while it is not loaded. */
  readonly name: string;
  /** No work item has this identifier, or it was deleted. */
  readonly isGone: boolean;
  /** Set if the branch's name mentions the work item. */
  readonly mention: IdentifierMatch | undefined;
  /** See `RememberedItem`. */
  readonly base: string | undefined;
  readonly message: string | undefined;
}

type CurrentItemsDeps = Pick<WorkDeps, 'sessions' | 'repositories' | 'memory' | 'mentions' | 'logger'>;

export class CurrentItems {
  readonly #deps: CurrentItemsDeps;
  readonly #changed = new Emitter<void>();
  /** Chosen work items that the server no longer has, by key. */
  readonly #gone = new Set<string>();
  /** Identifiers that were requested since a branch was checked out. They are not requested again. */
  readonly #asked = new Set<string>();
  #repository: string | undefined;

  /** Fires when another work item may be the current one, or when more of it is loaded. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: CurrentItemsDeps) {
    this.#deps = deps;
  }

  /**
   * Follows branches, editors and loaded work items until disposed. Loads the current work item once if it is not in
   * the cache.
   */
  follow({ store }: Session, known: KnownItems): Disposable {
    const { repositories } = this.#deps;
    const disposables = new Disposables();
    const changed = (): void => {
      this.#changed.fire();
      const current = this.here;
      if (current !== undefined && !current.isGone) void this.#read(current);
    };
    const moved = (): void => {
      this.#asked.clear();
      changed();
    };
    this.#gone.clear();
    disposables.add(repositories.onDidChange(moved));
    disposables.add(vscode.window.onDidChangeActiveTextEditor(changed));
    disposables.add(known.onDidChange(changed));
    disposables.add(store.onDidName(changed));
    disposables.add(store.states.onDidChange(changed));
    void repositories.ready().then(moved);
    return disposables;
  }

  /** That of the repository of the active file, or of the last active one. */
  get here(): CurrentItem | undefined {
    return this.of(this.repository);
  }

  get repository(): Repository | undefined {
    const { repositories } = this.#deps;
    const active =
      repositories.active ?? (this.#repository === undefined ? undefined : repositories.keyed(this.#repository));
    this.#repository = active?.key;
    return active;
  }

  of(repository: Repository | undefined): CurrentItem | undefined {
    const session = this.#deps.sessions.current;
    const known = this.#deps.mentions.known;
    if (session === undefined || known === undefined) return undefined;
    const { store } = session;
    const place = placeOf(repository);
    const { branch } = place;
    const decided = decideCurrentWork(this.#kept(session), place, known.matcher);
    if (decided === undefined) return undefined;
    if (decided.by === 'choice') {
      const { project, id, base, message, ...kept } = decided.item;
      const address = { project, id };
      const identifier = store.identifier(address) ?? kept.identifier;
      const name = store.item(address)?.name ?? kept.name;
      return {
        session,
        repository,
        branch,
        identifier,
        mention: undefined,
        address,
        name,
        isGone: this.#gone.has(keyOf(address)),
        base,
        message,
      };
    }
    const { mention } = decided;
    const meaning = known.meaning(mention);
    const address = meaning.kind === 'read' ? meaning.address : undefined;
    const name = address === undefined ? '' : (store.item(address)?.name ?? '');
    const isGone = meaning.kind === 'gone';
    return {
      session,
      repository,
      branch,
      identifier: mention.identifier,
      mention,
      address,
      name,
      isGone,
      base: undefined,
      message: undefined,
    };
  }

  /** Makes the work item the current one of the checked-out branch. `null` means none. */
  async keep(session: Session, repository: Repository | undefined, item: RememberedCurrentItem | null): Promise<void> {
    const kept = rememberWork(this.#kept(session), placeOf(repository), item);
    await this.#deps.memory.update(memoryKey(session), kept);
    this.#changed.fire();
  }

  /** Sent with urgency `visible`, because the user does not wait for it. */
  async #read({ session, identifier, mention, address }: CurrentItem): Promise<void> {
    const isKnown = address !== undefined && session.store.identifier(address) !== undefined;
    if (isKnown || this.#asked.has(identifier)) return;
    this.#asked.add(identifier);
    if (mention !== undefined) await this.#deps.mentions.known?.look(mention);
    else if (address !== undefined) await this.#readChosen(session, address);
    this.#changed.fire();
  }

  async #readChosen({ store }: Session, address: ItemAddress): Promise<void> {
    try {
      await store.resources.workItems.readOne(address.id, address.project, { urgency: 'visible' });
    } catch (error) {
      const fault = faultOf(error);
      if (isOutOfReach(fault)) this.#gone.add(keyOf(address));
      else this.#deps.logger.write('warn', 'reading the current work item', { kind: fault.kind });
    }
  }

  #kept(session: Session): RememberedWork {
    return this.#deps.memory.get<RememberedWork>(memoryKey(session), {});
  }
}

function placeOf(repository: Repository | undefined): BranchPlace {
  return { repository: repository?.key ?? '', branch: repository?.head?.branch ?? '' };
}

function memoryKey({ account }: Session): string {
  return `work ${account}`;
}
