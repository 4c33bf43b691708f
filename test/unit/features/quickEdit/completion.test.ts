// Tests what a blocked work item shows, and the question before a work item is completed too early.
import { beforeEach, describe, expect, it } from 'vitest';
import { openBlockers } from '../../../../src/core/cache/store/blockers.ts';
import { itemRowOf } from '../../../../src/shell/itemPicker/searchItems.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from './setup.ts';

const ANYWAY = 'Complete Anyway';

const setup = forEachTest(() => QuickEditSetup.open());
beforeEach(async () => {
  const { store } = setup.session;
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).readAll();
  await store.resources.states.readAll(WEB_PROJECT_ID);
});

/** Adds the relation that WEB-26 blocks WEB-27, which is then known from the side of one of them. */
async function block(knownFrom: 26 | 27 = 27): Promise<void> {
  const { call } = setup.session.client;
  const { project, id } = webItem(27);
  const body = { relation_type: 'blocked_by' as const, issues: [webItem(26).id] };
  await call.createRelation({ project_id: project, work_item_id: id, body });
  await setup.session.store.relations.list(webItem(knownFrom)).read();
}

async function setState(name: string, number: number): Promise<void> {
  const { states, workItems } = setup.session.store.resources;
  const state = states.listed(WEB_PROJECT_ID).find((one) => one.name === name)?.id ?? '';
  await workItems.update(webItem(number).id, { state }, WEB_PROJECT_ID);
}

const changes = () => setup.proxy.requests.filter(({ method }) => method === 'PATCH').length;

async function complete(...numbers: readonly number[]): Promise<{ readonly done: Promise<void> }> {
  const done = setup.run('state', ...numbers);
  (await setup.list('Change State')).pick('Done');
  return { done };
}

describe('A blocked work item', () => {
  it.each([26, 27] as const)('is known from the relations of WEB-%i', async (number) => {
    expect(openBlockers(setup.session.store, webItem(27))).toEqual([]);
    await block(number);
    expect(openBlockers(setup.session.store, webItem(27))).toEqual([webItem(26)]);
    expect(openBlockers(setup.session.store, webItem(26))).toEqual([]);
    expect(setup.session.store.relations.blockedBy(webItem(26))).toEqual([webItem(27)]);
    expect(itemRowOf(setup.session, webItem(27))?.description).toMatch(/ · blocked$/);
  });

  it('is not blocked any more when the other one is closed, the relation is removed, or it is done itself', async () => {
    await block();
    await setState('Done', 26);
    expect(openBlockers(setup.session.store, webItem(27))).toEqual([]);
    expect(itemRowOf(setup.session, webItem(27))?.description).not.toContain('blocked');
    await setState('Todo', 26);
    expect(openBlockers(setup.session.store, webItem(27))).toHaveLength(1);
    await setState('Done', 27);
    expect(openBlockers(setup.session.store, webItem(27))).toEqual([]);
    await setState('Todo', 27);
    await setup.session.store.relations.remove(webItem(27), webItem(26));
    expect(openBlockers(setup.session.store, webItem(27))).toEqual([]);
  });
});

describe('Completing a work item', () => {
  it('asks if an open work item blocks it, and sends nothing if the user cancels', async () => {
    await block();
    const cancelled = await complete(27);
    const question = await setup.prompts.message('Complete WEB-27 anyway?');
    expect(question).toMatchObject({ kind: 'modal', buttons: [ANYWAY] });
    expect(question.words).toContain('WEB-27 is blocked by WEB-26.');
    question.close();
    await cancelled.done;
    expect(changes()).toBe(0);
    const { done } = await complete(27);
    (await setup.prompts.message('Complete WEB-27 anyway?')).select(ANYWAY);
    await done;
    expect(changes()).toBe(1);
  });

  it('asks if sub-items are open', async () => {
    const { done } = await complete(15);
    const question = await setup.prompts.message('Complete WEB-15 anyway?');
    expect(question.words).toMatch(/WEB-15 has (?:an open sub-item|open sub-items): WEB-1\d/);
    question.select(ANYWAY);
    await done;
    expect(changes()).toBe(1);
  });

  it('asks once for several work items, and not for those that are completed together', async () => {
    await block();
    const { done } = await complete(26, 27);
    (await setup.list('Preview of 2 Work Items')).enter();
    await done;
    expect(setup.prompts.pending.filter((text) => text.includes('anyway'))).toEqual([]);
    expect(changes()).toBe(2);
  });

  it('asks once for one of three that block each other in a circle, and not when all are completed together', async () => {
    const { call } = setup.session.client;
    const { store } = setup.session;
    const blockers = new Map([
      [26, 27],
      [27, 28],
      [28, 26],
    ]);
    for (const [number, blocker] of blockers) {
      const { project, id } = webItem(number);
      const body = { relation_type: 'blocked_by' as const, issues: [webItem(blocker).id] };
      await call.createRelation({ project_id: project, work_item_id: id, body });
      await setState('Todo', number);
    }
    for (const number of blockers.keys()) await store.relations.list(webItem(number)).read();
    for (const [number, blocker] of blockers) expect(openBlockers(store, webItem(number))).toEqual([webItem(blocker)]);
    const { done } = await complete(26);
    const question = await setup.prompts.message('Complete WEB-26 anyway?');
    expect(question.words).toContain('WEB-26 is blocked by WEB-27.');
    question.select(ANYWAY);
    await done;
    await setState('Todo', 26);
    const { done: together } = await complete(...blockers.keys());
    (await setup.list('Preview of 3 Work Items')).enter();
    await together;
    expect(setup.prompts.pending.filter((text) => text.includes('anyway'))).toEqual([]);
  });

  it('asks nothing for another state, or if nothing is known', async () => {
    const { done } = await complete(27);
    await done;
    expect(changes()).toBe(1);
    await block();
    const done2 = setup.run('state', 27);
    (await setup.list('Change State')).pick('In Progress');
    await done2;
    expect(changes()).toBe(2);
  });
});
