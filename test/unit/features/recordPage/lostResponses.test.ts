// Tests that a save is recognized on the server after a lost response, and later edits are kept.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../../src/items/edits/fingerprint.ts';
import type { FieldValue } from '../../../../src/items/form/fieldProtocol.ts';
import { recordFormOf } from '../../../../src/items/form/recordForm.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, type InjectableFault, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const NAME = 'Use the board with the keyboard alone';
const OWN_COMMENT_ID = sample.comment('WEB', 1, 3);
const isPatch = matchRequest('PATCH', `/${WEB_1.id}/`);
const isCommentPatch = matchRequest('PATCH', `/comments/${OWN_COMMENT_ID}/`);
const MAY_HAVE_ARRIVED = 'The server may have received the changes';

const setup = forEachTest(createSetup);

const lastBody = (): unknown => JSON.parse(setup.proxy.matchingRequests(isPatch).at(-1)?.body ?? '{}');
const nameOnServer = async (): Promise<string> =>
  (await setup.otherStore().resources.workItems.readOne(WEB_1.id, WEB_1.project)).name;

async function save(page: Page): Promise<string | undefined> {
  const { problem } = await setup.whileTimePasses(page.send({ type: 'save' }));
  await flushPromises();
  return problem;
}

/** Saves a value and drops the response. The responses to later requests are not lost. */
async function saveWithoutResponse(page: Page, field: string, value: FieldValue): Promise<string | undefined> {
  await page.edit(field, value);
  setup.proxy.inject(isPatch, { kind: 'lost' });
  const problem = await save(page);
  setup.proxy.removeFaults();
  return problem;
}

describe('A save whose response was lost', () => {
  it.each<[string, string, FieldValue, FieldValue]>([
    ['text', 'name', 'First', 'Second'],
    ['a description', 'description_html', '<p>First</p>', '<p>First</p><p>Second</p>'],
    ['a choice', 'priority', 'low', 'high'],
    ['a list', 'assignees', [sample.user('bruno'), sample.user('ada')], [sample.user('ada')]],
    ['a date', 'target_date', '2099-01-31', '2099-02-28'],
  ])(
    'causes no conflict when %s is edited afterwards, and the next save sends the edit',
    async (_, field, first, second) => {
      using page = await openPage(setup);
      expect(await saveWithoutResponse(page, field, first)).toContain(MAY_HAVE_ARRIVED);
      await page.edit(field, second);
      expect(await save(page)).toBeUndefined();
      expect(page.model).toMatchObject({ conflicts: [], unsent: false });
      expect(lastBody()).toEqual({
        [field]: second,
        ...(field === 'target_date' ? { start_date: expect.any(String) } : {}),
      });
    },
  );

  it('is recognized on a reload, and the saved value becomes the base value of a later edit', async () => {
    using page = await openPage(setup);
    await saveWithoutResponse(page, 'name', 'First');
    await page.edit('name', 'Second');
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.model.conflicts).toEqual([]);
    expect(page.field('name')).toMatchObject({ value: 'Second', touched: true });
    expect(setup.draftStore.get(KEY)).toMatchObject({ touched: { name: 'Second' }, base: { name: 'First' } });
    expect(setup.draftStore.get(KEY)?.sent).toBeUndefined();
  });

  it('causes no conflict when a background refresh reads the saved value', async () => {
    using page = await openPage(setup);
    await saveWithoutResponse(page, 'name', 'First');
    await page.edit('name', 'Second');
    await setup.store.readLastUpdated(WEB_1.project);
    await flushPromises();
    expect(page.model.conflicts).toEqual([]);
    expect(setup.draftStore.get(KEY)).toMatchObject({ touched: { name: 'Second' }, base: { name: 'First' } });
  });

  it('is not repeated by the next save if the user edits nothing in the meantime', async () => {
    using page = await openPage(setup);
    await saveWithoutResponse(page, 'name', 'First');
    const requestCount = setup.proxy.matchingRequests(isPatch).length;
    expect(await save(page)).toBeUndefined();
    expect(setup.proxy.matchingRequests(isPatch)).toHaveLength(requestCount);
    expect(page.model.unsent).toBe(false);
  });

  it('is recognized by another window after the first window was killed before the response', async () => {
    const killedPage = await openPage(setup);
    await killedPage.edit('name', 'First');
    setup.proxy.inject(isPatch, { kind: 'delayed', until: new Promise(() => undefined) }, 1);
    void killedPage.send({ type: 'save' }).catch(() => undefined);
    await setup.proxy.waitForRequests(isPatch);
    await killedPage.edit('name', 'Second');
    await setup.clock.advance(500);
    await setup.draftStore.flush();
    const store = setup.otherStore();
    using page = await openPage(setup, { draftStore: setup.newDraftStore(), store: () => store });
    expect(page.model.conflicts).toEqual([]);
    expect(page.field('name')).toMatchObject({ value: 'Second', touched: true });
    killedPage.recordPage.dispose();
  });

  it('is recognized even if the server has reformatted the description', async () => {
    using page = await openPage(setup);
    const first = '<p>See <a href="https://plane.so">Plane</a> &amp; more</p><p data-x="1">Two</p>';
    await saveWithoutResponse(page, 'description_html', first);
    // The description in the form in which a real server's sanitizer stores it.
    const storedHtml =
      '<div><p>See <a rel="noopener noreferrer" href="https://plane.so">Plane</a> &amp; more</p>\n<p>Two</p></div>';
    await setup.otherStore().resources.workItems.update(WEB_1.id, { description_html: storedHtml }, WEB_1.project);
    await page.edit('description_html', `${first}<p>Three</p>`);
    expect(await save(page)).toBeUndefined();
    expect(page.model.conflicts).toEqual([]);
  });

  it('causes a conflict if another user overwrites the saved value', async () => {
    using page = await openPage(setup);
    await saveWithoutResponse(page, 'name', 'First');
    await setup.otherStore().resources.workItems.update(WEB_1.id, { name: 'Theirs' }, WEB_1.project);
    await page.edit('name', 'Second');
    expect(await save(page)).toMatch(/^Not saved: Title/);
    expect(page.model.conflicts).toMatchObject([{ field: 'name', theirs: 'Theirs', mine: 'Second' }]);
    expect(await nameOnServer()).toBe('Theirs');
  });

  it('keeps a later edit that restores the original value, because the server may have the sent value', async () => {
    using page = await openPage(setup);
    await saveWithoutResponse(page, 'name', 'First');
    await page.edit('name', NAME);
    await flushPromises();
    expect(page.field('name').touched).toBe(true);
    expect(await save(page)).toBeUndefined();
    expect(await nameOnServer()).toBe(NAME);
  });

  it('is recognized by the value on the server, even if the request of a later save did not arrive', async () => {
    using page = await openPage(setup);
    await saveWithoutResponse(page, 'name', 'First');
    await page.edit('name', 'Second');
    setup.proxy.inject(matchRequest('GET', `/${WEB_1.id}/`), answerWith(500, 'oops', 'text/plain'));
    expect(await save(page)).not.toContain(MAY_HAVE_ARRIVED);
    setup.proxy.removeFaults();
    setup.proxy.inject(isPatch, { kind: 'closed' });
    expect(await save(page)).toContain(MAY_HAVE_ARRIVED);
    setup.proxy.removeFaults();
    await page.edit('name', 'Third');
    expect(await save(page)).toBeUndefined();
    expect(await nameOnServer()).toBe('Third');
  });
});

describe('A canceled save', () => {
  it('ends at once, warns that the request may have arrived, and causes no conflict in the next save', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'First');
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isPatch, { kind: 'delayed', until: delayedResponse.promise }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.waitForRequests(isPatch);
    await page.send({ type: 'cancelSave' });
    const { problem } = await saving;
    await flushPromises();
    expect(problem).toContain(MAY_HAVE_ARRIVED);
    expect(page.model).toMatchObject({ saving: false, unsent: true, notice: { level: 'warning', message: problem } });
    delayedResponse.resolve();
    await page.edit('name', 'Second');
    expect(await save(page)).toBeUndefined();
    expect(page.model).toMatchObject({ conflicts: [], unsent: false });
    expect(await nameOnServer()).toBe('Second');
  });

  it('does not warn that the request may have arrived if no request was sent', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'First');
    const isItemRead = matchRequest('GET', `/${WEB_1.id}/`);
    const readCount = setup.proxy.matchingRequests(isItemRead).length;
    setup.proxy.inject(isItemRead, { kind: 'hanging' }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.waitForRequests(isItemRead, readCount + 1);
    await page.send({ type: 'cancelSave' });
    const { problem } = await saving;
    expect(problem).toMatch(/^Not saved\./);
    expect(problem).not.toContain(MAY_HAVE_ARRIVED);
    expect(setup.proxy.matchingRequests(isPatch)).toEqual([]);
    setup.proxy.removeFaults();
    expect(await save(page)).toBeUndefined();
  });

  it('keeps an edit that restores the original value, because the request may still arrive', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'First');
    setup.proxy.inject(isPatch, { kind: 'hanging' }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.waitForRequests(isPatch);
    await page.edit('name', NAME);
    await page.send({ type: 'cancelSave' });
    await saving;
    await flushPromises();
    expect(page.field('name').touched).toBe(true);
    expect(await save(page)).toBeUndefined();
    expect(lastBody()).toEqual({ name: NAME });
    expect(page.model.unsent).toBe(false);
  });

  it('does not warn that the request may have arrived if the rate limit has delayed the request', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'First');
    setup.proxy.inject(isPatch, { kind: 'answered', status: 429, headers: { 'retry-after': '30' }, body: '{}' }, 1);
    const saving = page.send({ type: 'save' });
    await page.waitUntil(({ waitingUntil }) => waitingUntil !== undefined);
    expect(page.model).toMatchObject({ saving: true, waitingUntil: setup.store.allowance.waitingUntil });
    await page.send({ type: 'cancelSave' });
    const { problem } = await saving;
    expect(problem).toMatch(/^Not saved\./);
    expect(problem).not.toContain(MAY_HAVE_ARRIVED);
    await flushPromises();
    expect(page.model.notice?.level).toBe('info');
  });

  it('of a new record creates the record only once when the user saves again', async () => {
    using page = await openPage(setup, { target: newRecordTarget({ kind: 'workItem', within: WEB_1.project }) });
    await page.edit('name', 'Made once');
    const isItemPost = matchRequest('POST', '/work-items/');
    setup.proxy.inject(isItemPost, { kind: 'delayed', until: new Promise(() => undefined) }, 1);
    const saving = page.send({ type: 'save' });
    await setup.proxy.waitForRequests(isItemPost);
    while (setup.proxy.answers.every(({ request: to }) => to.method !== 'POST')) await flushPromises();
    await page.send({ type: 'cancelSave' });
    expect((await saving).problem).toMatch(
      /^Not created\. .*The server may have created it\. If you try again, Contrail checks first\./,
    );
    await page.edit('name', 'Made once, renamed');
    expect(await save(page)).toBeUndefined();
    const store = setup.otherStore();
    const foundItems = await store.search('Made once');
    expect(foundItems.map(({ name }) => name)).toEqual(['Made once']);
    expect(page.createdAddresses).toHaveLength(1);
  });
});

describe('The message of a failed save', () => {
  const page = forEachTest(() => openPage(setup));

  it.each<[string, InjectableFault, boolean]>([
    ['says that the changes may have arrived if the connection is lost', { kind: 'lost' }, true],
    ['says that the changes may have arrived if there is no response before the timeout', { kind: 'hanging' }, true],
    [
      'does not say that the changes may have arrived if the server rejects them',
      answerWith(403, { detail: 'No' }),
      false,
    ],
    [
      'does not say that the changes may have arrived if the server rejects the key',
      answerWith(401, { detail: 'No' }),
      false,
    ],
  ])('%s', async (_, fault, mayHaveArrived) => {
    await page.edit('name', 'Mine');
    setup.proxy.inject(isPatch, fault);
    const problem = await save(page);
    expect(problem).toMatch(/^Not saved\. .*Your changes are kept as a draft\.$/);
    expect(problem?.includes(MAY_HAVE_ARRIVED)).toBe(mayHaveArrived);
    expect(setup.draftStore.get(KEY)?.sent !== undefined).toBe(mayHaveArrived);
  });

  it('does not say that the changes may have arrived if the read request before the save failed', async () => {
    await page.edit('name', 'Mine');
    await setup.proxy.refuse();
    expect(await save(page)).not.toContain(MAY_HAVE_ARRIVED);
    await setup.proxy.listenAgain();
  });
});

describe('An edited comment', () => {
  const page = forEachTest(() => openPage(setup));

  const commentEdits = (page: Page) => page.model.discussion?.comments;
  const editComment = (page: Page, html: string) => page.send({ type: 'editComment', id: OWN_COMMENT_ID, html });
  async function saveComment(page: Page): Promise<string | undefined> {
    const { problem } = await setup.whileTimePasses(page.send({ type: 'saveComment', id: OWN_COMMENT_ID }));
    await flushPromises();
    return problem;
  }

  it('whose response was lost is not shown as changed on the server, and later edits are kept', async () => {
    await editComment(page, '<p>First</p>');
    setup.proxy.inject(isCommentPatch, { kind: 'lost' });
    expect(await saveComment(page)).toContain('The server may have received the changes.');
    setup.proxy.removeFaults();
    await editComment(page, '<p>Second</p>');
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await flushPromises();
    expect(commentEdits(page)?.edits[OWN_COMMENT_ID]).toEqual({
      html: '<p>Second</p>',
      saving: false,
      isChangedOnServer: false,
    });
    expect(setup.draftStore.get(KEY)?.edits).toEqual({
      [OWN_COMMENT_ID]: { html: '<p>Second</p>', base: '<p>First</p>' },
    });
    expect(await saveComment(page)).toBeUndefined();
    expect(commentEdits(page)?.edits).toEqual({});
  });

  it('that the server rejects shows no warning that the server may have received the edit', async () => {
    await editComment(page, '<p>First</p>');
    setup.proxy.inject(isCommentPatch, answerWith(403, { error: 'No' }));
    expect(await saveComment(page)).not.toContain('may have received');
    expect(setup.draftStore.get(KEY)?.edits?.[OWN_COMMENT_ID]).not.toHaveProperty('sent');
  });
});

it('A draft stored by version 0.1.0 is restored, and a later change on the server is a conflict', async () => {
  const name = createHash('sha256').update(KEY).digest('hex').slice(0, 32);
  const oldDraft = { key: KEY, version: 1, title: 'WEB-1', touched: { name: 'Mine' }, base: { name: NAME }, at: 1 };
  await mkdir(setup.folder, { recursive: true });
  await writeFile(join(setup.folder, `${name}.json`), JSON.stringify(oldDraft));
  await setup.otherStore().resources.workItems.update(WEB_1.id, { name: 'Theirs' }, WEB_1.project);
  const store = setup.otherStore();
  using page = await openPage(setup, { draftStore: setup.newDraftStore(), store: () => store });
  expect(page.model.conflicts).toMatchObject([{ field: 'name', theirs: 'Theirs', mine: 'Mine' }]);
});

describe('fingerprint', () => {
  const spec = recordFormOf('workItem', false).fields.find(({ name }) => name === 'description_html');
  const fingerprintOf = (html: string): string => (spec === undefined ? '' : fingerprint(spec, html));

  it.each([
    [
      'a wrapper, attribute order and added rel',
      '<p>a <a href="https://x.test" title="t">b</a></p>',
      '<div><p>a <a rel="nofollow" href="https://x.test">b</a></p></div>',
    ],
    ['entities and whitespace between elements', '<p>a&nbsp;&amp; b</p><p>c</p>', '<p>a\u00a0&amp; b</p>\n  <p>c</p>'],
    ['an empty paragraph', '', '<p></p>'],
  ])('does not depend on %s', (_, firstHtml, secondHtml) => {
    expect(fingerprintOf(firstHtml)).toBe(fingerprintOf(secondHtml));
  });

  it.each([
    ['text', '<p>a</p>', '<p>b</p>'],
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
  ])('differs for different %s', (_, firstHtml, secondHtml) => {
    expect(fingerprintOf(firstHtml)).not.toBe(fingerprintOf(secondHtml));
  });
});
