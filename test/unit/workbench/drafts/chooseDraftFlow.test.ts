// Tests the list of unsent drafts: its rows, and continuing with, copying and discarding a draft.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/cache/address.ts';
import { type ChooseDraftDeps, chooseDraft } from '../../../../src/workbench/features/drafts/chooseDraft.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { CommentSetup, type CommentWindow } from '../comments/setup.ts';

const COMMENT = 'Half a thought.';
const NAME = 'A better name';
const COMMENT_ROW = `WEB-28 | Write the notes for the next release · Comment from the Command Palette · just now | ${COMMENT}`;
const NAME_ROW = `WEB-28 | Write the notes for the next release · Name · just now | ${NAME}`;

let setup: CommentSetup;
let window: CommentWindow;
let copied: string[];
let otherAccounts: number;

beforeEach(async () => {
  setup = await CommentSetup.open();
  window = await setup.window();
  copied = [];
  otherAccounts = 0;
  const { address } = window.chosen;
  await window.session.store.resources.workItems.readOne(address.id, address.project);
});
afterEach(() => setup[Symbol.asyncDispose]());

/** Writes an unsent comment and an unsent name of WEB-28. */
function writeDrafts(): void {
  window.comments.storeDraft(window.chosen, COMMENT, 'INTERNAL');
  const { draftStore } = window.session;
  const key = keyOf(window.chosen.address);
  draftStore.change(key, draftStore.get(key)?.title ?? '', () => ({ touched: { name: NAME } }));
}

const unsentDraft = () => window.session.draftStore.get(keyOf(window.chosen.address));

function choose(): ReturnType<typeof chooseDraft> {
  const deps: ChooseDraftDeps = {
    prompts: window.prompts,
    clock: setup.clock,
    copyText: async (text) => void copied.push(text),
    countOfOtherAccounts: async () => otherAccounts,
  };
  return chooseDraft(deps, window.session);
}

const nextList = (): Promise<ScriptedList> => window.prompts.list('Unsent Drafts');

describe('The list of unsent drafts', () => {
  it('has a row for each field and comment, and names the account and the workspace', async () => {
    writeDrafts();
    const choice = choose();
    const list = await nextList();
    expect(list.placeholder).toBe('Select a draft by Ada Park in contrail to continue');
    expect(new Set(list.visible)).toEqual(new Set([COMMENT_ROW, NAME_ROW]));
    list.type('thought');
    expect(list.visible).toEqual([COMMENT_ROW]);
    list.escape();
    expect(await choice).toBeUndefined();
  });

  it('resolves with the draft that the user picks', async () => {
    writeDrafts();
    const choice = choose();
    const list = await nextList();
    list.type('better');
    list.enter();
    expect(await choice).toMatchObject({
      resume: { stored: { key: keyOf(window.chosen.address) }, piece: { kind: 'field', name: 'name' } },
    });
    expect(list.isOpen).toBe(false);
  });

  it('says so if there is no draft, and how many drafts other accounts have, and stays open on these rows', async () => {
    otherAccounts = 2;
    const choice = choose();
    const list = await nextList();
    expect(list.visible).toEqual([
      'No unsent drafts',
      '2 drafts from other accounts | Sign in to the account of a draft to continue with it.',
    ]);
    list.pick('No unsent drafts');
    list.pick('2 drafts from other accounts');
    expect(list.isOpen).toBe(true);
    list.escape();
    expect(await choice).toBeUndefined();
  });

  it('marks a queued comment, and resolves with `review` if the user picks the first row', async () => {
    writeDrafts();
    window.comments.queueComment(window.chosen);
    const choice = choose();
    const list = await nextList();
    expect(list.visible[0]).toBe('Review 1 Queued Comment…');
    expect(list.visible).toContain(COMMENT_ROW.replace('just now', 'just now · queued'));
    list.pick('Review 1 Queued Comment…');
    expect(await choice).toBe('review');
  });

  it('shows why a comment was not sent', async () => {
    writeDrafts();
    const { draftStore } = window.session;
    draftStore.change(keyOf(window.chosen.address), 'WEB-28', ({ palette }) => ({
      palette: palette && { ...palette, failed: { sentence: 'Not sent.', passing: false } },
    }));
    const choice = choose();
    const list = await nextList();
    expect(list.visible).toContain(`${COMMENT_ROW} — Not sent.`);
    list.escape();
    await choice;
  });
});

describe('The buttons of an unsent draft', () => {
  /** Shows only the row of the comment, and presses its button. */
  async function pressOnComment(button: string): Promise<void> {
    const list = await nextList();
    list.type('thought');
    list.press(button, 'WEB-28');
  }

  it('copy its text, and show the list again', async () => {
    writeDrafts();
    const choice = choose();
    await pressOnComment('Copy Text');
    const list = await nextList();
    expect(copied).toEqual([COMMENT]);
    expect(window.prompts.statusMessages).toEqual(['Copied the text of the draft']);
    expect(list.visible).toContain(COMMENT_ROW);
    list.escape();
    await choice;
  });

  it('discard only this draft after a question, and show the list again', async () => {
    writeDrafts();
    const choice = choose();
    await pressOnComment('Discard');
    const question = await window.prompts.message(
      'Discard the unsent draft of “WEB-28 Write the notes for the next release”?',
    );
    expect(question).toMatchObject({ kind: 'modal', buttons: ['Discard'] });
    expect(question.words).toContain(`\nComment from the Command Palette\n${COMMENT}`);
    question.select('Discard');
    const list = await nextList();
    expect(list.visible).toEqual([NAME_ROW]);
    expect(unsentDraft()?.palette).toBeUndefined();
    expect(unsentDraft()?.touched).toEqual({ name: NAME });
    list.escape();
    await choice;
  });

  it('discard nothing if the user cancels the question', async () => {
    writeDrafts();
    const choice = choose();
    await pressOnComment('Discard');
    (await window.prompts.message('Discard the unsent draft of')).close();
    (await nextList()).escape();
    await choice;
    expect(unsentDraft()?.palette?.text).toBe(COMMENT);
  });
});
