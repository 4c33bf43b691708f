// Tests which states, cycles and modules of projects are read in the background.
import { describe, expect, it, onTestFinished } from 'vitest';
import { cycleOrModuleNames } from '../../../../../src/core/cache/changes/cycleOrModuleNames.ts';
import { parseSnapshot, restoreSnapshot, takeSnapshot } from '../../../../../src/core/cache/store/snapshot.ts';
import type { Dialect } from '../../../../../src/server/http/dialect.ts';
import { answerWith } from '../../../../support/faultProxy.ts';
import {
  createSyncFixture,
  itemsOnServer,
  type SyncFixture,
  type SyncWindow,
} from '../../../../support/syncFixture.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Creates a project with work items, the cycles past, current and upcoming, and the modules busy and done. */
async function createFixture(
  dialect: Dialect = 'spec',
): Promise<SyncFixture & { readonly itemIds: readonly string[] }> {
  const fixture = await createSyncFixture({ kind: 'scale', items: 6 }, { dialect });
  onTestFinished(() => fixture[Symbol.asyncDispose]());
  const { server, clock } = fixture;
  const itemIds = (await itemsOnServer(fixture)).map(({ id }) => id);
  const dayAfter = (days: number): string => new Date(clock.now() + days * DAY).toISOString().slice(0, 10);
  const create = async (path: string, body: object, issues: readonly string[]): Promise<void> => {
    const response = await server.ask('POST', `projects/${fixture.project}/${path}/`, { body });
    const { id } = (await response.json()) as { readonly id: string };
    const itemsPath = `projects/${fixture.project}/${path}/${id}/${path === 'cycles' ? 'cycle' : 'module'}-issues/`;
    await server.ask('POST', itemsPath, { body: { issues } });
  };
  const cycle = (name: string, start: number, end: number, issues: readonly string[]): Promise<void> =>
    create(
      'cycles',
      { name, project_id: fixture.project, start_date: dayAfter(start), end_date: dayAfter(end) },
      issues,
    );
  await server.ask('PATCH', `projects/${fixture.project}/`, { body: { cycle_view: true, module_view: true } });
  await cycle('Past', -20, -10, itemIds.slice(0, 1));
  await cycle('Now', -2, 5, itemIds.slice(1, 3));
  await cycle('Next', 8, 12, itemIds.slice(3, 4));
  await create('modules', { name: 'Busy', status: 'in-progress' }, itemIds.slice(2, 5));
  await create('modules', { name: 'Done', status: 'completed' }, itemIds.slice(5));
  return Object.assign(fixture, { itemIds });
}

/** Returns the paths of the requests for states, cycles and modules, with names instead of ids. */
function contextRequests({ proxy, project }: SyncFixture): readonly string[] {
  return proxy.requests.flatMap(({ path }) => {
    const [, kind] = new RegExp(`/projects/${project}/((?:states|cycles|modules)/.*?)(?:\\?|$)`).exec(path) ?? [];
    return kind === undefined ? [] : [kind.replace(/[0-9a-f-]{36}/, '*')];
  });
}

async function openWindow(fixture: SyncFixture): Promise<SyncWindow> {
  const window = fixture.openWindow();
  window.start();
  await fixture.passTime(20_000);
  return window;
}

describe('In the background, a project in use', () => {
  it.each([
    ['spec', []],
    // Work items of the open-source server do not contain their modules.
    // The project has one more module in progress.
    ['community', ['modules/', 'modules/*/module-issues/', 'modules/*/module-issues/']],
  ] as const)(
    'has its states read once, and what is in the cycles and modules that are not over (%s)',
    async (dialect, moduleRequests) => {
      const fixture = await createFixture(dialect);
      const { store } = await openWindow(fixture);
      const requests = ['cycles/', 'cycles/*/cycle-issues/', 'cycles/*/cycle-issues/', ...moduleRequests, 'states/'];
      expect(contextRequests(fixture).toSorted()).toEqual(requests.toSorted());
      const namesOf = (index: number, field: 'cycle' | 'modules') =>
        cycleOrModuleNames(store, { project: fixture.project, id: fixture.itemIds[index] ?? '' }, field);
      expect([1, 3].map((index) => namesOf(index, 'cycle'))).toEqual([['Now'], ['Next']]);
      if (dialect === 'community') expect(namesOf(2, 'modules')).toEqual(['Busy']);
      expect(store.knownStates(fixture.project).length).toBeGreaterThan(1);
      const before = contextRequests(fixture).length;
      await fixture.passTime(60 * MINUTE);
      expect(contextRequests(fixture)).toHaveLength(before);
    },
  );

  it('has cycles and modules read again after two hours, one each ten minutes, so that changes of other users are shown', async () => {
    const fixture = await createFixture();
    const { store } = await openWindow(fixture);
    const [, id = ''] = fixture.itemIds;
    const [now] = store.resources.cycles.listed(fixture.project).filter(({ name }) => name === 'Now');
    await fixture.server.ask('DELETE', `projects/${fixture.project}/cycles/${now?.id}/cycle-issues/${id}/`);
    await fixture.passTime(145 * MINUTE);
    expect(cycleOrModuleNames(store, { project: fixture.project, id }, 'cycle')).toBeUndefined();
  });

  it('needs no request for its states if they are on disk', async () => {
    const fixture = await createFixture();
    const { store } = await openWindow(fixture);
    const snapshot = parseSnapshot(JSON.parse(JSON.stringify(takeSnapshot(store, fixture.clock.now()))));
    const laterWindow = fixture.openWindow();
    if (snapshot === undefined) throw new Error('The snapshot is invalid');
    restoreSnapshot(laterWindow.store, snapshot);
    const before = contextRequests(fixture).length;
    laterWindow.start();
    await fixture.passTime(30_000);
    expect(contextRequests(fixture).slice(before)).not.toContain('states/');
  });

  it('has them read five minutes after a request failed', async () => {
    const fixture = await createFixture();
    fixture.proxy.inject((_method, path) => path.includes('/cycles/'), answerWith(503, {}));
    const { store } = await openWindow(fixture);
    expect(store.resources.cycles.listed(fixture.project)).toEqual([]);
    fixture.proxy.removeFaults();
    await fixture.passTime(6 * MINUTE);
    expect(store.resources.cycles.listed(fixture.project)).toHaveLength(3);
  });
});

it('In the background, projects that are not in use have no states, cycles and modules read', async () => {
  const fixture = await createFixture();
  const window = fixture.openWindow({ rememberedProjects: new Set() });
  window.start();
  await fixture.passTime(20_000);
  expect(contextRequests(fixture)).toEqual([]);
});
