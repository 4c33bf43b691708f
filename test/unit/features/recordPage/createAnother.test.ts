// Tests Create Another on the page of a new work item: which values the next work item keeps, and that no edit is lost.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseModules } from '../../../../src/items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const CYCLE = { id: sample.cycle('WEB', 'Board by keyboard'), name: 'Board by keyboard' };
const [TODO, DESIGN, ADA] = [sample.state('WEB', 'Todo'), sample.label('WEB', 'Design'), sample.user('ada')];
const TARGET = newRecordTarget({ kind: 'workItem', within: WEB_PROJECT_ID });
const isCreateRequest = matchRequest('POST', `/projects/${WEB_PROJECT_ID}/work-items/`);

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

/** Opens the page of a new work item, and enters a value in seven of its fields. */
async function openFilledPage(newRecord: object = {}): Promise<Page> {
  await setup.draftStore.open(TARGET.key);
  setup.draftStore.change(TARGET.key, 'New', () => ({
    newRecord: { externalId: crypto.randomUUID(), initialValues: {}, ...newRecord },
  }));
  const page = await openPage(setup, { target: TARGET });
  await page.edit('name', 'The first');
  await page.edit('description_html', '<p>Text</p>');
  await page.edit('state', TODO);
  await page.edit('labels', [DESIGN]);
  await page.edit('assignees', [ADA]);
  await page.edit('priority', 'high');
  await page.edit('target_date', '2031-01-01');
  return page;
}

const createRequestBodies = () =>
  setup.proxy
    .matchingRequests(isCreateRequest)
    .map(({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>);

describe('Create Another', () => {
  it('creates the work item, and shows an empty title with the same state, labels, assignees and priority', async () => {
    using page = await openFilledPage();
    expect((await page.send({ type: 'save', another: true })).problem).toBeUndefined();
    await flushPromises();
    expect(page.createdAddresses).toHaveLength(1);
    expect(page.hasNextFlags).toEqual([true]);
    expect(page.model).toMatchObject({ isNew: true, newItem: { similarItems: [] }, unsent: false, saving: false });
    const values = Object.fromEntries(page.model.fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      name: '',
      description_html: '',
      state: TODO,
      labels: [DESIGN],
      assignees: [ADA],
      priority: 'high',
      target_date: null,
    });
    expect(page.receivedMessages.map(({ type }) => type)).toContain('reset');
    expect(page.receivedMessages).toContainEqual({ type: 'focus', where: 'name' });
  });

  it('creates the next work item in the same project and cycle, with a different external id', async () => {
    using page = await openFilledPage({ cycle: CYCLE });
    await page.send({ type: 'save', another: true });
    expect(page.model.placeName).toContain(CYCLE.name);
    await page.edit('name', 'The second');
    await page.send({ type: 'save' });
    expect(page.hasNextFlags).toEqual([true, false]);
    const [first, second] = createRequestBodies();
    expect(second).toMatchObject({ name: 'The second', state: TODO, labels: [DESIGN], priority: 'high' });
    expect(second?.['external_id']).not.toBe(first?.['external_id']);
    expect(setup.proxy.matchingRequests(matchRequest('POST', '/cycle-issues/'))).toHaveLength(2);
    expect(setup.draftStore.get(TARGET.key)?.newRecord).toBeUndefined();
  });

  it('adds each work item to the same modules on an open-source server, and leaves no draft', async () => {
    await setup[Symbol.asyncDispose]();
    setup = await createSetup('community');
    await setup.store.resources.workItems.list(WEB_PROJECT_ID).read();
    const modules = ['Offline', 'Sign-in'].map((name) => ({ id: sample.module('WEB', name), name }));
    using page = await openFilledPage();
    await chooseModules(setup.draftStore, { kind: 'workItem', within: WEB_PROJECT_ID }, modules);
    const countModuleAdditions = () => setup.proxy.matchingRequests(matchRequest('POST', '/module-issues/')).length;
    for (const [index, name] of ['The first', 'The second', 'The third'].entries()) {
      await page.edit('name', name);
      await page.send({ type: 'save', another: true });
      await flushPromises();
      expect(page.model.groups).toContainEqual({
        action: 'changeModule',
        label: 'Modules',
        value: 'Offline and Sign-in',
      });
      expect(countModuleAdditions()).toBe(2 * (index + 1));
    }
    page.recordPage.close();
    expect(setup.draftStore.get(TARGET.key)?.newRecord).toBeUndefined();
  });

  it('keeps all edits if the server rejects the work item', async () => {
    using page = await openFilledPage();
    setup.proxy.inject(isCreateRequest, answerWith(400, { name: ['Not today.'] }), 1);
    expect((await page.send({ type: 'save', another: true })).problem).toContain('Not today');
    expect(page.createdAddresses).toEqual([]);
    expect(page.field('name')).toMatchObject({ value: 'The first', touched: true });
    expect(page.field('target_date')).toMatchObject({ value: '2031-01-01', touched: true });
  });

  it('leaves no draft if the user closes the page before typing the next title', async () => {
    using page = await openFilledPage();
    await page.send({ type: 'save', another: true });
    page.recordPage.close();
    expect(setup.draftStore.get(TARGET.key)?.newRecord).toBeUndefined();
  });

  it('is not offered on the page of an existing work item or a new module', async () => {
    using item = await openPage(setup);
    expect(item.model.newItem).toBeUndefined();
    using module = await openPage(setup, { target: newRecordTarget({ kind: 'module', within: WEB_PROJECT_ID }) });
    expect(module.model.newItem).toBeUndefined();
  });
});
