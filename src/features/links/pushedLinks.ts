// Adds the page of a pushed branch or commit to the links of the work items that it names, if the user or a rule says so.
import * as l10n from '@vscode/l10n';
import type { WorkItemLink } from '../../contract/resources/link.ts';
import { isSharedBranch } from '../../core/branches/mainBranch.ts';
import { pushedItems } from '../../core/branches/pushedItems.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import { codeHostUrl } from '../../core/code/codeHostPage.ts';
import { type CodeHosts, linkedRemote } from '../../core/code/permalink.ts';
import type { MentionResolver } from '../../core/mentions/mentionResolver.ts';
import type { Session } from '../../core/session/session.ts';
import type { Push } from '../../shell/git/pushes.ts';
import { pushRemote } from '../../shell/git/remotes.ts';
import type { Repositories } from '../../shell/git/repositories.ts';
import type { Repository } from '../../shell/git/repository.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import { Emitter } from '../../std/event.ts';
import type { Logger } from '../../std/logger.ts';
import { truncate } from '../../std/truncate.ts';

/** A link that a work item may get. */
export interface LinkOffer {
  readonly item: ItemAddress;
  readonly identifier: string;
  readonly url: string;
  readonly title: string;
  /** The root folder of the repository, whose settings decide. */
  readonly folder: Repository['root'];
}

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
  /** Called after a link was added. */
  readonly onDidAdd: (offer: LinkOffer, link: WorkItemLink) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const MAX_TITLE_CHARACTERS = 200;

export class PushedLinks implements Disposable {
  readonly #deps: PushedLinksDeps;
  readonly #session: Session;
  readonly #resolver: MentionResolver;
  readonly #disposables = new DisposableStore();
  readonly #changed = new Emitter<void>();
  /** Older pushes are not offered, in seconds since the epoch. */
  readonly #since: number;
  /** The pushes that were seen, as repository, branch and commit. */
  readonly #seen = new Set<string>();
  #offers: readonly LinkOffer[] = [];
  #checks: Promise<void> = Promise.resolve();

  /** Fires when `offers` has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: PushedLinksDeps, session: Session, resolver: MentionResolver) {
    this.#deps = deps;
    this.#session = session;
    this.#resolver = resolver;
    this.#since = Math.floor(deps.clock.now() / 1000);
    this.#disposables.add(deps.repositories.onDidChange(() => void this.check()));
    void deps.repositories.ready();
  }

  /** The links that wait for the user's answer. */
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
    for (const repository of this.#deps.repositories.all)
      try {
        await this.#checkRepository(repository);
      } catch (error) {
        this.#deps.logger.write('info', 'a pushed branch could not be linked', { detail: errorMessage(error) });
      }
  }

  /** Adds the link, unless the work item has it. Rejects with an ApiError. The offer is kept until the link is added. */
  async accept(offer: LinkOffer): Promise<void> {
    await this.#add(offer);
    this.#setOffers(this.#offers.filter((one) => one !== offer));
  }

  /** Removes the offers, and does not make them again. */
  async decline(offers: readonly LinkOffer[]): Promise<void> {
    this.#setOffers(this.#offers.filter((one) => !offers.includes(one)));
    for (const offer of offers) await this.#deps.answered.add(this.#session.account, idOf(offer));
  }

  async #checkRepository(repository: Repository): Promise<void> {
    const rule = this.#deps.settings.rule(repository.root);
    if (rule === 'never' || repository.head?.upstream === undefined) return;
    const push = await repository.lastPush();
    if (push === undefined || push.at < this.#since) return;
    const id = `${repository.key} ${push.remote}/${push.branch} ${push.commit}`;
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    for (const offer of await this.#offersOf(repository, push)) {
      if (this.#deps.answered.has(this.#session.account, idOf(offer))) continue;
      if (rule === 'always') await this.#add(offer);
      else if ((await this.#findLink(offer)) === undefined)
        this.#setOffers([...this.#offers.filter((one) => idOf(one) !== idOf(offer)), offer]);
    }
  }

  /** Resolves with the links that the push makes possible. Work items that do not exist are left out. */
  async #offersOf(repository: Repository, push: Push): Promise<readonly LinkOffer[]> {
    const { settings } = this.#deps;
    const remote = pushRemote(repository, push.remote);
    const linked = remote && linkedRemote(remote, settings.codeHosts());
    if (linked === undefined) return [];
    const baseBranches = [push.defaultBranch ?? '', settings.baseBranch(repository.root)];
    const isShared = isSharedBranch(push.branch, baseBranches);
    const offers = new Map<string, LinkOffer>();
    const add = (item: ItemAddress, identifier: string, commit?: { hash: string; message: string }): void => {
      const url = codeHostUrl(linked, commit === undefined ? { branch: push.branch } : { commit: commit.hash });
      const [subject = ''] = commit?.message.split('\n') ?? [];
      const title =
        commit === undefined ? l10n.t('Branch {0}', push.branch) : `${commit.hash.slice(0, 7)} ${subject}`.trim();
      if (url === undefined || offers.has(identifier)) return;
      const folder = repository.root;
      offers.set(identifier, { item, identifier, url, title: truncate(title, MAX_TITLE_CHARACTERS), folder });
    };
    const chosenItem = isShared ? undefined : this.#deps.chosenItemOf(repository);
    if (chosenItem !== undefined) add(chosenItem.address, chosenItem.identifier);
    // What the user has chosen takes precedence over the name of the branch.
    const branch = chosenItem === undefined ? push.branch : '';
    const commits = await push.readCommits();
    for (const { mention, commit } of pushedItems(branch, commits, isShared, this.#resolver.matcher)) {
      const resolution = await this.#resolver.resolveOrRequest(mention);
      if (resolution.kind === 'read') add(resolution.address, mention.identifier, commit);
    }
    return [...offers.values()];
  }

  async #add(offer: LinkOffer): Promise<void> {
    const existingLink = await this.#findLink(offer);
    if (existingLink === undefined) {
      const link = await this.#session.store.links.add(offer.item, { url: offer.url, title: offer.title });
      this.#deps.onDidAdd(offer, link);
    }
    await this.#deps.answered.add(this.#session.account, idOf(offer));
  }

  /** Asks the server for a link with this URL, because another window may have added it. Rejects with an ApiError. */
  async #findLink({ item, url }: LinkOffer): Promise<WorkItemLink | undefined> {
    return (await this.#session.store.links.readAll(item)).find((link) => link.url === url);
  }

  #setOffers(offers: readonly LinkOffer[]): void {
    this.#offers = offers;
    this.#changed.fire();
  }
}

function idOf({ item, url }: LinkOffer): string {
  return `${keyOf(item)} ${url}`;
}
