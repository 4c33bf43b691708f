// Tests that a chosen value is saved without a command, exactly once, and stays a draft if it cannot be saved.
import { describe, expect, it } from 'vitest';
import type { RecordAddress } from '../../../../src/core/cache/address.ts';
import { undoableSteps } from '../../../../src/features/recordPage/savedSteps.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, type InjectableFault, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const isPatch = matchRequest('PATCH', `/${WEB_1.id}/`);
const DONE_STATE_ID = sample.state('WEB', 'Done');

const setup = forEachTest(createSetup);

const patchBodies = (): unknown[] => setup.proxy.matchingRequests(isPatch).map(({ body }) => JSON.parse(body));
const allRequests = (): string[] => setup.proxy.matchingRequests(() => true).map(({ method }) => method);
const itemOnServer = () => setup.otherStore().resources.workItems.readOne(WEB_1.id, WEB_1.project);

/** Advances the clock by one second, after which chosen values are saved, and waits until the save has ended. */
async function afterOneSecond(page: Page): Promise<void> {
  await setup.clock.advance(1000);
  await setup.whileTimePasses(page.waitUntil(({ saving }) => !saving));
  await flushPromises();
}

/** Changes the work item as another window does. */
const changeInOtherWindow = (body: Readonly<Record<string, unknown>>) =>
  setup.otherStore().resources.workItems.update(WEB_1.id, body, WEB_1.project);

describe('A chosen field value', () => {
  it('is saved after one second with one GET and one PATCH request', async () => {
    using page = await openPage(setup);
    const before = allRequests().length;
    await page.edit('priority', 'urgent');
    await flushPromises();
    expect(page.field('priority')).toMatchObject({ value: 'urgent', touched: true, isSaving: true });
    await setup.clock.advance(999);
    expect(patchBodies()).toEqual([]);
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([{ priority: 'urgent' }]);
    expect(allRequests().slice(before)).toEqual(['GET', 'PATCH']);
    expect(page.model).toMatchObject({ unsent: false, saving: false, conflicts: [] });
    expect(page.model.notice).toBeUndefined();
    await setup.draftStore.flush();
    expect(await setup.newDraftStore().open(KEY)).toBeUndefined();
  });

  it('is saved in one request together with values that are chosen within one second', async () => {
    using page = await openPage(setup);
    await page.edit('priority', 'urgent');
    await setup.clock.advance(900);
    await page.edit('state', DONE_STATE_ID);
    await setup.clock.advance(900);
    await page.edit('priority', 'low');
    expect(patchBodies()).toEqual([]);
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([{ priority: 'low', state: DONE_STATE_ID }]);
  });

  it('that completes the work item is discarded without a request if the user does not confirm it', async () => {
    using page = await openPage(setup);
    const asked: string[] = [];
    page.confirmsState = (state) => {
      asked.push(state);
      return false;
    };
    const state = page.field('state')?.value;
    await page.edit('state', DONE_STATE_ID);
    await page.edit('priority', 'urgent');
    await afterOneSecond(page);
    expect(asked).toEqual([DONE_STATE_ID]);
    expect(patchBodies()).toEqual([{ priority: 'urgent' }]);
    expect(page.field('state')).toMatchObject({ value: state, touched: false });
  });

  it('of the state has a hint while an open work item blocks this one', async () => {
    using page = await openPage(setup);
    expect(page.field('state')?.hint).toBeUndefined();
    const blocker = { project: WEB_1.project, id: sample.workItem('WEB', 26) };
    const { relations, resources } = setup.store;
    await resources.workItems.readOne(blocker.id, blocker.project);
    await relations.list(WEB_1).read();
    await relations.add(WEB_1, 'blocked_by', [blocker]);
    await page.waitUntil(({ fields }) => fields.some(({ hint }) => hint === 'Blocked by WEB-26.'));
    await relations.remove(WEB_1, blocker);
    await page.waitUntil(({ fields }) => fields.every(({ hint }) => hint === undefined));
  });

  it('is saved without the typed title and description, which stay a draft', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Half a tit');
    await page.edit('description_html', '<p>Half a sen</p>');
    await page.edit('priority', 'urgent');
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([{ priority: 'urgent' }]);
    expect(page.field('name')).toMatchObject({ value: 'Half a tit', touched: true });
    expect(page.field('description_html')).toMatchObject({ value: '<p>Half a sen</p>', touched: true });
    expect(page.titles.at(-1)).toMatch(/^● /);
  });

  it('is not sent if the user chooses the original value again before the request', async () => {
    using page = await openPage(setup);
    const before = page.field('priority').value;
    await page.edit('priority', before === 'low' ? 'high' : 'low');
    await page.edit('priority', before);
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([]);
    expect(page.model.unsent).toBe(false);
  });

  it('is sent at once when the user closes the page', async () => {
    const page = await openPage(setup);
    await page.edit('priority', 'urgent');
    page.recordPage.close();
    page.recordPage.dispose();
    await expect.poll(() => setup.draftStore.get(KEY)?.touched ?? {}).toEqual({});
    expect(patchBodies()).toEqual([{ priority: 'urgent' }]);
  });

  it('is passed to Undo Last Change together with the previous value', async () => {
    using page = await openPage(setup);
    const before = page.field('priority').value;
    await page.edit('priority', 'urgent');
    await afterOneSecond(page);
    expect(page.savedFields).toEqual([{ field: 'priority', before, after: 'urgent' }]);
    expect(undoableSteps(WEB_1, page.savedFields)).toEqual([
      { address: WEB_1, field: 'priority', before, after: 'urgent' },
    ]);
  });

  it('is not sent twice when the user saves in the same second', async () => {
    using page = await openPage(setup);
    await page.edit('priority', 'urgent');
    await page.send({ type: 'save' });
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([{ priority: 'urgent' }]);
  });

  it('of a new record is sent only when the user creates the record', async () => {
    using page = await openPage(setup, { target: newRecordTarget({ kind: 'workItem', within: WEB_1.project }) });
    await page.edit('priority', 'urgent');
    await afterOneSecond(page);
    expect(page.field('priority')).toMatchObject({ value: 'urgent', touched: true });
    expect(page.field('priority').isSaving).toBeUndefined();
    expect(allRequests().filter((method) => method !== 'GET')).toEqual([]);
  });
});

describe('A save of typed text', () => {
  const page = forEachTest(() => openPage(setup));

  it('that starts while a chosen value is being saved is sent after the chosen value', async () => {
    await page.edit('name', 'A new title');
    await page.edit('priority', 'urgent');
    await setup.clock.advance(1000);
    expect(page.model.saving).toBe(true);
    expect((await setup.whileTimePasses(page.send({ type: 'save' }))).problem).toBeUndefined();
    expect(patchBodies()).toEqual([{ priority: 'urgent' }, { name: 'A new title' }]);
    expect(page.model.unsent).toBe(false);
  });

  it('of selected fields sends only these fields, and leaves the other fields in the draft', async () => {
    await page.edit('name', 'A new title');
    await page.edit('description_html', '<p>Half a sen</p>');
    expect((await page.send({ type: 'save', fields: ['name'] })).problem).toBeUndefined();
    await flushPromises();
    expect(patchBodies()).toEqual([{ name: 'A new title' }]);
    expect(page.field('description_html').touched).toBe(true);
  });
});

describe('A chosen field value that cannot be saved', () => {
  it.each<[string, InjectableFault, RegExp]>([
    ['the server is offline', { kind: 'closed' }, /was lost before a response arrived/],
    ['the server rejects it', answerWith(400, { priority: ['Not now'] }), /rejected this/],
    ['the server rejects the key', answerWith(401, { detail: 'expired' }), /Authentication failed/],
  ])('because %s stays a draft with the reason, and a retry sends only that value', async (_, fault, reason) => {
    using page = await openPage(setup);
    await page.edit('name', 'Half a tit');
    setup.proxy.inject(isPatch, fault);
    await page.edit('priority', 'urgent');
    await afterOneSecond(page);
    expect(page.model.notice).toMatchObject({ level: 'error', message: expect.stringMatching(reason) });
    expect(page.field('priority')).toMatchObject({ value: 'urgent', touched: true });
    expect(page.field('priority').isSaving).toBeUndefined();
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(KEY))?.touched).toEqual({ name: 'Half a tit', priority: 'urgent' });
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send({ type: 'save', fields: ['priority'] }));
    await flushPromises();
    expect(await itemOnServer()).toMatchObject({ priority: 'urgent', name: 'Use the board with the keyboard alone' });
    expect(page.field('name').touched).toBe(true);
  });

  it('because its response was lost is recognized by the next read and not sent again', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isPatch, { kind: 'lost' });
    await page.edit('priority', 'urgent');
    await afterOneSecond(page);
    expect(page.model.notice?.message).toContain('The server may have received the changes');
    setup.proxy.removeFaults();
    const sentCount = patchBodies().length;
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(page.model).toMatchObject({ unsent: false, conflicts: [] });
    expect(patchBodies()).toHaveLength(sentCount);
  });

  it('because it is invalid is not sent and has an error at its field, and the value of another field is sent', async () => {
    using page = await openPage(setup);
    await page.edit('parent', WEB_1.id);
    await page.edit('priority', 'urgent');
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([{ priority: 'urgent' }]);
    expect(page.field('parent')).toMatchObject({ touched: true, problem: "A work item can't be its own parent." });
  });

  it('because the due date is before the start date is sent after the user has corrected the other date', async () => {
    using page = await openPage(setup);
    await page.edit('start_date', '2099-12-24');
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([]);
    expect(page.field('start_date').touched).toBe(true);
    expect(page.field('start_date').problem).toBe('The due date is before the start date.');
    await page.edit('target_date', '2099-12-31');
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([{ start_date: '2099-12-24', target_date: '2099-12-31' }]);
    expect(page.model.unsent).toBe(false);
    expect(page.field('start_date').problem).toBeUndefined();
  });

  it('because the extension host ends within one second becomes a draft that is not sent automatically', async () => {
    const page = await openPage(setup);
    await page.edit('priority', 'urgent');
    await setup.clock.advance(500);
    await setup.draftStore.flush();
    using secondPage = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(secondPage.field('priority')).toMatchObject({ value: 'urgent', touched: true });
    expect(secondPage.field('priority').isSaving).toBeUndefined();
    expect(patchBodies()).toEqual([]);
    page.recordPage.dispose();
  });
});

describe('A chosen field value', () => {
  const page = forEachTest(() => openPage(setup));

  it('that another window has changed is shown as a conflict, and the value of another field is sent', async () => {
    await page.edit('priority', 'urgent');
    await page.edit('state', DONE_STATE_ID);
    await changeInOtherWindow({ priority: 'low' });
    await afterOneSecond(page);
    expect(patchBodies()).toEqual([{ state: DONE_STATE_ID }]);
    expect(await itemOnServer()).toMatchObject({ priority: 'low', state: DONE_STATE_ID });
    expect(page.model.conflicts).toMatchObject([{ field: 'priority', theirs: 'Low', mine: 'Urgent' }]);
    expect(page.field('priority')).toMatchObject({ value: 'urgent', touched: true });
    expect(page.field('state').touched).toBe(false);
  });

  it('with a conflict is saved automatically after the user has selected their own version', async () => {
    await page.edit('priority', 'urgent');
    await changeInOtherWindow({ priority: 'low' });
    await afterOneSecond(page);
    await page.send({ type: 'resolve', field: 'priority', keep: 'mine' });
    await afterOneSecond(page);
    expect(await itemOnServer()).toMatchObject({ priority: 'urgent' });
    expect(page.model).toMatchObject({ unsent: false, conflicts: [] });
  });

  it('is saved even if the title has a conflict', async () => {
    await page.edit('name', 'Mine');
    await changeInOtherWindow({ name: 'Theirs' });
    await page.edit('priority', 'urgent');
    await afterOneSecond(page);
    expect(await itemOnServer()).toMatchObject({ name: 'Theirs', priority: 'urgent' });
    expect(page.field('name')).toMatchObject({ value: 'Mine', touched: true });
    expect(page.model.conflicts).toMatchObject([{ field: 'name' }]);
  });
});

describe('A color field of a sticky', () => {
  const page = forEachTest(() => openPage(setup, { target: targetOf(sticky) }));

  const sticky: RecordAddress = { kind: 'sticky', within: '', id: uuidFromName('sticky', 'Books') };
  const isStickyPatch = matchRequest('PATCH', `/stickies/${sticky.id}/`);
  const bodies = (): unknown[] => setup.proxy.matchingRequests(isStickyPatch).map(({ body }) => JSON.parse(body));

  it('saves a named color, and keeps a typed color as a draft', async () => {
    await page.edit('background_color', 'purple');
    await afterOneSecond(page);
    expect(bodies()).toEqual([{ background_color: 'purple' }]);
    await page.edit('background_color', '#123456');
    await afterOneSecond(page);
    expect(bodies()).toHaveLength(1);
    expect(page.field('background_color')).toMatchObject({ value: '#123456', touched: true });
  });

  it('does not save a named color that the user replaces with a typed one within a second', async () => {
    await page.edit('background_color', 'purple');
    await page.edit('background_color', '#12');
    await afterOneSecond(page);
    expect(bodies()).toEqual([]);
  });
});
