// @vitest-environment jsdom
// Tests comments, mentions, attachments, pictures, activity and code on the page.
import type { Editor } from '@tiptap/core';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenizeCode } from '../../../../../src/richText/editor/highlight.ts';
import { pictureSource } from '../../../../../src/shell/page/pictures/pictureSource.ts';
import type { DiscussionView } from '../../../../../src/shell/protocol/discussionSections.ts';
import type { MessageFromHost, MessageFromPage } from '../../../../../src/shell/protocol/messages.ts';
import { EMPTY_DISCUSSION, model } from './modelFixture.ts';
import { type MountedPage, mount } from './pageFixture.ts';

const ASSET = '11111111-2222-4333-8444-555555555555';
const OWN_COMMENT = {
  id: 'c1',
  author: 'Ada',
  createdAt: '2026-11-20T10:00:00Z',
  edited: false,
  access: 'INTERNAL',
  html: '<p>Mine</p>',
} as const;
const OTHER_COMMENT = { ...OWN_COMMENT, id: 'c2', author: 'Bruno', html: '<p>Not mine</p>' };

const discussion = (more: Partial<DiscussionView> = {}): DiscussionView => ({
  ...EMPTY_DISCUSSION,
  comments: { ...EMPTY_DISCUSSION.comments, mine: ['c1'] },
  ...more,
});

function pageModel(modelChanges: Parameters<typeof model>[0] = {}, itemChanges: Partial<DiscussionView> = {}) {
  return model({
    comments: { status: 'ready', items: [OWN_COMMENT, OTHER_COMMENT] },
    discussion: discussion(itemChanges),
    people: { u1: 'Ada Park', u2: 'Bruno Keller', u3: 'Elif Aydin' },
    ...modelChanges,
  });
}

/** A fake IntersectionObserver. No element is visible until the test calls `makeAllVisible`. */
class FakeIntersectionObserver {
  static readonly all = new Set<FakeIntersectionObserver>();
  readonly #callback: (entries: { isIntersecting: boolean }[]) => void;

  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.#callback = callback;
  }

  observe(): void {
    FakeIntersectionObserver.all.add(this);
  }

  disconnect(): void {
    FakeIntersectionObserver.all.delete(this);
  }

  static makeAllVisible(): Promise<void> {
    return act(() => {
      for (const observer of FakeIntersectionObserver.all) observer.#callback([{ isIntersecting: true }]);
    });
  }
}

let mounted: MountedPage;
let urlCount = 0;

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => `blob:${(urlCount += 1)}`, revokeObjectURL: () => undefined }),
  );
  const rect = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 };
  Object.assign(Range.prototype, { getClientRects: () => [rect], getBoundingClientRect: () => rect });
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
});
afterEach(() => {
  FakeIntersectionObserver.all.clear();
  vi.unstubAllGlobals();
});

type Message<S extends MessageFromPage['type']> = Extract<MessageFromPage, { type: S }>;

function sent<S extends MessageFromPage['type']>(type: S): Message<S>[] {
  return mounted.sent.filter((message): message is Message<S> => message.type === type);
}

async function answerMessage(
  type: MessageFromPage['type'],
  more: Omit<Extract<MessageFromHost, { type: 'answer' }>, 'type' | 'to'> = {},
) {
  const request = sent(type).at(-1);
  if (!request) throw new Error(`The page did not send ${type}`);
  await mounted.deliver({ type: 'answer', to: request.seq, ...more });
}

function editorIn(selector: string): Editor {
  const { editor } = mounted.find(`${selector} .ProseMirror`) as HTMLElement & { editor?: Editor };
  if (!editor) throw new Error('no editor');
  return editor;
}

/** Types a text at the end of an editor's content. */
async function type(selector: string, text: string): Promise<Editor> {
  const editor = editorIn(selector);
  await act(() => {
    editor.view.dom.focus();
    editor.commands.focus('end');
    editor.commands.insertContent(text);
  });
  return editor;
}

const press = (editor: Editor, key: string) => mounted.press(editor.view.dom, key);

describe('A comment that the host asks the page to show', () => {
  it('is focused and highlighted for 3 seconds when it is loaded', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    mounted = await mount(pageModel({ comments: { status: 'loading', items: [] } }));
    await mounted.deliver({ type: 'showComment', id: 'c2' });
    await mounted.deliver({ type: 'show', model: pageModel() });
    const comment = mounted.find('[data-comment=c2]');
    expect(document.activeElement).toBe(comment);
    expect(comment.classList).toContain('is-marked');
    const [endHighlight] = timer.mock.calls.findLast(([, milliseconds]) => milliseconds === 3000) ?? [];
    if (typeof endHighlight === 'function') endHighlight();
    expect(comment.classList).not.toContain('is-marked');
    await act(() => mounted.find('#field-state').focus());
    await mounted.deliver({ type: 'show', model: pageModel({ unsent: true }) });
    expect(document.activeElement?.id).toBe('field-state');
  });
});

describe('An edited comment with code', () => {
  const modelWithEdit = (access: 'INTERNAL' | 'EXTERNAL') =>
    pageModel(
      { comments: { status: 'ready', items: [{ ...OWN_COMMENT, access }] } },
      {
        comments: {
          mine: ['c1'],
          edits: { c1: { html: '<pre><code>secret</code></pre>', saving: false, isChangedOnServer: false } },
          orphans: [],
          problems: {},
        },
      },
    );
  const saveMessages = () => mounted.sent.filter(({ type }) => type === 'saveComment');

  it('is saved only after a confirmation if people outside the workspace can read it', async () => {
    mounted = await mount(modelWithEdit('EXTERNAL'));
    expect(mounted.find('[data-testid=save-comment]').textContent).toBe('Save');
    await mounted.click('[data-testid=save-comment]');
    await mounted.click('[data-testid=confirm-no]');
    expect(saveMessages()).toEqual([]);
    expect(document.activeElement?.closest('[data-testid=comment-editor]')).not.toBeNull();
    await mounted.click('[data-testid=save-comment]');
    expect(saveMessages()).toEqual([]);
    await mounted.click('[data-testid=confirm-yes]');
    expect(saveMessages()).toHaveLength(1);
    expect(mounted.root.querySelector('[role=alertdialog]')).toBeNull();
  });

  it('is saved without a confirmation if it is internal', async () => {
    mounted = await mount(modelWithEdit('INTERNAL'));
    await mounted.click('[data-testid=save-comment]');
    expect(saveMessages()).toHaveLength(1);
  });
});

it('The initials beside a comment are those of the author, also for a comment of the signed-in user', async () => {
  const ownComment = { ...OWN_COMMENT, author: 'You', ownName: 'Ada Park' };
  mounted = await mount(pageModel({ comments: { status: 'ready', items: [ownComment, OTHER_COMMENT] } }));
  const initials = [...mounted.root.querySelectorAll<HTMLElement>('.initials')].map(
    ({ dataset }) => dataset['initials'],
  );
  expect(initials).toEqual(['AP', 'B']);
});

describe('A reply to a comment', () => {
  const replyTo = (id: string, parent: string) => ({
    ...OTHER_COMMENT,
    id,
    parent,
    createdAt: '2026-11-21T10:00:00Z',
  });
  const rows = () => [...mounted.root.querySelectorAll<HTMLElement>('[data-comment]')];

  it('is indented below the top-level comment, even if it is a reply to another reply', async () => {
    const items = [OWN_COMMENT, OTHER_COMMENT, replyTo('a1', 'c1'), replyTo('a2', 'a1')];
    mounted = await mount(pageModel({ comments: { status: 'ready', items } }));
    expect(rows().map(({ dataset }) => dataset['comment'])).toEqual(['c1', 'a1', 'a2', 'c2']);
    expect(rows().map(({ classList }) => classList.contains('comment-answer'))).toEqual([false, true, true, false]);
    const labels = rows().map((row) => row.querySelector('.comment-head > .visually-hidden')?.textContent);
    expect(labels).toEqual([undefined, 'Reply', 'Reply', undefined]);
  });

  it('is shown even if the original comment is not loaded, or if two comments reply to each other', async () => {
    const items = [replyTo('a1', 'gone'), replyTo('a2', 'a3'), replyTo('a3', 'a2')];
    mounted = await mount(pageModel({ comments: { status: 'ready', items } }));
    expect(rows()).toHaveLength(3);
    expect(rows()[0]?.classList).not.toContain('comment-answer');
  });
});

describe('A link to a comment', () => {
  it('can be copied with a button of the comment', async () => {
    mounted = await mount(pageModel());
    await mounted.click('[data-comment=c2] [data-testid=copy-comment-link]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'copyCommentLink', row: 'c2' });
  });
});

describe('A comment', () => {
  it('has an Edit button only if the user is its author', async () => {
    mounted = await mount(pageModel());
    expect(mounted.root.querySelectorAll('[data-comment=c1] [data-testid=edit-comment]')).toHaveLength(1);
    expect(mounted.root.querySelectorAll('[data-comment=c2] [data-testid=edit-comment]')).toHaveLength(0);
  });

  it('is edited in place, and its editor closes when the comment is saved', async () => {
    mounted = await mount(pageModel());
    await mounted.click('[data-comment=c1] [data-testid=edit-comment]');
    const editor = await type('[data-comment=c1]', ' and changed');
    expect(editor.view.dom.getAttribute('aria-label')).toBe('Edit comment');
    await mounted.click('[data-testid=save-comment]');
    expect(sent('editComment').at(-1)).toMatchObject({ id: 'c1', html: '<p>Mine and changed</p>' });
    expect(sent('saveComment')).toMatchObject([{ id: 'c1' }]);
    await answerMessage('saveComment', { problem: 'Not saved.' });
    expect(mounted.root.querySelector('[data-testid=comment-editor]')).not.toBeNull();
    await mounted.click('[data-testid=save-comment]');
    await answerMessage('saveComment');
    expect(mounted.root.querySelector('[data-testid=comment-editor]')).toBeNull();
  });

  it('can be edited while it is being saved, and then its editor stays open with the newer text', async () => {
    mounted = await mount(pageModel());
    await mounted.click('[data-comment=c1] [data-testid=edit-comment]');
    await type('[data-comment=c1]', ' and changed');
    await mounted.click('[data-testid=save-comment]');
    const editor = await type('[data-comment=c1]', ' again');
    expect(editor.isEditable).toBe(true);
    await answerMessage('saveComment');
    expect(editorIn('[data-comment=c1]').getText()).toBe('Mine and changed again');
  });

  it('is opened in an editor with the stored draft if the user has edited it before', async () => {
    const edits = { c1: { html: '<p>Half a change</p>', saving: false, isChangedOnServer: true } };
    mounted = await mount(
      pageModel({}, { comments: { mine: ['c1'], edits, orphans: [], problems: { c1: 'Not saved. No.' } } }),
    );
    expect(editorIn('[data-comment=c1]').getText()).toBe('Half a change');
    expect(mounted.find('[data-comment=c1]').textContent).toContain('was changed on the server since you started');
    expect(mounted.find('[data-comment=c1] [role=alert]').textContent).toBe('Not saved. No.');
  });

  it('that was deleted on the server leaves its draft, which the user can copy or discard', async () => {
    const edits = { gone: { html: '<p>Half a change</p>', saving: false, isChangedOnServer: false } };
    mounted = await mount(pageModel({}, { comments: { mine: [], edits, orphans: ['gone'], problems: {} } }));
    expect(mounted.find('[data-orphan=gone]').textContent).toContain('Half a change');
    await mounted.click('[data-orphan=gone] button');
    expect(sent('editComment')).toMatchObject([{ id: 'gone', html: null }]);
  });

  it('is deleted without a confirmation, and replaced by an Undo button, which gets the focus', async () => {
    mounted = await mount(pageModel());
    await act(() => mounted.find('[data-testid=delete-comment]').focus());
    await mounted.click('[data-testid=delete-comment]');
    expect(sent('deleteComment')).toMatchObject([{ id: 'c1' }]);
    const deleted = { mine: ['c1'], deleted: ['c1'], edits: {}, orphans: [], problems: {} };
    await mounted.deliver({ type: 'show', model: pageModel({}, { comments: deleted }) });
    expect(mounted.find('[data-comment=c1]').textContent).toBe('Comment deleted.Undo');
    expect(document.activeElement?.textContent).toBe('Undo');
    await mounted.click('[data-testid=undo-deletion]');
    expect(sent('undoDeletion')).toMatchObject([{ id: 'c1' }]);
    await mounted.deliver({ type: 'show', model: pageModel() });
    expect(mounted.root.querySelector('[data-testid=undo-deletion]')).toBeNull();
    expect(mounted.find('[data-comment=c1] .comment-body')).toBeDefined();
  });
});

describe('A mention', () => {
  it('can be selected from a list with the keyboard, and is inserted in the server’s markup', async () => {
    mounted = await mount(pageModel());
    const editor = await type('[data-testid=composer]', 'Ask @');
    expect([...mounted.root.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
      'Ada Park',
      'Bruno Keller',
      'Elif Aydin',
    ]);
    await press(editor, 'ArrowDown');
    const activeOption = mounted.find('[role=option][aria-selected=true]');
    expect(activeOption.textContent).toBe('Bruno Keller');
    expect(editor.view.dom.getAttribute('aria-activedescendant')).toBe(activeOption.id);
    await act(() => void editor.commands.insertContent('el'));
    expect(mounted.find('[role=option]').textContent).toBe('Elif Aydin');
    await press(editor, 'Tab');
    expect(mounted.root.querySelector('[role=listbox]')).toBeNull();
    expect(mounted.page.state.editedComposerContent?.value.html).toMatch(
      /^<p>Ask <mention-component id="[0-9a-f-]{36}" entity_identifier="u3" entity_name="user_mention"><\/mention-component> <\/p>$/,
    );
    expect(editor.view.dom.querySelector('[data-icon=mention]')?.textContent).toBe('Elif Aydin');
  });

  it('causes one request for the users when @ is typed, and a message is shown while the users load', async () => {
    mounted = await mount({ ...pageModel(), people: {}, unloadedPeopleStatus: 'notLoaded' });
    const editor = await type('[data-testid=composer]', 'Ask @');
    expect(mounted.sent.filter(({ type }) => type === 'offer')).toEqual([{ type: 'offer', seq: expect.any(Number) }]);
    await mounted.deliver({ type: 'show', model: { ...pageModel(), people: {}, unloadedPeopleStatus: 'loading' } });
    expect(mounted.find('.mention-menu [role=status]').textContent).toBe('Loading members…');
    await act(() => void editor.commands.insertContent('el'));
    await mounted.deliver({ type: 'show', model: pageModel() });
    expect([...mounted.root.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
      'Elif Aydin',
    ]);
    expect(mounted.sent.filter(({ type }) => type === 'offer')).toHaveLength(1);
  });

  it('is not suggested in an email address, in code, or after Escape', async () => {
    mounted = await mount(pageModel());
    const editor = await type('[data-testid=composer]', 'mail a@b');
    expect(mounted.root.querySelector('[role=listbox]')).toBeNull();
    await act(() => void editor.commands.insertContent(' @'));
    await press(editor, 'Escape');
    expect(mounted.root.querySelector('[role=listbox]')).toBeNull();
    await act(() => void editor.commands.insertContent('a'));
    expect(mounted.root.querySelector('[role=listbox]')).toBeNull();
    await act(() => void editor.chain().setContent('<pre><code>x</code></pre>').focus('end').insertContent(' @').run());
    expect(mounted.root.querySelector('[role=listbox]')).toBeNull();
  });
});

describe('A picture in a comment', () => {
  const modelWithHtml = (html: string) =>
    pageModel({ comments: { status: 'ready', items: [{ ...OTHER_COMMENT, html }] } });

  it('is requested from the host when it becomes visible, and shown as an object URL', async () => {
    mounted = await mount(modelWithHtml(`<p>See</p><image-component src="${ASSET}"></image-component>`));
    expect(sent('picture')).toEqual([]);
    await FakeIntersectionObserver.makeAllVisible();
    expect(sent('picture')).toMatchObject([{ source: ASSET, isExternal: false }]);
    await answerMessage('picture', { picture: { type: 'image/png', bytes: new Uint8Array([1]) } });
    await act(async () => undefined);
    expect(mounted.find('[data-comment=c2] img').getAttribute('src')).toMatch(/^blob:/);
  });

  it('shows the error if it could not be loaded, and can be requested again', async () => {
    mounted = await mount(modelWithHtml(`<img src="/api/assets/v2/workspaces/w/${ASSET}/" alt="a cat">`));
    await FakeIntersectionObserver.makeAllVisible();
    await answerMessage('picture', { problem: 'No.' });
    await act(async () => undefined);
    expect(mounted.find('.picture-chip').textContent).toContain('Image: a cat · No.');
    await mounted.click('.picture-show');
    expect(sent('picture')).toHaveLength(2);
  });

  it('that is on another host is requested only when the user selects its button', async () => {
    mounted = await mount(modelWithHtml('<img src="https://user:pw@tracker.test/p.png?who=me">'));
    await FakeIntersectionObserver.makeAllVisible();
    expect(sent('picture')).toEqual([]);
    expect(mounted.find('.picture-chip').textContent).toContain('tracker.test');
    expect(mounted.root.querySelector('[data-comment=c2] img')).toBeNull();
    await mounted.click('.picture-show');
    expect(sent('picture')).toMatchObject([{ isExternal: true }]);
  });

  it('is not requested for markup that imitates a picture placeholder', async () => {
    mounted = await mount(
      modelWithHtml(
        `<span class="picture-place" data-picture="${ASSET}">x</span><pre><code data-language="x">a</code></pre>`,
      ),
    );
    await FakeIntersectionObserver.makeAllVisible();
    expect(sent('picture')).toEqual([]);
  });

  it.each([
    ['data:image/svg+xml;base64,PHN2Zz4=', 'none'],
    ['data:text/html;base64,PHN2Zz4=', 'none'],
    ['javascript:alert(1)', 'none'],
    ['file:///etc/passwd', 'none'],
    ['', 'none'],
    ['data:image/png;base64,iVBORw0KGgo=', 'inline'],
    ['//host.test/a.png', 'external'],
    [ASSET, 'asset'],
  ])('with the source “%s” is classified as “%s”', (src, kind) => {
    expect(pictureSource(src).kind).toBe(kind);
  });
});

describe('A code block', () => {
  it('is highlighted in a read-only text, and its text does not change', async () => {
    const html = '<pre><code class="language-ts">const a: string = "x"; // why</code></pre>';
    mounted = await mount(pageModel({ comments: { status: 'ready', items: [{ ...OTHER_COMMENT, html }] } }));
    const code = mounted.find('[data-comment=c2] pre code');
    expect(code.textContent).toBe('const a: string = "x"; // why');
    expect(code.querySelector('.hljs-keyword')?.textContent).toBe('const');
    expect(code.querySelector('.hljs-comment')?.textContent).toBe('// why');
  });

  it('is highlighted in the editor, and the saved text does not change', async () => {
    mounted = await mount(pageModel());
    const editor = editorIn('[data-testid=composer]');
    await act(
      () => void editor.commands.setContent('<pre><code class="language-python">def f(): return 1</code></pre>'),
    );
    await act(() => void editor.commands.updateAttributes('codeBlock', { language: 'python' }));
    expect(editor.view.dom.querySelector('.hljs-keyword')?.textContent).toBe('def');
    expect(mounted.page.state.editedComposerContent?.value.html).toBe(
      '<pre><code class="language-python">def f(): return 1</code></pre>',
    );
  });

  it.each([
    ['<b>&amp;\n  "x"', 'xml'],
    ['\n\nlet x = `a${1}`;\r\n', 'js'],
    ['plain words', null],
    ['+ a\n- b', 'diff'],
    ['anything', 'a language that nobody knows'],
  ])('is split into highlighted parts that contain its complete text: %j', (code, language) => {
    expect(
      tokenizeCode(code, language)
        .map(({ text }) => text)
        .join('')
        .replaceAll('\r', ''),
    ).toBe(code.replaceAll('\r', ''));
  });
});

describe('Attachments', () => {
  const item = {
    id: ASSET,
    name: 'plan.png',
    size: '4 kB',
    author: 'Ada',
    createdAt: '2026-11-20T10:00:00Z',
    isPicture: true,
    canBeOpened: true,
    busy: undefined,
  } as const;
  const attachments = { status: 'ready', items: [item], more: false, uploads: [] } as const;

  it('are requested when the row of actions becomes visible', async () => {
    mounted = await mount(pageModel({}, { attachments: { ...attachments, status: 'notLoaded', items: [] } }));
    expect(sent('showAttachments')).toEqual([]);
    await FakeIntersectionObserver.makeAllVisible();
    expect(sent('showAttachments')).toHaveLength(1);
  });

  it('have no section while the list is empty, but a button that attaches files and shows the size limit', async () => {
    mounted = await mount(pageModel({}, { attachments: { ...attachments, items: [], maxFileSize: '5 MB' } }));
    expect(mounted.root.querySelector('[data-testid=attachments]')).toBeNull();
    expect(mounted.find('[data-testid=attach-files]').title).toContain('The server accepts files up to 5 MB.');
    await mounted.click('[data-testid=attach-files]');
    expect(sent('attachFiles')).toHaveLength(1);
  });

  it('have a section with an error message if the list could not be loaded', async () => {
    const problem = { message: 'No.', retry: true };
    mounted = await mount(pageModel({}, { attachments: { ...attachments, status: 'failed', items: [], problem } }));
    expect(mounted.find('[data-testid=attachments]').textContent).toContain('No.');
  });

  it('can be opened, downloaded and deleted, and a deleted attachment is replaced by an Undo button', async () => {
    mounted = await mount(pageModel({}, { attachments }));
    expect(mounted.find('[data-attachment]').textContent).toContain('plan.png4 kBAda2 hours ago');
    expect(mounted.find('#attachments-title').textContent).toBe('Attachments 1');
    await mounted.click('[title="Open plan.png"]');
    await mounted.click('[title="Download plan.png"]');
    await mounted.click('[data-testid=delete-attachment]');
    const items = attachments.items.map((item) => ({ ...item, isDeleted: true as const }));
    await mounted.deliver({ type: 'show', model: pageModel({}, { attachments: { ...attachments, items } }) });
    expect(mounted.find('[data-attachment]').textContent).toBe('“plan.png” was deleted.Undo');
    expect(mounted.find('#attachments-title').textContent).toBe('Attachments 0');
    await mounted.click('[data-testid=undo-deletion]');
    expect(mounted.sent.slice(-4)).toMatchObject([
      { type: 'openAttachment', id: ASSET },
      { type: 'saveAttachment', id: ASSET },
      { type: 'deleteAttachment', id: ASSET },
      { type: 'undoDeletion', id: ASSET },
    ]);
    const fields = pageModel().fields.map((view) =>
      view.name === 'description_html'
        ? { ...view, value: `<image-component src="${ASSET}"></image-component>` }
        : view,
    );
    await mounted.deliver({ type: 'show', model: pageModel({ fields }, { attachments: { ...attachments, items } }) });
    expect(mounted.find('[data-attachment]').textContent).toContain('deleted. The description shows this image.');
  });

  it('show the progress of uploads, which can be canceled or retried', async () => {
    const uploads = [
      { id: 'up1', name: 'a.bin', part: 0.5, progress: '1 MB of 2 MB' },
      { id: 'up2', name: 'b.bin', part: 0, progress: '0 bytes of 2 MB', problem: 'Too large.' },
    ];
    mounted = await mount(pageModel({}, { attachments: { ...attachments, uploads } }));
    expect(mounted.find('[data-upload="a.bin"]').textContent).toContain('1 MB of 2 MB');
    expect(mounted.find('[data-upload="b.bin"] [role=alert]').textContent).toBe('Not attached. Too large.');
    await mounted.click('[title="Cancel attaching a.bin"]');
    await mounted.click('[title="Retry attaching b.bin"]');
    expect(mounted.sent.slice(-2)).toMatchObject([
      { type: 'cancelUpload', id: 'up1' },
      { type: 'retryUpload', id: 'up2' },
    ]);
  });

  async function paste(target: EventTarget, file: File, text = ''): Promise<Event> {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { files: [file], getData: () => text, items: [] } });
    await act(async () => {
      target.dispatchEvent(event);
      await file.arrayBuffer();
    });
    return event;
  }

  it('can be pasted anywhere on the page if the clipboard contains no text', async () => {
    mounted = await mount(pageModel());
    await paste(document.body, new File(['abc'], 'a.txt', { type: 'text/plain' }), 'cells of a sheet');
    expect(sent('attachBytes')).toEqual([]);
    await paste(document.body, new File(['abc'], 'a.txt', { type: 'text/plain' }));
    await expect.poll(() => sent('attachBytes')).toMatchObject([{ name: 'a.txt', mediaType: 'text/plain' }]);
  });

  it('show an error for a pasted file that is too large', async () => {
    mounted = await mount(pageModel());
    const file = new File(['x'], 'film.mp4');
    Object.defineProperty(file, 'size', { value: 26 * 1024 * 1024 });
    await paste(document.body, file);
    expect(mounted.find('[data-testid=notice]').textContent).toContain('film.mp4 is larger than 25 MB');
    expect(sent('attachBytes')).toEqual([]);
  });

  it('that are uploaded from a pasted picture are inserted at the cursor when the upload is complete', async () => {
    mounted = await mount(pageModel());
    const editor = await type('[data-testid=composer]', 'Before');
    await paste(editor.view.dom, new File(['x'], 'cat.png', { type: 'image/png' }));
    await expect.poll(() => sent('attachBytes')).toHaveLength(1);
    expect(editor.view.dom.querySelector('.pending-picture')?.textContent).toBe('Attaching cat.png…');
    expect(mounted.page.state.editedComposerContent?.value.html).toBe('<p>Before</p>');
    await answerMessage('attachBytes', { asset: ASSET });
    await expect.poll(() => editor.view.dom.querySelector('.pending-picture')).toBeNull();
    expect(mounted.page.state.editedComposerContent?.value.html).toMatch(
      new RegExp(
        `^<p>Before</p><image-component id="[0-9a-f-]{36}" src="${ASSET}" width="35%" height="auto" alignment="left" status="uploaded"></image-component>$`,
      ),
    );
  });

  it('that are uploaded from a pasted picture stay in the text when the user continues typing', async () => {
    mounted = await mount(pageModel());
    const editor = editorIn('[data-testid=composer]');
    await paste(editor.view.dom, new File(['x'], 'cat.png', { type: 'image/png' }));
    await expect.poll(() => sent('attachBytes')).toHaveLength(1);
    await answerMessage('attachBytes', { asset: ASSET });
    await expect.poll(() => mounted.page.state.editedComposerContent?.value.html).toContain(ASSET);
    await act(() => void editor.commands.insertContent('<p>Behind it</p>'));
    expect(mounted.page.state.editedComposerContent?.value.html).toMatch(/<\/image-component><p>Behind it<\/p>$/);
  });
});

describe('The composer', () => {
  const withText = (html: string, access: 'INTERNAL' | 'EXTERNAL') =>
    pageModel({ composer: { html, access, sending: false } });
  const CODE = '<p>Run <code>npm test</code></p>';
  const codeQuestion = () => document.querySelector('[data-testid=composer] [role=alertdialog]');

  it('asks for confirmation before it sends an external comment with code', async () => {
    mounted = await mount(withText(CODE, 'EXTERNAL'));
    await mounted.click('[data-testid=send-comment]');
    expect(codeQuestion()?.textContent).toBe('Show this code to people outside the workspace?Show CodeCancel');
    await mounted.click('[data-testid=confirm-no]');
    expect(codeQuestion()).toBeNull();
    expect(sent('sendComment')).toEqual([]);
    await mounted.click('[data-testid=send-comment]');
    await mounted.click('[data-testid=confirm-yes]');
    expect(codeQuestion()).toBeNull();
    expect(sent('sendComment')).toHaveLength(1);
  });

  it.each([
    ['without code', '<p>Hello</p>', 'EXTERNAL'],
    ['that is internal', CODE, 'INTERNAL'],
  ] as const)('does not ask for confirmation before it sends a comment %s', async (_, html, access) => {
    mounted = await mount(withText(html, access));
    await mounted.click('[data-testid=send-comment]');
    expect(codeQuestion()).toBeNull();
    expect(sent('sendComment')).toHaveLength(1);
  });
});

describe('The timeline', () => {
  it('shows “Loading comments…” while the comments load, and “No comments yet.” if the list is empty', async () => {
    const lines = () =>
      [...mounted.root.querySelectorAll('.discussion > .dimmed')].map(({ textContent }) => textContent);
    mounted = await mount(pageModel({ comments: { status: 'loading', items: [] } }));
    expect(lines()).toEqual(['Loading comments…']);
    await mounted.deliver({ type: 'show', model: pageModel({ comments: { status: 'ready', items: [] } }) });
    expect(lines()).toEqual(['No comments yet.']);
    await mounted.deliver({ type: 'show', model: pageModel() });
    expect(lines()).toEqual([]);
  });

  const change = (hour: string, id = 'a') => ({
    id,
    userName: 'Maya',
    changeText: 'changed state from Todo to In Progress',
    at: `2026-11-20T${hour}:00:00Z`,
  });
  const rows = () =>
    [...mounted.find('[data-testid=comments]').children].map(({ textContent }) => textContent.replace(/ · .*/, ''));

  it('shows changes and comments in the order of time after the user has selected All', async () => {
    const comments = {
      status: 'ready',
      items: [OWN_COMMENT, { ...OTHER_COMMENT, createdAt: '2026-11-20T11:30:00Z' }],
    } as const;
    mounted = await mount(pageModel({ comments }));
    await mounted.click('[data-testid=activity] input[value=all]');
    expect(sent('showActivity')).toHaveLength(1);
    const items = [change('11', 'b'), change('09')];
    const activity = { isShown: true, status: 'ready', items, more: true } as const;
    await mounted.deliver({ type: 'show', model: pageModel({ comments }, { activity }) });
    const message = 'Maya changed state from Todo to In Progress';
    expect(rows()).toEqual([message, 'Ada 2 hours agoMine', message, 'Bruno 30 minutes agoNot mine']);
    await mounted.click('[data-testid=more-activity]');
    expect(sent('moreActivity')).toHaveLength(1);
    await mounted.click('[data-testid=activity] input[value=comments]');
    expect(sent('hideActivity')).toHaveLength(1);
  });

  it('does not show loaded changes until the user selects All', async () => {
    const activity = { isShown: false, status: 'ready', items: [change('09')], more: false } as const;
    mounted = await mount(pageModel({}, { activity }));
    expect(rows()).toHaveLength(2);
  });

  it('has the button for earlier comments above the list, and the button for later comments below it', async () => {
    const comments = { status: 'ready', items: [OWN_COMMENT], more: 2 } as const;
    mounted = await mount(pageModel({ comments }));
    const order = () =>
      mounted.find('[data-testid=comments]').compareDocumentPosition(mounted.find('[data-testid=more-comments]'));
    expect(mounted.find('[data-testid=more-comments]').textContent).toBe('Show 2 Earlier Comments');
    expect(order()).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    await mounted.deliver({ type: 'show', model: pageModel({ comments: { ...comments, isMoreLater: true } }) });
    expect(mounted.find('[data-testid=more-comments]').textContent).toBe('Load 2 More Comments');
    expect(order()).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows a badge on external comments only', async () => {
    const items = [OWN_COMMENT, { ...OTHER_COMMENT, access: 'EXTERNAL' }] as const;
    mounted = await mount(pageModel({ comments: { status: 'ready', items } }));
    expect(mounted.root.querySelector('[data-comment=c1] .badge')).toBeNull();
    expect(mounted.find('[data-comment=c2] .badge').textContent).toBe(' External');
  });
});

describe('The line of a stack trace', () => {
  const FRAME = 'at run (src/app.ts:2:1)';
  const HTML = `<p>It fails:</p><pre><code>Error\n    ${FRAME}\n</code></pre>`;
  const withFrames = (frames: readonly string[]) => {
    const rows = frames.map((detail, index) => ({
      id: `places ${index}`,
      label: 'src/app.ts:2',
      detail,
      isStackFrame: true,
    }));
    const fields = pageModel().fields.map((view) =>
      view.name === 'description_html' ? { ...view, value: HTML } : view,
    );
    const comments = { status: 'ready', items: [{ ...OTHER_COMMENT, html: `<p>${FRAME}</p>` }] } as const;
    const code = { ...discussion().code, places: { status: 'ready', rows } } as const;
    return pageModel({ fields, comments }, { code });
  };
  const linkIn = (selector: string) => `${selector} :is([data-href^="contrail-line:"], [href^="contrail-line:"])`;
  const DESCRIPTION = '[data-field=description_html]';

  it('is a link in the description while it is read, which a click and Enter open', async () => {
    mounted = await mount(withFrames([]));
    expect(mounted.root.querySelector(linkIn(DESCRIPTION))).toBeNull();
    await mounted.deliver({ type: 'show', model: withFrames([FRAME]) });
    const link = mounted.find(linkIn(DESCRIPTION));
    expect(link.textContent).toBe(FRAME);
    expect(link.tabIndex).toBe(0);
    await mounted.click(linkIn(DESCRIPTION));
    await mounted.press(link, 'Enter');
    expect(sent('openCode')).toMatchObject([{ id: 'places 0' }, { id: 'places 0' }]);
    expect(sent('edit')).toEqual([]);
    expect(mounted.root.querySelector(`${DESCRIPTION} .is-edited`)).toBeNull();
    await mounted.press(mounted.find(`${DESCRIPTION} .ProseMirror`), 'Enter');
    expect(mounted.root.querySelector(`${DESCRIPTION} .is-edited`)).not.toBeNull();
    expect(mounted.root.querySelector(linkIn(DESCRIPTION))).toBeNull();
    expect(sent('edit')).toEqual([]);
  });

  it('is a link in a comment, and text again when its file is gone', async () => {
    mounted = await mount(withFrames([FRAME]));
    expect(mounted.find(linkIn('.comment-body')).textContent).toBe(FRAME);
    await mounted.click(linkIn('.comment-body'));
    expect(sent('openCode')).toMatchObject([{ id: 'places 0' }]);
    expect(sent('openLink')).toEqual([]);
    await mounted.deliver({ type: 'show', model: withFrames([]) });
    expect(mounted.root.querySelector(linkIn('.comment-body'))).toBeNull();
    expect(mounted.find('.comment-body').textContent).toBe(FRAME);
  });
});

describe('The code section', () => {
  const CODE: DiscussionView['code'] = {
    isOpen: true,
    count: 0,
    offers: { status: 'ready', rows: [] },
    places: {
      status: 'ready',
      rows: [{ id: 'places 0', label: 'src/a.ts:8', badge: 'originally line 6', detail: 'Is this ever closed?' }],
    },
    branches: { status: 'ready', rows: [], message: 'Git is disabled in VS Code or not installed.' },
    commits: { status: 'ready', rows: [] },
    mentions: {
      status: 'loading',
      rows: [{ id: 'mentions 0', label: '// <b>WEB-1</b>', marked: [6, 11] }],
      message: 'Searched 1 of 2 files…',
    },
  };
  const toggleSection = (isOpen: boolean) =>
    act(() => {
      const details = mounted.find('[data-testid=code]') as HTMLDetailsElement;
      details.open = isOpen;
      details.dispatchEvent(new Event('toggle'));
    });

  it('sends `showCode` and `hideCode` when the user opens and closes it, but not when rendered open', async () => {
    mounted = await mount(pageModel());
    await toggleSection(true);
    expect(sent('showCode')).toHaveLength(1);
    await mounted.deliver({ type: 'show', model: pageModel({}, { code: CODE }) });
    await toggleSection(true);
    expect(sent('showCode')).toHaveLength(1);
    await toggleSection(false);
    expect(sent('hideCode')).toHaveLength(1);
  });

  it('asks the host to open a clicked row, and shows HTML in file content as plain text', async () => {
    mounted = await mount(pageModel({}, { code: CODE }));
    const row = mounted.find('[data-testid=code-places] .code-row');
    expect(row.textContent).toBe('src/a.ts:8originally line 6Is this ever closed?');
    expect(row.title).toBe('src/a.ts:8\nIs this ever closed?');
    await mounted.click('[data-testid=code-mentions] .code-row');
    expect(sent('openCode')).toMatchObject([{ id: 'mentions 0' }]);
    expect(mounted.find('[data-testid=code-mentions] mark').textContent).toBe('WEB-1');
    expect(mounted.root.querySelector('[data-testid=code-mentions] b')).toBeNull();
  });

  it('shows why a list is empty and the progress of a search, and can cancel the search', async () => {
    mounted = await mount(pageModel({}, { code: CODE }));
    expect(mounted.find('[data-testid=code-branches]').textContent).toContain('Git is disabled');
    // An empty list without a reason is left out, also on a narrow page.
    expect(mounted.root.querySelector('[data-testid=code-commits]')).toBeNull();
    expect(mounted.find('[data-testid=code-mentions]').textContent).toContain('Searched 1 of 2 files…');
    await mounted.click('[data-testid=cancel-mentions]');
    expect(sent('cancelMentions')).toHaveLength(1);
  });

  describe('on a wide page', () => {
    const { isOpen: _, ...CODE_NOT_TOGGLED } = CODE;
    let query: EventTarget & { matches: boolean };
    beforeEach(() => {
      query = Object.assign(new EventTarget(), { matches: true });
      vi.stubGlobal('matchMedia', () => query);
    });
    afterEach(() => vi.unstubAllGlobals());

    it('is in the properties column, and requests only entries that need no file search', async () => {
      mounted = await mount(pageModel({}, { code: CODE_NOT_TOGGLED }));
      expect(mounted.find('.properties [data-testid=code]')).toBeDefined();
      expect(mounted.root.querySelector('.main [data-testid=code]')).toBeNull();
      expect(sent('readKnownCode')).toHaveLength(1);
      expect(sent('showCode')).toEqual([]);
    });

    it('is open if it has entries, unless the user has closed it', async () => {
      mounted = await mount(pageModel({}, { code: CODE_NOT_TOGGLED }));
      const isOpen = () => (mounted.find('[data-testid=code]') as HTMLDetailsElement).open;
      expect(isOpen()).toBe(false);
      await mounted.deliver({ type: 'show', model: pageModel({}, { code: { ...CODE_NOT_TOGGLED, count: 4 } }) });
      expect(isOpen()).toBe(true);
      expect(mounted.find('[data-testid=code] summary').textContent).toBe('Code 4');
      await toggleSection(true);
      expect(sent('showCode')).toEqual([]);
      await toggleSection(false);
      expect(sent('hideCode')).toHaveLength(1);
      await mounted.deliver({
        type: 'show',
        model: pageModel({}, { code: { ...CODE_NOT_TOGGLED, count: 4, isOpen: false } }),
      });
      expect(isOpen()).toBe(false);
      expect(sent('readKnownCode')).toHaveLength(1);
    });

    it('shows branches and commented code without visible headings, and omits an empty list of commits', async () => {
      const branches = { status: 'ready', rows: [{ id: 'branches 0', label: 'api-1-fix' }] } as const;
      const mentions = { status: 'notLoaded', rows: [] } as const;
      mounted = await mount(pageModel({}, { code: { ...CODE_NOT_TOGGLED, count: 2, branches, mentions } }));
      const parts = [...mounted.root.querySelectorAll<HTMLElement>('.code-part')].map(
        ({ dataset }) => dataset['testid'],
      );
      expect(parts).toEqual(['code-branches', 'code-places', 'code-mentions']);
      const hiddenHeadings = [...mounted.root.querySelectorAll('.code-part .visually-hidden h3')];
      expect(hiddenHeadings.map(({ textContent }) => textContent)).toEqual(['Branches', 'Linked code']);
      await mounted.click('[data-testid=search-mentions]');
      expect(sent('showCode')).toHaveLength(1);
    });

    it('shows the reason only once if neither branches nor commits can be read', async () => {
      const list = { status: 'ready', rows: [], message: 'Git is disabled in VS Code or not installed.' } as const;
      mounted = await mount(pageModel({}, { code: { ...CODE, branches: list, commits: list } }));
      expect(mounted.find('[data-testid=code]').textContent.split('Git is disabled')).toHaveLength(2);
    });

    it('moves below the description and is collapsed when the page becomes narrow', async () => {
      mounted = await mount(pageModel({}, { code: { ...CODE_NOT_TOGGLED, count: 4 } }));
      query.matches = false;
      await act(() => void query.dispatchEvent(new Event('change')));
      const code = mounted.find('.main [data-testid=code]') as HTMLDetailsElement;
      expect(code.open).toBe(false);
      expect(code.querySelector('summary')?.textContent).toBe('Code 4');
      expect(mounted.root.querySelector('.properties [data-testid=code]')).toBeNull();
    });
  });

  it('is closed on a narrow page, which requests only entries that need no file search', async () => {
    const { isOpen: _, ...code } = CODE;
    mounted = await mount(pageModel({}, { code: { ...code, count: 4 } }));
    expect((mounted.find('.main [data-testid=code]') as HTMLDetailsElement).open).toBe(false);
    expect(sent('readKnownCode')).toHaveLength(1);
    expect(sent('showCode')).toEqual([]);
  });

  it('shows the number of its rows in its title', async () => {
    mounted = await mount(pageModel({}, { code: { ...CODE, isOpen: false, count: 1234 } }));
    expect(mounted.find('[data-testid=code] summary').textContent).toBe('Code 1,234');
    await mounted.deliver({ type: 'show', model: pageModel({}, { code: { ...CODE, isOpen: false, count: 0 } }) });
    expect(mounted.find('[data-testid=code] summary').textContent).toBe('Code');
  });

  it('explains how to link code if all of its lists are empty', async () => {
    const empty = { status: 'ready', rows: [] } as const;
    const mentions = { ...empty, message: 'API-1 is not mentioned in the files of this window.' };
    const code = { isOpen: true, count: 0, offers: empty, places: empty, branches: empty, commits: empty, mentions };
    mounted = await mount(pageModel({}, { code }));
    expect(mounted.find('[data-testid=code] .code-nothing').textContent).toContain('write API-1 in a branch name');
    expect(mounted.root.querySelector('[data-testid=code-branches]')).toBeNull();
    await mounted.deliver({ type: 'show', model: pageModel({}, { code: { ...code, branches: CODE.branches } }) });
    expect(mounted.find('[data-testid=code-branches]').textContent).toContain('Git is disabled');
  });

  it('has a button that starts a comment with the selected code', async () => {
    mounted = await mount(pageModel());
    await mounted.click('[data-testid=comment-with-code]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'commentWithCode' });
  });

  it('shows why a row could not be opened', async () => {
    mounted = await mount(pageModel({}, { code: CODE }));
    await mounted.click('[data-testid=code-places] .code-row');
    await answerMessage('openCode', { problem: 'The list has changed. Select the row again.' });
    await expect.poll(() => mounted.root.textContent).toContain('The list has changed. Select the row again.');
  });
});
