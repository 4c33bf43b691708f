// Tests the list of unsent drafts: its rows, and how drafts are continued, copied and discarded.
import { beforeEach, describe, expect, it } from 'vitest';
import { recordKey } from '../../../../src/core/cache/address.ts';
import type { Draft } from '../../../../src/core/drafts/draft.ts';
import type { Account } from '../../../../src/core/session/accounts/account.ts';
import type { AccountDrafts } from '../../../../src/features/drafts/otherAccounts.ts';
import { pickDraft } from '../../../../src/features/drafts/pickDraft.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { signInTo } from '../../support/signedInWindow.ts';

const draftKey = (number: number): string =>
  recordKey({ kind: 'workItem', within: sample.project('WEB'), id: sample.workItem('WEB', number) });
const COMMENT = { text: '<p>Half a <b>thought</b></p>', access: 'INTERNAL', externalId: 'one' } as const;

let isSignedOut: boolean;
let otherDrafts: readonly AccountDrafts[];
const server = forAllTests(startTestServer);
const window = forEachTest(() => signInTo(server));
beforeEach(async () => {
  isSignedOut = false;
  otherDrafts = [];
});

function write(number: number, title: string, change: Partial<Draft>): void {
  window.session.draftStore.change(draftKey(number), title, () => change);
}

async function open(): Promise<{ list: ScriptedList; picked: ReturnType<typeof pickDraft> }> {
  const { prompts, clock, session } = window;
  const readOthers = async () => otherDrafts;
  const storeOf = (account: string) => window.sessions.draftStoreOf(account);
  const picked = pickDraft({ prompts, clock, readOtherDrafts: readOthers, storeOf }, isSignedOut ? undefined : session);
  return { list: await prompts.list('Drafts'), picked };
}

describe('The list of drafts', () => {
  it('contains only the row “No drafts”, which cannot be picked, if there are no drafts', async () => {
    const { list, picked } = await open();
    expect(list.placeholder).toBe('Select a draft of Ada Park in contrail to continue');
    expect(list.visible).toEqual(['No drafts']);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    expect(await picked).toBeUndefined();
  });

  it('has a row for each unsent field and comment, with identifier, field name, age and first words', async () => {
    write(2, 'WEB-2 Agree on the keys', { touched: { name: 'Agree on all keys' }, composer: COMMENT });
    await window.clock.advance(3 * 60_000);
    const { list, picked } = await open();
    expect(list.options.matchedProperties).toEqual(['description', 'detail']);
    expect(list.rows.map(({ label }) => label)).toEqual(['WEB-2', 'WEB-2']);
    expect(list.rows[0]?.description).toMatch(/^Title · .*3.* · Agree on the keys$/);
    expect(list.rows[0]?.detail).toBe('Agree on all keys');
    expect(list.rows[1]?.detail).toBe('Half a thought');
    list.focus('WEB-2');
    list.enter();
    expect(await picked).toMatchObject({ stored: { key: draftKey(2) }, entry: { kind: 'field', name: 'name' } });
    expect(list.isOpen).toBe(false);
  });

  it('shows why a comment was not sent', async () => {
    const failure = { problem: 'The server rejected it.', isTemporary: false };
    write(2, 'WEB-2 Agree on the keys', { composer: { ...COMMENT, failed: failure } });
    const { list, picked } = await open();
    expect(list.rows.map(({ detail }) => detail)).toEqual(['Half a thought — The server rejected it.']);
    list.enter();
    expect(await picked).toMatchObject({ entry: { kind: 'comment', slot: 'composer' } });
  });

  it('starts with a row to review queued comments if a comment is queued', async () => {
    write(2, 'WEB-2 Agree on the keys', { composer: { ...COMMENT, waiting: window.clock.now() } });
    write(3, 'WEB-3 Move focus between cards', { palette: COMMENT });
    const { list, picked } = await open();
    expect(list.rows.map(({ label }) => label)).toEqual([
      'Review 1 Queued Comment…',
      ...list.rows.slice(1).map(({ label }) => label),
    ]);
    const queuedRow = list.rows.find(({ label }) => label === 'WEB-2');
    expect([queuedRow?.icon, queuedRow?.description]).toEqual([
      { id: 'watch' },
      expect.stringMatching(/ · queued · Agree on the keys$/),
    ]);
    expect(list.rows.find(({ label }) => label === 'WEB-3')?.description).not.toContain('queued');
    list.pick('Review 1');
    expect(await picked).toBe('review');
  });
});

describe('A draft of another account', () => {
  const account: Account = {
    service: 'remote',
    id: 'other',
    baseUrl: 'https://plane.example.com',
    workspace: 'acme',
    method: 'key',
    me: { id: 'u2', name: 'Bea Lund' },
    source: 'stored',
    rejectedAt: undefined,
  };

  const draft = (): Draft => ({
    version: 1,
    at: window.clock.now(),
    title: 'ABC-7 Plan',
    touched: {},
    base: {},
    composer: COMMENT,
  });

  it('is listed with the name of its account, can be copied, and is returned with its account when picked', async () => {
    otherDrafts = [{ id: 'other', account, drafts: [{ key: draftKey(7), draft: draft() }] }];
    const first = await open();
    expect(first.list.visible).toEqual([
      'ABC-7 | Comment · just now · Plan | Half a thought — acme at plane.example.com (Bea Lund)',
    ]);
    expect(first.list.rows.find(({ label }) => label === 'ABC-7')?.buttons?.map(({ id }) => id)).toEqual([
      'copy',
      'discard',
    ]);
    first.list.press('copy', 'ABC-7');
    const reopenedList = await window.prompts.list('Drafts');
    expect(window.prompts.copiedTexts).toEqual(['Half a thought']);
    reopenedList.pick('ABC-7');
    expect(await first.picked).toMatchObject({ owner: { id: 'other' }, unsent: { stored: { key: draftKey(7) } } });
  });

  it('is deleted from disk after a confirmation, and the other drafts of its account remain', async () => {
    const store = window.sessions.draftStoreOf('other');
    store.change(draftKey(7), 'ABC-7 Plan', () => ({ composer: COMMENT }));
    store.change(draftKey(8), 'ABC-8 Draw', () => ({ composer: COMMENT }));
    await store.flush();
    const read = async () => (otherDrafts = [{ id: 'other', account, drafts: await store.all() }]);
    await read();
    const { list, picked } = await open();
    list.press('discard', 'ABC-7');
    const question = await window.prompts.message('Discard the unsent draft of “ABC-7 Plan”?');
    expect(question.words).toContain('Half a thought');
    question.select('Discard');
    const reopenedList = await window.prompts.list('Drafts');
    reopenedList.escape();
    expect(await picked).toBeUndefined();
    expect((await store.all()).map(({ draft: { title } }) => title)).toEqual(['ABC-8 Draw']);
  });

  it('is listed while the window is signed out, even if the user has signed out of its account', async () => {
    isSignedOut = true;
    otherDrafts = [
      { id: 'other', account, drafts: [{ key: draftKey(7), draft: draft() }] },
      { id: 'gone', account: undefined, drafts: [{ key: draftKey(8), draft: { ...draft(), title: 'ABC-8 Draw' } }] },
    ];
    const { list, picked } = await open();
    expect(list.placeholder).toBe('Select a draft to continue');
    expect(list.visible).toEqual([
      'ABC-7 | Comment · just now · Plan | Half a thought — acme at plane.example.com (Bea Lund)',
      'ABC-8 | Comment · just now · Draw | Half a thought — Account that you are signed out of',
    ]);
    list.pick('ABC-8');
    expect(await picked).toMatchObject({ owner: { id: 'gone', account: undefined } });
  });
});

describe('A draft in the list', () => {
  it('is copied as text, and the list is shown again', async () => {
    write(2, 'WEB-2 Agree on the keys', { touched: { name: 'Agree on all keys' } });
    const { list, picked } = await open();
    list.press('Copy Text', 'WEB-2');
    const reopenedList = await window.prompts.list('Drafts');
    expect(window.prompts.copiedTexts).toEqual(['Agree on all keys']);
    expect(window.prompts.statusMessages).toEqual(['Copied the text of the draft']);
    expect(reopenedList.rows).toHaveLength(1);
    reopenedList.escape();
    expect(await picked).toBeUndefined();
  });

  it('is discarded after a confirmation, and other unsent texts of the same work item remain', async () => {
    write(2, 'WEB-2 Agree on the keys', { touched: { name: 'Agree on all keys' }, composer: COMMENT });
    const { list, picked } = await open();
    list.press('Discard', 'WEB-2');
    const question = await window.prompts.message('Discard the unsent draft of “WEB-2 Agree on the keys”?');
    expect([question.kind, question.words]).toEqual(['modal', expect.stringContaining('Agree on all keys')]);
    question.select('Discard');
    const reopenedList = await window.prompts.list('Drafts');
    expect(reopenedList.rows.map(({ detail }) => detail)).toEqual(['Half a thought']);
    expect(window.session.draftStore.get(draftKey(2))).toMatchObject({ touched: {}, composer: COMMENT });
    reopenedList.escape();
    expect(await picked).toBeUndefined();
  });

  it('is not discarded if the user cancels the confirmation', async () => {
    write(2, 'WEB-2 Agree on the keys', { touched: { name: 'Agree on all keys' } });
    const { list, picked } = await open();
    list.press('Discard', 'WEB-2');
    (await window.prompts.message('Discard the unsent draft')).close();
    const reopenedList = await window.prompts.list('Drafts');
    reopenedList.enter();
    expect(await picked).toMatchObject({ stored: { key: draftKey(2) } });
  });
});
