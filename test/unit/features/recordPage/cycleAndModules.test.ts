// Tests the cycle and the module on a work item's page, against the server of the local workspace.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyBulk } from '../../../../src/core/cache/changes/bulk.ts';
import { loadModuleItemLists } from '../../../../src/core/cache/changes/editModules.ts';
import { stepsOf } from '../../../../src/core/cache/changes/itemChange.ts';
import { openItemLists } from '../../../../src/core/cache/changes/memberships.ts';
import { ownerIn } from '../../../../src/core/cache/resources/associations.ts';
import { ProjectContext } from '../../../../src/core/sync/projects/projectContext.ts';
import { createChoice } from '../../../../src/items/form/newChoices.ts';
import { systemClock } from '../../../../src/std/clock.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup, WEB_1 } from '../../../support/pageSetup.ts';

const { project } = WEB_1;

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

const group = (page: Page, action: string) => page.model.groups?.find((row) => row.action === action);
const requestCount = () => setup.proxy.matchingRequests(() => true).length;

/** Creates a cycle or module, and loads its name as the picker of the quick edit does. */
async function createCycleOrModule(kind: 'cycles' | 'modules', name: string): Promise<string> {
  const { id } = await setup.otherStore().resources[kind].create({ name }, project);
  await setup.store.resources[kind].readAll(project);
  return id;
}

/** Changes the work item as a quick edit does. */
async function applyQuickEdit(field: 'cycle' | 'module', value: string | null): Promise<void> {
  const results = await applyBulk(setup.store, stepsOf(setup.store, [WEB_1], { field, value }));
  expect(results.map(({ outcome }) => outcome.kind)).toEqual(['done']);
  await flushPromises();
}

describe('The cycle of a work item', () => {
  it('is shown after a quick edit has moved the work item, even if the cycle’s list of work items is not loaded', async () => {
    using page = await openPage(setup);
    expect(group(page, 'changeCycle')).toEqual({ action: 'changeCycle', label: 'Cycle' });
    await applyQuickEdit('cycle', await createCycleOrModule('cycles', 'Sprint 7'));
    expect(group(page, 'changeCycle')?.value).toBe('Sprint 7');
    await applyQuickEdit('cycle', null);
    expect(group(page, 'changeCycle')?.value).toBeNull();
  });

  it('is shown without another request as soon as the cycle’s list of work items is loaded', async () => {
    const cycle = await createCycleOrModule('cycles', 'Sprint 7');
    await setup.otherStore().associations.cycleItems.add(ownerIn(project, cycle), [WEB_1.id]);
    using page = await openPage(setup);
    expect(group(page, 'changeCycle')).toEqual({ action: 'changeCycle', label: 'Cycle' });
    await setup.store.associations.cycleItems.list(ownerIn(project, cycle)).read();
    const requestCountBefore = requestCount();
    await flushPromises();
    expect(group(page, 'changeCycle')?.value).toBe('Sprint 7');
    expect(requestCount()).toBe(requestCountBefore);
  });

  it('is unknown again when the cycle’s list of work items no longer contains the work item', async () => {
    using page = await openPage(setup);
    const cycle = await createCycleOrModule('cycles', 'Sprint 7');
    await applyQuickEdit('cycle', cycle);
    await setup.otherStore().associations.cycleItems.remove(ownerIn(project, cycle), [WEB_1.id]);
    await setup.store.associations.cycleItems.list(ownerIn(project, cycle)).read();
    await flushPromises();
    expect(group(page, 'changeCycle')).toEqual({ action: 'changeCycle', label: 'Cycle' });
  });

  it('keeps its previous value if the server rejects the change', async () => {
    using page = await openPage(setup);
    const value = await createCycleOrModule('cycles', 'Sprint 7');
    setup.proxy.inject(matchRequest('POST', '/cycle-issues/'), answerWith(400, { error: 'Not now' }), 1);
    const steps = stepsOf(setup.store, [WEB_1], { field: 'cycle', value });
    expect((await applyBulk(setup.store, steps)).map(({ outcome }) => outcome.kind)).toEqual(['failed']);
    await flushPromises();
    expect(group(page, 'changeCycle')).toEqual({ action: 'changeCycle', label: 'Cycle' });
  });

  it('is said to be none that is current if only the cycles that are over are unknown', async () => {
    await setup
      .otherStore()
      .resources.cycles.create({ name: 'Long ago', start_date: '2020-01-01', end_date: '2020-01-14' }, project);
    const cycles = setup.store.list({ of: 'cycles', owner: project });
    await cycles.read();
    const current = setup.store.resources.cycles.listed(project).find(({ name }) => name === 'Board by keyboard');
    await setup.otherStore().associations.cycleItems.remove(ownerIn(project, current?.id ?? ''), [WEB_1.id]);
    using page = await openPage(setup);
    expect(group(page, 'changeCycle')).toEqual({ action: 'changeCycle', label: 'Cycle' });
    for (const key of openItemLists(setup.store, 'cycles', project, Date.now())) await setup.store.list(key).read();
    await flushPromises();
    expect(group(page, 'changeCycle')).toMatchObject({ value: null, none: 'No current cycle' });
  });

  it('is said to be none that is current if more upcoming cycles are planned than the sync reads', async () => {
    const other = setup.otherStore().resources.cycles;
    for (let month = 1; month <= 9; month += 1) {
      const dates = { start_date: `2090-0${month}-01`, end_date: `2090-0${month}-14` };
      await other.create({ name: `Month ${month}`, ...dates }, project);
    }
    await setup.store.list({ of: 'cycles', owner: project }).read();
    const current = setup.store.resources.cycles.listed(project).find(({ name }) => name === 'Board by keyboard');
    await setup.otherStore().associations.cycleItems.remove(ownerIn(project, current?.id ?? ''), [WEB_1.id]);
    using page = await openPage(setup);
    const reader = new ProjectContext(setup.store, systemClock);
    while (await reader.readNext([project], {})) await flushPromises();
    await flushPromises();
    expect(group(page, 'changeCycle')).toMatchObject({ value: null, none: 'No current cycle' });
  });

  it('is not shown while cycles are disabled in the project', async () => {
    using page = await openPage(setup);
    await setup.store.resources.projects.update(project, { cycle_view: false });
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(group(page, 'changeCycle')).toBeUndefined();
  });
});

describe('The module of a work item', () => {
  it('is shown as a field if the server sends the module with the work item', async () => {
    using page = await openPage(setup);
    expect(page.field('module').label).toBe('Module');
    expect(group(page, 'changeModule')).toBeUndefined();
  });

  it('is shown in a row if the server does not send the module, unless modules are disabled', async () => {
    await setup[Symbol.asyncDispose]();
    setup = await createSetup('community');
    using page = await openPage(setup);
    expect(group(page, 'changeModule')).toEqual({ action: 'changeModule', label: 'Modules' });
    await applyQuickEdit('module', await createCycleOrModule('modules', 'Billing'));
    expect(group(page, 'changeModule')?.value).toBe('Billing');
    setup.store.expireProjectLists();
    const secondModuleId = await createCycleOrModule('modules', 'Sign-up');
    await loadModuleItemLists(setup.store, project);
    const steps = stepsOf(setup.store, [WEB_1], { field: 'modules', add: [secondModuleId], remove: [] });
    expect((await applyBulk(setup.store, steps)).map(({ outcome }) => outcome.kind)).toEqual(['done']);
    await flushPromises();
    // The work item is also in the module Board of the sample data.
    expect(group(page, 'changeModule')?.value).toBe('Sign-up, Billing, and Board');
    await setup.store.resources.projects.update(project, { module_view: false });
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(group(page, 'changeModule')).toBeUndefined();
  });

  it('is shown at once after it was created in the picker, whose list of modules was read before', async () => {
    await setup[Symbol.asyncDispose]();
    setup = await createSetup('community');
    using page = await openPage(setup);
    await setup.store.resources.modules.readAll(project);
    await loadModuleItemLists(setup.store, project);
    await flushPromises();
    expect(group(page, 'changeModule')?.value).toBe('Board');
    const created = await createChoice(setup.store, project, 'module', 'Brand new');
    const steps = stepsOf(setup.store, [WEB_1], { field: 'modules', add: [created], remove: [] });
    expect((await applyBulk(setup.store, steps)).map(({ outcome }) => outcome.kind)).toEqual(['done']);
    await flushPromises();
    expect(group(page, 'changeModule')?.value?.split(/, | and /)).toEqual(
      expect.arrayContaining(['Board', 'Brand new']),
    );
    const removal = stepsOf(setup.store, [WEB_1], { field: 'modules', add: [], remove: [created] });
    await applyBulk(setup.store, removal);
    await flushPromises();
    expect(group(page, 'changeModule')?.value).toBe('Board');
  });
});
