// Replaces the links of branches that Contrail has added by those of their pull requests.
import type { WorkItemLink } from '../../contract/resources/link.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import { configuredRemote } from '../../core/code/permalink.ts';
import { parsePullRequestUrl } from '../../core/code/pullRequestApi.ts';
import type { PullRequestReader } from '../../core/code/pullRequestReader.ts';
import { repositoryIdentity } from '../../core/code/remote.ts';
import type { Session } from '../../core/session/session.ts';
import { pullRequestTargets, pushRemote } from '../../shell/git/remotes.ts';
import type { Repository } from '../../shell/git/repository.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import { findParent } from './pullRequestWatch.ts';
import { type LinkOffer, linkOfPullRequest, type PushedLinks, type PushedLinksDeps } from './pushedLinks.ts';

/** The link of a branch, until the link of its pull request replaces it. */
export interface BranchLink {
  readonly item: ItemAddress;
  readonly identifier: string;
  readonly branch: string;
  readonly link: WorkItemLink;
  /** The key of the repository. */
  readonly repository: string;
  /** When the link was added, in milliseconds since the epoch. */
  readonly at: number;
}

export interface BranchLinksDeps extends Pick<PushedLinksDeps, 'repositories' | 'settings' | 'clock' | 'logger'> {
  /** The links of branches that Contrail has added, by account; for this folder. */
  readonly memory: {
    get(account: string): readonly BranchLink[];
    set(account: string, links: readonly BranchLink[]): Promise<void>;
  };
  readonly pullRequests: Pick<PullRequestReader, 'find' | 'maxAge' | 'parentOf'>;
  /** Called after a link was removed. */
  readonly onDidReplace: (branchLink: BranchLink) => void;
}

const MAX_KEPT = 50;
/** Between two looks for the pull request of a branch, in milliseconds. */
const MIN_PAUSE_MS = 60_000;
/** A pull request that is opened later is not looked for, in milliseconds. */
const MAX_AGE_MS = 14 * 24 * 3_600_000;

export class BranchLinks implements Disposable {
  readonly #deps: BranchLinksDeps;
  readonly #session: Session;
  readonly #offers: Pick<PushedLinks, 'offer'>;
  readonly #disposables = new DisposableStore();
  /** By id of the link: when its pull request was looked for. */
  readonly #lookedAt = new Map<string, number>();

  constructor(deps: BranchLinksDeps, session: Session, offers: Pick<PushedLinks, 'offer'>) {
    this.#deps = deps;
    this.#session = session;
    this.#offers = offers;
    this.#disposables.add(session.store.links.onDidAdd(({ address, url }) => void this.#replace(address, url)));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Must be called after an offered link was added. */
  async remember({ item, identifier, branch, folder }: LinkOffer, link: WorkItemLink): Promise<void> {
    if (branch === undefined) return;
    const at = this.#deps.clock.now();
    await this.#store([...this.#all, { item, identifier, branch, link, repository: folder.toString(), at }]);
  }

  /** Must be called when the window gets the focus: the user may have opened a pull request in the browser. */
  reportFocus(): void {
    const now = this.#deps.clock.now();
    for (const [id, at] of this.#lookedAt) if (now - at >= MIN_PAUSE_MS) this.#lookedAt.delete(id);
  }

  /** Looks for the pull requests of the checked-out branches whose pages are linked, and offers or adds their links. */
  async check(): Promise<void> {
    for (const branchLink of this.#all) {
      const repository = this.#repositoryOf(branchLink);
      const isRecent = this.#deps.clock.now() - branchLink.at < MAX_AGE_MS;
      if (isRecent && repository?.head?.branch === branchLink.branch)
        await this.#attempt(() => this.#findPullRequest(repository, branchLink));
    }
  }

  async #findPullRequest(repository: Repository, { item, identifier, branch, link }: BranchLink): Promise<void> {
    const { settings, pullRequests, clock } = this.#deps;
    const rule = settings.rule(repository.root);
    const hosts = settings.codeHosts();
    const remoteName = repository.remotes.find(({ name }) => repository.head?.upstream?.startsWith(`${name}/`))?.name;
    const hosted = remoteName === undefined ? undefined : pullRequestTargets(repository, remoteName, hosts);
    if (hosted === undefined || rule === 'never') return;
    if (clock.now() - (this.#lookedAt.get(link.id) ?? 0) < pullRequests.maxAge(hosted.source)) return;
    this.#lookedAt.set(link.id, clock.now());
    const record = await pullRequests.find(hosted.source, branch, hosted.targets);
    if (record === undefined || record.state === 'closed') return;
    this.#session.store.code.reportPullRequest(item, record.url, repository.key);
    const offer = { item, identifier, ...linkOfPullRequest(record), branchUrl: link.url, folder: repository.root };
    await this.#offers.offer(offer, rule);
  }

  /** Removes the links of branches of the work item if the new link is a pull request in their repository. */
  async #replace(item: ItemAddress, url: string): Promise<void> {
    const pullRequest = parsePullRequestUrl(url);
    if (pullRequest === undefined) return;
    for (const branchLink of this.#all) {
      const repository = this.#repositoryOf(branchLink);
      if (repository === undefined || keyOf(branchLink.item) !== keyOf(item)) continue;
      await this.#attempt(async () => {
        if (await this.#mayHavePullRequest(repository, pullRequest.repository)) await this.#remove(branchLink);
      });
    }
  }

  /** Whether the repository with this identity is one of the remotes, or what one of them is a fork of. */
  async #mayHavePullRequest(repository: Repository, identity: string): Promise<boolean> {
    const hosts = this.#deps.settings.codeHosts();
    const isRemote = repository.remotes.some(({ name, fetchUrl = '' }) =>
      [pushRemote(repository, name), repository.parseRemote(fetchUrl)].some(
        (remote) => remote !== undefined && repositoryIdentity(configuredRemote(remote, hosts)) === identity,
      ),
    );
    return isRemote || (await findParent(this.#deps.pullRequests, repository, hosts, identity)) !== undefined;
  }

  /** Removes the link, unless a user has changed or removed it. */
  async #remove(branchLink: BranchLink): Promise<void> {
    const { item, link } = branchLink;
    const { links } = this.#session.store;
    const current = (await links.readAll(item)).find(({ id }) => id === link.id);
    const isUnchanged = current?.url === link.url && (current.title ?? '') === (link.title ?? '');
    if (isUnchanged) await links.remove(item, link.id);
    await this.#store(this.#all.filter((one) => one.link.id !== link.id));
    if (isUnchanged) this.#deps.onDidReplace(branchLink);
  }

  get #all(): readonly BranchLink[] {
    return this.#deps.memory.get(this.#session.account);
  }

  async #store(links: readonly BranchLink[]): Promise<void> {
    await this.#deps.memory.set(this.#session.account, links.slice(-MAX_KEPT));
  }

  #repositoryOf({ repository }: BranchLink): Repository | undefined {
    return this.#deps.repositories.all.find(({ key }) => key === repository);
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.logger.write('info', 'the link of a branch was not replaced', { detail: errorMessage(error) });
    }
  }
}
