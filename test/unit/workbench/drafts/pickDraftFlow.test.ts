// Tests the list of unsent drafts: what its rows say, and how drafts are continued, copied and discarded.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordKey } from '../../../../src/cache/address.ts';
import type { Draft } from '../../../../src/drafts/draft.ts';
import { pickDraft } from '../../../../src/workbench/features/drafts/pickDraft.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer, type TestServer } from '../../../support/testServer.ts';
import { type SignedIn, signInTo } from '../signedIn.ts';

const key = (number: number): string =>
  recordKey({ kind: 'workItem', within: sample.project('WEB'), id: sample.workItem('WEB', number) });
const COMMENT = { text: '<p>Half a <b>thought</b></p>', access: 'INTERNAL', externalId: 'one' } as const;

let server: TestServer;
let window: SignedIn;
let othersCount: number;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  window = await signInTo(server);
  othersCount = 0;
});
afterEach(() => window[Symbol.asyncDispose]());

function write(number: number, title: string, change: Partial<Draft>): void {
  window.session.draftStore.change(key(number), title, () => change);
}

async function open(): Promise<{ list: ScriptedList; picked: ReturnType<typeof pickDraft> }> {
  const { prompts, clock, session } = window;
  const picked = pickDraft({ prompts, clock, countOthers: async () => othersCount }, session);
  return { list: await prompts.list('Unsent Drafts'), picked };
}

describe('The list of drafts', () => {
  it('says that there are none, and the row cannot be picked', async () => {
    const { list, picked } = await open();
    expect(list.placeholder).toBe('Select a draft by Ada Park in contrail to continue');
    expect(list.visible).toEqual(['No unsent drafts']);
    list.enter();
    expect(list.isOpen).toBe(true);
    list.escape();
    expect(await picked).toBeUndefined();
  });

  it('has a row for each unsent field and comment, with the identifier, place, age and first words', async () => {
    write(2, 'WEB-2 Agree on the keys', { touched: { name: 'Agree on all keys' }, composer: COMMENT });
    await window.clock.advance(3 * 60_000);
    const { list, picked } = await open();
    expect(list.options.matches).toEqual(['description', 'detail']);
    expect(list.rows.map(({ label }) => label)).toEqual(['WEB-2', 'WEB-2']);
    expect(list.rows[0]?.description).toMatch(/^Agree on the keys · .*Name.* · .*3/i);
    expect(list.rows[0]?.detail).toBe('Agree on all keys');
    expect(list.rows[1]?.detail).toBe('Half a thought');
    list.focus('WEB-2');
    list.enter();
    expect(await picked).toMatchObject({ stored: { key: key(2) }, piece: { kind: 'field', name: 'name' } });
    expect(list.isOpen).toBe(false);
  });

  it('shows why a comment was not sent', async () => {
    const failed = { sentence: 'The server rejected it.', passing: false };
    write(2, 'WEB-2 Agree on the keys', { composer: { ...COMMENT, failed } });
    const { list, picked } = await open();
    expect(list.rows.map(({ detail }) => detail)).toEqual(['Half a thought — The server rejected it.']);
    list.enter();
    expect(await picked).toMatchObject({ piece: { kind: 'comment', slot: 'composer' } });
  });

  it('starts with a row to review queued comments', async () => {
    write(2, 'WEB-2 Agree on the keys', { composer: { ...COMMENT, waiting: window.clock.now() } });
    write(3, 'WEB-3 Move focus between cards', { palette: COMMENT });
    const { list, picked } = await open();
    expect(list.rows.map(({ label }) => label)).toEqual([
      'Review 1 Queued Comment…',
      ...list.rows.slice(1).map(({ label }) => label),
    ]);
    const queued = list.rows.find(({ label }) => label === 'WEB-2');
    expect([queued?.icon, queued?.description]).toEqual([{ id: 'watch' }, expect.stringMatching(/ · queued$/)]);
    expect(list.rows.find(({ label }) => label === 'WEB-3')?.description).not.toContain('queued');
    list.pick('Review 1');
    expect(await picked).toBe('review');
  });

  it('ends with the number of drafts of other accounts, which cannot be picked', async () => {
    othersCount = 2;
    const { list, picked } = await open();
    expect(list.visible).toEqual([
      'No unsent drafts',
      '2 drafts from other accounts | Sign in to the account of a draft to continue with it.',
    ]);
    list.pick('2 drafts');
    expect(list.isOpen).toBe(true);
    list.escape();
    expect(await picked).toBeUndefined();
  });
});

describe('A draft in the list', () => {
  it('is copied as text, and the drafts are listed again', async () => {
    write(2, 'WEB-2 Agree on the keys', { touched: { name: 'Agree on all keys' } });
    const { list, picked } = await open();
    list.press('Copy Text', 'WEB-2');
    const again = await window.prompts.list('Unsent Drafts');
    expect(window.prompts.copiedTexts).toEqual(['Agree on all keys']);
    expect(window.prompts.statusMessages).toEqual(['Copied the text of the draft']);
    expect(again.rows).toHaveLength(1);
    again.escape();
    expect(await picked).toBeUndefined();
  });

  it('is discarded after a question, and its other unsent texts remain', async () => {
    write(2, 'WEB-2 Agree on the keys', { touched: { name: 'Agree on all keys' }, composer: COMMENT });
    const { list, picked } = await open();
    list.press('Discard', 'WEB-2');
    const question = await window.prompts.message('Discard the unsent draft of “WEB-2 Agree on the keys”?');
    expect([question.kind, question.words]).toEqual(['modal', expect.stringContaining('Agree on all keys')]);
    question.select('Discard');
    const again = await window.prompts.list('Unsent Drafts');
    expect(again.rows.map(({ detail }) => detail)).toEqual(['Half a thought']);
    expect(window.session.draftStore.get(key(2))).toMatchObject({ touched: {}, composer: COMMENT });
    again.escape();
    expect(await picked).toBeUndefined();
  });

  it('is kept if the user cancels the question', async () => {
    write(2, 'WEB-2 Agree on the keys', { touched: { name: 'Agree on all keys' } });
    const { list, picked } = await open();
    list.press('Discard', 'WEB-2');
    (await window.prompts.message('Discard the unsent draft')).close();
    const again = await window.prompts.list('Unsent Drafts');
    again.enter();
    expect(await picked).toMatchObject({ stored: { key: key(2) } });
  });
});
