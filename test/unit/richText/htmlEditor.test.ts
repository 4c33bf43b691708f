// @vitest-environment jsdom
// Tests the editor of HTML: its tools and keys, links, attached files, and that typing does not change pictures, emojis
// and horizontal rules.
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseTypedUrl, tooltipUrl } from '../../../src/richText/editor/extensions/link.ts';
import type { PictureAttributes } from '../../../src/richText/editor/extensions/pictureNodes.ts';
import { createCharacterLimit, highlightCodeBlocks, tokenizeCode } from '../../../src/richText/editor/highlight.ts';
import { type LineLinks, lineKey } from '../../../src/richText/editor/lineLinks.ts';
import { formattingTools, historyTools, type Tool, tableTools } from '../../../src/richText/editor/tools.ts';
import { HtmlEditor, type HtmlEditorCallbacks } from '../../../src/shell/page/richText/htmlEditor.ts';
import { deferred } from '../std/deferred.ts';
import { NO_CALLBACKS } from './editorCallbacks.ts';

const PICTURE = '<img src="https://pictures.test/a.png">';

function createHtmlEditor(
  html: string,
  callbacks: Partial<HtmlEditorCallbacks> = {},
): { readonly htmlEditor: HtmlEditor; readonly reportedHtml: () => string } {
  let reportedHtml = html;
  const container = document.body.appendChild(document.createElement('div'));
  const htmlEditor = new HtmlEditor(container, html, {}, () => ({
    ...NO_CALLBACKS,
    onChange: (newHtml) => {
      reportedHtml = newHtml;
    },
    ...callbacks,
  }));
  onTestFinished(() => {
    htmlEditor.destroy();
    container.remove();
  });
  return { htmlEditor, reportedHtml: () => reportedHtml };
}

/** Types a letter at the editor's current selection. */
function type({ editor: { view } }: HtmlEditor): void {
  view.dispatch(view.state.tr.replaceSelectionWith(view.state.schema.text('q'), false));
}

const EMOJI = '<span data-name="rocket" data-type="emoji">🚀</span>';
const HORIZONTAL_RULE = '<div class="py-4 border-strong-1" data-type="horizontalRule"><div></div></div>';

describe('An emoji or horizontal rule', () => {
  it('does not absorb text that is typed before or after it', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor(`<p>${EMOJI}</p>`);
    for (const position of [1, 3]) {
      htmlEditor.editor.commands.setTextSelection(position);
      type(htmlEditor);
    }
    expect(reportedHtml()).toBe(`<p>q${EMOJI}q</p>`);
  });

  it('is deleted as a whole', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor(`<p>a${EMOJI}b</p>${HORIZONTAL_RULE}<p>c</p>`);
    htmlEditor.editor.commands.deleteRange({ from: 2, to: 3 });
    expect(reportedHtml()).toBe(`<p>ab</p>${HORIZONTAL_RULE}<p>c</p>`);
    htmlEditor.editor.commands.setTextSelection(6);
    htmlEditor.editor.view.someProp('handleKeyDown', (handle) =>
      handle(htmlEditor.editor.view, new KeyboardEvent('keydown', { key: 'Backspace' })),
    );
    expect(reportedHtml()).toBe('<p>ab</p><p>c</p>');
  });

  it('is copied and pasted unchanged', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor(`<p>a${EMOJI}</p>${HORIZONTAL_RULE}<p>c</p>`);
    const { view, state } = htmlEditor.editor;
    const { dom } = view.serializeForClipboard(state.doc.slice(0, state.doc.content.size));
    htmlEditor.editor.commands.setTextSelection(state.doc.content.size - 1);
    view.pasteHTML(dom.innerHTML, new Event('paste') as ClipboardEvent);
    expect(reportedHtml()).toBe(`<p>a${EMOJI}</p>${HORIZONTAL_RULE}<p>c</p><p>a${EMOJI}</p>${HORIZONTAL_RULE}<p>c</p>`);
  });
});

describe('The first letter that is typed into an editor', () => {
  it.each([PICTURE, `<p>Seen:</p>${PICTURE}`, `<blockquote>${PICTURE}</blockquote>`])(
    'does not replace a picture: %s',
    (html) => {
      const { htmlEditor, reportedHtml } = createHtmlEditor(html);
      type(htmlEditor);
      expect(reportedHtml()).toContain(PICTURE);
      expect(reportedHtml()).toContain('q');
    },
  );

  it('does not replace a picture in a text that was loaded into an existing editor', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>Before</p>');
    htmlEditor.setHtml(`<p>Seen:</p>${PICTURE}`);
    type(htmlEditor);
    expect(reportedHtml()).toContain(PICTURE);
    expect(reportedHtml()).toContain('q');
  });
});

/** Presses a key in the editor, and returns whether the editor has handled it. */
function press({ editor: { view } }: HtmlEditor, key: string, modifiers: KeyboardEventInit = {}): boolean {
  const keydown = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
  view.dom.dispatchEvent(keydown);
  return keydown.defaultPrevented;
}

function toolOf(id: string): Tool {
  const found = [...formattingTools().flat(), ...historyTools(), ...tableTools()].find((tool) => tool.id === id);
  if (found === undefined) throw new Error(`There is no tool ${id}`);
  return found;
}

const TABLE = /<table.*<\/table>/s;
const cellsOf = (html: string): readonly number[] =>
  html
    .split('<tr')
    .slice(1)
    .map((row) => row.match(/<t[hd]/g)?.length ?? 0);

describe('A tool of the toolbar', () => {
  it.each([
    ['bold', '<p><strong>text</strong></p>'],
    ['italic', '<p><em>text</em></p>'],
    ['strike', '<p><s>text</s></p>'],
    ['code', '<p><code>text</code></p>'],
    ['heading1', '<h1>text</h1>'],
    ['heading2', '<h2>text</h2>'],
    ['heading3', '<h3>text</h3>'],
    ['bulletList', '<ul><li><p>text</p></li></ul>'],
    ['orderedList', '<ol><li><p>text</p></li></ol>'],
    ['blockquote', '<blockquote><p>text</p></blockquote>'],
    ['codeBlock', '<pre><code>text</code></pre>'],
  ])('%s changes the selected text, is active there, and changes it back', (id, changed) => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>text</p>');
    const { editor } = htmlEditor;
    const tool = toolOf(id);
    editor.commands.setTextSelection({ from: 1, to: 5 });
    expect(tool.isActive?.(editor)).toBe(false);
    tool.run(editor);
    expect(withoutAttributes(reportedHtml())).toBe(changed);
    expect(tool.isActive?.(editor)).toBe(true);
    tool.run(editor);
    expect(withoutAttributes(reportedHtml())).toBe('<p>text</p>');
  });

  it('makes a list of tasks that are not done', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>text</p>');
    toolOf('taskList').run(htmlEditor.editor);
    expect(reportedHtml()).toMatch(/<ul[^>]*data-type="taskList".*data-checked="false".*text/s);
    expect(toolOf('taskList').isActive?.(htmlEditor.editor)).toBe(true);
  });

  it('inserts a table outside of tables, and adds and deletes its rows and columns', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p></p>');
    const { editor } = htmlEditor;
    expect(toolOf('table').isDisabled?.(editor)).toBe(false);
    const cellsAfter = (id: string): readonly number[] => {
      toolOf(id).run(editor);
      return cellsOf(reportedHtml());
    };
    expect(cellsAfter('table')).toEqual([3, 3, 3]);
    expect(reportedHtml()).toMatch(/<th/);
    expect(toolOf('table').isDisabled?.(editor)).toBe(true);
    expect(cellsAfter('addRow')).toEqual([3, 3, 3, 3]);
    expect(cellsAfter('addColumn')).toEqual([4, 4, 4, 4]);
    expect(cellsAfter('deleteRow')).toEqual([4, 4, 4]);
    expect(cellsAfter('deleteColumn')).toEqual([3, 3, 3]);
    expect(cellsAfter('deleteTable')).toEqual([]);
    expect(reportedHtml()).not.toMatch(TABLE);
  });

  it('undoes and redoes what was typed, and is disabled if there is nothing', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>text</p>');
    const { editor } = htmlEditor;
    const isDisabled = (): readonly unknown[] => historyTools().map((tool) => tool.isDisabled?.(editor));
    expect(isDisabled()).toEqual([true, true]);
    type(htmlEditor);
    expect(isDisabled()).toEqual([false, true]);
    toolOf('undo').run(editor);
    expect([reportedHtml(), ...isDisabled()]).toEqual(['<p>text</p>', true, false]);
    toolOf('redo').run(editor);
    expect([reportedHtml(), ...isDisabled()]).toEqual(['<p>textq</p>', false, true]);
  });
});

function withoutAttributes(html: string): string {
  return html.replaceAll(/<(\w+)[^>]*>/g, '<$1>');
}

describe('A link', () => {
  it.each([
    [' https://plane.so ', 'https://plane.so'],
    ['mailto:ada@plane.so', 'mailto:ada@plane.so'],
    ['ada@plane.so', 'mailto:ada@plane.so'],
    ['plane.so', 'https://plane.so'],
    ['plane.so/a?b#c', 'https://plane.so/a?b#c'],
    ['plane', undefined],
    ['two words.so', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('that is typed as %j has the address %s', (typed, url) => {
    expect(parseTypedUrl(typed)).toBe(url);
  });

  it('shows in its tooltip where it leads', () => {
    expect(tooltipUrl(' https://плейн.test/ä ')).toBe('https://xn--e1aiekg.test/%C3%A4');
    expect(tooltipUrl('not a URL')).toBe('not a URL');
  });

  it.each([
    ['<a href="https://plane.so">x</a>', 'https://plane.so'],
    ['<a data-href="https://plane.so">x</a>', 'https://plane.so'],
    ['<a href="javascript:alert(1)">x</a>', undefined],
    ['<a data-href="javascript:alert(1)">x</a>', undefined],
    ['<a href="/settings">x</a>', undefined],
  ])('is pasted from %s only if it can be opened', (pasted, href) => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p></p>');
    htmlEditor.editor.view.pasteHTML(pasted, new Event('paste') as ClipboardEvent);
    expect(/href="([^"]*)"/.exec(reportedHtml())?.[1]).toBe(href);
    expect(reportedHtml()).toContain('x');
  });

  it('is opened by a click only with Ctrl or Cmd', () => {
    const opened: string[] = [];
    const { htmlEditor } = createHtmlEditor('<p>a <a href="https://plane.so">link</a></p>', {
      onOpenLink: (href) => opened.push(href),
    });
    const { view } = htmlEditor.editor;
    const click = (selector: string, init: MouseEventInit): boolean => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
      view.dom.querySelector(selector)?.dispatchEvent(event);
      return view.someProp('handleClick', (handle) => handle(view, 3, event)) === true;
    };
    expect(click('a', {})).toBe(false);
    expect(click('p', { ctrlKey: true })).toBe(false);
    expect(click('a', { ctrlKey: true })).toBe(true);
    expect(click('a', { metaKey: true })).toBe(true);
    expect(opened).toEqual(['https://plane.so', 'https://plane.so']);
  });
});

describe('An attached file', () => {
  const picture = new File(['x'], 'a.png', { type: 'image/png' });
  const text = new File(['x'], 'a.txt', { type: 'text/plain' });
  const pendingText = ({ editor: { view } }: HtmlEditor): string | undefined =>
    view.dom.querySelector('.pending-picture')?.textContent ?? undefined;

  it.each([
    ['a picture that is uploaded', picture, 'asset', 'Attaching a.png…', /<p>ab<\/p><image-component [^>]*src="asset"/],
    ['a picture whose upload fails', picture, undefined, 'Attaching a.png…', /^<p>ab<\/p>$/],
    ['another file', text, 'asset', undefined, /^<p>ab<\/p>$/],
  ])('that is %s leaves the right text', async (_, file, asset, pending, html) => {
    const upload = deferred<string | undefined>();
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>ab</p>', { attach: () => upload.promise });
    htmlEditor.editor.commands.setTextSelection(3);
    htmlEditor.attachFiles([file]);
    expect(pendingText(htmlEditor)).toBe(pending);
    upload.resolve(asset);
    await upload.promise;
    expect(pendingText(htmlEditor)).toBeUndefined();
    expect(reportedHtml()).toMatch(html);
  });

  it('changes nothing if the editor has gone before the upload ends', async () => {
    const upload = deferred<string | undefined>();
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>ab</p>', { attach: () => upload.promise });
    htmlEditor.attachFiles([picture]);
    htmlEditor.destroy();
    upload.resolve('asset');
    await upload.promise;
    expect(reportedHtml()).toBe('<p>ab</p>');
  });

  it.each([
    ['paste', 'handlePaste'],
    ['drop', 'handleDrop'],
  ] as const)('is taken from a %s if files can be attached', (type_, prop) => {
    const attached: string[] = [];
    const handled = (callbacks: Partial<HtmlEditorCallbacks>): boolean => {
      const { view } = createHtmlEditor('<p>ab</p>', callbacks).htmlEditor.editor;
      view.posAtCoords = () => null;
      const event = new Event(type_, { cancelable: true });
      const { slice } = { slice: view.state.doc.slice(0) };
      const isHandled = view.someProp(prop, (handle) => handle(view, event as never, slice, false)) === true;
      expect(event.defaultPrevented).toBe(isHandled);
      return isHandled;
    };
    const attach = async (file: File): Promise<undefined> => void attached.push(file.name);
    expect(handled({ attach, filesIn: () => [] })).toBe(false);
    expect(handled({ filesIn: () => [text] })).toBe(false);
    expect(handled({ attach, filesIn: () => [text, picture] })).toBe(true);
    expect(attached).toEqual(['a.txt', 'a.png']);
  });

  it('is shown as a picture until it is removed, with its name', () => {
    const shown: PictureAttributes[] = [];
    let stopped = 0;
    const showPicture = (_: HTMLElement, attributes: PictureAttributes) => {
      shown.push(attributes);
      return () => (stopped += 1);
    };
    const html = `<img src="a.png" alt="A"><image-component src="b" title="B"></image-component>${HORIZONTAL_RULE}`;
    const { htmlEditor } = createHtmlEditor(html, { showPicture });
    expect(shown).toEqual([
      { src: 'a.png', alt: 'A' },
      { src: 'b', alt: 'B' },
    ]);
    htmlEditor.editor.commands.setContent('<p></p>');
    expect(stopped).toBe(2);
  });
});

describe('A key in the editor', () => {
  it('sends the text only if there is something to send it to', () => {
    let sent = 0;
    const withSubmit = createHtmlEditor('<p>a</p>', { onSubmit: () => (sent += 1) }).htmlEditor;
    expect(press(withSubmit, 'Enter', { ctrlKey: true })).toBe(true);
    press(createHtmlEditor('<p>a</p>').htmlEditor, 'Enter', { ctrlKey: true });
    expect(sent).toBe(1);
  });

  it.each([
    ['b', '<p><strong>text</strong></p>'],
    ['i', '<p><em>text</em></p>'],
  ])('Ctrl+%s formats the selected text', (key, html) => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>text</p>');
    htmlEditor.editor.commands.selectAll();
    expect(press(htmlEditor, key, { ctrlKey: true })).toBe(true);
    expect(reportedHtml()).toBe(html);
  });

  it('Tab moves in a table, but leaves the text directly after Escape', () => {
    const { htmlEditor } = createHtmlEditor(
      '<table><tbody><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
    );
    htmlEditor.editor.commands.setTextSelection(4);
    const { from } = htmlEditor.editor.state.selection;
    press(htmlEditor, 'Escape');
    press(htmlEditor, 'Shift');
    expect(press(htmlEditor, 'Tab')).toBe(false);
    expect(htmlEditor.editor.state.selection.from).toBe(from);
    expect(press(htmlEditor, 'Tab')).toBe(true);
    expect(htmlEditor.editor.state.selection.from).toBeGreaterThan(from);
    press(htmlEditor, 'Escape');
    htmlEditor.editor.view.dom.dispatchEvent(new FocusEvent('blur'));
    expect(press(htmlEditor, 'Tab', { shiftKey: true })).toBe(true);
  });
});

describe('Other HTML that is loaded', () => {
  it('keeps whether the text can be edited, clears what can be undone, and reports nothing', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>a</p>');
    type(htmlEditor);
    const { editor } = htmlEditor;
    htmlEditor.setHtml(reportedHtml());
    expect(htmlEditor.editor).toBe(editor);
    htmlEditor.setEditable(false);
    htmlEditor.setHtml('<p>other</p>');
    expect([htmlEditor.editor.isEditable, toolOf('undo').isDisabled?.(htmlEditor.editor)]).toEqual([false, true]);
    expect([reportedHtml(), htmlEditor.isEmpty]).toEqual(['<p>aq</p>', false]);
    htmlEditor.setHtml('');
    expect(htmlEditor.isEmpty).toBe(true);
    htmlEditor.startEditing();
    expect(htmlEditor.editor.isEditable).toBe(true);
  });

  it.each([
    ['before the text', '<p>new</p><p>abcd</p>', '<p>new</p><p>abqcd</p>'],
    ['after the text', '<p>abcd</p><p>new</p>', '<p>abqcd</p><p>new</p>'],
  ])('%s leaves the focused cursor at its place', (_, loaded, typed) => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>abcd</p>');
    htmlEditor.startEditing();
    htmlEditor.editor.commands.setTextSelection(3);
    htmlEditor.setHtml(loaded);
    type(htmlEditor);
    expect(reportedHtml()).toBe(typed);
  });

  it('is empty again as it was loaded, without an empty paragraph', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('');
    type(htmlEditor);
    htmlEditor.editor.commands.deleteRange({ from: 1, to: 2 });
    expect(reportedHtml()).toBe('');
  });
});

describe('Code that is highlighted', () => {
  const classes = (code: string, language: string | null): readonly string[] =>
    tokenizeCode(code, language).flatMap(({ className }) => (className === '' ? [] : [className]));

  it.each([
    ['const a = 1;', 'js', ['hljs-keyword', 'hljs-number']],
    ['const a = 1;', 'typescript', ['hljs-keyword', 'hljs-number']],
    ['const a = 1;', 'unknown', []],
    ['some words', null, []],
    ['function f(a) { return a; }\nconst b = () => { throw new Error("x"); };', null, 'any'],
    [`const a = 1;${' '.repeat(20_000 - 12)}`, 'js', ['hljs-keyword', 'hljs-number']],
    [`const a = 1;${' '.repeat(20_001 - 12)}`, 'js', []],
  ])('has the classes of its tokens (case %#)', (code, language, expected) => {
    const found = classes(code, language);
    if (expected === 'any') expect(found.length).toBeGreaterThan(2);
    else expect(found).toEqual(expected);
    const joined = tokenizeCode(code, language).map(({ text }) => text);
    expect(joined.join('')).toBe(code);
  });

  it('is not guessed if it is long', () => {
    const code = 'function f(a) { return a; }\nconst b = () => { throw new Error("x"); };\n'.repeat(40);
    expect(classes(code.slice(0, 2000), null).length).toBeGreaterThan(2);
    expect(classes(code.slice(0, 2001), null)).toEqual([]);
  });

  it('ends at the limit of characters of one text', () => {
    const isWithin = createCharacterLimit(10);
    expect([isWithin('12345'), isWithin('12345'), isWithin('1')]).toEqual([true, true, false]);
    const root = document.createElement('div');
    const blocks = ['const a = 1;', 'x'.repeat(60_000), 'const b = 2;'];
    root.innerHTML = blocks.map((code) => `<pre><code data-language="js">${code}</code></pre>`).join('');
    highlightCodeBlocks(root);
    const spans = [...root.querySelectorAll('code')].map((code) => code.querySelectorAll('span').length);
    expect(spans).toEqual([2, 0, 0]);
    expect(root.textContent).toBe(blocks.join(''));
  });
});

const PLAIN_LIST = '<ul><li><p>aa</p></li><li><p>bb</p></li></ul>';
const NESTED_LISTS = '<ul><li><p>aa</p><ul><li><p>bb</p></li></ul></li><li><p>cc</p></li></ul>';

describe('The items of a list, and elements that the editor preserves,', () => {
  it.each([
    [
      'Delete',
      'aa',
      'end',
      '<section><p>aa</p></section><section class="x"><p>bb</p></section>',
      '<section><p>aa</p><p>bb</p></section>',
    ],
    [
      'Backspace',
      'bb',
      'start',
      '<p>aa</p><section><p>bb</p><p>cc</p></section>',
      '<p>aa</p><p>bb</p><section><p>cc</p></section>',
    ],
    ['Backspace', 'bb', 'start', '<section><p>aa</p></section><p>bb</p>', '<section><p>aa</p><p>bb</p></section>'],
    ['Delete', 'aa', 'end', PLAIN_LIST, '<ul><li><p>aabb</p></li></ul>'],
    ['Delete', 'aa', 'middle', PLAIN_LIST, PLAIN_LIST],
    ['Backspace', 'bb', 'start', PLAIN_LIST, '<ul><li><p>aa</p></li></ul><p>bb</p>'],
    ['Delete', 'bb', 'end', NESTED_LISTS, '<ul><li><p>aa</p><ul><li><p>bbcc</p></li></ul></li></ul>'],
    ['Backspace', 'cc', 'start', NESTED_LISTS, '<ul><li><p>aa</p><ul><li><p>bb</p></li></ul></li></ul><p>cc</p>'],
    [
      'Delete',
      'aa',
      'end',
      '<ul><li><p>aa</p><ul><li><p>bb</p></li></ul><p>cc</p></li></ul>',
      '<ul><li><p>aa</p><p>bb</p><p>cc</p></li></ul>',
    ],
    [
      'Delete',
      'aa',
      'end',
      '<ul><li><p>aa</p></li><li><blockquote><p>bb</p></blockquote></li></ul>',
      '<ul><li><p>aa</p><blockquote><p>bb</p></blockquote></li></ul>',
    ],
    [
      'Backspace',
      'bb',
      'start',
      '<ul><li><blockquote><p>aa</p></blockquote></li><li><p>bb</p></li></ul>',
      '<ul><li><blockquote><p>aa</p></blockquote></li></ul><p>bb</p>',
    ],
    [
      'Delete',
      'aa',
      'end',
      '<ul><li><p>aa</p><pre><code>xx</code></pre></li><li><p>bb</p></li></ul>',
      '<ul><li><p>aaxx</p></li><li><p>bb</p></li></ul>',
    ],
  ])('keep their text and its order when %s is pressed in %s at its %s', (key, word, place, html, changed) => {
    const { htmlEditor, reportedHtml } = createHtmlEditor(html);
    const { editor } = htmlEditor;
    editor.state.doc.descendants((node, position) => {
      const offset = { start: 0, middle: 1, end: 2 }[place] ?? 0;
      if (node.isText && node.text === word) editor.commands.setTextSelection(position + offset);
    });
    press(htmlEditor, key);
    expect(reportedHtml()).toBe(changed);
  });
});

describe('A table', () => {
  const rows = (count: number, cell: string): string => `<tbody>${`<tr>${cell}</tr>`.repeat(count)}</tbody>`;

  it.each([
    [4, '<tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody>'],
    [3, '<tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody>'],
    [3, '<thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot>'],
    [1, '<caption>x</caption><tbody><tr><td>a</td></tr></tbody>'],
    [1, '<tbody><tr><td colspan="0">a</td></tr></tbody>'],
    [1, '<tbody><tr><td colspan="1001">a</td></tr></tbody>'],
    [20, rows(20, '<td colspan="1000">a</td>')],
    [0, rows(21, '<td colspan="1000">a</td>')],
    [0, '<tbody><tr><td colspan="1000" rowspan="1000">a</td></tr></tbody>'],
    [0, '<tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody>'],
    [0, '<caption>x</caption>'],
    [0, ''],
  ])('has %i cells that can be edited, or is kept as it is: %.120s', (count, content) => {
    const html = `<table>${content}</table><p>a</p>`;
    const { htmlEditor, reportedHtml } = createHtmlEditor(html);
    const { dom } = htmlEditor.editor.view;
    expect([dom.querySelectorAll('td, th').length, dom.querySelectorAll('[data-opaque]').length]).toEqual(
      count === 0 ? [0, 1] : [count, 0],
    );
    htmlEditor.editor.commands.setTextSelection(htmlEditor.editor.state.doc.content.size - 1);
    type(htmlEditor);
    expect(reportedHtml()).toBe(`<table>${content}</table><p>aq</p>`);
  });
});

describe('A line that leads to code', () => {
  const links = new Map([[lineKey('at run (a.ts:1:2)'), 'place-1']]);
  const linkedTexts = ({ editor: { view } }: HtmlEditor): readonly (string | null)[] =>
    [...view.dom.querySelectorAll('a[data-href="contrail-line:place-1"]')].map(({ textContent }) => textContent);

  it('is a link in a text that is not edited, and after the links have changed', () => {
    let shown: LineLinks = links;
    const { htmlEditor } = createHtmlEditor('<p>Error</p><pre><code>Error\n    at run (a.ts:1:2)\n</code></pre>', {
      lineLinks: () => shown,
    });
    expect(linkedTexts(htmlEditor)).toEqual([]);
    htmlEditor.setEditable(false);
    htmlEditor.updateLineLinks();
    expect(linkedTexts(htmlEditor)).toEqual(['at run (a.ts:1:2)']);
    shown = new Map();
    htmlEditor.updateLineLinks();
    expect(linkedTexts(htmlEditor)).toEqual([]);
  });

  it.each([
    ['<p>Error<br>at run (a.ts:1:2)</p>', ['at run (a.ts:1:2)']],
    ['<ul><li><p>at run (a.ts:1:2)</p></li></ul>', ['at run (a.ts:1:2)']],
    ['<p>at run (a.ts:1:3)</p>', []],
    ['<p>at run (a.ts:1:2) and more</p>', []],
  ])('is found in %s', (html, texts) => {
    const { htmlEditor } = createHtmlEditor(html, { lineLinks: () => links });
    htmlEditor.setEditable(false);
    htmlEditor.updateLineLinks();
    expect(linkedTexts(htmlEditor)).toEqual(texts);
  });
});
