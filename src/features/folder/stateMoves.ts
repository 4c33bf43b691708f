// Moves work items to other states when their branches are created, get a pull request, or are merged, as the folder's
// rules say.
import * as l10n from '@vscode/l10n';
import { ApiError, isTemporary } from '../../client/apiError.ts';
import { activityTime } from '../../contract/resources/activity.ts';
import { isSharedBranch, MAIN_BRANCH_NAMES } from '../../core/branches/mainBranch.ts';
import { type BranchEvent, type StateRules, stateForRule } from '../../core/branches/stateRules.ts';
import { type ItemAddress, itemPathParameters, keyOf } from '../../core/cache/address.ts';
import { applyToItem } from '../../core/cache/changes/bulk.ts';
import { type CodeHosts, configuredRemote } from '../../core/code/permalink.ts';
import { parsePullRequestUrl } from '../../core/code/pullRequestApi.ts';
import { repositoryIdentity } from '../../core/code/remote.ts';
import type { IdentifierMatch } from '../../core/mentions/identifiers.ts';
import type { MentionResolver } from '../../core/mentions/mentionResolver.ts';
import type { Session } from '../../core/session/session.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import { GitError, undefinedIfGitFails } from '../../shell/git/gitError.ts';
import { remotesOf } from '../../shell/git/remotes.ts';
import type { Repositories } from '../../shell/git/repositories.ts';
import type { Repository } from '../../shell/git/repository.ts';
import type { UndoableChanges } from '../../shell/notifications/undoableChanges.ts';
import { offerUndo } from '../../shell/notifications/undoStatus.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { type Clock, sleepUnlessAborted } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';

/** The current work item of a branch; `address` is undefined until it is loaded. */
interface BranchItem {
  readonly address: ItemAddress | undefined;
  readonly identifier: string;
  readonly isGone: boolean;
  readonly mention: IdentifierMatch | undefined;
  readonly base: string | undefined;
}

/** A branch with commits that its base branch does not have yet. */
export interface OpenBranch {
  /** The key of the repository. */
  readonly repository: string;
  readonly branch: string;
  readonly remote: string;
  readonly commit: string;
  readonly base: string | undefined;
  readonly item: ItemAddress;
  readonly identifier: string;
  /** When the branch was last seen without a merge, in milliseconds since the epoch. */
  readonly seenAt: number;
}

export interface StateMovesDeps {
  readonly repositories: Pick<Repositories, 'all' | 'ready' | 'onDidChange' | 'onDidUpdateStatus'>;
  readonly currentItems: {
    of(repository: Repository): BranchItem | undefined;
    /** Whether Start Work has created the branch: then the user has decided about the state. */
    wasCreatedByStart(repository: Repository, branch: string): boolean;
  };
  readonly settings: {
    /** The rules of a folder; none if it is not trusted or belongs to another workspace. */
    stateRules(folder: Repository['root']): StateRules;
    baseBranch(folder: Repository['root']): string;
    codeHosts(): CodeHosts;
  };
  /** What is known of this folder's branches on this machine, by account. */
  readonly memory: {
    openBranches(account: string): readonly OpenBranch[];
    setOpenBranches(account: string, branches: readonly OpenBranch[]): Promise<void>;
    isDone(account: string, event: string): boolean;
    setDone(account: string, event: string): Promise<void>;
  };
  readonly prompts: Prompts;
  readonly quickEdits: Pick<UndoableChanges, 'addSentChange'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Something that happened to a branch, for which a rule moves the work item. */
interface MoveCause {
  readonly event: BranchEvent;
  readonly item: ItemAddress;
  readonly identifier: string;
  readonly rule: string;
  /** What happened, for example the branch. It moves the work item once. */
  readonly subject: string;
  /** When it happened, in milliseconds, if a user may have changed the state since. */
  readonly at?: number;
}

/** VS Code updates the status of a repository several times in a row, in milliseconds. */
const DEBOUNCE_MS = 2_000;
const MAX_OPEN_BRANCHES = 50;

export class StateMoves implements Disposable {
  readonly #deps: StateMovesDeps;
  readonly #session: Session;
  readonly #resolver: MentionResolver;
  readonly #disposables = new DisposableStore();
  /** Older branches were not created now, in seconds since the epoch. */
  readonly #since: number;
  /** By repository: what its branches were when they were checked last. */
  readonly #checked = new Map<string, string>();
  readonly #reportedNames = new Set<string>();
  #debounce = new AbortController();
  #checks: Promise<void> = Promise.resolve();

  constructor(deps: StateMovesDeps, session: Session, resolver: MentionResolver) {
    this.#deps = deps;
    this.#session = session;
    this.#resolver = resolver;
    this.#since = Math.floor(deps.clock.now() / 1000);
    this.#disposables.add(deps.repositories.onDidChange(() => void this.#checkSoon()));
    this.#disposables.add(deps.repositories.onDidUpdateStatus(() => void this.#checkSoon()));
    const { links, code } = session.store;
    this.#disposables.add(links.onDidAdd(({ address, url }) => void this.#onLink(address, url)));
    this.#disposables.add(
      code.onDidFindPullRequest(({ address, url, repository }) => void this.#onLink(address, url, repository)),
    );
    void deps.repositories.ready();
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#debounce.abort();
  }

  /** Looks for new and merged branches in all repositories whose folder has rules. */
  check(): Promise<void> {
    this.#checks = this.#checks.then(() => this.#checkAll());
    return this.#checks;
  }

  async #checkAll(): Promise<void> {
    for (const repository of this.#deps.repositories.all) await this.#attempt(() => this.#checkRepository(repository));
  }

  async #checkSoon(): Promise<void> {
    const { repositories, settings, clock } = this.#deps;
    if (repositories.all.every(({ root }) => Object.keys(settings.stateRules(root)).length === 0)) return;
    this.#debounce.abort();
    this.#debounce = new AbortController();
    if (await sleepUnlessAborted(clock, DEBOUNCE_MS, this.#debounce.signal)) await this.check();
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // A defect must not end the checks of later changes.
      const level = error instanceof GitError || error instanceof ApiError ? 'info' : 'error';
      this.#deps.logger.write(level, 'a rule for states could not be applied', { detail: errorMessage(error) });
    }
  }

  async #checkRepository(repository: Repository): Promise<void> {
    const rules = this.#deps.settings.stateRules(repository.root);
    if (rules.branchCreated !== undefined) await this.#checkCreated(repository, rules.branchCreated);
    if (rules.merged !== undefined) await this.#checkMerged(repository, rules.merged);
  }

  async #checkCreated(repository: Repository, rule: string): Promise<void> {
    const branch = repository.head?.branch;
    if (branch === undefined || this.#isShared(repository, branch)) return;
    if (this.#deps.currentItems.wasCreatedByStart(repository, branch)) return;
    const createdAt = await repository.branchCreation(branch);
    if (createdAt === undefined || createdAt < this.#since) return;
    const found = await this.#itemOf(repository);
    if (found === undefined) return;
    await this.#move({ event: 'branchCreated', ...found, rule, subject: `${repository.key} ${branch} ${createdAt}` });
  }

  async #checkMerged(repository: Repository, rule: string): Promise<void> {
    const { memory, clock } = this.#deps;
    const { account } = this.#session;
    const isHere = ({ repository: key }: OpenBranch): boolean => key === repository.key;
    const known = new Map(
      memory
        .openBranches(account)
        .filter(isHere)
        .map((one) => [one.branch, one]),
    );
    // A branch whose commits the user has dropped has nothing that its base branch lacks, but was not merged.
    const isMerged = async ({ commit }: OpenBranch, candidate: OpenBranch, base = ''): Promise<boolean> =>
      commit === candidate.commit ||
      (await repository.mergeState(commit, base).catch(undefinedIfGitFails))?.isMerged === true;
    const head = await this.#headBranch(repository);
    const candidates = [...known.values()].filter(({ branch }) => branch !== head?.branch);
    if (head !== undefined) candidates.push(head);
    const bases = await this.#basesOf(repository, candidates);
    const fingerprint = JSON.stringify([head?.branch, head?.commit, bases]);
    if (this.#checked.get(repository.key) === fingerprint) return;
    let areAllSettled = true;
    const open: OpenBranch[] = [];
    for (const [index, candidate] of candidates.entries()) {
      const before = known.get(candidate.branch);
      const base = bases[index];
      const state = base && (await repository.mergeState(candidate.commit, base).catch(undefinedIfGitFails));
      const isUnknown = state === undefined || state === '';
      if (isUnknown && before !== undefined) open.push(before);
      if (isUnknown) continue;
      if (!state.isMerged) open.push({ ...candidate, seenAt: clock.now() });
      else if (before !== undefined && (await isMerged(before, candidate, base))) {
        const { item, identifier, branch, commit } = candidate;
        const cause = { event: 'merged', item, identifier, rule, subject: `${branch} ${commit}` } as const;
        const isSettled = await this.#move({ ...cause, at: Math.max(before.seenAt, state.at) });
        if (!isSettled) open.push(before);
        areAllSettled &&= isSettled;
      }
    }
    const others = memory.openBranches(account).filter((one) => !isHere(one));
    await memory.setOpenBranches(account, [...others, ...open].slice(-MAX_OPEN_BRANCHES));
    if (areAllSettled) this.#checked.set(repository.key, fingerprint);
  }

  /** Resolves with the checked-out branch if it belongs to a work item. */
  async #headBranch(repository: Repository): Promise<OpenBranch | undefined> {
    const { branch, commit, upstream } = repository.head ?? {};
    if (branch === undefined || commit === undefined || this.#isShared(repository, branch)) return undefined;
    const names = repository.remotes.map(({ name }) => name);
    const remote =
      names.find((name) => upstream?.startsWith(`${name}/`)) ?? (names.includes('origin') ? 'origin' : names[0]);
    const found = remote === undefined ? undefined : await this.#itemOf(repository);
    if (remote === undefined || found === undefined) return undefined;
    return { repository: repository.key, branch, remote, commit, ...found, seenAt: 0 };
  }

  /** Resolves with the commits of the branches that the candidates are merged into. */
  #basesOf(repository: Repository, candidates: readonly OpenBranch[]): Promise<(string | undefined)[]> {
    const configured = this.#deps.settings.baseBranch(repository.root);
    return Promise.all(
      candidates.map(({ base = '', remote, branch }) => {
        const withoutRemote = [base, configured].map((name) =>
          name.startsWith(`${remote}/`) ? name.slice(remote.length + 1) : name,
        );
        const names = [...withoutRemote, 'HEAD', ...MAIN_BRANCH_NAMES].filter((name) => name !== '' && name !== branch);
        return repository.remoteCommit(remote, names).catch(undefinedIfGitFails);
      }),
    );
  }

  #isShared(repository: Repository, branch: string): boolean {
    return isSharedBranch(branch, [this.#deps.settings.baseBranch(repository.root)]);
  }

  /** Resolves with the work item of the checked-out branch, if it exists. */
  async #itemOf(repository: Repository): Promise<Pick<OpenBranch, 'item' | 'identifier' | 'base'> | undefined> {
    const current = this.#deps.currentItems.of(repository);
    if (current === undefined || current.isGone) return undefined;
    const { identifier, mention, base, address } = current;
    if (address !== undefined) return { item: address, identifier, base };
    const resolution = mention && (await this.#resolver.resolveOrRequest(mention));
    return resolution?.kind === 'read' ? { item: resolution.address, identifier, base } : undefined;
  }

  /**
   * Treats a new link to a pull request of an open repository as the opening of the pull request.
   *
   * @param key the key of the repository, if the pull request was found for its branch
   */
  async #onLink(item: ItemAddress, url: string, key?: string): Promise<void> {
    const pullRequest = parsePullRequestUrl(url);
    if (pullRequest === undefined) return;
    const { repositories, settings } = this.#deps;
    const hosts = settings.codeHosts();
    const repository = repositories.all.find(
      (one) =>
        one.key === key ||
        remotesOf(one).some(
          ({ remote }) => repositoryIdentity(configuredRemote(remote, hosts)) === pullRequest.repository,
        ),
    );
    const rule = repository && settings.stateRules(repository.root).pullRequestOpened;
    if (rule === undefined) return;
    const identifier = this.#session.store.identifier(item) ?? '';
    this.#checks = this.#checks.then(() =>
      this.#attempt(async () => {
        await this.#move({ event: 'pullRequestOpened', item, identifier, rule, subject: url });
      }),
    );
    await this.#checks;
  }

  /** Moves the work item, unless its state is the rule's or a later one. Resolves with false if it must be tried again. */
  async #move(cause: MoveCause): Promise<boolean> {
    const { memory, quickEdits, prompts } = this.#deps;
    const { account, store } = this.#session;
    const { event, item, identifier, rule, subject, at } = cause;
    const id = `${event} ${keyOf(item)} ${subject}`;
    if (memory.isDone(account, id)) return true;
    const { state: currentState } = await store.resources.workItems.readOne(item.id, item.project, {
      urgency: 'visible',
      isCurrent: true,
    });
    const states = await store.resources.states.readAllOrThrow(item.project);
    const state = stateForRule(states, currentState, rule);
    if (state === 'unknown') this.#reportUnknown(item, rule);
    else if (state !== 'passed' && !(at !== undefined && (await this.#wasMovedSince(item, at)))) {
      const { outcomes, savedSteps } = await applyToItem(store, item, [{ field: 'state', value: state.id }]);
      const [outcome] = outcomes;
      if (outcome?.kind === 'failed') {
        const reason = formatError(outcome.fault);
        void prompts.notify(
          'warning',
          l10n.t('The state of {0} was not changed to {1}. {2}', identifier, state.name, reason),
        );
        return !isTemporary(outcome.fault);
      }
      if (savedSteps.length > 0) {
        const change = quickEdits.addSentChange(this.#session, savedSteps);
        offerUndo(this.#deps, movedText(event, identifier, state.name), () => change.undo());
        await this.#markSeen(item);
      }
    }
    await memory.setDone(account, id);
    return true;
  }

  /** Keeps a rule's own change from counting as a user's after the merge: a fast-forward does not say when it was. */
  async #markSeen(item: ItemAddress): Promise<void> {
    const { memory, clock } = this.#deps;
    const { account } = this.#session;
    const branches = memory
      .openBranches(account)
      .map((one) => (keyOf(one.item) === keyOf(item) ? { ...one, seenAt: clock.now() } : one));
    await memory.setOpenBranches(account, branches);
  }

  /** Whether a user has changed the state after this time, in milliseconds. */
  async #wasMovedSince(item: ItemAddress, at: number): Promise<boolean> {
    const parameters = { ...itemPathParameters(keyOf(item)), query: { order_by: '-created_at' } };
    const { results } = await this.#session.client.call.listActivities(parameters, { urgency: 'visible' });
    return results.some((activity) => activity.field === 'state' && activityTime(activity) > at);
  }

  /** Says once that the setting names a state that the project does not have. */
  #reportUnknown({ project }: ItemAddress, name: string): void {
    const id = `${project} ${name}`;
    if (this.#reportedNames.has(id)) return;
    this.#reportedNames.add(id);
    const projectName = this.#session.store.project(project)?.name ?? '';
    void this.#deps.prompts.notify(
      'warning',
      l10n.t(
        'The project {0} has no state “{1}”, which the setting contrail.work.stateRules names.',
        projectName,
        name,
      ),
    );
  }
}

function movedText(event: BranchEvent, identifier: string, state: string): string {
  return {
    branchCreated: l10n.t('The state of {0} is now {1}, because its branch was created.', identifier, state),
    pullRequestOpened: l10n.t('The state of {0} is now {1}, because its pull request was opened.', identifier, state),
    merged: l10n.t('The state of {0} is now {1}, because its branch was merged.', identifier, state),
  }[event];
}
