// Tests that a save overwrites a change of another user only after the user has seen that change.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictView, textsToCompare } from '../../../../src/features/recordPage/conflictView.ts';
import { conflictsIn } from '../../../../src/items/edits/conflict.ts';
import { recordFormOf } from '../../../../src/items/form/recordForm.ts';
import { changedOnServerText } from '../../../../src/items/record/saveProblems.ts';
import { flushPromises } from '../../../support/clock.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const isPatch = matchRequest('PATCH', `/${WEB_1.id}/`);
const NAME = 'Use the board with the keyboard alone';

const setup = forEachTest(createSetup);

/** Changes the work item on the server, as another user does. The store does not receive the change. */
const changeAsOtherUser = (body: Readonly<Record<string, unknown>>) =>
  setup.client.call.updateWorkItem({ project_id: WEB_1.project, work_item_id: WEB_1.id, body });
const patchBodiesAfter = (skippedCount: number): unknown[] =>
  setup.proxy
    .matchingRequests(isPatch)
    .slice(skippedCount)
    .map(({ body }) => JSON.parse(body));

describe('A change on the server', () => {
  it('to another field is not overwritten by a save, which sends only the edited field', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await changeAsOtherUser({ priority: 'low' });
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await flushPromises();
    expect(patchBodiesAfter(1)).toEqual([{ name: 'Mine' }]);
    expect(page.field('priority').value).toBe('low');
    expect(page.model).toMatchObject({ unsent: false, conflicts: [] });
  });

  it('to the edited field prevents the save, and the page shows both values and keeps the draft', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await page.edit('state', sample.state('WEB', 'Done'));
    await changeAsOtherUser({ name: 'Theirs' });
    expect((await page.send({ type: 'save' })).problem).toBe(
      'Not saved: Title was changed on the server. Choose which version to keep.',
    );
    await flushPromises();
    expect(patchBodiesAfter(1)).toEqual([]);
    expect(page.model.conflicts).toEqual([
      { field: 'name', label: 'Title', comparable: false, theirs: 'Theirs', mine: 'Mine' },
    ]);
    expect(page.field('name')).toMatchObject({ value: 'Mine', touched: true });
  });

  it('gets the focus each time the user saves, as long as it is a conflict', async () => {
    using page = await openPage(setup);
    const focusMessages = () => page.receivedMessages.filter(({ type }) => type === 'focus');
    await page.edit('name', 'Mine');
    await changeAsOtherUser({ name: 'Theirs' });
    await page.send({ type: 'save' });
    expect(focusMessages()).toEqual([{ type: 'focus', where: 'name' }]);
    await page.recordPage.save();
    expect(focusMessages()).toHaveLength(2);
    await page.send({ type: 'resolve', field: 'name', keep: 'mine' });
    await page.send({ type: 'save' });
    expect(focusMessages()).toHaveLength(2);
  });

  it('that only removes HTML attributes of the sent description causes no conflict after a lost response', async () => {
    await using communitySetup = await createSetup('community');
    using page = await openPage(communitySetup);
    const html =
      '<table><tbody><tr><td hidecontent="false"><p><a rel="nofollow noopener" href="https://x.test">a</a></p></td></tr></tbody></table>';
    await page.edit('description_html', html);
    communitySetup.proxy.inject(isPatch, { kind: 'lost' });
    expect((await communitySetup.whileTimePasses(page.send({ type: 'save' }))).problem).toMatch(/^Not saved/);
    communitySetup.proxy.removeFaults();
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await flushPromises();
    expect(page.model).toMatchObject({ unsent: false, conflicts: [] });
    const { description_html } = await communitySetup.client.call.getWorkItem({
      project_id: WEB_1.project,
      work_item_id: WEB_1.id,
    });
    expect(description_html).toBe(html.replace(' hidecontent="false"', '').replace('nofollow ', ''));
  });

  it('is overwritten if the user selects their own version', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await changeAsOtherUser({ name: 'Theirs' });
    await page.send({ type: 'save' });
    await page.send({ type: 'resolve', field: 'name', keep: 'mine' });
    await flushPromises();
    expect(page.model.conflicts).toEqual([]);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(patchBodiesAfter(1)).toEqual([{ name: 'Mine' }]);
  });

  it("replaces the edit if the user selects the server's version, and a save sends the other edits", async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await page.edit('priority', 'low');
    await changeAsOtherUser({ name: 'Theirs' });
    await page.send({ type: 'save' });
    await page.send({ type: 'resolve', field: 'name', keep: 'theirs' });
    await flushPromises();
    expect(page.field('name')).toMatchObject({ value: 'Theirs', touched: false });
    await page.send({ type: 'save' });
    expect(patchBodiesAfter(1)).toEqual([{ priority: 'low' }]);
  });

  it('that follows a resolved conflict causes another conflict', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await changeAsOtherUser({ name: 'Theirs' });
    await page.send({ type: 'save' });
    await page.send({ type: 'resolve', field: 'name', keep: 'mine' });
    await changeAsOtherUser({ name: 'Theirs again' });
    await page.send({ type: 'save' });
    await flushPromises();
    expect(patchBodiesAfter(2)).toEqual([]);
    expect(page.model.conflicts).toMatchObject([{ theirs: 'Theirs again' }]);
  });

  it('to the same value as the draft causes no conflict', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'The same');
    await changeAsOtherUser({ name: 'The same' });
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await flushPromises();
    expect(page.model).toMatchObject({ unsent: false, conflicts: [] });
  });

  it('causes a conflict when the work item is reloaded, even without a save', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await changeAsOtherUser({ name: 'Theirs' });
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.model.conflicts).toMatchObject([{ field: 'name', theirs: 'Theirs', mine: 'Mine' }]);
  });

  it('causes a conflict with a draft that is restored from disk', async () => {
    {
      using page = await openPage(setup);
      await page.edit('name', 'Mine');
      await setup.draftStore.flush();
    }
    await changeAsOtherUser({ name: 'Theirs' });
    using page = await openPage(setup, { draftStore: setup.newDraftStore() });
    expect(page.model.conflicts).toMatchObject([{ field: 'name', theirs: 'Theirs', mine: 'Mine' }]);
  });

  it('to the description is compared with the draft in a diff editor', async () => {
    using page = await openPage(setup);
    await page.edit('description_html', '<p>One</p><p>Mine</p>');
    await changeAsOtherUser({ description_html: '<p>One</p><p>Theirs</p>' });
    await page.send({ type: 'save' });
    await page.send({ type: 'compare', field: 'description_html' });
    expect(page.comparisons).toEqual([
      { title: `WEB-1 ${NAME}: Description (theirs ↔ mine)`, theirs: 'One\nTheirs', mine: 'One\nMine' },
    ]);
  });

  it('is shown with the names of users and states instead of their ids', async () => {
    using page = await openPage(setup);
    await page.edit('state', sample.state('WEB', 'Done'));
    await page.edit('assignees', []);
    await changeAsOtherUser({ state: sample.state('WEB', 'Cancelled'), assignees: [sample.user('bruno')] });
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.model.conflicts).toMatchObject([
      { field: 'state', theirs: 'Cancelled', mine: 'Done' },
      { field: 'assignees', theirs: expect.stringContaining('Bruno'), mine: 'None' },
    ]);
  });
});

it('Consecutive saves of one page cause no conflicts', async () => {
  using page = await openPage(setup);
  for (const name of ['First', 'Second', 'Third']) {
    await page.edit('name', name);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
  }
  await flushPromises();
  expect(page.model.conflicts).toEqual([]);
});

describe('conflictsIn', () => {
  const fields = recordFormOf('workItem', false).fields.filter(({ name }) => name === 'name');
  const value = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });

  it('returns exactly the fields that the draft and the server have changed to different values', () => {
    fc.assert(
      fc.property(value, value, value, (base, mine, theirs) => {
        const draft = { touched: { name: mine }, base: { name: base }, at: 0 };
        const conflicts = conflictsIn(draft, fields, { values: { name: theirs }, changedAt: undefined });
        expect(conflicts.length === 1).toBe(base !== theirs && mine !== theirs);
      }),
    );
  });

  it('returns a field without a base value if the record was changed after the draft', () => {
    const draft = { touched: { name: 'mine' }, at: Date.parse('2026-11-20T10:00:00Z') };
    const conflictsWhenChangedAt = (changedAt: string) =>
      conflictsIn(draft, fields, { values: { name: 'theirs' }, changedAt });
    expect(conflictsWhenChangedAt('2026-11-20T10:00:01Z')).toHaveLength(1);
    expect(conflictsWhenChangedAt('2026-11-20T09:59:59Z')).toEqual([]);
  });
});

it('textsToCompare returns markup with a line break between adjacent tags for texts that differ only in markup', () => {
  expect(textsToCompare('<p>a <b>b</b></p><p>c</p>', '<p>a b</p><p>c</p>', () => undefined)).toEqual([
    '<p>a <b>b</b>\n</p>\n<p>c</p>',
    '<p>a b</p>\n<p>c</p>',
  ]);
});

it('conflictView and textsToCompare show mentions as the names of the users', () => {
  const [theirs, mine] = ['Ada', 'Bruno'].map(
    (id) => `<p>Ask <mention-component entity_identifier="${id}"></mention-component></p>`,
  ) as [string, string];
  const userName = (id: string): string => `${id} Park`;
  expect(textsToCompare(theirs, mine, userName)).toEqual(['Ask @Ada Park', 'Ask @Bruno Park']);
  const view = { label: 'Description', kind: 'richText' } as const;
  expect(
    conflictView({ field: 'description_html', base: '', theirs, mine }, view, () => undefined, userName),
  ).toMatchObject({
    theirs: 'Ask @Ada Park',
    mine: 'Ask @Bruno Park',
  });
});

describe('changedOnServerText', () => {
  it('returns a message with the names of all changed fields', () => {
    expect(changedOnServerText(['Title', 'Description'])).toBe(
      'Not saved: Title and Description were changed on the server. Choose which version to keep.',
    );
  });
});
