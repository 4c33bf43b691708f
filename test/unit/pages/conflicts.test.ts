// Tests that no change is overwritten unseen: both sides merge, or the user decides.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conflictsIn } from '../../../src/pages/edits/conflict.ts';
import { recordFormOf } from '../../../src/pages/fields/recordForm.ts';
import { comparable } from '../../../src/pages/record/conflictView.ts';
import { changedOnServer } from '../../../src/pages/record/saveProblems.ts';
import { settled } from '../../support/clock.ts';
import { requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const patches = requestTo('PATCH', `/${WEB_1.id}/`);
const NAME = 'Use the board with the keyboard alone';

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

/** Changes the work item as another user, without this window receiving it. */
const meanwhile = (body: Readonly<Record<string, unknown>>) =>
  setup.client.call.updateWorkItem({ project_id: WEB_1.project, work_item_id: WEB_1.id, body });
const ownBodies = (but: number): unknown[] =>
  setup.proxy
    .requestsTo(patches)
    .slice(but)
    .map(({ body }) => JSON.parse(body));

describe('A change on the server', () => {
  it('to another field is merged by a save', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await meanwhile({ priority: 'low' });
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await settled();
    expect(ownBodies(1)).toEqual([{ name: 'Mine' }]);
    expect(page.field('priority').value).toBe('low');
    expect(page.model).toMatchObject({ unsent: false, conflicts: [] });
  });

  it('to the same field stops the save, shows both sides and keeps the draft', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await page.edit('state', sample.state('WEB', 'Done'));
    await meanwhile({ name: 'Theirs' });
    expect((await page.send({ type: 'save' })).problem).toBe(
      'Not saved: Name was changed on the server. Choose which version to keep.',
    );
    await settled();
    expect(ownBodies(1)).toEqual([]);
    expect(page.model.conflicts).toEqual([
      { field: 'name', label: 'Name', comparable: false, theirs: 'Theirs', mine: 'Mine' },
    ]);
    expect(page.field('name')).toMatchObject({ value: 'Mine', touched: true });
  });

  it('that only drops attributes of the sent description is no conflict after the response was lost', async () => {
    await using community = await createSetup('community');
    using page = await openPage(community);
    const html =
      '<table><tbody><tr><td hidecontent="false"><p><a rel="nofollow noopener" href="https://x.test">a</a></p></td></tr></tbody></table>';
    await page.edit('description_html', html);
    community.proxy.inject(patches, { kind: 'lost' });
    expect((await community.whileTimePasses(page.send({ type: 'save' }))).problem).toMatch(/^Not saved/);
    community.proxy.heal();
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await settled();
    expect(page.model).toMatchObject({ unsent: false, conflicts: [] });
    const { description_html } = await community.client.call.getWorkItem({
      project_id: WEB_1.project,
      work_item_id: WEB_1.id,
    });
    expect(description_html).toBe(html.replace(' hidecontent="false"', '').replace('nofollow ', ''));
  });

  it('is overwritten if the user keeps the draft', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await meanwhile({ name: 'Theirs' });
    await page.send({ type: 'save' });
    await page.send({ type: 'resolve', field: 'name', keep: 'mine' });
    await settled();
    expect(page.model.conflicts).toEqual([]);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(ownBodies(1)).toEqual([{ name: 'Mine' }]);
  });

  it('replaces the draft of the field if the user selects it, and a save sends the other fields', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await page.edit('priority', 'low');
    await meanwhile({ name: 'Theirs' });
    await page.send({ type: 'save' });
    await page.send({ type: 'resolve', field: 'name', keep: 'theirs' });
    await settled();
    expect(page.field('name')).toMatchObject({ value: 'Theirs', touched: false });
    await page.send({ type: 'save' });
    expect(ownBodies(1)).toEqual([{ priority: 'low' }]);
  });

  it('is found again when the field changes on the server once more', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await meanwhile({ name: 'Theirs' });
    await page.send({ type: 'save' });
    await page.send({ type: 'resolve', field: 'name', keep: 'mine' });
    await meanwhile({ name: 'Theirs again' });
    await page.send({ type: 'save' });
    await settled();
    expect(ownBodies(2)).toEqual([]);
    expect(page.model.conflicts).toMatchObject([{ theirs: 'Theirs again' }]);
  });

  it('to the same value as the draft is no conflict', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'The same');
    await meanwhile({ name: 'The same' });
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await settled();
    expect(page.model).toMatchObject({ unsent: false, conflicts: [] });
  });

  it('is found without a save when the work item is reloaded', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'Mine');
    await meanwhile({ name: 'Theirs' });
    await page.send({ type: 'reload' });
    await settled();
    expect(page.model.conflicts).toMatchObject([{ field: 'name', theirs: 'Theirs', mine: 'Mine' }]);
  });

  it('is found for a draft that was restored from disk', async () => {
    {
      using page = await openPage(setup);
      await page.edit('name', 'Mine');
      await setup.draftStore.flush();
    }
    await meanwhile({ name: 'Theirs' });
    using page = await openPage(setup, { draftStore: setup.newDesk() });
    expect(page.model.conflicts).toMatchObject([{ field: 'name', theirs: 'Theirs', mine: 'Mine' }]);
  });

  it('to the description is compared as two texts', async () => {
    using page = await openPage(setup);
    await page.edit('description_html', '<p>One</p><p>Mine</p>');
    await meanwhile({ description_html: '<p>One</p><p>Theirs</p>' });
    await page.send({ type: 'save' });
    await page.send({ type: 'compare', field: 'description_html' });
    expect(page.comparisons).toEqual([
      { title: `WEB-1 ${NAME}: Description (theirs ↔ yours)`, theirs: 'One\nTheirs', mine: 'One\nMine' },
    ]);
  });

  it('is shown with the names of users and states instead of their ids', async () => {
    using page = await openPage(setup);
    await page.edit('state', sample.state('WEB', 'Done'));
    await page.edit('assignees', []);
    await meanwhile({ state: sample.state('WEB', 'Cancelled'), assignees: [sample.user('bruno')] });
    await page.send({ type: 'reload' });
    await settled();
    expect(page.model.conflicts).toMatchObject([
      { field: 'state', theirs: 'Cancelled', mine: 'Done' },
      { field: 'assignees', theirs: expect.stringContaining('Bruno'), mine: 'None' },
    ]);
  });
});

it('Consecutive saves of one page are never taken for changes by another user', async () => {
  using page = await openPage(setup);
  for (const name of ['First', 'Second', 'Third']) {
    await page.edit('name', name);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
  }
  await settled();
  expect(page.model.conflicts).toEqual([]);
});

describe('conflictsIn', () => {
  const fields = recordFormOf('workItem', false).fields.filter(({ name }) => name === 'name');
  const value = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });

  it('returns exactly the fields that both sides changed to different values', () => {
    fc.assert(
      fc.property(value, value, value, (base, mine, theirs) => {
        const draft = { touched: { name: mine }, base: { name: base }, at: 0 };
        const found = conflictsIn(draft, fields, { values: { name: theirs }, changedAt: undefined });
        expect(found.length === 1).toBe(base !== theirs && mine !== theirs);
      }),
    );
  });

  it('returns a field of a draft without a base if the record is newer than the draft', () => {
    const draft = { touched: { name: 'mine' }, at: Date.parse('2026-11-20T10:00:00Z') };
    const at = (changedAt: string) => conflictsIn(draft, fields, { values: { name: 'theirs' }, changedAt });
    expect(at('2026-11-20T10:00:01Z')).toHaveLength(1);
    expect(at('2026-11-20T09:59:59Z')).toEqual([]);
  });
});

it('Texts that differ only in their markup are compared tag by tag', () => {
  expect(comparable('<p>a <b>b</b></p><p>c</p>', '<p>a b</p><p>c</p>')).toEqual([
    '<p>a <b>b</b>\n</p>\n<p>c</p>',
    '<p>a b</p>\n<p>c</p>',
  ]);
});

describe('changedOnServer', () => {
  it('names every field that was changed', () => {
    expect(changedOnServer(['Name', 'Description'])).toBe(
      'Not saved: Name and Description were changed on the server. Choose which version to keep.',
    );
  });
});
