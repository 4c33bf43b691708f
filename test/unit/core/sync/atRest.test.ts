// Counts the requests of a window at rest: with views, a work item and many projects in sight.
import { expect, it, onTestFinished } from 'vitest';
import { BackgroundRefresh } from '../../../../src/core/sync/backgroundRefresh.ts';
import { visibleItem } from '../../../../src/core/sync/visibleItem.ts';
import { Tree } from '../../../../src/features/tree/tree.ts';
import { DEFAULT_CHOICES } from '../../../../src/items/grouping/choices.ts';
import { createSyncFixture, type SyncFixture, type SyncWindow } from '../../../support/syncFixture.ts';
import { sample } from '../../../support/testServer.ts';
import { readRows } from '../../features/tree/readRows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IN_USE = 6;
const UNUSED = 12;
const MODULES = 6;

/** Opens a window on a server whose work items do not contain their modules, with projects that have many modules. */
async function openWindow(): Promise<{ readonly fixture: SyncFixture; readonly window: SyncWindow }> {
  const fixture = await createSyncFixture({ kind: 'sample' }, { dialect: 'community' });
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  const create = async (path: string, body: object): Promise<string> => {
    const response = await fixture.server.ask('POST', path, { body });
    const { id } = (await response.json()) as { readonly id: string };
    return id;
  };
  const createProject = (number: number): Promise<string> =>
    create('projects/', { name: `Project ${number}`, identifier: `P${number}`, module_view: true });
  const projects: string[] = [];
  for (let number = 0; number < IN_USE; number += 1) {
    const id = await createProject(number);
    projects.push(id);
    for (let module = 0; module < MODULES; module += 1)
      await create(`projects/${id}/modules/`, { name: `Module ${module}`, status: 'in-progress' });
  }
  for (let number = 0; number < UNUSED; number += 1) await createProject(IN_USE + number);
  return { fixture, window: fixture.openWindow({ rememberedProjects: new Set(projects) }) };
}

it('A window at rest sends at most 60 requests an hour with 21 projects and three open views, and none without focus', async () => {
  const { fixture, window } = await openWindow();
  const { store, client } = window;
  const ownItems = { me: sample.user('ada'), recents: [], pinned: [] };
  const dataOfView = { choices: () => DEFAULT_CHOICES, ownItems: () => ownItems, today: () => '2026-11-20' };
  window.start();
  await fixture.passTime(5 * MINUTE);
  const trees: Tree[] = [];
  for (const view of ['projects', 'myWork', 'workspace'] as const) {
    const tree = new Tree(view, store, { ...dataOfView, isBound: () => false });
    onTestFinished(() => tree.dispose());
    trees.push(tree);
    for (const row of await readRows(tree, undefined)) await readRows(tree, row);
  }
  const [id = ''] = store.list({ of: 'items', owner: sample.project('WEB') }).state.ids;
  const item = visibleItem(store, { project: sample.project('WEB'), id });
  const failures: unknown[] = [];
  const refresh = new BackgroundRefresh({
    clock: fixture.clock,
    hasFocus: () => window.hasFocus,
    unusedShare: () => client.allowance.unusedShare,
    visibleLists: () => [...trees.flatMap((tree) => tree.visibleLists), item],
    onRefreshFailed: (key) => failures.push(key),
  });
  onTestFinished(() => refresh.dispose());
  void refresh.run();
  const requestsIn = async (milliseconds: number): Promise<number> => {
    const before = fixture.proxy.requests.length;
    await fixture.passTime(milliseconds);
    return fixture.proxy.requests.length - before;
  };
  // The first minutes read what no list has yet.
  await requestsIn(10 * MINUTE);
  const counts = [await requestsIn(HOUR), await requestsIn(HOUR)];
  expect(Math.max(...counts)).toBeLessThanOrEqual(60);
  expect(Math.min(...counts)).toBeGreaterThan(20);
  window.hasFocus = false;
  refresh.reportFocus(false);
  expect(await requestsIn(HOUR)).toBe(0);
  expect(failures).toEqual([]);
}, 60_000);
