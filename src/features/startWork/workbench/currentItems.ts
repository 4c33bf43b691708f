// Determines the current work item of each branch, and loads it.

import { type Fault, faultOf, isMissingOrForbidden, isUnreachable } from '../../../client/apiError.ts';
import {
  decideCurrentWork,
  type RepositoryBranch,
  type StoredCurrentItem,
  type StoredCurrentItems,
  withCurrentItem,
} from '../../../core/branches/currentWork.ts';
import { type ItemAddress, keyOf } from '../../../core/cache/address.ts';
import type { IdentifierMatch } from '../../../core/mentions/identifiers.ts';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import type { Session } from '../../../core/session/session.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { Emitter } from '../../../std/event.ts';
import type { WorkDeps } from './deps.ts';

type CurrentItemsDeps = Pick<
  WorkDeps,
  'sessions' | 'repositories' | 'onDidChangeActiveFile' | 'memory' | 'mentions' | 'logger'
>;

export class CurrentItems {
  readonly #deps: CurrentItemsDeps;
  readonly #onDidChangeEmitter = new Emitter<void>();
  /** Keys of work items that the user has set as current, and that no longer exist on the server. */
  readonly #missingKeys = new Set<string>();
  /** Identifiers that were requested since the last checkout. Each is requested once if the server can be reached. */
  readonly #requestedIdentifiers = new Set<string>();
  #hasUnreached = false;
  readonly #createdBranches = new Set<string>();
  #lastActiveKey: string | undefined;

  /** Fires when the current work item may have changed or was loaded. */
  readonly onDidChange = this.#onDidChangeEmitter.event;

  constructor(deps: CurrentItemsDeps) {
    this.#deps = deps;
  }

  /**
   * Updates the current work item when the branch, the active editor or loaded work items change, until the returned
   * object is disposed of. Loads the current work item if it is not in the cache.
   */
  follow({ store, client }: Session, mentionResolver: MentionResolver): Disposable {
    const { repositories, onDidChangeActiveFile } = this.#deps;
    const disposables = new DisposableStore();
    const onChange = (): void => {
      this.#onDidChangeEmitter.fire();
      const current = this.activeItem;
      if (current !== undefined && !current.isGone) void this.#load(current);
    };
    const onBranchChange = (): void => {
      this.#requestedIdentifiers.clear();
      this.#hasUnreached = false;
      onChange();
    };
    this.#missingKeys.clear();
    disposables.add(repositories.onDidChange(onBranchChange));
    disposables.add(onDidChangeActiveFile(onChange));
    disposables.add(mentionResolver.onDidChange(onChange));
    disposables.add(store.onDidReceiveNames(onChange));
    disposables.add(store.resources.states.onDidChangeListed(onChange));
    disposables.add(client.onDidUpdateReachability((isReached) => isReached && this.#hasUnreached && onBranchChange()));
    void repositories.ready().then(onBranchChange);
    return disposables;
  }

  /** The current work item of the active file's repository, or of the repository that was active most recently. */
  get activeItem(): CurrentItem | undefined {
    return this.of(this.activeRepository);
  }

  get activeRepository(): Repository | undefined {
    const { repositories } = this.#deps;
    const active =
      repositories.active ??
      (this.#lastActiveKey === undefined ? undefined : repositories.findByKey(this.#lastActiveKey));
    this.#lastActiveKey = active?.key;
    return active;
  }

  of(repository: Repository | undefined): CurrentItem | undefined {
    const session = this.#deps.sessions.current;
    const mentionResolver = this.#deps.mentions.resolver;
    if (session === undefined || mentionResolver === undefined) return undefined;
    const { store } = session;
    const repositoryBranch = repositoryBranchOf(repository);
    const { branch } = repositoryBranch;
    const currentWorkDecision = decideCurrentWork(
      this.#storedItems(session),
      repositoryBranch,
      mentionResolver.matcher,
    );
    if (currentWorkDecision === undefined) return undefined;
    if (currentWorkDecision.by === 'choice') {
      const { project, id, base, message, ...storedFields } = currentWorkDecision.item;
      const address = { project, id };
      const identifier = store.identifier(address) ?? storedFields.identifier;
      const name = store.item(address)?.name ?? storedFields.name;
      return {
        session,
        repository,
        branch,
        identifier,
        mention: undefined,
        address,
        name,
        isGone: this.#missingKeys.has(keyOf(address)),
        base,
        message,
      };
    }
    const { mention } = currentWorkDecision;
    const resolution = mentionResolver.resolve(mention);
    const address = resolution.kind === 'read' ? resolution.address : undefined;
    const name = address === undefined ? '' : (store.item(address)?.name ?? '');
    const isGone = resolution.kind === 'gone';
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

  /** Returns the work item that the user has set for the repository's branch. */
  chosenItemOf(repository: Repository): { readonly address: ItemAddress; readonly identifier: string } | undefined {
    const { address, identifier = '', isGone, mention } = this.of(repository) ?? {};
    return address === undefined || isGone || mention !== undefined ? undefined : { address, identifier };
  }

  /** Returns the loaded work item of a branch that need not be checked out. */
  itemOfBranch({ key }: Repository, branch: string): ItemAddress | undefined {
    const session = this.#deps.sessions.current;
    const mentionResolver = this.#deps.mentions.resolver;
    if (session === undefined || mentionResolver === undefined) return undefined;
    const decision = decideCurrentWork(
      this.#storedItems(session),
      { repository: key, branch },
      mentionResolver.matcher,
    );
    if (decision?.by === 'choice') return { project: decision.item.project, id: decision.item.id };
    const resolution = decision && mentionResolver.resolve(decision.mention);
    return resolution?.kind === 'read' ? resolution.address : undefined;
  }

  /** Must be called before Start Work creates a branch. */
  markCreatedByStart({ key }: Repository, branch: string): void {
    this.#createdBranches.add(`${key} ${branch}`);
  }

  /** Whether Start Work has created the branch, in which the user has decided about the state. */
  wasCreatedByStart({ key }: Repository, branch: string): boolean {
    return this.#createdBranches.has(`${key} ${branch}`);
  }

  /** Resolves with whether the server no longer has the work item, which is then shown. */
  async isMissing({ session, address }: CurrentItem): Promise<boolean> {
    if (address === undefined) return false;
    await this.#loadChosen(session, address);
    this.#onDidChangeEmitter.fire();
    return this.#missingKeys.has(keyOf(address));
  }

  /** Stores the current work item of the checked-out branch. `null` removes it. */
  async storeCurrent(
    session: Session,
    repository: Repository | undefined,
    item: StoredCurrentItem | null,
  ): Promise<void> {
    const storedItems = withCurrentItem(this.#storedItems(session), repositoryBranchOf(repository), item);
    await this.#deps.memory.update(memoryKey(session), storedItems);
    this.#onDidChangeEmitter.fire();
  }

  /** Loads the work item with urgency `visible`, because the user is not waiting for the response. */
  async #load({ session, identifier, mention, address }: CurrentItem): Promise<void> {
    const isLoaded = address !== undefined && session.store.identifier(address) !== undefined;
    if (isLoaded || this.#requestedIdentifiers.has(identifier)) return;
    this.#requestedIdentifiers.add(identifier);
    const fault = mention === undefined ? await this.#loadChosen(session, address) : await this.#loadMentioned(mention);
    if (isUnreachable(fault)) this.#hasUnreached = true;
    this.#onDidChangeEmitter.fire();
  }

  async #loadMentioned(mention: IdentifierMatch): Promise<Fault | undefined> {
    const resolution = await this.#deps.mentions.resolver?.resolveOrRequest(mention);
    return resolution?.kind === 'failed' ? resolution.fault : undefined;
  }

  async #loadChosen({ store }: Session, address: ItemAddress | undefined): Promise<Fault | undefined> {
    if (address === undefined) return undefined;
    try {
      await store.resources.workItems.readOne(address.id, address.project, { urgency: 'visible' });
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      if (isMissingOrForbidden(fault)) this.#missingKeys.add(keyOf(address));
      else this.#deps.logger.write('warn', 'reading the current work item', { kind: fault.kind });
      return fault;
    }
  }

  #storedItems(session: Session): StoredCurrentItems {
    return this.#deps.memory.get<StoredCurrentItems>(memoryKey(session), {});
  }
}

function repositoryBranchOf(repository: Repository | undefined): RepositoryBranch {
  return { repository: repository?.key ?? '', branch: repository?.head?.branch ?? '' };
}

function memoryKey({ account }: Session): string {
  return `work ${account}`;
}
