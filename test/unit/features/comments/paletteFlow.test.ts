// Tests the input box for a comment: what is stored, sent and queued, and what is shown when sending fails.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/apiError.ts';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { MAX_DRAFT_BYTES } from '../../../../src/core/drafts/draftFiles.ts';
import { showCommentSent } from '../../../../src/features/comments/commentSent.ts';
import { CommentWriter } from '../../../../src/features/comments/commentWriter.ts';
import { writeComment } from '../../../../src/features/comments/writeComment.ts';
import { undoLastChange } from '../../../../src/features/quickEdit/changeField.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import type { ChosenItem, WorkItemPicker } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { answerWith, type InjectableFault } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedTextBox } from '../../../support/scriptedPrompts.ts';
import { sample } from '../../../support/testServer.ts';
import { until } from '../../../support/until.ts';
import { deferred } from '../../std/deferred.ts';
import { CommentSetup, type CommentWindow, createLastVisibility, isCommentPost } from './setup.ts';

type Outcome = Awaited<ReturnType<CommentWindow['comments']['write']>>;

const REJECTED = answerWith(403, { detail: 'Guests may not comment' });
const UNREACHABLE: InjectableFault = { kind: 'closed' };

const setup = forEachTest(() => CommentSetup.open());
const window = forEachTest(() => setup.window());

/** Runs the command, and resolves when the box is shown. Simulated time passes until `outcome` resolves. */
async function startWriting(
  from = window,
): Promise<{ readonly box: ScriptedTextBox; readonly outcome: Promise<Outcome> }> {
  const outcome = setup.whileTimePasses(from.comments.write(from.chosenItem));
  return { box: await from.prompts.textBox('Comment on WEB-28'), outcome };
}

/** Sends the text and closes the box. The response arrives only when `respond` is called. */
async function closeBoxWhileSending(
  text: string,
): Promise<{ readonly respond: () => void; readonly outcome: Promise<Outcome> }> {
  const response = deferred<void>();
  setup.proxy.inject(isCommentPost, { kind: 'delayed', until: response.promise }, 1);
  const { box, outcome } = await startWriting();
  box.enter(text);
  await setup.proxy.waitForRequests(isCommentPost);
  box.escape();
  expect(box.isOpen).toBe(false);
  return { respond: () => response.resolve(), outcome };
}

const buttonsOf = (box: ScriptedTextBox): readonly string[] => box.buttons.map(({ tooltip }) => tooltip);

describe('The input box for a comment', () => {
  it('sends the Markdown as HTML with internal visibility, and removes the draft', async () => {
    const { box, outcome } = await startWriting();
    expect(box.title).toMatch(/^Comment on WEB-28 \S/);
    expect(box.prompt).toBe('Enter sends it to WEB-28 · internal · Markdown');
    expect(box.placeholder).toBe('Comment on WEB-28 (kept as a draft until sent)');
    expect(buttonsOf(box)).toContain('Make External (Currently Internal: only members of this workspace can see it)');
    box.enter('A **whole** thought');
    expect(await outcome).toBe('sent');
    expect(box.isOpen).toBe(false);
    expect(await setup.commentsOnServer()).toEqual([
      { html: '<p>A <strong>whole</strong> thought</p>', access: 'INTERNAL' },
    ]);
    expect(window.draft()).toBeUndefined();
    expect(window.rememberedItems).toEqual([window.chosenItem]);
    expect(setup.proxy.matchingRequests((_, path) => path.includes('members'))).toEqual([]);
  });

  it('starts with the latest visibility chosen in the project, and asks before it sends code as external', async () => {
    const first = await startWriting();
    first.box.press('access');
    first.box.escape();
    expect(await first.outcome).toBe('closed');
    const { box, outcome } = await startWriting();
    expect(box.prompt).toBe('Enter sends it to WEB-28 · external · Markdown');
    box.enter('Run `rm`');
    const question = await window.prompts.message('Show this code to people outside the workspace?');
    question.select('Send as Internal');
    expect(await outcome).toBe('sent');
    expect(await setup.commentsOnServer()).toMatchObject([{ access: 'INTERNAL' }]);
    expect(window.comments.lastVisibility(window.chosenItem).get()).toBe('EXTERNAL');
    const otherProject = { ...window.chosenItem, address: { ...window.chosenItem.address, project: 'other' } };
    expect(window.comments.lastVisibility(otherProject).get()).toBe('INTERNAL');
  });

  it('sends nothing if the text is empty or only whitespace', async () => {
    const { box, outcome } = await startWriting();
    box.enter();
    await until('the message', () => box.message === 'Write a comment first.');
    box.enter('  ');
    await until('the message', () => box.message === 'Write a comment first.');
    expect(box).toMatchObject({ isOpen: true, isBusy: false });
    box.escape();
    expect(await outcome).toBe('closed');
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
  });

  it('stores a changed visibility in the draft, and sends the comment with this visibility', async () => {
    const { box, outcome } = await startWriting();
    box.type('For everyone');
    box.press('access');
    await box.handled();
    expect(box.prompt).toBe('Enter sends it to WEB-28 · external · Markdown');
    expect(buttonsOf(box)).toContain(
      'Make Internal (Currently External: people outside the workspace can see it if the project is shared)',
    );
    expect(window.draft()).toMatchObject({ text: 'For everyone', access: 'EXTERNAL' });
    box.press('access');
    await box.handled();
    expect(box.prompt).toBe('Enter sends it to WEB-28 · internal · Markdown');
    expect(window.draft()?.access).toBe('INTERNAL');
    box.press('access');
    box.enter();
    expect(await outcome).toBe('sent');
    expect(await setup.commentsOnServer()).toEqual([{ html: '<p>For everyone</p>', access: 'EXTERNAL' }]);
  });

  it('restores the text and the visibility in another window after the box was closed', async () => {
    const { box, outcome } = await startWriting();
    box.type('Half');
    box.type('Half a thought');
    box.press('access');
    box.escape();
    expect(await outcome).toBe('closed');
    await setup.writeDrafts(window);
    const otherRun = await startWriting(await setup.window());
    expect(otherRun.box.text).toBe('Half a thought');
    expect(otherRun.box.prompt).toBe('Enter sends it to WEB-28 · external · Markdown');
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
    otherRun.box.escape();
    await otherRun.outcome;
  });

  it('closes with the outcome `more` and keeps the draft when the user selects Open in Editor', async () => {
    const { box, outcome } = await startWriting();
    box.type('The first line');
    box.press('Open in Editor');
    expect(await outcome).toBe('more');
    expect(window.draft()?.text).toBe('The first line');
  });

  it('closes with the outcome `back` and keeps the draft when the user presses Back, which must be requested', async () => {
    const withoutBack = await startWriting();
    expect(withoutBack.box.buttons).not.toContain(BACK_BUTTON);
    withoutBack.box.escape();
    await withoutBack.outcome;
    const outcome = setup.whileTimePasses(
      writeComment({ comments: window.comments, items: { choose: async () => undefined } }, window.chosenItem, true),
    );
    const box = await window.prompts.textBox('Comment on WEB-28');
    box.type('A thought');
    box.press(BACK_BUTTON.id);
    expect(await outcome).toEqual({ chosenItem: window.chosenItem, outcome: 'back' });
    expect(window.draft()?.text).toBe('A thought');
  });

  it('is not shown for a draft with several lines, which needs a document', async () => {
    window.comments.storeDraft(window.chosenItem, 'One\nTwo', 'INTERNAL');
    expect(await setup.whileTimePasses(window.comments.write(window.chosenItem))).toBe('more');
    expect(window.prompts.pending).toEqual([]);
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
  });

  it('is not shown if the work item cannot be loaded', async () => {
    setup.proxy.inject(
      (method, path) => method === 'GET' && path.includes(window.chosenItem.address.id),
      answerWith(404, {}),
    );
    await expect(window.comments.write(window.chosenItem)).rejects.toThrow(ApiError);
    expect(window.prompts.pending).toEqual([]);
  });

  it('shows that a draft is not saved to disk as long as it exceeds the size limit', async () => {
    const { box, outcome } = await startWriting();
    box.type('x'.repeat(MAX_DRAFT_BYTES.draft));
    await until('the message', () => box.message?.startsWith('This draft exceeds 1 MB.') === true);
    box.type('Short');
    await until('the message to disappear', () => box.message === undefined);
    box.escape();
    await outcome;
    await setup.writeDrafts(window);
    const otherWindow = await setup.window();
    expect(await otherWindow.chosenItem.session.draftStore.all()).toMatchObject([
      { draft: { palette: { text: 'Short' } } },
    ]);
  });

  it('shows the time when requests resume if the rate limit is reached, and then sends the comment', async () => {
    setup.proxy.inject(
      isCommentPost,
      { ...answerWith(429, {}), headers: { 'retry-after': '20' } } as InjectableFault,
      1,
    );
    const { box, outcome } = await startWriting();
    box.enter('Patient');
    await until('the message', () => box.message?.includes('rate limit is reached. Continues at ') === true);
    expect(box).toMatchObject({ isOpen: true, isBusy: true });
    expect(await outcome).toBe('sent');
    expect(await setup.commentsOnServer()).toEqual([{ html: '<p>Patient</p>', access: 'INTERNAL' }]);
  });

  it('ignores its buttons while the comment is being sent', async () => {
    const response = deferred<void>();
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: response.promise }, 1);
    const { box, outcome } = await startWriting();
    box.enter('On its way');
    box.press('Open in Editor');
    await box.handled();
    expect(box.isOpen).toBe(true);
    response.resolve();
    expect(await outcome).toBe('sent');
  });
});

describe('The input box for an external comment with code', () => {
  const QUESTION = 'Show this code to people outside the workspace?';

  async function enterCode(): Promise<Awaited<ReturnType<typeof startWriting>>> {
    const commentRun = await startWriting();
    commentRun.box.press('access');
    commentRun.box.enter('Run `npm test`');
    return commentRun;
  }

  it.each([
    ['Send as External', 'EXTERNAL'],
    ['Send as Internal', 'INTERNAL'],
  ])(
    'asks for confirmation, and sends the comment with the visibility of the selected button: %s',
    async (button, access) => {
      const { outcome } = await enterCode();
      (await window.prompts.message(QUESTION)).select(button);
      expect(await outcome).toBe('sent');
      expect(await setup.commentsOnServer()).toEqual([{ html: '<p>Run <code>npm test</code></p>', access }]);
    },
  );

  it('sends nothing and stays open if the user cancels the confirmation', async () => {
    const { box, outcome } = await enterCode();
    (await window.prompts.message(QUESTION)).close();
    await until('the answer', () => !box.isBusy);
    expect(box).toMatchObject({ isOpen: true, text: 'Run `npm test`' });
    box.escape();
    expect(await outcome).toBe('closed');
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
    expect(window.draft()).toMatchObject({ text: 'Run `npm test`', access: 'EXTERNAL' });
  });
});

describe('The button Mention…', () => {
  it('appends the picked member to the text, and the comment is sent with a mention element', async () => {
    const first = await startWriting();
    first.box.type('Please look,');
    first.box.press('Mention…');
    const list = await window.prompts.list('Select the member to mention');
    await until('the members', () => list.rows.length > 1);
    list.pick('Ada Park (you)');
    const box = await window.prompts.textBox('Comment on WEB-28');
    expect(box).toMatchObject({ text: 'Please look, @Ada Park ', options: { cursorAtEnd: true } });
    box.enter();
    expect(await first.outcome).toBe('sent');
    const { store } = window.session;
    const records = store.members.listed(window.chosenItem.address.project);
    const id = records.find(({ email }) => email === 'ada@contrail.example')?.id ?? 'none';
    expect(await setup.commentsOnServer()).toEqual([
      {
        html: expect.stringMatching(
          new RegExp(
            `^<p>Please look, <mention-component id="[-0-9a-f]{36}" entity_identifier="${id}" entity_name="user_mention"></mention-component></p>$`,
          ),
        ),
        access: 'INTERNAL',
      },
    ]);
  });

  it.each(['Escape', 'Back'])('keeps the text if the user picks no member: %s', async (key) => {
    const { box, outcome } = await startWriting();
    box.type('Kept');
    box.press('Mention…');
    const members = await window.prompts.list('Select the member to mention');
    if (key === 'Back') members.press('back');
    else members.escape();
    const reopenedBox = await window.prompts.textBox('Comment on WEB-28');
    expect(reopenedBox.text).toBe('Kept');
    reopenedBox.escape();
    expect(await outcome).toBe('closed');
  });
});

describe('An @ that is typed in the input box', () => {
  /** Types an @ after the text, and resolves with the list of members. */
  async function typeAtSign(text: string) {
    const { box, outcome } = await startWriting();
    box.type(text);
    box.type(`${text}@`);
    const list = await window.prompts.list('Select the member to mention');
    await until('the members', () => list.rows.length > 1);
    return { box, list, outcome };
  }
  const closeNextBox = async () => {
    const box = await window.prompts.textBox('Comment on WEB-28');
    const { text } = box;
    box.escape();
    return text;
  };

  it('offers the members, and the picked one replaces the @ and the letters after it', async () => {
    const { box, list, outcome } = await typeAtSign('Please look, ');
    // The list is not shown yet, so these letters arrive in the box.
    box.type('Please look, @ad');
    expect(list.visible.map((row) => row.split(' | ')[0])).toEqual(['Ada Park (you)']);
    list.pick('Ada Park (you)');
    expect(await closeNextBox()).toBe('Please look, @Ada Park ');
    expect(await outcome).toBe('closed');
  });

  it('stays in the text with all letters after it if the user picks no member', async () => {
    const { box, list, outcome } = await typeAtSign('Not ');
    box.type('Not @d');
    list.type('eprecated');
    list.escape();
    expect(await closeNextBox()).toBe('Not @deprecated');
    expect(await outcome).toBe('closed');
    expect(window.draft()?.text).toBe('Not @deprecated');
  });

  it.each(['mail@', 'See @ada', 'a@b'])(
    'offers no members inside a word or when text is pasted: “%s”',
    async (text) => {
      const { box, outcome } = await startWriting();
      box.type(text.slice(0, text.indexOf('@')));
      box.type(text);
      expect(window.prompts.pending).toEqual([]);
      box.escape();
      await outcome;
    },
  );
});

describe('The button Select Another Work Item', () => {
  const otherItem = (): ChosenItem => ({
    session: window.session,
    address: { project: sample.project('WEB'), id: sample.workItem('WEB', 27) },
  });
  const writeWithPickedItems = (picks: (ChosenItem | undefined)[]) =>
    setup.whileTimePasses(
      writeComment({ comments: window.comments, items: { choose: async () => picks.shift() } }, window.chosenItem),
    );
  const otherDraft = () => window.session.draftStore.get(keyOf(otherItem().address))?.palette;

  it('moves the text and the visibility to the input box of the picked work item, which sends the comment', async () => {
    const outcome = writeWithPickedItems([otherItem()]);
    const box = await window.prompts.textBox('Comment on WEB-28');
    box.type('For another one');
    box.press('access');
    box.press('Select Another Work Item');
    const movedBox = await window.prompts.textBox('Comment on WEB-27');
    expect(movedBox.text).toBe('For another one');
    expect(movedBox.prompt).toBe('Enter sends it to WEB-27 · external · Markdown');
    expect(window.draft()).toBeUndefined();
    movedBox.enter();
    expect(await outcome).toEqual({ chosenItem: otherItem(), outcome: 'sent' });
    expect(setup.proxy.matchingRequests(isCommentPost).map(({ path }) => path)).toEqual([
      expect.stringContaining(otherItem().address.id),
    ]);
  });

  it('shows a list with a Back button, and shows the box with the text again if the user picks no work item', async () => {
    const choose = async (...[, , options]: Parameters<WorkItemPicker['choose']>) => {
      options?.onBack?.();
      expect(options?.onBack).toBeDefined();
      return undefined;
    };
    const { comments, chosenItem: chosen } = window;
    const outcome = setup.whileTimePasses(writeComment({ comments, items: { choose } }, chosen));
    const box = await window.prompts.textBox('Comment on WEB-28');
    box.type('Kept');
    box.press('Select Another Work Item');
    const reopenedBox = await window.prompts.textBox('Comment on WEB-28');
    expect(reopenedBox.text).toBe('Kept');
    reopenedBox.escape();
    expect(await outcome).toEqual({ chosenItem: window.chosenItem, outcome: 'closed' });
  });

  it('appends the text to the draft for the picked work item, which stays internal, and opens that draft in a document', async () => {
    window.comments.storeDraft(otherItem(), 'Before', 'INTERNAL');
    const outcome = writeWithPickedItems([otherItem()]);
    const box = await window.prompts.textBox('Comment on WEB-28');
    box.type('Moved');
    box.press('access');
    box.press('Select Another Work Item');
    expect(await outcome).toEqual({ chosenItem: otherItem(), outcome: 'more' });
    expect(otherDraft()).toMatchObject({ text: 'Before\n\nMoved', access: 'INTERNAL' });
    expect(window.draft()).toBeUndefined();
  });

  it('does not change the draft for the picked work item if the box is empty', async () => {
    window.comments.storeDraft(otherItem(), 'Before', 'INTERNAL');
    const outcome = writeWithPickedItems([otherItem()]);
    const box = await window.prompts.textBox('Comment on WEB-28');
    box.press('access');
    box.press('Select Another Work Item');
    const movedBox = await window.prompts.textBox('Comment on WEB-27');
    movedBox.escape();
    await outcome;
    expect(otherDraft()).toMatchObject({ text: 'Before', access: 'INTERNAL' });
  });

  it('is not shown after an attempt without a response, because the server may have the comment', async () => {
    setup.proxy.inject(isCommentPost, { kind: 'lost' });
    const { box, outcome } = await startWriting();
    expect(buttonsOf(box)).toContain('Select Another Work Item');
    box.enter('Perhaps sent');
    await until('the reason', () => box.message?.includes('may have received the comment') === true);
    expect(buttonsOf(box)).not.toContain('Select Another Work Item');
    box.escape();
    await outcome;
  });
});

describe('The identifier of a work item as the whole text', () => {
  const readProjects = () => setup.whileTimePasses(window.session.store.resources.projects.list().read());
  const startWritingAnywhere = async () => {
    const outcome = setup.whileTimePasses(
      writeComment({ comments: window.comments, items: { choose: async () => undefined } }, window.chosenItem),
    );
    return { box: await window.prompts.textBox('Comment on WEB-28'), outcome };
  };

  it.each(['WEB-27', ' web-27 '])('is not sent: the box then comments on this work item: “%s”', async (text) => {
    await readProjects();
    const { box, outcome } = await startWritingAnywhere();
    box.type(text);
    expect(box.message).toBe('Enter comments on WEB-27 instead.');
    box.enter();
    const otherBox = await window.prompts.textBox('Comment on WEB-27');
    expect([otherBox.text, window.draft()]).toEqual(['', undefined]);
    otherBox.escape();
    expect(await outcome).toMatchObject({ outcome: 'closed' });
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
  });

  it('is not sent if no work item has it, and the box says so', async () => {
    await readProjects();
    const { box, outcome } = await startWritingAnywhere();
    box.enter('WEB-4711');
    await until('the message', () => box.message === 'WEB-4711 does not exist, or you have no access to it.');
    await box.waitUntilIdle();
    expect(box).toMatchObject({ isOpen: true, isBusy: false });
    expect(window.draft()?.text).toBe('WEB-4711');
    box.escape();
    await outcome;
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
  });

  it.each(['UTF-8', 'See WEB-27'])('is sent if it belongs to no project or is only a part: “%s”', async (text) => {
    await readProjects();
    const { box, outcome } = await startWritingAnywhere();
    box.enter(text);
    expect(await outcome).toMatchObject({ outcome: 'sent' });
    expect(await setup.commentsOnServer()).toMatchObject([{ html: `<p>${text}</p>` }]);
  });
});

describe('A comment that was sent', () => {
  async function sendAndShow(text: string): Promise<void> {
    const { box, outcome } = await startWriting();
    box.enter(text);
    expect(await outcome).toBe('sent');
    const { prompts, comments, quickEdits, clock } = window;
    showCommentSent({ prompts, comments, quickEdits, clock }, window.chosenItem);
  }
  const undo = (target?: unknown): Promise<void> => {
    const { session, prompts, quickEdits } = window;
    const sessions = { current: session };
    const views = { selection: [], focusedRows: async () => [], followMove: () => () => Promise.resolve() };
    const items = { choose: async () => undefined };
    const deps = { sessions, prompts, quickEdits, views, items, panels: { active: undefined } };
    return setup.whileTimePasses(undoLastChange(deps, target));
  };

  it('is deleted with a click on its message in the status bar, and its text is a draft again', async () => {
    await sendAndShow('WEB-7?');
    expect(window.prompts.statusMessages).toEqual(['Commented on WEB-28 · Undo']);
    const [action] = window.prompts.statusActions;
    expect(action).toMatchObject({ command: COMMANDS.undoLastChange, tooltip: 'Undo Comment' });
    window.comments.storeDraft(window.chosenItem, 'The next', 'EXTERNAL');
    await undo(action?.argument);
    expect(await setup.commentsOnServer()).toEqual([]);
    expect(window.draft()).toMatchObject({ text: 'The next\n\nWEB-7?', access: 'INTERNAL' });
    expect(window.prompts.statusMessages[1]).toBe('Deleted the comment on WEB-28; its text is a draft');
  });

  it('is deleted by its own message, also after another comment was sent', async () => {
    await sendAndShow('First');
    await sendAndShow('Second');
    await undo(window.prompts.statusActions[0]?.argument);
    expect(await setup.commentsOnServer()).toMatchObject([{ html: '<p>Second</p>' }]);
  });

  it('is deleted by Undo Last Change within ten seconds, and not later', async () => {
    await sendAndShow('Early');
    await setup.clock.advance(9_000);
    await undo();
    expect(await setup.commentsOnServer()).toEqual([]);
    await sendAndShow('Late');
    await setup.clock.advance(10_000);
    await undo();
    await undo(window.prompts.statusActions.at(-1)?.argument);
    expect(await setup.commentsOnServer()).toHaveLength(1);
    for (const _ of [1, 2]) await window.prompts.message('There is nothing to undo in this window.');
  });

  it('can be undone again if the server rejects the deletion', async () => {
    await sendAndShow('Kept');
    setup.proxy.inject((method, path) => method === 'DELETE' && path.includes('/comments/'), REJECTED, 1);
    const argument = window.prompts.statusActions[0]?.argument;
    await expect(undo(argument)).rejects.toThrow(ApiError);
    expect(window.draft()).toBeUndefined();
    expect(await setup.commentsOnServer()).toHaveLength(1);
    await undo(argument);
    expect(await setup.commentsOnServer()).toEqual([]);
  });
});

describe('A comment that the server rejects', () => {
  it('stays in the input box with the reason, and can be corrected and sent', async () => {
    setup.proxy.inject(isCommentPost, REJECTED, 1);
    const { box, outcome } = await startWriting();
    box.enter('No');
    await until('the reason', () => box.message?.includes('Guests may not comment') === true);
    expect(box).toMatchObject({ isOpen: true, isBusy: false, text: 'No' });
    expect(buttonsOf(box)).not.toContain('Send When Connected');
    box.type('Yes');
    expect(box.message).toBeUndefined();
    expect(window.draft()).toEqual({ text: 'Yes', access: 'INTERNAL', externalId: expect.any(String) });
    box.enter();
    expect(await outcome).toBe('sent');
    expect(await setup.commentsOnServer()).toEqual([{ html: '<p>Yes</p>', access: 'INTERNAL' }]);
  });

  it('is shown with the reason when the input box is opened again in another window', async () => {
    setup.proxy.inject(isCommentPost, REJECTED, 1);
    const { box, outcome } = await startWriting();
    box.enter('No');
    await until('the reason', () => box.message !== undefined);
    box.escape();
    await outcome;
    await setup.writeDrafts(window);
    const otherRun = await startWriting(await setup.window());
    expect(otherRun.box.text).toBe('No');
    expect(otherRun.box.message).toMatch(/^Not sent\. .*Guests may not comment.* Your text is kept as a draft\.$/);
    expect(buttonsOf(otherRun.box)).not.toContain('Send When Connected');
    otherRun.box.escape();
    await otherRun.outcome;
  });
});

describe('A comment that gets no response from the server', () => {
  it('is queued when the user selects Send When Connected', async () => {
    setup.proxy.inject(isCommentPost, UNREACHABLE);
    const { box, outcome } = await startWriting();
    box.enter('Not quite *ready* yet.');
    await until('the reason', () => box.message?.endsWith('Press Enter again to send it when connected.') === true);
    expect(window.draft()?.waiting).toBeUndefined();
    box.press('Send When Connected');
    expect(await outcome).toBe('closed');
    expect(window.prompts.statusMessages).toEqual(['The comment on WEB-28 is queued until you are connected']);
    expect(window.draft()).toMatchObject({ text: 'Not quite *ready* yet.', waiting: expect.any(Number) });
  });

  it('is queued when the user presses Enter again and the server still cannot be reached', async () => {
    setup.proxy.inject(isCommentPost, UNREACHABLE);
    const { box, outcome } = await startWriting();
    box.enter('Not quite yet');
    await until('the reason', () => box.message !== undefined && !box.isBusy);
    box.enter();
    expect(await outcome).toBe('closed');
    expect(window.prompts.statusMessages).toEqual(['The comment on WEB-28 is queued until you are connected']);
    expect(window.draft()).toMatchObject({ text: 'Not quite yet', waiting: expect.any(Number) });
  });

  it('is shown as queued, and can still be sent, when the input box is opened again in another window', async () => {
    const fault = setup.proxy.inject(isCommentPost, UNREACHABLE);
    const first = await startWriting();
    first.box.enter('Later');
    await until('the reason', () => first.box.message !== undefined);
    first.box.press('Send When Connected');
    await first.outcome;
    await setup.writeDrafts(window);
    setup.proxy.removeFaults();
    expect(fault.occurrences).toBeGreaterThan(0);
    const { box, outcome } = await startWriting(await setup.window());
    expect(box.prompt).toBe('Queued for your review · Enter sends it to WEB-28 · internal · Markdown');
    expect(box.message).toMatch(/^Not sent\. .*to send it when connected\.$/);
    expect(buttonsOf(box)).toContain('Send When Connected');
    box.enter();
    expect(await outcome).toBe('sent');
    expect(await setup.commentsOnServer()).toEqual([{ html: '<p>Later</p>', access: 'INTERNAL' }]);
  });

  it('is created only once if the server received the comment and only the response was lost', async () => {
    setup.proxy.inject(isCommentPost, { kind: 'lost' });
    const { box, outcome } = await startWriting();
    box.enter('Once');
    await until('the reason', () => box.message?.includes('may have received the comment') === true);
    setup.proxy.removeFaults();
    box.enter();
    expect(await outcome).toBe('sent');
    expect(await setup.commentsOnServer()).toEqual([{ html: '<p>Once</p>', access: 'INTERNAL' }]);
  });
});

describe('A comment that is still being sent when its input box is closed', () => {
  it('is reported as sent, with a button that opens the work item', async () => {
    const { respond } = await closeBoxWhileSending('On its way');
    respond();
    const message = await setup.whileTimePasses(window.prompts.message('Comment sent to WEB-28.'));
    expect(message).toMatchObject({ kind: 'info', buttons: ['Open Work Item'] });
    message.select('Open Work Item');
    await until('the command', () => window.prompts.commands.length > 0);
    expect(window.prompts.commands).toEqual([[COMMANDS.openWorkItem, window.chosenItem.address]]);
    expect(window.draft()).toBeUndefined();
    expect(await setup.commentsOnServer()).toHaveLength(1);
  });

  it('is reported as sent, and the work item is not opened if the user closes the notification', async () => {
    const { respond, outcome } = await closeBoxWhileSending('On its way');
    respond();
    (await setup.whileTimePasses(window.prompts.message('Comment sent to WEB-28.'))).close();
    expect(await outcome).toBe('closed');
    await setup.writeDrafts(window);
    expect(window.prompts.commands).toEqual([]);
  });

  it('is reported as not sent if the server rejects it, with a button that shows the drafts', async () => {
    setup.proxy.inject(isCommentPost, REJECTED, 1);
    const { box, outcome } = await startWriting();
    box.enter('No');
    box.escape();
    const message = await setup.whileTimePasses(window.prompts.message('Comment on WEB-28: Not sent.'));
    expect(message).toMatchObject({ kind: 'warning', buttons: ['Show Drafts'] });
    message.select('Show Drafts');
    await until('the command', () => window.prompts.commands.length > 0);
    expect(window.prompts.commands).toEqual([[COMMANDS.drafts]]);
    expect(window.draft()?.text).toBe('No');
    expect(await outcome).toBe('closed');
  });

  it('can be queued from the notification if it did not reach the server', async () => {
    setup.proxy.inject(isCommentPost, UNREACHABLE);
    const { box, outcome } = await startWriting();
    box.enter('Later');
    box.escape();
    const message = await setup.whileTimePasses(window.prompts.message('Comment on WEB-28: Not sent.'));
    expect(message.buttons).toEqual(['Show Drafts', 'Send When Connected']);
    message.select('Send When Connected');
    await until('the status', () => window.prompts.statusMessages.length > 0);
    expect(window.draft()).toMatchObject({ text: 'Later', waiting: expect.any(Number) });
    expect(await outcome).toBe('closed');
  });

  it('makes the command reject if an unexpected error occurs, so that the error is shown', async () => {
    const failingComments = new CommentWriter(window.prompts, () => undefined, createLastVisibility());
    failingComments.send = () => Promise.reject(new Error('The disk is full.'));
    const outcome = setup.whileTimePasses(failingComments.write(window.chosenItem));
    const box = await window.prompts.textBox('Comment on WEB-28');
    box.enter('Not sent');
    box.escape();
    await expect(outcome).rejects.toThrow('The disk is full.');
  });

  it('is not sent again from a second input box that is opened before the response arrives', async () => {
    const { respond } = await closeBoxWhileSending('Once');
    const secondComment = await startWriting();
    expect(secondComment.box.text).toBe('Once');
    secondComment.box.enter();
    await until('the message', () => secondComment.box.message === 'This comment is already being sent.');
    respond();
    (await setup.whileTimePasses(window.prompts.message('Comment sent to WEB-28.'))).close();
    secondComment.box.escape();
    await secondComment.outcome;
    expect(await setup.commentsOnServer()).toHaveLength(1);
  });
});

describe('Two windows with the same draft', () => {
  it('create only one comment if both windows send the draft', async () => {
    const first = await startWriting();
    first.box.type('From two windows');
    await setup.writeDrafts(window);
    const otherWindow = await setup.window();
    const otherRun = await startWriting(otherWindow);
    expect(otherRun.box.text).toBe('From two windows');
    first.box.enter();
    expect(await first.outcome).toBe('sent');
    otherRun.box.enter();
    expect(await otherRun.outcome).toBe('sent');
    expect(await setup.commentsOnServer()).toEqual([{ html: '<p>From two windows</p>', access: 'INTERNAL' }]);
  });
});
