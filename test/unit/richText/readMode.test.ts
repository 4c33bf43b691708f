// @vitest-environment jsdom
// Tests the texts that are shown for reading before they are edited: the description and the empty composer.
import type { Editor } from '@tiptap/core';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { field, model, modelWithValues } from '../features/recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../features/recordPage/page/pageFixture.ts';

const DESCRIPTION = '[data-field=description_html]';
const TEXT = `${DESCRIPTION} .ProseMirror`;
const COMPOSER = '[data-testid=composer]';

let mounted: MountedPage;

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  // jsdom has no layout, which the editor needs to find the clicked position and to scroll to the cursor.
  const rect = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 };
  Object.assign(Range.prototype, { getClientRects: () => [rect], getBoundingClientRect: () => rect });
  Object.assign(document, { elementFromPoint: () => null });
});
afterEach(() => void vi.restoreAllMocks());

const isEditable = () => mounted.find(TEXT).getAttribute('contenteditable') === 'true';
const hasToolbar = (selector: string) => mounted.root.querySelector(`${selector} .toolbar`) !== null;
const press = (key: string, more: KeyboardEventInit = {}) => mounted.press(mounted.find(TEXT), key, more);
const focus = (selector: string) => act(() => mounted.find(selector).focus());
const mouse = (type: string) =>
  act(() => void mounted.find('#field-name').dispatchEvent(new MouseEvent(type, { bubbles: true })));
const nextFrame = () => act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())));

function editorIn(selector: string): Editor {
  const { editor } = mounted.find(`${selector} .ProseMirror`) as HTMLElement & { editor?: Editor };
  if (!editor) throw new Error('no editor');
  return editor;
}

describe('The description', () => {
  it('is read-only and has no toolbar until the user starts to edit it', async () => {
    mounted = await mount(model());
    expect(mounted.find(TEXT).textContent).toBe('text');
    expect(isEditable()).toBe(false);
    expect(mounted.find(TEXT).getAttribute('role')).toBe('group');
    expect(hasToolbar(DESCRIPTION)).toBe(false);
  });

  it('becomes editable, with the focus and a toolbar, when it is clicked', async () => {
    mounted = await mount(model());
    await mounted.click(`${TEXT} p`);
    expect(isEditable()).toBe(true);
    expect(document.activeElement).toBe(mounted.find(TEXT));
    expect(mounted.find(TEXT).getAttribute('role')).toBe('textbox');
    expect(hasToolbar(DESCRIPTION)).toBe(true);
  });

  it.each(['Enter', 'e', 'E'])('becomes editable when %s is pressed, which does not change the text', async (key) => {
    mounted = await mount(model());
    await focus(TEXT);
    const event = await press(key);
    expect(isEditable()).toBe(true);
    expect(event.defaultPrevented).toBe(true);
  });

  it('becomes editable when the user selects the Edit button, but not on Ctrl+E', async () => {
    mounted = await mount(model());
    await focus(TEXT);
    await press('e', { ctrlKey: true });
    expect(isEditable()).toBe(false);
    await mounted.click(`${DESCRIPTION} [data-testid=edit-text]`);
    expect(isEditable()).toBe(true);
    expect(mounted.root.querySelector('[data-testid=edit-text]')).toBeNull();
  });

  it('keeps the draft, the focus and the undo history when Escape ends editing', async () => {
    mounted = await mount(model());
    await mounted.click(`${TEXT} p`);
    const editor = editorIn(DESCRIPTION);
    await act(() => void editor.commands.insertContentAt(editor.state.doc.content.size - 1, ' more'));
    await press('Escape');
    expect(isEditable()).toBe(false);
    expect(hasToolbar(DESCRIPTION)).toBe(false);
    expect(document.activeElement).toBe(mounted.find(TEXT));
    expect(mounted.sent.filter(({ type }) => type === 'edit')).toMatchObject([{ value: '<p>text more</p>' }]);
    await press('Enter');
    expect(editorIn(DESCRIPTION)).toBe(editor);
    await press('z', { ctrlKey: true });
    expect(mounted.find(TEXT).textContent).toBe('text');
  });

  it('ends editing when the focus leaves it, but not while the focus is in its toolbar', async () => {
    mounted = await mount(model());
    await mounted.click(`${TEXT} p`);
    await focus(`${DESCRIPTION} [data-tool=bold]`);
    expect(isEditable()).toBe(true);
    await focus('#field-name');
    expect(isEditable()).toBe(false);
  });

  it('stays editable while a mouse button is pressed elsewhere, so that the pressed element does not move', async () => {
    mounted = await mount(model());
    await mounted.click(`${TEXT} p`);
    await mouse('mousedown');
    await focus('#field-name');
    expect(isEditable()).toBe(true);
    await mouse('mouseup');
    await nextFrame();
    expect(isEditable()).toBe(false);
  });

  it('stays editable when the whole window loses the focus', async () => {
    mounted = await mount(model());
    await mounted.click(`${TEXT} p`);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await act(() => mounted.find(TEXT).blur());
    expect(isEditable()).toBe(true);
  });

  it('stays editable when a text from the server replaces it', async () => {
    mounted = await mount(model());
    await mounted.click(`${TEXT} p`);
    await mounted.deliver({ type: 'show', model: modelWithValues({ description_html: '<p>theirs</p>' }) });
    expect(mounted.find(TEXT).textContent).toBe('theirs');
    expect(isEditable()).toBe(true);
    expect(document.activeElement).toBe(mounted.find(TEXT));
  });

  it('opens a clicked link without becoming editable', async () => {
    mounted = await mount(modelWithValues({ description_html: '<p><a href="https://a.test/">a</a></p>' }));
    await mounted.click(`${TEXT} a`);
    expect(mounted.lastMessage()).toMatchObject({ type: 'openLink', href: 'https://a.test/' });
    expect(isEditable()).toBe(false);
  });

  it('does not become editable on a click that ends a text selection', async () => {
    mounted = await mount(model());
    document.getSelection()?.selectAllChildren(mounted.find(`${TEXT} p`));
    await mounted.click(`${TEXT} p`);
    expect(isEditable()).toBe(false);
  });

  it('lets the user check a task with one click', async () => {
    const task = '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>do</p></li></ul>';
    mounted = await mount(modelWithValues({ description_html: task }));
    const checkbox = `${TEXT} input[type=checkbox]`;
    await act(() => void mounted.find(checkbox).dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
    await mounted.click(checkbox);
    expect(mounted.sent.find(({ type }) => type === 'edit')).toMatchObject({
      value: expect.stringContaining('data-checked="true"'),
    });
  });

  it('shows the placeholder “Add a description…” if it is empty, and becomes editable when clicked', async () => {
    mounted = await mount(modelWithValues({ description_html: '' }));
    expect(mounted.find(`${DESCRIPTION} .placeholder`).textContent).toBe('Add a description…');
    await mounted.click(`${DESCRIPTION} .rich-text-place`);
    expect(isEditable()).toBe(true);
  });

  it('has no editing controls if it is read-only', async () => {
    const readOnly = field('description_html', 'richText', '', { label: 'Description', readOnly: true });
    const { fields } = model();
    mounted = await mount(
      model({ fields: fields.map((original) => (original.name === readOnly.name ? readOnly : original)) }),
    );
    await mounted.click(`${DESCRIPTION} .rich-text-place`);
    await focus(TEXT);
    await press('Enter');
    expect(isEditable()).toBe(false);
    expect(mounted.root.querySelector('[data-testid=edit-text]')).toBeNull();
    expect(mounted.find(`${DESCRIPTION} .placeholder`).textContent).toBe('No description.');
  });
});

describe('The empty composer', () => {
  it('is expanded only while it has the focus', async () => {
    mounted = await mount(model());
    expect(mounted.find(`${COMPOSER} .placeholder`).textContent).toBe('Write a comment…');
    expect(hasToolbar(COMPOSER)).toBe(false);
    expect(mounted.root.querySelector('[data-testid=send-comment]')).toBeNull();
    await focus(`${COMPOSER} .ProseMirror`);
    expect(hasToolbar(COMPOSER)).toBe(true);
    expect(mounted.find('[data-testid=send-comment]').getAttribute('aria-disabled')).toBe('true');
    await focus(`${COMPOSER} input[value=EXTERNAL]`);
    await nextFrame();
    expect(hasToolbar(COMPOSER)).toBe(true);
    await focus('#field-name');
    await nextFrame();
    expect(hasToolbar(COMPOSER)).toBe(false);
  });

  it.each(['mouseup', 'dragend'])(
    'stays expanded while a mouse button is pressed elsewhere, until %s',
    async (type) => {
      mounted = await mount(model());
      await focus(`${COMPOSER} .ProseMirror`);
      await mouse('mousedown');
      await focus('#field-name');
      await nextFrame();
      expect(hasToolbar(COMPOSER)).toBe(true);
      await mouse(type);
      await nextFrame();
      await nextFrame();
      expect(hasToolbar(COMPOSER)).toBe(false);
    },
  );

  it('has the most common tools, and a button that shows all tools', async () => {
    mounted = await mount(model());
    await focus(`${COMPOSER} .ProseMirror`);
    const tools = () => [...mounted.root.querySelectorAll<HTMLElement>(`${COMPOSER} [data-tool]`)];
    const names = () => tools().map(({ dataset }) => dataset['tool']);
    expect(names()).toEqual(['bold', 'italic', 'code', 'bulletList', 'blockquote', 'codeBlock', 'link', 'more']);
    await mounted.click(`${COMPOSER} [data-tool=more]`);
    expect(names()).toContain('heading1');
    expect(names()).toContain('undo');
    expect(mounted.find(`${COMPOSER} [data-tool=more]`).getAttribute('aria-expanded')).toBe('true');
  });
});

describe('The composer with an unsent draft', () => {
  it('is expanded without the focus', async () => {
    mounted = await mount(model({ composer: { html: '<p>half</p>', access: 'INTERNAL', sending: false } }));
    expect(hasToolbar(COMPOSER)).toBe(true);
    expect(mounted.find('[data-testid=send-comment]').getAttribute('aria-disabled')).toBe('false');
  });
});
