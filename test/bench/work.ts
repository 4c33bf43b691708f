// Counts the requests of work on a work item: starting it, offering a pushed branch, the stand-up, what blocks own items.

import { join } from 'node:path';
import type { ItemRecord } from '../../src/core/cache/record.ts';
import { parseCodeHosts } from '../../src/core/code/permalink.ts';
import { MentionResolver } from '../../src/core/mentions/mentionResolver.ts';
import { BlockerReader } from '../../src/core/sync/blockerReader.ts';
import { PushedLinks, type StoredOffer } from '../../src/features/links/pushedLinks.ts';
import { readOwnChanges } from '../../src/features/standUp/ownChanges.ts';
import { todayAt } from '../../src/std/calendarDay.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { createSyncFixture } from '../support/syncFixture.ts';
import { sample } from '../support/testServer.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from '../unit/features/quickEdit/setup.ts';
import { WorkSetup } from '../unit/features/startWork/setup.ts';
import { countAtMost, countEquals, type Measure } from './measure.ts';

const CHANGED_ITEM_COUNT = 10;
const OWN_ITEM_COUNT = 20;
/** The time of all pushes of the test's repositories, in milliseconds. */
const PUSH_TIME = Date.UTC(2026, 10, 1, 12);
const HOUR_MS = 3_600_000;

export async function benchWork(): Promise<readonly Measure[]> {
  return [...(await countStartAndPush()), await countStandUp(), await countBlockers()];
}

async function countStartAndPush(): Promise<readonly Measure[]> {
  await using setup = await WorkSetup.open();
  const { session, repositories, proxy, prompts } = setup;
  const { store } = session;
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
  await store.resources.states.readAll(WEB_PROJECT_ID);
  const opened = setup.openRepository((git) => {
    const remote = GitRepository.createBare(join(git.folder, '..', 'remote.git'));
    git.addSshRemote('origin', 'git@github.com:acme/web.git', remote);
    git.run('push', '--quiet', '--set-upstream', 'origin', 'main');
  });
  const startedAt = proxy.requests.length;
  const started = setup.work.start(setup.item(27));
  (await prompts.list('Start Work on WEB-27')).enter();
  await started;
  const startCount = proxy.requests.length - startedAt;

  const none = { get: () => undefined, set: async () => undefined };
  const resolver = new MentionResolver(store, { read: () => [], write: () => undefined }, systemClock);
  const links = new PushedLinks(
    {
      repositories,
      chosenItemOf: () => undefined,
      settings: { rule: () => 'ask', baseBranch: () => '', codeHosts: () => parseCodeHosts({}) },
      answered: { has: () => false, add: async () => undefined },
      unanswered: { get: (): readonly StoredOffer[] => [], set: async () => undefined },
      unfinishedPush: none,
      pullRequests: { find: async () => undefined },
      onDidAdd: () => undefined,
      clock: { ...systemClock, now: () => PUSH_TIME },
      logger: silentLogger,
    },
    session,
    resolver,
  );
  opened.git.commit('Continue');
  await opened.push('origin', opened.git.currentBranch, true);
  const pushedAt = proxy.requests.length;
  await links.check();
  const offerCount = proxy.requests.length - pushedAt;
  if (links.offers.length !== 1) throw new Error('The pushed branch was not offered');
  links.dispose();
  resolver.dispose();
  return [
    countAtMost('requests of Start Work for a loaded work item', startCount, 2, 'requests'),
    countAtMost('requests until a pushed branch is offered', offerCount, 1, 'requests'),
  ];
}

async function countStandUp(): Promise<Measure> {
  await using setup = await QuickEditSetup.open();
  const { session, proxy, clock } = setup;
  const { store, me } = session;
  const today = todayAt(clock.now());
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
  const readVersions = new Map<string, ItemRecord>();
  await readOwnChanges({ session, today }, readVersions);
  const read = new Set(proxy.requests.map(({ path }) => path));
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1).filter(
    (number) => ![...read].some((path) => path.includes(`${webItem(number).id}/activities`)),
  );
  for (const number of numbers.slice(0, CHANGED_ITEM_COUNT)) {
    await setup.changeOnServer(number, { assignees: [me.id], name: `Changed ${number}` });
    await store.resources.workItems.readOne(webItem(number).id, WEB_PROJECT_ID);
  }
  const before = proxy.requests.length;
  await readOwnChanges({ session, today }, readVersions);
  const count = proxy.requests.length - before;
  return countEquals(
    `requests of a stand-up with ${CHANGED_ITEM_COUNT} changed work items`,
    count,
    CHANGED_ITEM_COUNT,
    'requests',
  );
}

async function countBlockers(): Promise<Measure> {
  await using fixture = await createSyncFixture({ kind: 'sample' });
  const { store } = fixture.openWindow();
  const me = sample.user('ada');
  await store.resources.projects.list().read();
  const list = store.list({ of: 'items', owner: WEB_PROJECT_ID });
  await list.readAll();
  await store.resources.states.readAll(WEB_PROJECT_ID);
  for (const id of list.state.ids.slice(0, OWN_ITEM_COUNT)) {
    const body = { assignees: [me], state: sample.state('WEB', 'Todo') };
    await fixture.server.ask('PATCH', `projects/${WEB_PROJECT_ID}/work-items/${id}/`, { body });
    await store.resources.workItems.readOne(id, WEB_PROJECT_ID);
  }
  const own = [...store.resources.workItems.records.all().values()].filter(
    (item) => item.assignees.includes(me) && !store.isDone(item),
  );
  const reader = new BlockerReader({ store, clock: fixture.clock, me, hasFocus: () => true, unusedShare: () => 1 });
  void reader.run();
  const before = fixture.proxy.requests.length;
  await fixture.passTime(HOUR_MS);
  const count = fixture.proxy.requests.length - before;
  reader.dispose();
  return countEquals(`requests for what blocks ${own.length} own work items`, count, own.length, 'requests');
}
