// What this window knows of the code of work items: pull requests, local branches, and links that are offered.
import { Emitter } from '../../std/event.ts';
import type { PullRequestStatus } from '../code/pullRequestApi.ts';
import { type ItemAddress, keyOf } from './address.ts';

/** A local branch of a work item. The numbers are 0 if nothing is known. */
export interface LocalBranch {
  readonly name: string;
  readonly uncommitted: number;
  readonly ahead: number;
  readonly behind: number;
}

/** The local branch of a work item, and the state of its pull request, as far as they are known. */
export interface CodeOfItem {
  readonly branch: LocalBranch | undefined;
  readonly pullRequest: PullRequestStatus | undefined;
}

/** A web page of what was pushed, which a work item may get as a link. */
export interface OfferedLink {
  readonly item: ItemAddress;
  readonly identifier: string;
  readonly url: string;
  readonly title: string;
}

const NOTHING: CodeOfItem = { branch: undefined, pullRequest: undefined };

export class ItemCode {
  readonly #statuses = new Map<string, PullRequestStatus>();
  /** By work item: the URL of the pull request that was read last. */
  readonly #pullRequests = new Map<string, string>();
  #branches: ReadonlyMap<string, LocalBranch> = new Map();
  #offers: readonly OfferedLink[] = [];
  readonly #changed = new Emitter<void>();
  readonly #offersChanged = new Emitter<void>();
  readonly #pullRequestFound = new Emitter<{
    readonly address: ItemAddress;
    readonly url: string;
    readonly repository: string;
  }>();

  /** Fires when the pull request of a work item's branch in the repository with this key was found on its host. */
  readonly onDidFindPullRequest = this.#pullRequestFound.event;
  /** Fires when the code of any work item has changed. */
  readonly onDidChange = this.#changed.event;
  readonly onDidChangeOffers = this.#offersChanged.event;

  /** Returns what the host said last about the pull request at this URL. */
  statusOf(url: string): PullRequestStatus | undefined {
    return this.#statuses.get(url);
  }

  /** Called for each row of the trees. */
  of(item: ItemAddress): CodeOfItem {
    if (this.#pullRequests.size === 0 && this.#branches.size === 0) return NOTHING;
    const key = keyOf(item);
    const url = this.#pullRequests.get(key);
    return { branch: this.#branches.get(key), pullRequest: url === undefined ? undefined : this.#statuses.get(url) };
  }

  setPullRequest(item: ItemAddress, url: string, status: PullRequestStatus): void {
    const before = this.#statuses.get(url);
    const isKnown = this.#pullRequests.get(keyOf(item)) === url;
    this.#statuses.set(url, status);
    this.#pullRequests.set(keyOf(item), url);
    const isSame = before?.state === status.state && before.hasFailingChecks === status.hasFailingChecks;
    if (!isKnown || !isSame) this.#changed.fire();
  }

  reportPullRequest(address: ItemAddress, url: string, repository: string): void {
    this.#pullRequestFound.fire({ address, url, repository });
  }

  /** The links that wait for the user's answer, until the next change the same array. */
  get offers(): readonly OfferedLink[] {
    return this.#offers;
  }

  setOffers(offers: readonly OfferedLink[]): void {
    this.#offers = offers;
    this.#offersChanged.fire();
  }

  /** Sets the branches, by the key of their work item. */
  setBranches(branches: ReadonlyMap<string, LocalBranch>): void {
    const isSame = JSON.stringify([...branches]) === JSON.stringify([...this.#branches]);
    this.#branches = branches;
    if (!isSame) this.#changed.fire();
  }
}
