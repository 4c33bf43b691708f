// Adds the page of a pushed branch or commit to the links of the work items that it names, if the user or a rule says so.
import * as l10n from '@vscode/l10n';
import { ApiError, faultOf, isTemporary } from '../../client/apiError.ts';
import type { WorkItemLink } from '../../contract/resources/link.ts';
import { isSharedBranch } from '../../core/branches/mainBranch.ts';
import { pushedItems } from '../../core/branches/pushedItems.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import type { OfferedLink } from '../../core/cache/itemCode.ts';
import { codeHostUrl } from '../../core/code/codeHostPage.ts';
import { type CodeHosts, type LinkedRemote, linkedRemote } from '../../core/code/permalink.ts';
import type { PullRequestRecord } from '../../core/code/pullRequestApi.ts';
import type { PullRequestReader } from '../../core/code/pullRequestReader.ts';
import type { MentionResolver } from '../../core/mentions/mentionResolver.ts';
import type { Session } from '../../core/session/session.ts';
import type { Push, PushedCommit } from '../../shell/git/pushes.ts';
import { pullRequestTargets, pushRemote } from '../../shell/git/remotes.ts';
import type { Repositories } from '../../shell/git/repositories.ts';
import type { Repository } from '../../shell/git/repository.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';
import { truncate } from '../../std/truncate.ts';

export interface LinkOffer extends OfferedLink {
  /** The root folder of the repository, whose settings decide. */
  readonly folder: Repository['root'];
  /** The branch if the link is its page. */
  readonly branch?: string;
  /** The page of the branch if the link is that of its pull request. */
  readonly branchUrl?: string;
}

/** An offer as it is stored for the next window, with the URI of its folder. */
export type StoredOffer = Omit<LinkOffer, 'folder'> & { readonly folder: string };

export type LinkRule = 'ask' | 'always' | 'never';

export interface PushedLinksDeps {
  readonly repositories: Pick<Repositories, 'all' | 'ready' | 'onDidChange'>;
  /** The work item that the user has chosen for the repository's branch. */
  readonly chosenItemOf: (
    repository: Repository,
  ) => { readonly address: ItemAddress; readonly identifier: string } | undefined;
  readonly settings: {
    /** The rule of a folder; `never` if the folder is not trusted or belongs to another workspace. */
    rule(folder: Repository['root']): LinkRule;
    baseBranch(folder: Repository['root']): string;
    codeHosts(): CodeHosts;
  };
  /** The links that the user has added or declined, by account. */
  readonly answered: { has(account: string, id: string): boolean; add(account: string, id: string): Promise<void> };
  /** The offers that the user has not answered yet, by account; for this folder. */
  readonly unanswered: {
    get(account: string): readonly StoredOffer[];
    set(account: string, offers: readonly StoredOffer[]): Promise<void>;
  };
  /** The time of the oldest push whose requests have not succeeded yet, by account, in seconds; for this folder. */
  readonly unfinishedPush: {
    get(account: string): number | undefined;
    set(account: string, at: number | undefined): Promise<void>;
  };
  readonly pullRequests: Pick<PullRequestReader, 'find'>;
  /** Called after a link was added. */
  readonly onDidAdd: (offer: LinkOffer, link: WorkItemLink) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const MAX_TITLE_CHARACTERS = 200;
const MAX_KEPT = 50;
/** The pause before a push is looked at again whose requests have failed, in milliseconds. */
const RETRY_PAUSE_MS = 60_000;

export class PushedLinks implements Disposable {
  readonly #deps: PushedLinksDeps;
  readonly #session: Session;
  readonly #resolver: MentionResolver;
  readonly #disposables = new DisposableStore();
  /** Older pushes are not offered, in seconds since the epoch. */
  readonly #since: number;
  /** The pushes that were seen, as repository, branch and commit. */
  readonly #seen = new Set<string>();
  #offers: readonly LinkOffer[] = [];
  /** By push: when a request for it has failed. It is looked at again when the server answers. */
  readonly #failedAt = new Map<string, number>();
  #areOffersRestored = false;
  #checks: Promise<void> = Promise.resolve();

  constructor(deps: PushedLinksDeps, session: Session, resolver: MentionResolver) {
    this.#deps = deps;
    this.#session = session;
    this.#resolver = resolver;
    const now = Math.floor(deps.clock.now() / 1000);
    this.#since = Math.min(deps.unfinishedPush.get(session.account) ?? now, now);
    this.#disposables.add(deps.repositories.onDidChange(() => void this.check()));
    this.#disposables.add(session.client.onDidUpdateReachability((isReached) => isReached && this.#retry()));
    void deps.repositories.ready();
  }

  /** The links that wait for the user's answer. The store hands them to what shows them. */
  get offers(): readonly LinkOffer[] {
    return this.#offers;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Looks for new pushes in all repositories, after the checks that are running. */
  check(): Promise<void> {
    this.#checks = this.#checks.then(() => this.#checkAll());
    return this.#checks;
  }

  async #checkAll(): Promise<void> {
    this.#restoreOffers();
    for (const repository of this.#deps.repositories.all)
      try {
        await this.#checkRepository(repository);
      } catch (error) {
        this.#deps.logger.write('info', 'a pushed branch could not be linked', { detail: errorMessage(error) });
      }
  }

  #retry(): void {
    if ([...this.#failedAt.values()].some((at) => this.#deps.clock.now() - at >= RETRY_PAUSE_MS)) void this.check();
  }

  /** Makes the offers of an earlier window again. */
  #restoreOffers(): void {
    const { repositories, settings, unanswered } = this.#deps;
    if (this.#areOffersRestored || repositories.all.length === 0) return;
    this.#areOffersRestored = true;
    const offers = unanswered.get(this.#session.account).flatMap(({ folder, ...offer }): LinkOffer[] => {
      const root = repositories.all.find(({ key }) => key === folder)?.root;
      return root === undefined || settings.rule(root) !== 'ask' || this.#isAnswered(offer)
        ? []
        : [{ ...offer, folder: root }];
    });
    if (offers.length > 0) this.#setOffers(offers);
  }

  /** Adds the link, unless the work item has it. Rejects with an ApiError. The offer is kept until the link is added. */
  async accept(offer: LinkOffer): Promise<void> {
    await this.#add(offer);
    this.#setOffers(this.#offers.filter((one) => idOf(one) !== idOf(offer)));
  }

  /** Removes the offers, and does not make them again. */
  async decline(offers: readonly LinkOffer[]): Promise<void> {
    const ids = new Set(offers.map(idOf));
    this.#setOffers(this.#offers.filter((one) => !ids.has(idOf(one))));
    for (const offer of offers) await this.#rememberAnswer(offer);
  }

  /** The page of the branch of a pull request is not offered at its next push either. */
  async #rememberAnswer(offer: LinkOffer): Promise<void> {
    const { item, url, branchUrl = url } = offer;
    for (const one of new Set([url, branchUrl]))
      await this.#deps.answered.add(this.#session.account, idOf({ item, url: one }));
  }

  async #checkRepository(repository: Repository): Promise<void> {
    const rule = this.#deps.settings.rule(repository.root);
    if (rule === 'never' || repository.head?.upstream === undefined) return;
    const push = await repository.lastPush();
    if (push === undefined || push.at < this.#since) return;
    const id = `${repository.key} ${push.remote}/${push.branch} ${push.commit}`;
    if (this.#seen.has(id) || this.#deps.clock.now() - (this.#failedAt.get(id) ?? 0) < RETRY_PAUSE_MS) return;
    this.#seen.add(id);
    // The window may be closed while the code host or the server does not answer.
    await this.#setUnfinishedPush(Math.min(push.at, this.#deps.unfinishedPush.get(this.#session.account) ?? push.at));
    try {
      const offers = await this.#offersOf(repository, push, rule);
      for (const offer of offers) await this.offer(offer, rule);
      if (rule === 'ask') void this.#offerPullRequest(repository, push, offers);
      this.#failedAt.delete(id);
      if (this.#failedAt.size === 0) await this.#setUnfinishedPush(undefined);
    } catch (error) {
      if (isTemporary(faultOf(error))) {
        this.#seen.delete(id);
        this.#failedAt.set(id, this.#deps.clock.now());
      } else if (this.#failedAt.size === 0) await this.#setUnfinishedPush(undefined);
      throw error;
    }
  }

  async #setUnfinishedPush(at: number | undefined): Promise<void> {
    const { account } = this.#session;
    if (this.#deps.unfinishedPush.get(account) !== at) await this.#deps.unfinishedPush.set(account, at);
  }

  /** Adds the link or asks the user, as the rule says, unless the user has answered. Rejects with an ApiError. */
  async offer(offer: LinkOffer, rule: LinkRule): Promise<void> {
    const isAnswered = this.#isAnswered(offer);
    if (rule === 'always') {
      if (!isAnswered) await this.#add(offer);
      return;
    }
    const isOpen = !isAnswered && (await this.#findLink(offer)) === undefined;
    const others = this.#offers.filter((one) => !isReplaced(one, offer));
    if (isOpen || others.length < this.#offers.length) this.#setOffers(isOpen ? [...others, offer] : others);
  }

  #isAnswered(offer: Pick<LinkOffer, 'item' | 'url'>): boolean {
    return this.#deps.answered.has(this.#session.account, idOf(offer));
  }

  /** Resolves with the links that the push makes possible. Work items that do not exist are left out. */
  async #offersOf(repository: Repository, push: Push, rule: LinkRule): Promise<readonly LinkOffer[]> {
    const { settings } = this.#deps;
    const linked = this.#remoteOf(repository, push);
    if (linked === undefined) return [];
    const baseBranches = [push.defaultBranch ?? '', settings.baseBranch(repository.root)];
    const isShared = isSharedBranch(push.branch, baseBranches);
    const items = new Map<string, { readonly item: ItemAddress; readonly commit?: PushedCommit | undefined }>();
    const chosenItem = isShared ? undefined : this.#deps.chosenItemOf(repository);
    if (chosenItem !== undefined) items.set(chosenItem.identifier, { item: chosenItem.address });
    // What the user has chosen takes precedence over the name of the branch.
    const branch = chosenItem === undefined ? push.branch : '';
    const commits = await push.readCommits();
    for (const { mention, commit } of pushedItems(branch, commits, isShared, this.#resolver.matcher)) {
      const resolution = await this.#resolver.resolveOrRequest(mention);
      if (resolution.kind === 'failed') throw new ApiError(resolution.fault);
      if (resolution.kind === 'read' && !items.has(mention.identifier))
        items.set(mention.identifier, { item: resolution.address, commit });
    }
    const isPullRequestRead = rule === 'always' && !isShared && items.size > 0;
    const pullRequest = isPullRequestRead ? await this.#findPullRequest(repository, push) : undefined;
    const branchLink = isShared ? undefined : (pullRequest ?? pageOfBranch(linked, push.branch));
    return [...items].flatMap(([identifier, { item, commit }]) => {
      const link = commit === undefined ? branchLink : linkOfCommit(linked, commit);
      return link === undefined ? [] : [{ item, identifier, ...link, folder: repository.root }];
    });
  }

  #remoteOf(repository: Repository, push: Push): LinkedRemote | undefined {
    const remote = pushRemote(repository, push.remote);
    return remote && linkedRemote(remote, this.#deps.settings.codeHosts());
  }

  /** Resolves with the page of the pull request of the branch, unless it is closed. A host may take seconds to answer. */
  async #findPullRequest(repository: Repository, { remote, branch }: Push): Promise<LinkedPage | undefined> {
    const hosted = pullRequestTargets(repository, remote, this.#deps.settings.codeHosts());
    const pullRequest = hosted && (await this.#deps.pullRequests.find(hosted.source, branch, hosted.targets));
    return pullRequest === undefined || pullRequest.state === 'closed' ? undefined : linkOfPullRequest(pullRequest);
  }

  /** Offers the pull request in place of the branch, unless the user has answered the offer in the meantime. */
  async #offerPullRequest(repository: Repository, push: Push, offers: readonly LinkOffer[]): Promise<void> {
    const branchOffers = offers.filter(({ branch }) => branch !== undefined);
    if (branchOffers.length === 0) return;
    const offersBefore = this.#offers;
    try {
      const pullRequest = await this.#findPullRequest(repository, push);
      if (pullRequest === undefined) return;
      for (const offer of branchOffers) {
        const { branch: _branch, url: branchUrl, ...rest } = offer;
        const isAnsweredNow = offersBefore.includes(offer) && !this.#offers.includes(offer);
        if (!isAnsweredNow) await this.offer({ ...rest, ...pullRequest, branchUrl }, 'ask');
      }
    } catch (error) {
      this.#deps.logger.write('info', 'a pull request could not be offered', { detail: errorMessage(error) });
    }
  }

  async #add(offer: LinkOffer): Promise<void> {
    const existingLink = await this.#findLink(offer);
    if (existingLink === undefined) {
      const link = await this.#session.store.links.add(offer.item, { url: offer.url, title: offer.title });
      this.#deps.onDidAdd(offer, link);
    }
    await this.#rememberAnswer(offer);
  }

  /** Asks the server for a link with this URL, because another window may have added it. Rejects with an ApiError. */
  async #findLink({ item, url }: LinkOffer): Promise<WorkItemLink | undefined> {
    return (await this.#session.store.links.readAll(item)).find((link) => link.url === url);
  }

  #setOffers(offers: readonly LinkOffer[]): void {
    this.#offers = offers;
    const stored = offers.map(({ folder, ...offer }) => ({ ...offer, folder: folder.toString() }));
    void this.#deps.unanswered.set(this.#session.account, stored.slice(-MAX_KEPT));
    this.#session.store.code.setOffers(offers);
  }
}

type LinkedPage = Pick<LinkOffer, 'url' | 'title' | 'branch'>;

function linkOfCommit(linked: LinkedRemote, { hash, message }: PushedCommit): LinkedPage | undefined {
  const url = codeHostUrl(linked, { commit: hash });
  const [subject = ''] = message.split('\n');
  return url === undefined ? undefined : { url, title: shortTitle(`${hash.slice(0, 7)} ${subject}`) };
}

function pageOfBranch(linked: LinkedRemote, branch: string): LinkedPage | undefined {
  const url = codeHostUrl(linked, { branch });
  return url === undefined ? undefined : { url, title: shortTitle(l10n.t('Branch {0}', branch)), branch };
}

export function linkOfPullRequest({ number, title, url }: PullRequestRecord): LinkedPage {
  return { url, title: shortTitle(`#${number} ${title}`) };
}

function shortTitle(title: string): string {
  return truncate(title.trim(), MAX_TITLE_CHARACTERS);
}

function idOf({ item, url }: Pick<LinkOffer, 'item' | 'url'>): string {
  return `${keyOf(item)} ${url}`;
}

/** Whether the offer is the same, or that of the branch whose pull request is offered now. */
function isReplaced(before: LinkOffer, offer: LinkOffer): boolean {
  const isSameItem = keyOf(before.item) === keyOf(offer.item) && before.folder.toString() === offer.folder.toString();
  return idOf(before) === idOf(offer) || (isSameItem && before.branch !== undefined && offer.branch === undefined);
}
