// Tests the rules that move work items to other states, with real git repositories and a real server.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StateRules } from '../../../../src/core/branches/stateRules.ts';
import { MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import { type OpenBranch, StateMoves } from '../../../../src/features/folder/stateMoves.ts';
import { QuickEditRunner } from '../../../../src/features/quickEdit/quickEditRunner.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import type { OpenedRepository } from '../../../support/openedRepository.ts';
import { until } from '../../../support/until.ts';
import { WorkSetup } from '../startWork/setup.ts';

/** The time of all commits of the test's repositories, in milliseconds. */
const GIT_TIME = Date.UTC(2026, 10, 1, 12);
const GITHUB = 'git@github.com:acme/web.git';
const RULES: StateRules = { branchCreated: 'In Progress', pullRequestOpened: 'In Review', merged: 'Done' };

class MovesFixture implements AsyncDisposable {
  readonly setup: WorkSetup;
  readonly opened: OpenedRepository;
  /** A clone of a colleague, who merges branches. */
  readonly colleague: GitRepository;
  rules = RULES;
  /** The time of the windows, in milliseconds. */
  now = GIT_TIME;
  readonly moves: StateMoves;

  private constructor(setup: WorkSetup, opened: OpenedRepository, colleague: GitRepository) {
    this.setup = setup;
    this.opened = opened;
    this.colleague = colleague;
    this.moves = this.openWindow();
  }

  static async open(): Promise<MovesFixture> {
    const setup = await WorkSetup.open();
    const { store } = setup.session;
    await store.resources.projects.list().read();
    const opened = setup.openRepository((git) => {
      const bare = GitRepository.createBare(join(git.folder, '..', 'remote.git'));
      git.addSshRemote('origin', GITHUB, bare);
      git.run('push', '--quiet', '--set-upstream', 'origin', 'main');
    });
    const { folder } = opened.git;
    const colleague = new GitRepository(join(folder, '..', 'colleague'));
    opened.git.run('clone', '--quiet', join(folder, '..', 'remote.git'), colleague.folder);
    colleague.run('config', 'user.name', 'Kim');
    colleague.run('config', 'user.email', 'kim@example.com');
    const moving = new MovesFixture(setup, opened, colleague);
    await store.readByIdentifier('WEB-27');
    await store.resources.states.readAllOrThrow(setup.item(27).address.project);
    return moving;
  }

  /** Opens a window with a memory of its own. */
  openWindow(): StateMoves {
    const { session, prompts, repositories, work } = this.setup;
    let openBranches: readonly OpenBranch[] = [];
    const done = new Set<string>();
    const clock = { now: () => this.now, sleep: () => new Promise<void>(() => undefined) };
    const storage = { read: () => [], write: () => undefined };
    return new StateMoves(
      {
        repositories,
        currentItems: work.currentItems,
        settings: { stateRules: () => this.rules, baseBranch: () => '', codeHosts: () => new Map() },
        memory: {
          openBranches: () => openBranches,
          setOpenBranches: async (_, branches) => {
            openBranches = branches;
          },
          isDone: (_, event) => done.has(event),
          setDone: async (_, event) => void done.add(event),
        },
        prompts,
        quickEdits: new QuickEditRunner(silentLogger, clock, prompts),
        clock,
        logger: silentLogger,
      },
      session,
      new MentionResolver(session.store, storage, clock),
    );
  }

  async state(number = 27): Promise<string | undefined> {
    return (await this.setup.itemOnServer(number)).state;
  }

  async setState(name: string): Promise<void> {
    const { address } = this.setup.item(27);
    const states = await this.setup.session.store.resources.states.readAll(address.project);
    const value = states.find((state) => state.name === name)?.id ?? '';
    await this.setup.session.store.resources.workItems.update(address.id, { state: value }, address.project);
  }

  /** Commits on a new branch of WEB-27 and pushes it. */
  async pushBranch(): Promise<void> {
    const { git } = this.opened;
    git.run('checkout', '--quiet', '-b', 'web-27-begun');
    git.write('a.txt', 'one\n');
    git.commit('One');
    git.write('b.txt', 'two\n');
    git.commit('Two');
    await this.opened.push('origin', 'web-27-begun', true);
  }

  /** Lets the colleague change `main` with these commands of git, and fetches it. */
  async mergeOnHost(...commands: readonly (readonly string[])[]): Promise<void> {
    this.colleague.run('pull', '--quiet');
    for (const command of commands) this.colleague.run(...command);
    this.colleague.run('push', '--quiet');
    this.opened.git.run('fetch', '--quiet', 'origin');
    await this.opened.status();
  }

  get requestCount(): number {
    return this.setup.proxy.matchingRequests(() => true).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.moves.dispose();
    await this.setup[Symbol.asyncDispose]();
  }
}

const MERGED = 'The state of WEB-27 is now Done, because its branch was merged.';
const BRANCH = 'origin/web-27-begun';
const PULL_REQUEST = 'https://github.com/acme/web/pull/12';

describe('A rule for a created branch', () => {
  it('moves the work item with two requests, and Undo moves it back', async () => {
    await using moving = await MovesFixture.open();
    await moving.setState('Todo');
    const before = moving.requestCount;
    await moving.opened.createBranch('web-27-begun', true);
    await moving.moves.check();
    expect(moving.requestCount - before).toBe(2);
    expect(await moving.state()).toBe('In Progress');
    const message = await moving.setup.prompts.message(
      'The state of WEB-27 is now In Progress, because its branch was created.',
    );
    message.select('Undo');
    await until('the state of before', async () => (await moving.state()) === 'Todo');
    await moving.moves.check();
    expect(await moving.state()).toBe('Todo');
  });

  it.each([
    ['an existing branch', async ({ opened }: MovesFixture) => opened.git.run('checkout', '--quiet', 'main')],
    [
      'a branch of a colleague',
      async ({ opened, colleague }: MovesFixture) => {
        colleague.run('checkout', '--quiet', '-b', 'web-27-theirs');
        colleague.run('push', '--quiet', '-u', 'origin', 'web-27-theirs');
        opened.git.run('fetch', '--quiet', 'origin');
        opened.git.run('checkout', '--quiet', 'web-27-theirs');
      },
    ],
    [
      'a branch that Start Work has created',
      async ({ opened, setup }: MovesFixture) => {
        setup.work.currentItems.markCreatedByStart(opened.repository, 'web-27-begun');
        await opened.createBranch('web-27-begun', true);
      },
    ],
    ['a branch without a work item', async ({ opened }: MovesFixture) => opened.createBranch('tidy-up', true)],
  ])('moves nothing for %s', async (_, checkOut) => {
    await using moving = await MovesFixture.open();
    await moving.setState('Todo');
    await checkOut(moving);
    await moving.opened.status();
    const before = moving.requestCount;
    await moving.moves.check();
    expect(moving.requestCount).toBe(before);
    expect(await moving.state()).toBe('Todo');
  });

  it('moves no work item back', async () => {
    await using moving = await MovesFixture.open();
    await moving.setState('Done');
    await moving.opened.createBranch('web-27-again', true);
    await moving.moves.check();
    expect(await moving.state()).toBe('Done');
    expect(moving.setup.prompts.pending).toEqual([]);
  });

  it('says once that the project has no such state', async () => {
    await using moving = await MovesFixture.open();
    moving.rules = { branchCreated: 'Doing' };
    await moving.opened.createBranch('web-27-begun', true);
    await moving.moves.check();
    await moving.opened.createBranch('web-27-again', true);
    await moving.moves.check();
    expect(moving.setup.prompts.pending).toHaveLength(1);
    (await moving.setup.prompts.message('has no state “Doing”')).close();
  });
});

describe('A rule for a merged branch', () => {
  it.each([
    ['a merge commit', [['merge', '--quiet', '--no-ff', '-m', 'Merge', BRANCH]]],
    ['a fast-forward', [['merge', '--quiet', '--ff-only', BRANCH]]],
    [
      'a squashed merge',
      [
        ['merge', '--squash', BRANCH],
        ['commit', '--quiet', '-m', 'Begin (#12)'],
      ],
    ],
    [
      'a rebased merge',
      [
        ['commit', '--quiet', '--allow-empty', '-m', 'Other'],
        ['cherry-pick', `main..${BRANCH}`],
      ],
    ],
  ])('sees %s, and moves the work item once', async (_, commands) => {
    await using moving = await MovesFixture.open();
    await moving.pushBranch();
    await moving.setState('In Review');
    moving.rules = { merged: 'completed' };
    moving.now = Date.now();
    await moving.moves.check();
    expect(await moving.state()).toBe('In Review');
    await moving.mergeOnHost(...commands);
    const before = moving.requestCount;
    await moving.moves.check();
    expect(moving.requestCount - before).toBe(3);
    (await moving.setup.prompts.message(MERGED)).close();
    expect(await moving.state()).toBe('Done');
    await moving.setState('Todo');
    await moving.mergeOnHost(['commit', '--quiet', '--allow-empty', '-m', 'Later']);
    await moving.moves.check();
    expect(await moving.state()).toBe('Todo');
  });

  it('moves the work item after its branch was deleted and another one is checked out', async () => {
    await using moving = await openWithBranch();
    moving.opened.git.run('checkout', '--quiet', 'main');
    await moving.mergeOnHost(['merge', '--quiet', '--no-ff', '-m', 'Merge', BRANCH]);
    moving.opened.git.run('branch', '-D', 'web-27-begun');
    await moving.moves.check();
    expect(await moving.state()).toBe('Done');
  });

  it('moves a fast-forward whose pull request another rule has moved', async () => {
    await using moving = await openWithBranch();
    moving.rules = { merged: 'Done', pullRequestOpened: 'In Review' };
    await moving.setState('In Progress');
    moving.now = Date.now() + 1000;
    await moving.setup.session.store.links.add(moving.setup.item(27).address, { url: PULL_REQUEST });
    (await moving.setup.prompts.message('is now In Review, because its pull request was opened.')).close();
    await moving.mergeOnHost(['merge', '--quiet', '--ff-only', BRANCH]);
    await moving.moves.check();
    expect(await moving.state()).toBe('Done');
  });

  it('moves nothing that a user has moved since the merge', async () => {
    await using moving = await openWithBranch();
    await moving.mergeOnHost(['merge', '--quiet', '--no-ff', '-m', 'Merge', BRANCH]);
    await moving.setState('In Progress');
    await moving.moves.check();
    expect(await moving.state()).toBe('In Progress');
    expect(moving.setup.prompts.pending).toEqual([]);
  });

  it('moves the work item once, whichever window sees the merge first', async () => {
    await using moving = await openWithBranch();
    const otherWindow = moving.openWindow();
    await otherWindow.check();
    await moving.mergeOnHost(['merge', '--quiet', '--no-ff', '-m', 'Merge', BRANCH]);
    await otherWindow.check();
    await moving.moves.check();
    (await moving.setup.prompts.message(MERGED)).close();
    expect(moving.setup.prompts.pending).toEqual([]);
    otherWindow.dispose();
  });

  it('moves nothing when the user has dropped the commits of the branch', async () => {
    await using moving = await openWithBranch();
    moving.opened.git.run('reset', '--quiet', '--hard', 'origin/main');
    await moving.opened.status();
    await moving.moves.check();
    expect(await moving.state()).toBe('In Review');
  });

  it('tries again if a request fails', async () => {
    await using moving = await openWithBranch();
    await moving.mergeOnHost(['merge', '--quiet', '--no-ff', '-m', 'Merge', BRANCH]);
    moving.setup.proxy.inject((method) => method === 'GET', answerWith(403, { error: 'No' }), 1);
    await moving.moves.check();
    expect(await moving.state()).toBe('In Review');
    await moving.moves.check();
    expect(await moving.state()).toBe('Done');
  });

  it.each([
    [
      'a branch without a commit of its own',
      async ({ opened }: MovesFixture) => opened.createBranch('web-27-empty', true),
    ],
    [
      'a branch that was merged before it was seen',
      async (moving: MovesFixture) => {
        await moving.pushBranch();
        await moving.mergeOnHost(['merge', '--quiet', '--no-ff', '-m', 'Merge', BRANCH]);
      },
    ],
    [
      'a merge of a part of the files',
      async (moving: MovesFixture) => {
        await moving.pushBranch();
        await moving.moves.check();
        await moving.mergeOnHost(['checkout', '--quiet', BRANCH, '--', 'a.txt'], ['commit', '--quiet', '-m', 'A part']);
      },
    ],
    [
      'a clone without the history',
      async (moving: MovesFixture) => {
        await moving.pushBranch();
        await moving.mergeOnHost(['merge', '--quiet', '--no-ff', '-m', 'Merge', BRANCH]);
        moving.opened.git.run(
          'update-ref',
          'refs/remotes/origin/main',
          moving.opened.git.run('commit-tree', '-m', 'x', 'HEAD^{tree}'),
        );
      },
    ],
  ])('moves nothing for %s', async (_, prepare) => {
    await using moving = await MovesFixture.open();
    moving.rules = { merged: 'Done' };
    const state = await moving.state();
    await prepare(moving);
    await moving.opened.status();
    await moving.moves.check();
    await moving.moves.check();
    expect(await moving.state()).toBe(state);
    expect(moving.setup.changeRequestCount).toBe(0);
  });
});

describe('A rule for an opened pull request', () => {
  it('moves the work item that gets the link of the pull request, with two requests', async () => {
    await using moving = await MovesFixture.open();
    await moving.setState('Todo');
    const { session } = moving.setup;
    await session.store.links.add(moving.setup.item(27).address, { url: PULL_REQUEST });
    (await moving.setup.prompts.message('is now In Review, because its pull request was opened.')).close();
    expect(await moving.state()).toBe('In Review');
    expect(moving.setup.changeRequestCount).toBe(3);
  });

  it('moves the work item whose pull request was found where the remote is a fork of', async () => {
    await using moving = await MovesFixture.open();
    await moving.setState('Todo');
    const { store } = moving.setup.session;
    const url = 'https://github.com/original/web/pull/12';
    store.code.reportPullRequest(moving.setup.item(27).address, url, moving.opened.repository.key);
    (await moving.setup.prompts.message('is now In Review, because its pull request was opened.')).close();
  });

  it.each(['https://github.com/acme/other/pull/12', 'https://github.com/acme/web/issues/12'])(
    'moves nothing for %s',
    async (url) => {
      await using moving = await MovesFixture.open();
      const before = await moving.state();
      await moving.setup.session.store.links.add(moving.setup.item(27).address, { url });
      await moving.moves.check();
      expect(await moving.state()).toBe(before);
      expect(moving.setup.changeRequestCount).toBe(1);
    },
  );
});

/** Opens a window that has seen a pushed branch of WEB-27, which is in review. */
async function openWithBranch(): Promise<MovesFixture> {
  const moving = await MovesFixture.open();
  await moving.pushBranch();
  await moving.setState('In Review');
  moving.rules = { merged: 'Done' };
  moving.now = Date.now();
  await moving.moves.check();
  return moving;
}
