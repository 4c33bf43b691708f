// Tests that edits become a draft and then one correct request, and that no failure loses an edit.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../src/cache/store.ts';
import { settled } from '../../support/clock.ts';
import { answered, garbage, html, type InjectableFault, redirected, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';
import { deferred } from '../std/deferred.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const patches = requestTo('PATCH', `/${WEB_1.id}/`);

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

const bodies = (): unknown[] => setup.proxy.requestsTo(patches).map(({ body }) => JSON.parse(body));

describe('An edit', () => {
  it('is shown as touched, marks the tab, and is on disk after 500 ms', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Fix login');
    await settled();
    expect(page.field('name')).toMatchObject({ value: 'Fix login', touched: true });
    expect(page.model.unsent).toBe(true);
    expect(page.titles.at(-1)).toBe('● WEB-1 Use the board with the keyboard alone');
    await setup.clock.advance(500);
    await setup.draftStore.flush();
    expect((await setup.newDesk().open(KEY))?.touched).toEqual({ name: 'Fix login' });
    expect(bodies()).toEqual([]);
  });

  it("back to the server's value is removed", async () => {
    using page = await openPage(setup);
    await page.edit('labels', []);
    await page.edit('labels', [...(setup.store.item(WEB_1)?.labels ?? [])].reverse());
    await settled();
    expect(page.field('labels').touched).toBe(false);
    expect(page.model.unsent).toBe(false);
    expect(page.titles.at(-1)).toBe('WEB-1 Use the board with the keyboard alone');
  });

  it('that breaks a rule is reported at its field immediately, until it is corrected', async () => {
    using page = await openPage(setup);
    await page.edit('target_date', '20.11.2026');
    await settled();
    expect(page.field('target_date').problem).toBe('Use a date such as 2026-11-20.');
    await page.edit('target_date', '2099-11-20');
    await settled();
    expect(page.field('target_date').problem).toBeUndefined();
  });

  it('that empties the name is reported only by the save', async () => {
    using page = await openPage(setup);
    await page.edit('name', '');
    await settled();
    expect(page.field('name').problem).toBeUndefined();
    expect(await page.send({ type: 'save' })).toMatchObject({ problem: 'Not saved: Name must be corrected first.' });
    await settled();
    expect(page.field('name').problem).toBe('Name is required.');
    expect(bodies()).toEqual([]);
  });
});

describe('A save', () => {
  it('sends only the touched fields and leaves no draft', async () => {
    using page = await openPage(setup);
    await page.edit('priority', 'urgent');
    await page.edit('parent', null);
    await page.edit('assignees', [sample.user('bruno')]);
    await page.edit('target_date', '2099-01-31');
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await settled();
    expect(bodies()).toEqual([{ priority: 'urgent', assignees: [sample.user('bruno')], target_date: '2099-01-31' }]);
    expect(page.model).toMatchObject({ unsent: false, saving: false });
    expect(page.model.notice).toBeUndefined();
    expect(page.field('priority')).toMatchObject({ value: 'urgent', touched: false });
    await setup.draftStore.flush();
    expect(await setup.newDesk().open(KEY)).toBeUndefined();
  });

  it('never sends a description that was not touched, and sends a touched one as it was edited', async () => {
    using page = await openPage(setup);
    const before = page.field('description_html').value;
    await page.edit('name', 'Other name');
    await page.send({ type: 'save' });
    expect(bodies()).toEqual([{ name: 'Other name' }]);
    expect(page.field('description_html').value).toBe(before);
    await page.edit('description_html', `${String(before)}<p data-x="1">More</p>`);
    await page.send({ type: 'save' });
    expect(bodies()[1]).toEqual({ description_html: `${String(before)}<p data-x="1">More</p>` });
  });

  it('of an empty description sends an empty paragraph, which the server stores as none', async () => {
    using page = await openPage(setup);
    await page.edit('description_html', '');
    await page.send({ type: 'save' });
    await settled();
    expect(bodies()).toEqual([{ description_html: '<p></p>' }]);
    expect(page.model.unsent).toBe(false);
  });

  it('without edits sends nothing', async () => {
    using page = await openPage(setup);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(bodies()).toEqual([]);
  });

  it('of dates in the wrong order, or of the work item as its own parent, is rejected at the field', async () => {
    using page = await openPage(setup);
    await page.edit('start_date', '2026-11-21');
    await page.edit('target_date', '2026-11-20');
    await page.edit('parent', WEB_1.id);
    await page.edit('estimate_point', '8');
    expect((await page.send({ type: 'save' })).problem).toBe(
      'Not saved: Parent, Estimate, and Due date must be corrected first.',
    );
    await settled();
    expect(page.field('target_date').problem).toBe('The due date is before the start date.');
    expect(page.field('parent').problem).toBe("A work item can't be its own parent.");
    expect(page.field('estimate_point').problem).toBe('Use a whole number from 0 to 7.');
    expect(page.model.notice).toMatchObject({ level: 'error' });
    expect(bodies()).toEqual([]);
  });

  it('that the server rejects shows the reason at the field and keeps the draft', async () => {
    using page = await openPage(setup);
    await page.edit('parent', sample.workItem('WEB', 2));
    await page.edit('name', 'Kept as well');
    const { problem } = await page.send({ type: 'save' });
    await settled();
    expect(problem).toMatch(
      /^Not saved\. The server rejected the request \(A work item cannot be below itself\)\. Your changes are kept as a draft\.$/,
    );
    expect(page.model.notice).toEqual({ level: 'error', message: problem });
    expect(page.field('parent')).toMatchObject({
      problem: 'A work item cannot be below itself.',
      touched: true,
      value: sample.workItem('WEB', 2),
    });
    expect(page.field('name')).toMatchObject({ value: 'Kept as well', touched: true });
    expect(setup.store.item(WEB_1)?.name).toBe('Use the board with the keyboard alone');
    await setup.draftStore.flush();
    expect((await setup.newDesk().open(KEY))?.touched).toEqual({
      parent: sample.workItem('WEB', 2),
      name: 'Kept as well',
    });
  });

  it('reports the fields that the server accepted but did not store', async () => {
    using page = await openPage(setup);
    const [{ project, ...item }] = [
      await setup.client.call.getWorkItem({ project_id: WEB_1.project, work_item_id: WEB_1.id }),
    ];
    setup.proxy.inject(patches, answered(200, { ...item, project, module: null, priority: 'low' }));
    await page.edit('module', sample.module('WEB', 'Offline'));
    await page.edit('priority', 'low');
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await settled();
    expect(page.model.notice).toEqual({ level: 'warning', message: 'Saved, but the server did not store: Module.' });
    expect(page.model.unsent).toBe(false);
  });

  it.each<[string, InjectableFault, RegExp]>([
    ['returns HTML', html, /could not be read \(Welcome to nginx!\)/],
    ['returns truncated JSON', garbage, /could not be read \(not JSON\)/],
    ['does not respond', { kind: 'hanging' }, /did not respond within 30 seconds/],
    ['closes the connection', { kind: 'closed' }, /was lost before a response arrived/],
    ['returns 500', answered(500, 'oops', 'text/plain'), /failed \(status 500\)/],
    ['rejects the key', answered(401, { detail: 'expired' }), /Authentication failed/],
    ['returns 403', answered(403, { detail: 'Guests may not edit' }), /permission to do this \(Guests may not edit\)/],
    ['has no such work item', answered(404, { error: 'The requested resource does not exist.' }), /does not exist/],
    ['rejects it as too large', answered(413, { error: 'too large' }), /too large/],
    ['redirects it', redirected('https://elsewhere.example/'), /elsewhere/],
  ])(
    'to a server that %s reports that, keeps the draft, and succeeds when it is retried',
    async (_what, trouble, sentence) => {
      using page = await openPage(setup);
      await page.edit('name', 'Written by hand');
      setup.proxy.inject(patches, trouble);
      const { problem } = await setup.whileTimePasses(page.send({ type: 'save' }));
      await settled();
      expect(problem).toMatch(sentence);
      expect(problem).toMatch(/^Not saved\. [A-Z\d].*\. Your changes are kept as a draft\.$/);
      expect(page.model).toMatchObject({ notice: { level: 'error', message: problem }, saving: false, unsent: true });
      expect(page.field('name')).toMatchObject({ value: 'Written by hand', touched: true });
      await setup.draftStore.flush();
      expect((await setup.newDesk().open(KEY))?.touched).toEqual({ name: 'Written by hand' });
      setup.proxy.heal();
      expect((await page.send({ type: 'save' })).problem).toBeUndefined();
      await settled();
      expect(page.model).toMatchObject({ unsent: false });
      expect(page.model.notice).toBeUndefined();
    },
  );

  it('whose response was lost is retried, and its draft is removed after the response', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Once or twice');
    setup.proxy.inject(patches, { kind: 'lost' }, 1);
    expect((await setup.whileTimePasses(page.send({ type: 'save' }))).problem).toBeUndefined();
    expect(bodies()).toEqual([{ name: 'Once or twice' }, { name: 'Once or twice' }]);
    expect(setup.draftStore.get(KEY)?.touched).toEqual({});
  });

  it('that arrived although all responses were lost has no draft after a reload', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Arrived unheard');
    setup.proxy.inject(patches, { kind: 'lost' });
    await setup.whileTimePasses(page.send({ type: 'save' }));
    await settled();
    expect(page.model.unsent).toBe(true);
    setup.proxy.heal();
    await page.send({ type: 'reload' });
    await settled();
    expect(page.model.unsent).toBe(false);
    expect(page.field('name').value).toBe('Arrived unheard');
  });
});

describe('An edit during a save', () => {
  async function whileSaving(
    work: (page: Awaited<ReturnType<typeof openPage>>) => Promise<void>,
    trouble?: InjectableFault,
  ) {
    const page = await openPage(setup);
    await page.edit('name', 'First');
    const release = deferred<void>();
    setup.proxy.inject(patches, trouble ?? { kind: 'held', until: release.promise }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.until(patches);
    await work(page);
    release.resolve();
    await saving;
    await settled();
    return page;
  }

  it('is kept as a draft after the response, and the page shows that the save is running', async () => {
    using page = await whileSaving(async (one) => {
      await settled();
      expect(one.model.saving).toBe(true);
      await one.edit('name', 'Second');
      await one.edit('priority', 'low');
    });
    expect(page.model.saving).toBe(false);
    expect(page.field('name')).toMatchObject({ value: 'Second', touched: true });
    expect(page.field('priority')).toMatchObject({ value: 'low', touched: true });
    await page.send({ type: 'save' });
    expect(bodies()).toEqual([{ name: 'First' }, { name: 'Second', priority: 'low' }]);
  });

  it("is also kept if it is the server's earlier value", async () => {
    using page = await whileSaving(async (one) => {
      await one.edit('name', 'Use the board with the keyboard alone');
    });
    expect(page.field('name')).toMatchObject({ value: 'Use the board with the keyboard alone', touched: true });
    await page.send({ type: 'save' });
    expect(setup.store.item(WEB_1)?.name).toBe('Use the board with the keyboard alone');
  });

  it("back to the server's value leaves no draft if the save was rejected", async () => {
    const page = await openPage(setup);
    await page.edit('name', 'First');
    setup.proxy.inject(patches, answered(400, { name: ['Taken.'] }), 1);
    const saving = page.send({ type: 'save' });
    await page.edit('name', 'Use the board with the keyboard alone');
    await saving;
    await settled();
    expect(page.model.unsent).toBe(false);
    page.conversation.dispose();
  });

  it('is not sent by a second save during the first', async () => {
    using page = await whileSaving(async (one) => {
      expect((await one.send({ type: 'save' })).problem).toBeUndefined();
    });
    expect(bodies()).toEqual([{ name: 'First' }]);
    expect(page.model.unsent).toBe(false);
  });
});

describe('Reverting', () => {
  it('one field keeps the others and sends the page the values to take', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'A');
    await page.edit('priority', 'low');
    await page.send({ type: 'revert', field: 'name' });
    const reset = page.received.findLast(({ type }) => type === 'reset');
    expect(reset).toMatchObject({ model: { unsent: true } });
    await settled();
    expect(page.field('name')).toMatchObject({ value: 'Use the board with the keyboard alone', touched: false });
    expect(page.field('priority')).toMatchObject({ value: 'low', touched: true });
  });

  it('all fields leaves nothing to send, no problem and no notice', async () => {
    using page = await openPage(setup);
    await page.edit('name', '');
    await page.edit('target_date', 'soon');
    await page.send({ type: 'save' });
    await page.send({ type: 'revert' });
    await settled();
    expect(page.model.unsent).toBe(false);
    expect(page.model.notice).toBeUndefined();
    expect(page.model.fields.some(({ problem, touched }) => problem !== undefined || touched)).toBe(false);
  });
});

describe('A draft', () => {
  it('is restored in another window over the same folder, and can be sent from there', async () => {
    const first = await openPage(setup);
    await first.edit('name', 'Begun yesterday');
    await first.edit('labels', []);
    await setup.draftStore.flush();
    first.conversation.dispose();
    using page = await openPage(setup, { draftStore: setup.newDesk() });
    expect(page.field('name')).toMatchObject({ value: 'Begun yesterday', touched: true });
    expect(page.titles.at(-1)).toMatch(/^● /);
    await page.send({ type: 'save' });
    expect(bodies()).toEqual([{ name: 'Begun yesterday', labels: [] }]);
  });

  it('is kept while the user is signed out, with a message, and the tab keeps its title', async () => {
    const state: { store: Store | undefined } = { store: setup.store };
    using page = await openPage(setup, { store: () => state.store });
    await page.edit('name', 'Not sent yet');
    state.store = undefined;
    page.conversation.sessionChanged();
    await page.edit('priority', 'low');
    expect((await page.send({ type: 'save' })).problem).toBe(
      'You are signed out. Sign in to send this. It is kept as a draft.',
    );
    await settled();
    expect(page.model).toMatchObject({ status: 'failed', identifier: 'WEB-1', unsent: true });
    expect(page.titles.at(-1)).toBe('● WEB-1 Use the board with the keyboard alone');
    expect(bodies()).toEqual([]);
    state.store = setup.store;
    page.conversation.sessionChanged();
    await page.until(({ status }) => status === 'ready');
    await page.send({ type: 'save' });
    expect(bodies()).toEqual([{ name: 'Not sent yet', priority: 'low' }]);
  });

  it('is not sent before the work item is loaded', async () => {
    const first = await openPage(setup);
    await first.edit('name', 'Not sent yet');
    await setup.draftStore.flush();
    first.conversation.dispose();
    setup.proxy.inject(requestTo('GET', `/${WEB_1.id}/`), html);
    const unread = new Store(setup.client);
    using page = await openPage(setup, { draftStore: setup.newDesk(), store: () => unread });
    expect((await page.send({ type: 'save' })).problem).toBe('Nothing was sent, because the page is not loaded yet.');
    expect(page.model).toMatchObject({ status: 'failed', unsent: true });
    expect(bodies()).toEqual([]);
  });
});
