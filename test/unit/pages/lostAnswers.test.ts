// Tests saves whose response is lost: they are recognized, and later edits are kept.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../../src/pages/edits/fingerprint.ts';
import { recordFormOf } from '../../../src/pages/fields/recordForm.ts';
import type { FieldValue } from '../../../src/pages/protocol/fields.ts';
import { newRecordTarget } from '../../../src/pages/record/newRecordTarget.ts';
import { settled } from '../../support/clock.ts';
import { answered, type InjectableFault, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';
import { deferred } from '../std/deferred.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const NAME = 'Use the board with the keyboard alone';
const OWN = sample.comment('WEB', 1, 3);
const patches = requestTo('PATCH', `/${WEB_1.id}/`);
const commentPatches = requestTo('PATCH', `/comments/${OWN}/`);
const MAY_HAVE_ARRIVED = 'The server may have received the changes';

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

const lastBody = (): unknown => JSON.parse(setup.proxy.requestsTo(patches).at(-1)?.body ?? '{}');
const nameOnServer = async (): Promise<string> =>
  (await setup.otherStore().resources.workItems.readOne(WEB_1.id, WEB_1.project)).name;

async function save(page: Page): Promise<string | undefined> {
  const { problem } = await setup.whileTimePasses(page.send({ type: 'save' }));
  await settled();
  return problem;
}

/** Saves a value without receiving a response; afterwards the server responds again. */
async function saveInVain(page: Page, field: string, value: FieldValue): Promise<string | undefined> {
  await page.edit(field, value);
  setup.proxy.inject(patches, { kind: 'lost' });
  const problem = await save(page);
  setup.proxy.heal();
  return problem;
}

describe('A save whose response was lost', () => {
  it.each<[string, string, FieldValue, FieldValue]>([
    ['text', 'name', 'First', 'Second'],
    ['a description', 'description_html', '<p>First</p>', '<p>First</p><p>Second</p>'],
    ['a choice', 'priority', 'low', 'high'],
    ['a list', 'assignees', [sample.user('bruno'), sample.user('ada')], [sample.user('ada')]],
    ['a date', 'target_date', '2099-01-31', '2099-02-28'],
  ])('is no conflict when %s was edited since, and the next save sends the edit', async (_, field, first, second) => {
    using page = await openPage(setup);
    expect(await saveInVain(page, field, first)).toContain(MAY_HAVE_ARRIVED);
    await page.edit(field, second);
    expect(await save(page)).toBeUndefined();
    expect(page.model).toMatchObject({ conflicts: [], unsent: false });
    expect(lastBody()).toEqual({ [field]: second });
  });

  it('becomes the base of the edit when the record is reloaded, and the edit stays unsaved', async () => {
    using page = await openPage(setup);
    await saveInVain(page, 'name', 'First');
    await page.edit('name', 'Second');
    await page.send({ type: 'reload' });
    await settled();
    expect(page.model.conflicts).toEqual([]);
    expect(page.field('name')).toMatchObject({ value: 'Second', touched: true });
    expect(setup.draftStore.get(KEY)).toMatchObject({ touched: { name: 'Second' }, base: { name: 'First' } });
    expect(setup.draftStore.get(KEY)?.sent).toBeUndefined();
  });

  it('is no conflict when a background refresh of a list reads it', async () => {
    using page = await openPage(setup);
    await saveInVain(page, 'name', 'First');
    await page.edit('name', 'Second');
    await setup.store.readChanged(WEB_1.project);
    await settled();
    expect(page.model.conflicts).toEqual([]);
    expect(setup.draftStore.get(KEY)).toMatchObject({ touched: { name: 'Second' }, base: { name: 'First' } });
  });

  it('sends nothing again if nothing was edited since', async () => {
    using page = await openPage(setup);
    await saveInVain(page, 'name', 'First');
    const sent = setup.proxy.requestsTo(patches).length;
    expect(await save(page)).toBeUndefined();
    expect(setup.proxy.requestsTo(patches)).toHaveLength(sent);
    expect(page.model.unsent).toBe(false);
  });

  it('is recognized by the window that replaces one killed before the response', async () => {
    const killed = await openPage(setup);
    await killed.edit('name', 'First');
    setup.proxy.inject(patches, { kind: 'held', until: new Promise(() => undefined) }, 1);
    void killed.send({ type: 'save' }).catch(() => undefined);
    await setup.proxy.until(patches);
    await killed.edit('name', 'Second');
    await setup.clock.advance(500);
    await setup.draftStore.flush();
    const store = setup.otherStore();
    using page = await openPage(setup, { draftStore: setup.newDesk(), store: () => store });
    expect(page.model.conflicts).toEqual([]);
    expect(page.field('name')).toMatchObject({ value: 'Second', touched: true });
    killed.conversation.dispose();
  });

  it('is recognized although the server has rewritten the description', async () => {
    using page = await openPage(setup);
    const first = '<p>See <a href="https://plane.so">Plane</a> &amp; more</p><p data-x="1">Two</p>';
    await saveInVain(page, 'description_html', first);
    // As stored by the sanitizer of a real server (API-FACTS G).
    const kept =
      '<div><p>See <a rel="noopener noreferrer" href="https://plane.so">Plane</a> &amp; more</p>\n<p>Two</p></div>';
    await setup.otherStore().resources.workItems.update(WEB_1.id, { description_html: kept }, WEB_1.project);
    await page.edit('description_html', `${first}<p>Three</p>`);
    expect(await save(page)).toBeUndefined();
    expect(page.model.conflicts).toEqual([]);
  });

  it('is a conflict if another user has overwritten it since', async () => {
    using page = await openPage(setup);
    await saveInVain(page, 'name', 'First');
    await setup.otherStore().resources.workItems.update(WEB_1.id, { name: 'Theirs' }, WEB_1.project);
    await page.edit('name', 'Second');
    expect(await save(page)).toMatch(/^Not saved: Name/);
    expect(page.model.conflicts).toMatchObject([{ field: 'name', theirs: 'Theirs', mine: 'Second' }]);
    expect(await nameOnServer()).toBe('Theirs');
  });

  it('keeps an edit back to the earlier value, because the server may have the value that was sent', async () => {
    using page = await openPage(setup);
    await saveInVain(page, 'name', 'First');
    await page.edit('name', NAME);
    await settled();
    expect(page.field('name').touched).toBe(true);
    expect(await save(page)).toBeUndefined();
    expect(await nameOnServer()).toBe(NAME);
  });

  it('and that was followed by another save is recognized by its value if only it arrived', async () => {
    using page = await openPage(setup);
    await saveInVain(page, 'name', 'First');
    await page.edit('name', 'Second');
    setup.proxy.inject(requestTo('GET', `/${WEB_1.id}/`), answered(500, 'oops', 'text/plain'));
    expect(await save(page)).not.toContain(MAY_HAVE_ARRIVED);
    setup.proxy.heal();
    setup.proxy.inject(patches, { kind: 'closed' });
    expect(await save(page)).toContain(MAY_HAVE_ARRIVED);
    setup.proxy.heal();
    await page.edit('name', 'Third');
    expect(await save(page)).toBeUndefined();
    expect(await nameOnServer()).toBe('Third');
  });
});

describe('A canceled save', () => {
  it('ends immediately, may have arrived, and is recognized if it did', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'First');
    const release = deferred<void>();
    setup.proxy.inject(patches, { kind: 'held', until: release.promise }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.until(patches);
    await page.send({ type: 'cancelSave' });
    const { problem } = await saving;
    await settled();
    expect(problem).toContain(MAY_HAVE_ARRIVED);
    expect(page.model).toMatchObject({ saving: false, unsent: true, notice: { level: 'warning', message: problem } });
    release.resolve();
    await page.edit('name', 'Second');
    expect(await save(page)).toBeUndefined();
    expect(page.model).toMatchObject({ conflicts: [], unsent: false });
    expect(await nameOnServer()).toBe('Second');
  });

  it('has not arrived if it was canceled before the request', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'First');
    const reads = requestTo('GET', `/${WEB_1.id}/`);
    const before = setup.proxy.requestsTo(reads).length;
    setup.proxy.inject(reads, { kind: 'hanging' }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.until(reads, before + 1);
    await page.send({ type: 'cancelSave' });
    const { problem } = await saving;
    expect(problem).toMatch(/^Not saved\./);
    expect(problem).not.toContain(MAY_HAVE_ARRIVED);
    expect(setup.proxy.requestsTo(patches)).toEqual([]);
    setup.proxy.heal();
    expect(await save(page)).toBeUndefined();
  });

  it('followed by an edit back to the earlier value sends that value, because the save may still arrive', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'First');
    setup.proxy.inject(patches, { kind: 'hanging' }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.until(patches);
    await page.edit('name', NAME);
    await page.send({ type: 'cancelSave' });
    await saving;
    await settled();
    expect(page.field('name').touched).toBe(true);
    expect(await save(page)).toBeUndefined();
    expect(lastBody()).toEqual({ name: NAME });
    expect(page.model.unsent).toBe(false);
  });

  it('has not arrived if the rate limit delayed the request, and the page shows the end of the delay', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'First');
    setup.proxy.inject(patches, { kind: 'answered', status: 429, headers: { 'retry-after': '30' }, body: '{}' }, 1);
    const saving = page.send({ type: 'save' });
    await page.until(({ waitingUntil }) => waitingUntil !== undefined);
    expect(page.model).toMatchObject({ saving: true, waitingUntil: setup.store.allowance.waitingUntil });
    await page.send({ type: 'cancelSave' });
    const { problem } = await saving;
    expect(problem).toMatch(/^Not saved\./);
    expect(problem).not.toContain(MAY_HAVE_ARRIVED);
    await settled();
    expect(page.model.notice?.level).toBe('info');
  });

  it('of a new record creates the record once when it is saved again', async () => {
    using page = await openPage(setup, { subject: newRecordTarget({ kind: 'workItem', within: WEB_1.project }) });
    await page.edit('name', 'Made once');
    const posts = requestTo('POST', '/work-items/');
    setup.proxy.inject(posts, { kind: 'held', until: new Promise(() => undefined) }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.until(posts);
    while (setup.proxy.answers.every(({ to }) => to.method !== 'POST')) await settled();
    await page.send({ type: 'cancelSave' });
    expect((await saving).problem).toMatch(
      /^Not created\. .*The server may have created it\. If you try again, Contrail checks first\./,
    );
    await page.edit('name', 'Made once, renamed');
    expect(await save(page)).toBeUndefined();
    const store = setup.otherStore();
    const found = await store.search('Made once');
    expect(found.map(({ name }) => name)).toEqual(['Made once']);
    expect(page.made).toHaveLength(1);
  });
});

describe('The message of a failed save', () => {
  it.each<[string, InjectableFault, boolean]>([
    ['the connection is lost', { kind: 'lost' }, true],
    ['no response arrives before the timeout', { kind: 'hanging' }, true],
    ['the server rejects it', answered(403, { detail: 'No' }), false],
    ['the server rejects the key', answered(401, { detail: 'No' }), false],
  ])('reports that the changes may have arrived only where that is so: %s', async (_, trouble, expected) => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    setup.proxy.inject(patches, trouble);
    const problem = await save(page);
    expect(problem).toMatch(/^Not saved\. .*Your changes are kept as a draft\.$/);
    expect(problem?.includes(MAY_HAVE_ARRIVED)).toBe(expected);
    expect(setup.draftStore.get(KEY)?.sent !== undefined).toBe(expected);
  });

  it('does not report that the changes may have arrived if the record could not be read before', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await setup.proxy.refuse();
    expect(await save(page)).not.toContain(MAY_HAVE_ARRIVED);
    await setup.proxy.listenAgain();
  });
});

describe('An edited comment whose response was lost', () => {
  const draftStore = (page: Page) => page.model.discussion?.comments;
  const change = (page: Page, html: string) => page.send({ type: 'editComment', id: OWN, html });
  async function saveComment(page: Page): Promise<string | undefined> {
    const { problem } = await setup.whileTimePasses(page.send({ type: 'saveComment', id: OWN }));
    await settled();
    return problem;
  }

  it('is not reported as changed on the server, and later edits are kept', async () => {
    using page = await openPage(setup);
    await change(page, '<p>First</p>');
    setup.proxy.inject(commentPatches, { kind: 'lost' });
    expect(await saveComment(page)).toContain('The server may have received it.');
    setup.proxy.heal();
    await change(page, '<p>Second</p>');
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await settled();
    expect(draftStore(page)?.edits[OWN]).toEqual({ html: '<p>Second</p>', saving: false, overtaken: false });
    expect(setup.draftStore.get(KEY)?.edits).toEqual({ [OWN]: { html: '<p>Second</p>', base: '<p>First</p>' } });
    expect(await saveComment(page)).toBeUndefined();
    expect(draftStore(page)?.edits).toEqual({});
  });

  it('is not reported as possibly received when the server rejects it', async () => {
    using page = await openPage(setup);
    await change(page, '<p>First</p>');
    setup.proxy.inject(commentPatches, answered(403, { error: 'No' }));
    expect(await saveComment(page)).not.toContain('may have received');
    expect(setup.draftStore.get(KEY)?.edits?.[OWN]).not.toHaveProperty('sent');
  });
});

it('A draft of version 0.1.0 is read, and a later change on the server is a conflict as before', async () => {
  const name = createHash('sha256').update(KEY).digest('hex').slice(0, 32);
  const early = { key: KEY, version: 1, title: 'WEB-1', touched: { name: 'Mine' }, base: { name: NAME }, at: 1 };
  await mkdir(setup.folder, { recursive: true });
  await writeFile(join(setup.folder, `${name}.json`), JSON.stringify(early));
  await setup.otherStore().resources.workItems.update(WEB_1.id, { name: 'Theirs' }, WEB_1.project);
  const store = setup.otherStore();
  using page = await openPage(setup, { draftStore: setup.newDesk(), store: () => store });
  expect(page.model.conflicts).toMatchObject([{ field: 'name', theirs: 'Theirs', mine: 'Mine' }]);
});

describe('fingerprint', () => {
  const spec = recordFormOf('workItem', false).fields.find(({ name }) => name === 'description_html');
  const print = (html: string): string => (spec === undefined ? '' : fingerprint(spec, html));

  it.each([
    [
      'a wrapper, attribute order and added rel',
      '<p>a <a href="https://x.test" title="t">b</a></p>',
      '<div><p>a <a rel="nofollow" href="https://x.test">b</a></p></div>',
    ],
    ['entities and whitespace between elements', '<p>a&nbsp;&amp; b</p><p>c</p>', '<p>a\u00a0&amp; b</p>\n  <p>c</p>'],
    ['an empty paragraph', '', '<p></p>'],
  ])('ignores %s', (_, one, other) => {
    expect(print(one)).toBe(print(other));
  });

  it.each([
    ['words', '<p>a</p>', '<p>b</p>'],
    ['formatting', '<p>a</p>', '<p><strong>a</strong></p>'],
    ['links', '<a href="https://a.test">a</a>', '<a href="https://b.test">a</a>'],
    ['checked tasks', '<li data-checked="true">a</li>', '<li data-checked="false">a</li>'],
    [
      'pictures',
      '<p></p><image-component src="a"></image-component>',
      '<p></p><image-component src="b"></image-component>',
    ],
    [
      'mentions',
      '<p><mention-component entity_identifier="a"></mention-component></p>',
      '<p><mention-component entity_identifier="b"></mention-component></p>',
    ],
  ])('differs for different %s', (_, one, other) => {
    expect(print(one)).not.toBe(print(other));
  });
});
