// Tests the links that are offered for pushed branches and commits, with real git repositories and a real server.
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createTransport } from '../../../../src/client/transport.ts';
import { parseCodeHosts } from '../../../../src/core/code/permalink.ts';
import { PullRequestReader } from '../../../../src/core/code/pullRequestReader.ts';
import { MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import { type BranchLink, BranchLinks } from '../../../../src/features/links/branchLinks.ts';
import { type LinkRule, PushedLinks, type StoredOffer } from '../../../../src/features/links/pushedLinks.ts';
import { showOffers } from '../../../../src/features/links/showOffers.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { advanceUntilDone, FakeClock } from '../../../support/clock.ts';
import { CodeHost } from '../../../support/codeHost.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import type { OpenedRepository } from '../../../support/openedRepository.ts';
import { WorkSetup } from '../startWork/setup.ts';

/** The time of all commits and pushes of the test's repositories, in milliseconds. */
const PUSH_TIME = Date.UTC(2026, 10, 1, 12);
const GITHUB = 'git@github.com:acme/web.git';
const BRANCH_URL = 'https://github.com/acme/web/tree/web-27-begun';

class Pushing implements AsyncDisposable {
  readonly setup: WorkSetup;
  readonly opened: OpenedRepository;
  readonly answered = new Set<string>();
  readonly savedRules: string[] = [];
  readonly addedUrls: string[] = [];
  readonly replacedUrls: string[] = [];
  readonly memory = new Map<string, unknown>();
  readonly clock = new FakeClock(PUSH_TIME);
  readonly reader: PullRequestReader;
  branchLinks: BranchLinks | undefined;
  rule: LinkRule = 'ask';
  baseBranch = '';
  links: PushedLinks;

  private constructor(setup: WorkSetup, opened: OpenedRepository) {
    this.setup = setup;
    this.opened = opened;
    this.reader = new PullRequestReader({
      openTransport: async () => createTransport(),
      tokenFor: async () => undefined,
      onDidNeedToken: () => undefined,
      clock: this.clock,
      logger: silentLogger,
    });
    this.links = this.openWindow();
  }

  static async open({ address = GITHUB, branch = 'web-27-begun' } = {}): Promise<Pushing> {
    const setup = await WorkSetup.open();
    await setup.session.store.resources.projects.list().read();
    const opened = setup.openRepository((git) => {
      const bare = GitRepository.createBare(join(git.folder, '..', 'remote.git'));
      git.addSshRemote('origin', address, bare);
      git.run('push', '--quiet', '--set-upstream', 'origin', 'main');
      if (branch !== 'main') git.run('checkout', '--quiet', '-b', branch);
    });
    const pushing = new Pushing(setup, opened);
    await setup.session.store.readByIdentifier('WEB-27');
    return pushing;
  }

  /** Opens another window with the same memory. `at` is the time at which it opens. */
  openWindow(at = PUSH_TIME, answered = this.answered): PushedLinks {
    const { session } = this.setup;
    const clock = at === PUSH_TIME ? this.clock : new FakeClock(at);
    const arrayIn = <T>(name: string) => ({
      get: () => (this.memory.get(name) as readonly T[] | undefined) ?? [],
      set: async (_: string, values: readonly T[]) => void this.memory.set(name, values),
    });
    const storage = { read: () => [], write: () => undefined };
    const resolver = new MentionResolver(session.store, storage, { now: () => at, sleep: async () => undefined });
    const deps = {
      repositories: this.setup.repositories,
      settings: {
        rule: () => this.rule,
        baseBranch: () => this.baseBranch,
        codeHosts: () => parseCodeHosts(this.setup.codeHosts),
      },
      pullRequests: this.reader,
      clock,
      logger: silentLogger,
    };
    const links = new PushedLinks(
      {
        ...deps,
        chosenItemOf: (repository) => this.setup.work.currentItems.chosenItemOf(repository),
        unanswered: arrayIn<StoredOffer>('unanswered'),
        unfinishedPush: {
          get: () => this.memory.get('unfinishedPush') as number | undefined,
          set: async (_, time) => void this.memory.set('unfinishedPush', time),
        },
        answered: {
          has: (_, id) => answered.has(id),
          add: async (_, id) => void answered.add(id),
        },
        onDidAdd: (offer, link) => {
          this.addedUrls.push(offer.url);
          void branchLinks.remember(offer, link);
        },
      },
      session,
      resolver,
    );
    const branchLinks = new BranchLinks(
      {
        ...deps,
        memory: arrayIn<BranchLink>('branchLinks'),
        onDidReplace: ({ link }) => void this.replacedUrls.push(link.url),
      },
      session,
      links,
    );
    this.branchLinks ??= branchLinks;
    return links;
  }

  async push(message = 'Continue', branch = this.opened.git.currentBranch): Promise<void> {
    this.opened.git.commit(message);
    await this.opened.push('origin', branch, true);
    await this.links.check();
  }

  get offeredUrls(): readonly string[] {
    return this.links.offers.map(({ url }) => url);
  }

  /** The links of WEB-27 on the server. */
  async linksOnServer(number = 27): Promise<readonly { readonly url: string; readonly title?: string | null }[]> {
    const { project, id } = this.setup.item(number).address;
    const page = await this.setup.session.client.call.listLinks({ project_id: project, work_item_id: id, query: {} });
    return page.results.map(({ url, title = null }) => ({ url, title }));
  }

  /** Lets the user select a row of the list of offers. */
  async select(label: string): Promise<void> {
    const deps = {
      prompts: this.setup.prompts,
      saveRule: async (_: unknown, rule: string) => void this.savedRules.push(rule),
    };
    const showing = showOffers(deps, this.links);
    (await this.setup.prompts.list('Link What Was Pushed')).pick(label);
    await showing;
  }

  countRequests(): number {
    return this.setup.proxy.matchingRequests(() => true).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.links.dispose();
    this.branchLinks?.dispose();
    await this.reader.close();
    await this.setup[Symbol.asyncDispose]();
  }
}

describe('PushedLinks', () => {
  it('offers the page of a pushed branch with one request, and adds it with two when the user agrees', async () => {
    await using pushing = await Pushing.open();
    const before = pushing.countRequests();
    await pushing.push();
    expect(pushing.links.offers).toMatchObject([
      { identifier: 'WEB-27', url: BRANCH_URL, title: 'Branch web-27-begun' },
    ]);
    expect(pushing.countRequests() - before).toBe(1);
    expect(pushing.setup.changeRequestCount).toBe(0);
    await pushing.select('Add Link to WEB-27');
    expect(await pushing.linksOnServer()).toContainEqual({ url: BRANCH_URL, title: 'Branch web-27-begun' });
    expect(pushing.countRequests() - before).toBe(4);
    expect(pushing.addedUrls).toEqual([BRANCH_URL]);
    expect(pushing.links.offers).toEqual([]);
  });

  it('offers nothing for a link that was added or declined, in this window and in a later one', async () => {
    await using pushing = await Pushing.open();
    await pushing.push();
    await pushing.select("Don't Add");
    expect(pushing.setup.changeRequestCount).toBe(0);
    const before = pushing.countRequests();
    await pushing.push();
    const otherWindow = pushing.openWindow();
    await otherWindow.check();
    expect([...pushing.links.offers, ...otherWindow.offers]).toEqual([]);
    expect(pushing.countRequests()).toBe(before);
  });

  it('adds no link twice that another user’s window has added in the meantime', async () => {
    await using pushing = await Pushing.open();
    const otherWindow = pushing.openWindow(PUSH_TIME, new Set());
    await pushing.push();
    await otherWindow.check();
    const [[offer], [sameOffer]] = [pushing.links.offers, otherWindow.offers];
    if (offer === undefined || sameOffer === undefined) throw new Error('Both windows offer the link.');
    await otherWindow.accept(sameOffer);
    await pushing.links.accept(offer);
    expect(pushing.setup.changeRequestCount).toBe(1);
    expect((await pushing.linksOnServer()).filter(({ url }) => url === BRANCH_URL)).toHaveLength(1);
    expect(pushing.addedUrls).toEqual([BRANCH_URL]);
  });

  it('adds the link with two requests and without a question if the folder’s rule says so', async () => {
    await using pushing = await Pushing.open();
    pushing.rule = 'always';
    const before = pushing.countRequests();
    await pushing.push();
    expect(pushing.countRequests() - before).toBe(2);
    expect(await pushing.linksOnServer()).toContainEqual({ url: BRANCH_URL, title: 'Branch web-27-begun' });
    await pushing.push();
    expect(pushing.setup.changeRequestCount).toBe(1);
    expect(pushing.links.offers).toEqual([]);
  });

  it('sends nothing and offers nothing if the rule is never', async () => {
    await using pushing = await Pushing.open();
    pushing.rule = 'never';
    const before = pushing.countRequests();
    await pushing.push();
    expect(pushing.links.offers).toEqual([]);
    expect(pushing.countRequests()).toBe(before);
  });

  it('keeps the offer if the server rejects the link', async () => {
    await using pushing = await Pushing.open();
    await pushing.push();
    pushing.setup.proxy.inject((method) => method === 'POST', answerWith(403, { error: 'No' }), 1);
    await expect(pushing.select('Add Link to WEB-27')).rejects.toThrow();
    expect(pushing.offeredUrls).toEqual([BRANCH_URL]);
  });

  it('writes the rule of the folder, and adds or drops the offers', async () => {
    await using pushing = await Pushing.open();
    await pushing.push();
    await pushing.select('Always Add in This Folder');
    expect(pushing.savedRules).toEqual(['always']);
    expect(await pushing.linksOnServer()).toContainEqual({ url: BRANCH_URL, title: 'Branch web-27-begun' });
  });

  it('links the newest commit of each work item that is pushed to a main branch', async () => {
    await using pushing = await Pushing.open({ branch: 'main' });
    pushing.opened.git.commit('WEB-27: Begin');
    pushing.opened.git.commit('Tidy up');
    await pushing.push('WEB-27: Finish, see WEB-28 and NONE-1');
    const url = `https://github.com/acme/web/commit/${pushing.opened.git.head}`;
    expect(pushing.links.offers).toMatchObject([
      {
        identifier: 'WEB-27',
        url,
        title: `${pushing.opened.git.head.slice(0, 7)} WEB-27: Finish, see WEB-28 and NONE-1`,
      },
      { identifier: 'WEB-28', url },
    ]);
    await pushing.select('Add All Links');
    expect(await pushing.linksOnServer(28)).toContainEqual(expect.objectContaining({ url }));
  });

  it('links the branch of which only the commits name a work item', async () => {
    await using pushing = await Pushing.open({ branch: 'topic' });
    await pushing.push('WEB-28: Try');
    expect(pushing.links.offers).toMatchObject([
      { identifier: 'WEB-28', url: 'https://github.com/acme/web/tree/topic' },
    ]);
  });

  it('links the work item that the user has chosen for the branch, not the one in its name', async () => {
    await using pushing = await Pushing.open();
    await pushing.setup.setCurrentItem(28, pushing.opened.repository);
    await pushing.push();
    expect(pushing.links.offers).toMatchObject([{ identifier: 'WEB-28', url: BRANCH_URL }]);
  });

  it('treats the configured base branch as a main branch', async () => {
    await using pushing = await Pushing.open({ branch: 'web-27-train' });
    pushing.baseBranch = 'origin/web-27-train';
    await pushing.push();
    expect(pushing.links.offers).toEqual([]);
  });

  it.each([
    ['a server whose web pages are unknown', 'git@git.internal.example.com:acme/web.git'],
    ['a name of the SSH configuration', 'git@github.com-work:acme/web.git'],
  ])('offers nothing for %s', async (_, address) => {
    await using pushing = await Pushing.open({ address });
    const before = pushing.countRequests();
    await pushing.push();
    expect(pushing.links.offers).toEqual([]);
    expect(pushing.countRequests()).toBe(before);
  });

  it('offers nothing if the pushes of the remote go to a folder', async () => {
    await using pushing = await Pushing.open();
    pushing.opened.git.run('config', 'remote.origin.pushurl', join(pushing.opened.git.folder, '..', 'remote.git'));
    await pushing.push();
    expect(pushing.links.offers).toEqual([]);
  });

  it('offers nothing for a push from before the window opened, a fetch, or a detached HEAD', async () => {
    await using pushing = await Pushing.open();
    const laterWindow = pushing.openWindow(PUSH_TIME + 1000);
    await pushing.push();
    await laterWindow.check();
    expect(laterWindow.offers).toEqual([]);

    const { git } = pushing.opened;
    git.run('checkout', '--quiet', '-b', 'web-28-theirs');
    git.run('push', '--quiet', '--set-upstream', 'origin', 'web-28-theirs');
    git.run('update-ref', '-d', 'refs/remotes/origin/web-28-theirs');
    git.run('fetch', '--quiet', 'origin');
    await pushing.opened.status();
    await pushing.links.check();
    expect(pushing.offeredUrls).toEqual([BRANCH_URL]);
    git.run('checkout', '--quiet', '--detach');
    await pushing.opened.status();
    await pushing.links.check();
    expect(pushing.offeredUrls).toEqual([BRANCH_URL]);
  });

  it('links the branch in the repository that it was pushed to, not in that of the remote upstream', async () => {
    await using pushing = await Pushing.open({ address: 'git@github.com:mara/web.git' });
    pushing.opened.git.addRemote('upstream', GITHUB);
    await pushing.push();
    expect(pushing.offeredUrls).toEqual(['https://github.com/mara/web/tree/web-27-begun']);
  });

  it('offers nothing, and sends nothing, for a branch of a repository without a remote', async () => {
    await using pushing = await Pushing.open();
    const local = pushing.setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'web-27-local'), 'local');
    const before = pushing.countRequests();
    local.git.commit('WEB-27: Continue');
    await local.status();
    await pushing.links.check();
    expect(pushing.links.offers).toEqual([]);
    expect(pushing.countRequests()).toBe(before);
  });

  it('links the work item that the branch of a submodule names, and not that of its parent', async () => {
    await using pushing = await Pushing.open();
    const { git: outer } = pushing.setup.openRepository((git) => {
      git.run('checkout', '--quiet', '-b', 'web-28-parent');
      const url = `file://${pushing.opened.git.folder}`;
      git.run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', url, 'sub');
      git.commit('Add the library');
    }, 'outer');
    const sub = new GitRepository(join(outer.folder, 'sub'));
    for (const key of ['user.name', 'user.email']) sub.run('config', key, outer.run('config', key));
    sub.run('checkout', '--quiet', '-b', 'web-27-in-the-library');
    sub.addSshRemote('library', GITHUB, GitRepository.createBare(join(outer.folder, '..', 'library.git')));
    const opened = pushing.setup.repositories.add(sub);
    sub.commit('Continue');
    await opened.push('library', 'web-27-in-the-library', true);
    await pushing.links.check();
    expect(pushing.links.offers).toMatchObject([
      { identifier: 'WEB-27', url: 'https://github.com/acme/web/tree/web-27-in-the-library' },
    ]);
    expect(outer.currentBranch).toBe('web-28-parent');
  });

  it('offers nothing for a work item that has left its project since it was loaded', async () => {
    await using pushing = await Pushing.open();
    const { project, id } = pushing.setup.item(27).address;
    await pushing.setup.session.client.call.deleteWorkItem({ project_id: project, work_item_id: id });
    await pushing.push();
    expect(pushing.links.offers).toEqual([]);
    expect(pushing.answered).toEqual(new Set());
  });

  it('offers nothing for a work item that does not exist', async () => {
    await using pushing = await Pushing.open({ branch: 'web-9999-nothing' });
    await pushing.push();
    expect(pushing.links.offers).toEqual([]);
  });

  it('offers nothing if the links of the work item can’t be read', async () => {
    await using pushing = await Pushing.open();
    pushing.setup.proxy.inject((_, path) => path.includes('/links/'), answerWith(403, { error: 'No' }));
    await pushing.push();
    expect(pushing.links.offers).toEqual([]);
  });
});

describe('An unanswered offer', () => {
  const pushing = forEachTest(() => Pushing.open());

  it('is made again by the next window, until the user answers or the rule forbids it', async () => {
    await pushing.push();
    const nextWindow = pushing.openWindow(PUSH_TIME + 60_000);
    await nextWindow.check();
    expect(nextWindow.offers).toMatchObject([{ identifier: 'WEB-27', url: BRANCH_URL, branch: 'web-27-begun' }]);
    pushing.rule = 'never';
    const quietWindow = pushing.openWindow(PUSH_TIME + 60_000);
    await quietWindow.check();
    expect(quietWindow.offers).toEqual([]);
    pushing.rule = 'ask';
    await nextWindow.decline(nextWindow.offers);
    const lastWindow = pushing.openWindow(PUSH_TIME + 60_000);
    await lastWindow.check();
    expect(lastWindow.offers).toEqual([]);
  });

  it('is made when the server answers again, also by the next window', async () => {
    pushing.setup.proxy.inject((_, path) => path.includes('/links/'), answerWith(503, {}));
    await advanceUntilDone(pushing.setup.clock, pushing.push());
    expect(pushing.links.offers).toEqual([]);
    const nextWindow = pushing.openWindow(PUSH_TIME + 60_000);
    const before = pushing.countRequests();
    await pushing.links.check();
    expect(pushing.countRequests()).toBe(before);
    pushing.setup.proxy.removeFaults();
    await pushing.clock.advance(60_000);
    const { address } = pushing.setup.item(28);
    await pushing.setup.session.store.resources.workItems.readOne(address.id, address.project);
    await expect.poll(() => pushing.offeredUrls).toEqual([BRANCH_URL]);
    await nextWindow.check();
    expect(nextWindow.offers).toMatchObject([{ url: BRANCH_URL }]);
  });
});

describe('The link of a branch', () => {
  it('is added by the next window if this one is closed while the code host does not answer', async () => {
    await using host = await CodeHost.start('gitlab');
    await using pushing = await openOnHost(host);
    pushing.rule = 'always';
    const release = host.holdAnswers();
    const pushed = pushing.push();
    await expect.poll(() => host.requests).toHaveLength(1);
    const stored = new Map(pushing.memory);
    pushing.links.dispose();
    host.fault = { status: 503 };
    release();
    await pushed;
    const { links } = pushing.setup.session.store;
    for (const { id } of links.listed(pushing.setup.item(27).address))
      await links.remove(pushing.setup.item(27).address, id);
    pushing.memory.clear();
    for (const [name, value] of stored) pushing.memory.set(name, value);
    const next = pushing.openWindow(PUSH_TIME + 3_600_000, new Set());
    await next.check();
    expect(await urlsOf(pushing)).toEqual([`${host.origin}/acme/web/-/tree/web-27-begun`]);
    next.dispose();
  });

  /** Opens a repository on a local server that plays its host. */
  async function openOnHost(host: CodeHost): Promise<Pushing> {
    const pushing = await Pushing.open({ address: 'git@127.0.0.1:acme/web.git' });
    Object.assign(pushing.setup.codeHosts, host.setting);
    return pushing;
  }
  const urlsOf = async (pushing: Pushing) => (await pushing.linksOnServer()).map(({ url }) => url);

  it('is replaced by the link of the pull request that its host has, when the user agrees', async () => {
    await using host = await CodeHost.start('gitea');
    await using pushing = await openOnHost(host);
    const branchUrl = `${host.origin}/acme/web/src/branch/web-27-begun`;
    await pushing.push();
    await pushing.select('Add Link to WEB-27');
    expect(await urlsOf(pushing)).toContain(branchUrl);
    await pushing.branchLinks?.check();
    expect(pushing.links.offers).toEqual([]);
    host.pulls = [{ number: 12, branch: 'web-27-begun', state: 'open', title: 'Undo a delete' }];
    await pushing.branchLinks?.check();
    expect(pushing.links.offers).toEqual([]);
    await pushing.clock.advance(60_000);
    const before = pushing.countRequests();
    await pushing.branchLinks?.check();
    expect(pushing.links.offers).toMatchObject([{ url: host.pageOf(12), title: '#12 Undo a delete' }]);
    expect(pushing.countRequests() - before).toBe(1);
    expect(await urlsOf(pushing)).toContain(branchUrl);
    await pushing.select('Add Link to WEB-27');
    await expect.poll(() => pushing.replacedUrls).toEqual([branchUrl]);
    expect(await urlsOf(pushing)).toContain(host.pageOf(12));
    expect(await urlsOf(pushing)).not.toContain(branchUrl);
  });

  it('is replaced without a question if the rule says so, or if a user adds the pull request', async () => {
    await using host = await CodeHost.start('github');
    await using pushing = await openOnHost(host);
    const branchUrl = `${host.origin}/acme/web/tree/web-27-begun`;
    pushing.rule = 'always';
    await pushing.push();
    expect(await urlsOf(pushing)).toContain(branchUrl);
    const { links } = pushing.setup.session.store;
    await links.add(pushing.setup.item(28).address, { url: host.pageOf(11) });
    await links.add(pushing.setup.item(27).address, { url: 'https://github.com/other/web/pull/12' });
    expect(await urlsOf(pushing)).toContain(branchUrl);
    await links.add(pushing.setup.item(27).address, { url: host.pageOf(12) });
    await expect.poll(() => pushing.replacedUrls).toEqual([branchUrl]);
    expect(await urlsOf(pushing)).not.toContain(branchUrl);
  });

  it.each([true, false])(
    'is replaced by the link of a pull request of its fork (remote upstream: %s)',
    async (hasUpstream) => {
      await using host = await CodeHost.start('github');
      await using pushing = await Pushing.open({ address: 'git@127.0.0.1:mara/web.git' });
      Object.assign(pushing.setup.codeHosts, host.setting);
      if (hasUpstream) pushing.opened.git.addRemote('upstream', 'git@127.0.0.1:acme/web.git');
      pushing.rule = 'always';
      await pushing.push();
      const branchUrl = `${host.origin}/mara/web/tree/web-27-begun`;
      expect(await urlsOf(pushing)).toContain(branchUrl);
      host.pulls = [{ number: 12, branch: 'web-27-begun', state: 'open', from: 'mara/web' }];
      await pushing.clock.advance(600_000);
      await pushing.branchLinks?.check();
      await expect.poll(() => pushing.replacedUrls).toEqual([branchUrl]);
      expect(await urlsOf(pushing)).toContain(host.pageOf(12));
    },
  );

  it('is replaced soon after the user returns from the browser, also on GitHub, which permits few requests', async () => {
    await using host = await CodeHost.start('github');
    await using pushing = await openOnHost(host);
    await pushing.push();
    await pushing.select('Add Link to WEB-27');
    await pushing.branchLinks?.check();
    host.pulls = [{ number: 12, branch: 'web-27-begun', state: 'open' }];
    await pushing.clock.advance(59_000);
    pushing.branchLinks?.reportFocus();
    await pushing.branchLinks?.check();
    await pushing.clock.advance(1_000);
    await pushing.branchLinks?.check();
    expect(pushing.links.offers).toEqual([]);
    pushing.branchLinks?.reportFocus();
    await pushing.branchLinks?.check();
    expect(pushing.links.offers).toMatchObject([{ url: host.pageOf(12) }]);
  });

  it('stays if a user has added or changed it', async () => {
    await using host = await CodeHost.start('github');
    await using pushing = await openOnHost(host);
    const branchUrl = `${host.origin}/acme/web/tree/web-27-begun`;
    const { links } = pushing.setup.session.store;
    const { address } = pushing.setup.item(27);
    pushing.rule = 'always';
    await pushing.push();
    const added = links.listed(address).find(({ url }) => url === branchUrl);
    await links.change(address, added?.id ?? '', { title: 'Look here first' });
    await links.add(address, { url: host.pageOf(12) });
    await expect.poll(() => pushing.memory.get('branchLinks')).toEqual([]);
    expect(pushing.replacedUrls).toEqual([]);
    expect(await urlsOf(pushing)).toContain(branchUrl);
  });

  it('is not offered if the branch has a pull request when it is pushed', async () => {
    await using host = await CodeHost.start('gitlab');
    await using pushing = await openOnHost(host);
    host.pulls = [{ number: 12, branch: 'web-27-begun', state: 'draft' }];
    await pushing.push();
    await vi.waitFor(() =>
      expect(pushing.links.offers).toMatchObject([{ url: host.pageOf(12), title: '#12 Sign in' }]),
    );
    expect(host.requests).toHaveLength(1);
    await pushing.select("Don't Add");
    await pushing.push();
    expect(pushing.links.offers).toEqual([]);
  });

  it('is offered while its host does not answer, and is replaced if the host then has a pull request', async () => {
    await using host = await CodeHost.start('gitlab');
    await using pushing = await openOnHost(host);
    host.pulls = [{ number: 12, branch: 'web-27-begun', state: 'open' }];
    const release = host.holdAnswers();
    await pushing.push();
    const url = `${host.origin}/acme/web/-/tree/web-27-begun`;
    expect(pushing.links.offers).toMatchObject([{ url }]);
    expect(pushing.setup.session.store.code.offers).toMatchObject([{ identifier: 'WEB-27', url }]);
    release();
    await expect.poll(() => pushing.offeredUrls).toEqual([host.pageOf(12)]);
  });

  it('is not asked about again if the user answers while its host does not', async () => {
    await using host = await CodeHost.start('gitlab');
    await using pushing = await openOnHost(host);
    host.pulls = [{ number: 12, branch: 'web-27-begun', state: 'open' }];
    const release = host.holdAnswers();
    await pushing.push();
    await pushing.select("Don't Add");
    release();
    await expect.poll(() => host.answerCount).toBe(1);
    await pushing.links.check();
    expect(pushing.links.offers).toEqual([]);
  });
});
