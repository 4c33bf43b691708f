// @vitest-environment jsdom
// Tests that text is shown from right to left where its letters are, and that no direction is stored.
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sanitize } from '../../../../../src/features/comments/page/sanitize.ts';
import { setTextDirection } from '../../../../../src/features/comments/page/textDirection.ts';
import { StickyBody } from '../../../../../src/features/stickies/page/stickyBody.tsx';
import { HtmlEditor } from '../../../../../src/shell/page/richText/htmlEditor.ts';
import { NO_CALLBACKS } from '../../../richText/editorCallbacks.ts';
import { field, model } from '../../recordPage/page/modelFixture.ts';
import { mount } from '../../recordPage/page/pageFixture.ts';

const PERSIAN = 'سلام دنیا! نسخه 2.0 آماده است.';
const MENTION = '<mention-component id="m" entity_identifier="u" entity_name="user_mention"></mention-component>';
const TASKS =
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked="checked"><span></span></label><div><p>مهمة</p></div></li></ul>';
/** Blocks, and the selectors of the elements that must have a direction. */
const BLOCKS: readonly (readonly [string, readonly string[]])[] = [
  [`<p>${PERSIAN}</p>`, ['p']],
  ['<h1>כותרת</h1><h3>عنوان</h3>', ['h1', 'h3']],
  ['<ul><li><p>واحد</p><ol><li><p>שתיים</p></li></ol></li></ul>', ['li', 'li li', 'li > p', 'li li > p']],
  [TASKS, ['li', 'p']],
  ['<blockquote><p>اقتباس</p></blockquote>', ['blockquote', 'blockquote > p']],
  ['<table><tbody><tr><th><p>الاسم</p></th><td><p>שם</p></td></tr></tbody></table>', ['th > p', 'td > p']],
];

function createEditor(html: string) {
  const reported: string[] = [];
  const container = document.createElement('div');
  const htmlEditor = new HtmlEditor(container, html, {}, () => ({
    ...NO_CALLBACKS,
    onChange: (newHtml) => reported.push(newHtml),
    nameOf: () => 'سارة',
  }));
  onTestFinished(() => htmlEditor.destroy());
  return { container, editor: htmlEditor.editor, reported };
}

function shownComment(html: string): HTMLElement {
  const container = document.createElement('div');
  container.append(sanitize(html, { u: 'سارة' }));
  setTextDirection(container);
  return container;
}

const directionsOf = (container: ParentNode, selectors: readonly string[]) =>
  selectors.map((selector) => container.querySelector(selector)?.getAttribute('dir'));

describe('A block', () => {
  it.each(BLOCKS)('has the direction of its text, which an edit does not store: %s', (html, selectors) => {
    const { container, editor, reported } = createEditor(html);
    expect(directionsOf(container, selectors)).toEqual(selectors.map(() => 'auto'));
    editor.commands.insertContentAt(editor.state.doc.content.size, '<p>x</p>');
    expect(reported.at(-1)).toBe(`${html}<p>x</p>`);
  });

  it.each(BLOCKS)('has the direction of its text in a comment: %s', (html, selectors) => {
    expect(directionsOf(shownComment(html), selectors)).toEqual(selectors.map(() => 'auto'));
  });

  it('has no stored direction after it is copied and pasted', () => {
    const { editor, reported } = createEditor(`<p>${PERSIAN} <code>npm</code></p>`);
    const { view, state } = editor;
    const { dom } = view.serializeForClipboard(state.doc.slice(0, state.doc.content.size));
    editor.commands.setTextSelection(state.doc.content.size - 1);
    view.pasteHTML(dom.innerHTML, new Event('paste') as ClipboardEvent);
    expect(reported.at(-1)).toContain(PERSIAN);
    expect(reported.at(-1)).not.toContain('dir=');
  });

  it.each(['rtl', 'ltr'])('keeps the direction %s that the server sent', (direction) => {
    const html = `<p dir="${direction}">2.0</p>`;
    const { container, editor, reported } = createEditor(html);
    expect(directionsOf(container, ['p'])).toEqual([direction]);
    editor.commands.insertContentAt(editor.state.doc.content.size, '<p>x</p>');
    expect(reported.at(-1)).toBe(`${html}<p>x</p>`);
    expect(directionsOf(shownComment(html), ['p'])).toEqual([direction]);
  });
});

describe('A text with many parts', () => {
  const pictures = '<img src="https://x.test/a.png">'.repeat(300);

  it.each([`<p>${pictures}</p>`, `<h2>${pictures}</h2>`, `<div>${pictures}</div>`, pictures])(
    'has its direction from a style sheet, because Chromium would read it again for each part (case %#)',
    (html) => {
      const { container, editor, reported } = createEditor(html);
      const [text] = editor.view.dom.children;
      expect(text?.querySelectorAll('.opaque')).toHaveLength(300);
      expect(text?.hasAttribute('dir')).toBe(false);
      expect(text?.matches('p, h2, [data-preserved="text"]')).toBe(true);
      editor.commands.insertContentAt(editor.state.doc.content.size, '<p>x</p>');
      expect(reported.at(-1)).toBe(`${html}<p>x</p>`);
      expect(container.querySelector('p:last-child')?.getAttribute('dir')).toBe('auto');
    },
  );

  it('keeps the direction that the server sent', () => {
    expect(directionsOf(createEditor(`<p dir="rtl">${pictures}</p>`).container, ['p'])).toEqual(['rtl']);
  });
});

describe('Code', () => {
  const html = '<p><code>npm</code> سلام</p><pre><code>سلام = 1</code></pre>';

  it('is shown from left to right, and does not determine the direction of its paragraph', () => {
    for (const container of [createEditor(html).container, shownComment(html)])
      expect(directionsOf(container, ['p', 'p > code', 'pre'])).toEqual(['auto', 'ltr', 'ltr']);
  });
});

describe('The name of a mentioned user', () => {
  it('has its own direction, so that it does not determine that of the paragraph', () => {
    const html = `<p>${MENTION} fixed this</p>`;
    expect(directionsOf(createEditor(html).container, ['p', '.opaque'])).toEqual(['auto', 'auto']);
    expect(directionsOf(shownComment(html), ['p', '.mention-chip'])).toEqual(['auto', 'auto']);
  });
});

describe('A page', () => {
  it('shows the title, the fields and the description in the direction of their text', async () => {
    const { find, sent, type } = await mount(
      model({
        fields: [
          field('name', 'text', PERSIAN),
          field('description_html', 'richText', `<p>${PERSIAN}</p>`, { label: 'Description' }),
        ],
      }),
    );
    expect(find('.name-input').getAttribute('dir')).toBe('auto');
    expect(find('.rich-text-body p').getAttribute('dir')).toBe('auto');
    await type('.name-input', `${PERSIAN} ب`);
    expect(JSON.stringify(sent)).not.toContain('dir=');
  });

  it('shows a sticky in the direction of its text', async () => {
    globalThis.ResizeObserver ??= class implements ResizeObserver {
      disconnect = () => undefined;
      observe = () => undefined;
      unobserve = () => undefined;
    };
    const container = document.createElement('div');
    const written: string[] = [];
    const props = { label: 'Text', onChange: (html: string) => written.push(html), onOpenLink: () => undefined };
    await act(() => render(h(StickyBody, { html: `<p>${PERSIAN}</p>`, ...props }), container));
    const textArea = container.querySelector('textarea');
    expect(textArea?.getAttribute('dir')).toBe('auto');
    if (textArea) textArea.value = 'שלום';
    await act(() => void textArea?.dispatchEvent(new Event('input', { bubbles: true })));
    expect(written).toEqual(['<p>שלום</p>']);
    await act(() => render(null, container));
  });
});
