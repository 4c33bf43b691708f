// Tests sending a comment document: its visibility, what is sent and stored, and whether the tab is closed.
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommentTarget } from '../../../../src/core/comments/commentTarget.ts';
import { type OpenCommentDocument, sendDocument } from '../../../../src/features/comments/send.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { deferred } from '../../std/deferred.ts';
import { CommentSetup, isCommentPost } from './setup.ts';

const CODE = 'code:github.com/acme/web@0123456789abcdef0123456789abcdef01234567:src/prices.py#L8-9';

/** A document without an editor. `events` lists the calls of `save` and `closeTab`. */
class TestDocument implements OpenCommentDocument {
  text: string;
  isClosed = false;
  readonly events: string[] = [];
  readonly #target: CommentTarget;
  /** Called when the document is saved; `onCloseTab` is called when its tab is closed. */
  onSave = (): void => undefined;
  onCloseTab = (): void => undefined;

  constructor(target: CommentTarget, text: string) {
    this.#target = target;
    this.text = text;
  }

  async target(): Promise<CommentTarget> {
    return this.#target;
  }

  async save(): Promise<void> {
    this.events.push('save');
    this.onSave();
  }

  async closeTab(): Promise<void> {
    this.events.push('closeTab');
    this.onCloseTab();
    this.isClosed = true;
  }
}

let faults: string[];
const setup = forEachTest(() => CommentSetup.open());
const window = forEachTest(() => setup.window());
beforeEach(async () => {
  const { session, address } = window.chosenItem;
  await session.store.resources.workItems.readOne(address.id, address.project);
  faults = [];
});

const documentWith = (text: string, code?: string): TestDocument =>
  new TestDocument({ ...window.chosenItem, codeId: code }, text);

function send(document: OpenCommentDocument | undefined): Promise<void> {
  const deps = {
    prompts: window.prompts,
    comments: window.comments,
    quickEdits: window.quickEdits,
    clock: window.clock,
    showFault: (message: string) => void faults.push(message),
  };
  return setup.whileTimePasses(sendDocument(deps, document));
}

/** Starts to send the document with this visibility. The promise is wrapped so that it is not awaited here. */
async function sendAs(visibility: 'Internal' | 'External', document: TestDocument): Promise<{ done: Promise<void> }> {
  const target = await document.target();
  if (window.comments.visibilityOf(target) !== visibility.toUpperCase()) await window.comments.toggleVisibility(target);
  return { done: send(document) };
}

describe('sendDocument', () => {
  it('explains how to write a comment if no comment document is open', async () => {
    await send(undefined);
    const message = await window.prompts.message(
      'Open a comment with “Comment on Work Item…” and “Open in Editor” first.',
    );
    expect(message.kind).toBe('info');
  });

  it('rejects without a prompt if the account of the document is not signed in', async () => {
    const document = documentWith('Text');
    document.target = () => Promise.reject(new Error('not signed in'));
    await expect(send(document)).rejects.toThrow('not signed in');
    expect(window.prompts.pending).toEqual([]);
  });

  it.each([
    ['Internal', 'INTERNAL'],
    ['External', 'EXTERNAL'],
  ] as const)('sends the Markdown as HTML with the visibility %s, and closes the tab', async (visibility, access) => {
    const document = documentWith('# Longer\n\nWith *words* in it.');
    const { done } = await sendAs(visibility, document);
    await done;
    expect(await setup.commentsOnServer()).toEqual([
      { html: '<h1>Longer</h1><p>With <em>words</em> in it.</p>', access },
    ]);
    expect(document.events).toEqual(['save', 'closeTab']);
    expect(window.draft()).toBeUndefined();
    expect(window.prompts.progressShown.map(({ title }) => title)).toEqual(['Sending the comment on WEB-28…']);
    expect(window.prompts.statusMessages).toEqual(['Commented on WEB-28 · Undo']);
    expect(window.prompts.statusActions).toEqual([
      { command: COMMANDS.undoLastChange, argument: { change: expect.any(String) }, tooltip: 'Undo Comment' },
    ]);
    expect(window.prompts.pending).toEqual([]);
    expect(window.rememberedItems).toHaveLength(1);
  });

  it('asks for confirmation before it sends an external comment with typed code', async () => {
    const { done } = await sendAs('External', documentWith('Run:\n\n```\nnpm test\n```'));
    (await window.prompts.message('Show this code to people outside the workspace?')).select('Send as Internal');
    await done;
    expect(await setup.commentsOnServer()).toMatchObject([{ access: 'INTERNAL' }]);
  });

  it('asks nothing, and sends with the visibility that the user chose last in the project', async () => {
    window.comments.lastVisibility(window.chosenItem).set('EXTERNAL');
    await send(documentWith('Text'));
    expect(await setup.commentsOnServer()).toEqual([{ html: '<p>Text</p>', access: 'EXTERNAL' }]);
    expect(window.prompts.pending).toEqual([]);
  });

  it('saves the document before it changes the draft, because saving overwrites the draft', async () => {
    const document = documentWith('Text');
    let draftAtSave: unknown = 'not saved';
    document.onSave = () => {
      draftAtSave = window.draft();
    };
    const { done } = await sendAs('Internal', document);
    await done;
    expect(draftAtSave).toBeUndefined();
  });

  it('shows a message and keeps the tab open if the document is empty', async () => {
    const document = documentWith(' \n');
    const { done } = await sendAs('Internal', document);
    await done;
    expect(faults).toEqual(['Write a comment first.']);
    expect(document.events).toEqual(['save']);
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
  });

  it('shows the reason and keeps the tab and the draft if the server rejects the comment', async () => {
    setup.proxy.inject(isCommentPost, answerWith(403, { detail: 'Guests may not comment' }), 1);
    const document = documentWith('Text');
    const { done } = await sendAs('External', document);
    await done;
    expect(faults).toEqual([expect.stringContaining('Guests may not comment')]);
    expect(document.events).toEqual(['save']);
    expect(window.draft()).toMatchObject({ text: 'Text', access: 'EXTERNAL', failed: { isTemporary: false } });
    expect(window.prompts.statusMessages).toEqual([]);
  });

  it('keeps the tab open with the new text if the user types while the comment is being sent', async () => {
    const response = deferred<void>();
    setup.proxy.inject(isCommentPost, { kind: 'delayed', until: response.promise }, 1);
    const document = documentWith('First');
    const { done } = await sendAs('Internal', document);
    await setup.proxy.waitForRequests(isCommentPost);
    document.text = 'First and second';
    response.resolve();
    await done;
    expect(document.events).toEqual(['save']);
    expect(await setup.commentsOnServer()).toEqual([{ html: '<p>First</p>', access: 'INTERNAL' }]);
    expect(window.prompts.statusMessages).toEqual(['Commented on WEB-28 · Undo']);
  });

  it('leaves no draft if closing the tab of the sent comment saves its text again', async () => {
    const document = documentWith('Text');
    document.onCloseTab = () => window.comments.storeDraft(window.chosenItem, 'Text', 'INTERNAL');
    const { done } = await sendAs('Internal', document);
    await done;
    expect(window.draft()).toBeUndefined();
  });
});

describe('A comment document that does not reach the server', () => {
  /** Starts to send the document, and resolves with the notification of the error. */
  async function failToSend(document: TestDocument) {
    setup.proxy.inject(isCommentPost, { kind: 'closed' });
    const { done } = await sendAs('External', document);
    const message = await window.prompts.message('Not sent.');
    expect(message).toMatchObject({ kind: 'error', buttons: ['Send When Connected'] });
    return { message, done };
  }

  it('is queued with its latest text, and its tab is closed, when the user selects Send When Connected', async () => {
    const document = documentWith('First');
    const { message, done } = await failToSend(document);
    document.text = 'First and second';
    message.select('Send When Connected');
    await done;
    expect(document.events).toEqual(['save', 'closeTab']);
    expect(window.draft()).toMatchObject({
      text: 'First and second',
      access: 'EXTERNAL',
      waiting: expect.any(Number),
    });
    expect(window.prompts.statusMessages).toEqual(['The comment on WEB-28 is queued until you are connected']);
  });

  it('is queued with its stored text if its tab was closed before the user selects Send When Connected', async () => {
    const document = documentWith('First');
    const { message, done } = await failToSend(document);
    document.isClosed = true;
    document.text = '';
    message.select('Send When Connected');
    await done;
    expect(window.draft()).toMatchObject({ text: 'First', waiting: expect.any(Number) });
  });

  it('stays open and is not queued if the user closes the notification', async () => {
    const document = documentWith('First');
    const { message, done } = await failToSend(document);
    message.close();
    await done;
    expect(document.events).toEqual(['save']);
    expect(window.draft()).toMatchObject({ text: 'First', failed: { isTemporary: true } });
    expect(window.draft()?.waiting).toBeUndefined();
  });
});

describe('sendDocument, for a document with code,', () => {
  const CONFIRMATION = 'Show this code to people outside the workspace?';

  it.each([
    ['Send as External', 'EXTERNAL'],
    ['Send as Internal', 'INTERNAL'],
  ] as const)(
    'asks for confirmation before it sends as External, and uses the visibility of the button: %s',
    async (button, access) => {
      const { done } = await sendAs('External', documentWith('About these lines', CODE));
      const question = await window.prompts.message(CONFIRMATION);
      expect(question).toMatchObject({ kind: 'modal', buttons: ['Send as Internal', 'Send as External'] });
      question.select(button);
      await done;
      expect(await setup.commentsOnServer()).toEqual([{ html: '<p>About these lines</p>', access }]);
      const [post] = setup.proxy.matchingRequests(isCommentPost);
      expect(JSON.parse(post?.body ?? '')).toMatchObject({ external_id: CODE });
      expect(window.draft({ code: CODE })).toBeUndefined();
    },
  );

  it('sends nothing if the user cancels the confirmation', async () => {
    const document = documentWith('About these lines', CODE);
    const { done } = await sendAs('External', document);
    (await window.prompts.message(CONFIRMATION)).close();
    await done;
    expect(document.events).toEqual([]);
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
  });

  it('sends as Internal without a confirmation', async () => {
    const { done } = await sendAs('Internal', documentWith('About these lines', CODE));
    await done;
    expect(window.prompts.pending).toEqual([]);
    expect(await setup.commentsOnServer()).toHaveLength(1);
  });
});
