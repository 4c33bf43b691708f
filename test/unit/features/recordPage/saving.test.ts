// Tests that edits are stored as a draft, sent in one request, and never lost by a failed request.
import { describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { flushPromises } from '../../../support/clock.ts';
import {
  answerWith,
  type InjectableFault,
  matchRequest,
  nginxErrorPage,
  redirectTo,
  truncatedJson,
} from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const isPatch = matchRequest('PATCH', `/${WEB_1.id}/`);

const setup = forEachTest(createSetup);

const patchBodies = (): unknown[] => setup.proxy.matchingRequests(isPatch).map(({ body }) => JSON.parse(body));

describe('An edit', () => {
  const page = forEachTest(() => openPage(setup));

  it('marks the field as touched, shows ● in the title of the tab, and is on disk after 500 ms', async () => {
    await page.edit('name', 'Fix login');
    await flushPromises();
    expect(page.field('name')).toMatchObject({ value: 'Fix login', touched: true });
    expect(page.model.unsent).toBe(true);
    expect(page.titles.at(-1)).toBe('● WEB-1 Use the board with the keyboard alone');
    await setup.clock.advance(500);
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(KEY))?.touched).toEqual({ name: 'Fix login' });
    expect(patchBodies()).toEqual([]);
  });

  it("is removed from the draft if the field has the server's value again", async () => {
    await page.edit('labels', []);
    await page.edit('labels', [...(setup.store.item(WEB_1)?.labels ?? [])].reverse());
    await flushPromises();
    expect(page.field('labels').touched).toBe(false);
    expect(page.model.unsent).toBe(false);
    expect(page.titles.at(-1)).toBe('WEB-1 Use the board with the keyboard alone');
  });

  it('with an invalid value shows an error at its field immediately, until the value is corrected', async () => {
    await page.edit('target_date', '20.11.2026');
    await flushPromises();
    expect(page.field('target_date').problem).toMatch(/^“20\.11\.2026” is not a date\./);
    await page.edit('target_date', '2099-11-20');
    await flushPromises();
    expect(page.field('target_date').problem).toBeUndefined();
  });

  it('that deletes the name shows an error only after the next save', async () => {
    await page.edit('name', '');
    await flushPromises();
    expect(page.field('name').problem).toBeUndefined();
    expect(await page.send({ type: 'save' })).toMatchObject({ problem: 'Not saved: Title must be corrected first.' });
    await flushPromises();
    expect(page.field('name').problem).toBe('Title is required.');
    expect(patchBodies()).toEqual([]);
  });
});

describe('A save', () => {
  const page = forEachTest(() => openPage(setup));

  it('sends only the touched fields and removes the draft', async () => {
    await page.edit('priority', 'urgent');
    await page.edit('parent', null);
    await page.edit('assignees', [sample.user('bruno')]);
    await page.edit('target_date', '2099-01-31');
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await flushPromises();
    expect(patchBodies()).toEqual([
      // Both dates are sent, because the server compares them only within one request.
      {
        priority: 'urgent',
        assignees: [sample.user('bruno')],
        start_date: expect.any(String),
        target_date: '2099-01-31',
      },
    ]);
    expect(page.model).toMatchObject({ unsent: false, saving: false });
    expect(page.model.notice).toBeUndefined();
    expect(page.field('priority')).toMatchObject({ value: 'urgent', touched: false });
    await setup.draftStore.flush();
    expect(await setup.newDraftStore().open(KEY)).toBeUndefined();
  });

  it('sends the description only if the user has edited it, with exactly the HTML of the editor', async () => {
    const before = page.field('description_html').value;
    await page.edit('name', 'Other name');
    await page.send({ type: 'save' });
    expect(patchBodies()).toEqual([{ name: 'Other name' }]);
    expect(page.field('description_html').value).toBe(before);
    await page.edit('description_html', `${String(before)}<p data-x="1">More</p>`);
    await page.send({ type: 'save' });
    expect(patchBodies()[1]).toEqual({ description_html: `${String(before)}<p data-x="1">More</p>` });
  });

  it('of an empty description sends an empty paragraph', async () => {
    await page.edit('description_html', '');
    await page.send({ type: 'save' });
    await flushPromises();
    expect(patchBodies()).toEqual([{ description_html: '<p></p>' }]);
    expect(page.model.unsent).toBe(false);
  });

  it('without edits sends nothing', async () => {
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(patchBodies()).toEqual([]);
  });

  it('with reversed dates, an invalid estimate, or the work item as its own parent shows errors at the fields', async () => {
    await page.edit('start_date', '2026-11-21');
    await page.edit('target_date', '2026-11-20');
    await page.edit('parent', WEB_1.id);
    await page.edit('estimate_point', '8');
    expect((await page.send({ type: 'save' })).problem).toBe(
      'Not saved: Due date, Estimate, and Parent must be corrected first.',
    );
    await flushPromises();
    expect(page.field('target_date').problem).toBe('The due date is before the start date.');
    expect(page.field('parent').problem).toBe("A work item can't be its own parent.");
    expect(page.field('estimate_point').problem).toBe('Use a whole number from 0 to 7.');
    expect(page.model.notice).toMatchObject({ level: 'error' });
    expect(patchBodies()).toEqual([]);
  });

  it('that the server rejects shows the reason at the field, and the draft stays', async () => {
    await page.edit('parent', sample.workItem('WEB', 2));
    await page.edit('name', 'Kept as well');
    const { problem } = await page.send({ type: 'save' });
    await flushPromises();
    expect(problem).toMatch(
      /^Not saved\. The server rejected this \(A work item can't be its own ancestor\)\. Your changes are kept as a draft\.$/,
    );
    expect(page.model.notice).toEqual({ level: 'error', message: problem });
    expect(page.field('parent')).toMatchObject({
      problem: "A work item can't be its own ancestor.",
      touched: true,
      value: sample.workItem('WEB', 2),
    });
    expect(page.field('name')).toMatchObject({ value: 'Kept as well', touched: true });
    expect(setup.store.item(WEB_1)?.name).toBe('Use the board with the keyboard alone');
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(KEY))?.touched).toEqual({
      parent: sample.workItem('WEB', 2),
      name: 'Kept as well',
    });
  });

  it('shows a warning about the fields that the server ignored', async () => {
    const [{ project, ...item }] = [
      await setup.client.call.getWorkItem({ project_id: WEB_1.project, work_item_id: WEB_1.id }),
    ];
    setup.proxy.inject(isPatch, answerWith(200, { ...item, project, module: null, priority: 'low' }));
    await page.edit('module', sample.module('WEB', 'Offline'));
    await page.edit('priority', 'low');
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await flushPromises();
    expect(page.model.notice).toEqual({ level: 'warning', message: 'Saved, but the server did not store: Module.' });
    expect(page.model.unsent).toBe(false);
  });

  it.each<[string, InjectableFault, RegExp]>([
    ['returns HTML', nginxErrorPage, /in front of Plane answered: “Welcome to nginx!”/],
    ['returns truncated JSON', truncatedJson, /could not be read \(not JSON\)/],
    ['does not respond', { kind: 'hanging' }, /did not respond within 30 seconds/],
    ['closes the connection', { kind: 'closed' }, /was lost before a response arrived/],
    ['returns 500', answerWith(500, 'oops', 'text/plain'), /failed \(status 500\)/],
    ['rejects the key', answerWith(401, { detail: 'expired' }), /Authentication failed/],
    [
      'returns 403',
      answerWith(403, { detail: 'Guests may not edit' }),
      /permission to do this \(Guests may not edit\)/,
    ],
    ['has no such work item', answerWith(404, { error: 'The requested resource does not exist.' }), /does not exist/],
    ['rejects the request as too large', answerWith(413, { error: 'too large' }), /too large/],
    ['redirects the request', redirectTo('https://elsewhere.example/'), /elsewhere/],
  ])('shows an error and keeps the draft if the server %s, and a retry succeeds', async (_what, fault, message) => {
    await page.edit('name', 'Written by hand');
    setup.proxy.inject(isPatch, fault);
    const { problem } = await setup.whileTimePasses(page.send({ type: 'save' }));
    await flushPromises();
    expect(problem).toMatch(message);
    expect(problem).toMatch(/^Not saved\. [A-Z\d].*\. Your changes are kept as a draft\.$/);
    expect(page.model).toMatchObject({ notice: { level: 'error', message: problem }, saving: false, unsent: true });
    expect(page.field('name')).toMatchObject({ value: 'Written by hand', touched: true });
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(KEY))?.touched).toEqual({ name: 'Written by hand' });
    setup.proxy.removeFaults();
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await flushPromises();
    expect(page.model).toMatchObject({ unsent: false });
    expect(page.model.notice).toBeUndefined();
  });

  it('whose response was lost is retried automatically, and the draft is removed after the response', async () => {
    await page.edit('name', 'Once or twice');
    setup.proxy.inject(isPatch, { kind: 'lost' }, 1);
    expect((await setup.whileTimePasses(page.send({ type: 'save' }))).problem).toBeUndefined();
    expect(patchBodies()).toEqual([{ name: 'Once or twice' }, { name: 'Once or twice' }]);
    expect(setup.draftStore.get(KEY)?.touched).toEqual({});
  });

  it('leaves no draft after a reload even if every response to the save was lost', async () => {
    await page.edit('name', 'Arrived unheard');
    setup.proxy.inject(isPatch, { kind: 'lost' });
    await setup.whileTimePasses(page.send({ type: 'save' }));
    await flushPromises();
    expect(page.model.unsent).toBe(true);
    setup.proxy.removeFaults();
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.model.unsent).toBe(false);
    expect(page.field('name').value).toBe('Arrived unheard');
  });
});

describe('An edit during a save', () => {
  async function whileSaving(
    editDuringSave: (page: Awaited<ReturnType<typeof openPage>>) => Promise<void>,
    fault?: InjectableFault,
  ) {
    const page = await openPage(setup);
    await page.edit('name', 'First');
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isPatch, fault ?? { kind: 'delayed', until: delayedResponse.promise }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.waitForRequests(isPatch);
    await editDuringSave(page);
    delayedResponse.resolve();
    await saving;
    await flushPromises();
    return page;
  }

  it('stays a draft after the response, and the page shows the progress of the save', async () => {
    using page = await whileSaving(async (savingPage) => {
      await flushPromises();
      expect(savingPage.model.saving).toBe(true);
      await savingPage.edit('name', 'Second');
      await savingPage.edit('priority', 'low');
    });
    expect(page.model.saving).toBe(false);
    expect(page.field('name')).toMatchObject({ value: 'Second', touched: true });
    expect(page.field('priority')).toMatchObject({ value: 'low', touched: true });
    await page.send({ type: 'save' });
    expect(patchBodies()).toEqual([{ name: 'First' }, { name: 'Second', priority: 'low' }]);
  });

  it('stays a draft even if the edit restores the value from before the save', async () => {
    using page = await whileSaving(async (savingPage) => {
      await savingPage.edit('name', 'Use the board with the keyboard alone');
    });
    expect(page.field('name')).toMatchObject({ value: 'Use the board with the keyboard alone', touched: true });
    await page.send({ type: 'save' });
    expect(setup.store.item(WEB_1)?.name).toBe('Use the board with the keyboard alone');
  });

  it('that restores the value from before the save leaves no draft if the save is rejected', async () => {
    const page = await openPage(setup);
    await page.edit('name', 'First');
    setup.proxy.inject(isPatch, answerWith(400, { name: ['Taken.'] }), 1);
    const saving = page.send({ type: 'save' });
    await page.edit('name', 'Use the board with the keyboard alone');
    await saving;
    await flushPromises();
    expect(page.model.unsent).toBe(false);
    page.recordPage.dispose();
  });

  it('is not sent twice if the user saves again during the first save', async () => {
    using page = await whileSaving(async (savingPage) => {
      expect((await savingPage.send({ type: 'save' })).problem).toBeUndefined();
    });
    expect(patchBodies()).toEqual([{ name: 'First' }]);
    expect(page.model.unsent).toBe(false);
  });
});

describe('Revert', () => {
  const page = forEachTest(() => openPage(setup));

  it('of one field keeps the other edits and sends the page a reset message', async () => {
    await page.edit('name', 'A');
    await page.edit('priority', 'low');
    await page.send({ type: 'revert', field: 'name' });
    const resetMessage = page.receivedMessages.findLast(({ type }) => type === 'reset');
    expect(resetMessage).toMatchObject({ model: { unsent: true } });
    await flushPromises();
    expect(page.field('name')).toMatchObject({ value: 'Use the board with the keyboard alone', touched: false });
    expect(page.field('priority')).toMatchObject({ value: 'low', touched: true });
  });

  it('of all fields removes all edits, errors and notices', async () => {
    await page.edit('name', '');
    await page.edit('target_date', 'soon');
    await page.send({ type: 'save' });
    await page.send({ type: 'revert' });
    await flushPromises();
    expect(page.model.unsent).toBe(false);
    expect(page.model.notice).toBeUndefined();
    expect(page.model.fields.some(({ problem, touched }) => problem !== undefined || touched)).toBe(false);
  });
});

describe('A draft', () => {
  it('is restored by another window that reads drafts from the same folder, and can be saved there', async () => {
    const firstPage = await openPage(setup);
    await firstPage.edit('name', 'Begun yesterday');
    await firstPage.edit('labels', []);
    await setup.draftStore.flush();
    firstPage.recordPage.dispose();
    using page = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(page.field('name')).toMatchObject({ value: 'Begun yesterday', touched: true });
    expect(page.titles.at(-1)).toMatch(/^● /);
    await page.send({ type: 'save' });
    expect(patchBodies()).toEqual([{ name: 'Begun yesterday', labels: [] }]);
  });

  it('is kept with a message while the user is signed out, and the tab keeps its title', async () => {
    const state: { store: Store | undefined } = { store: setup.store };
    using page = await openPage(setup, { store: () => state.store });
    await page.edit('name', 'Not sent yet');
    state.store = undefined;
    page.recordPage.handleSessionChange({ isVisible: true });
    await page.edit('priority', 'low');
    expect((await page.send({ type: 'save' })).problem).toBe(
      'You are signed out. Sign in to send this. It is kept as a draft.',
    );
    await flushPromises();
    expect(page.model).toMatchObject({ status: 'failed', identifier: 'WEB-1', unsent: true });
    expect(page.titles.at(-1)).toBe('● WEB-1 Use the board with the keyboard alone');
    expect(patchBodies()).toEqual([]);
    state.store = setup.store;
    page.recordPage.handleSessionChange({ isVisible: true });
    await page.waitUntil(({ status }) => status === 'ready');
    await page.send({ type: 'save' });
    expect(patchBodies()).toEqual([{ name: 'Not sent yet', priority: 'low' }]);
  });

  it('is not sent while the work item is not loaded', async () => {
    const firstPage = await openPage(setup);
    await firstPage.edit('name', 'Not sent yet');
    await setup.draftStore.flush();
    firstPage.recordPage.dispose();
    setup.proxy.inject(matchRequest('GET', `/${WEB_1.id}/`), nginxErrorPage);
    const emptyStore = new Store(setup.client);
    using page = await openPage(setup, { draftStore: setup.newDraftStore(), store: () => emptyStore });
    expect((await page.send({ type: 'save' })).problem).toBe(
      'Not saved, because the page is not complete yet. Your text is kept as a draft.',
    );
    expect(page.model).toMatchObject({ status: 'failed', unsent: true });
    expect(patchBodies()).toEqual([]);
  });
});
