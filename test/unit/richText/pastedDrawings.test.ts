// @vitest-environment jsdom
// Tests that trees and tables that are drawn with characters are pasted into the editor as one code block.
import { describe, expect, it, onTestFinished } from 'vitest';
import { HtmlEditor } from '../../../src/shell/page/richText/htmlEditor.ts';
import { NO_CALLBACKS } from './editorCallbacks.ts';

/** Pastes into a text with the cursor at the position, and returns the HTML that the editor reports. */
function htmlAfterPaste(
  html: string,
  position: number | { readonly from: number; readonly to: number },
  formats: Readonly<Record<string, string>>,
): string {
  let reportedHtml = html;
  const htmlEditor = new HtmlEditor(document.createElement('div'), html, {}, () => ({
    ...NO_CALLBACKS,
    onChange: (newHtml) => {
      reportedHtml = newHtml;
    },
  }));
  onTestFinished(() => htmlEditor.destroy());
  htmlEditor.editor.commands.setTextSelection(position);
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: (type: string) => formats[type] ?? '', types: Object.keys(formats), files: [] },
  });
  htmlEditor.editor.view.dom.dispatchEvent(event);
  return reportedHtml;
}

const TREE = 'src\n├── a.ts\n│\u00a0\u00a0 └── b.ts\n└── c.ts';

describe('Pasted lines that draw', () => {
  it.each([
    [TREE],
    ['├── a\n└── b'],
    ['src\n└── a.ts'],
    ['.\n|-- a\n|   `-- b\n`-- c'],
    ['app\n+-- a\n\\-- b'],
    ['C:.\n+---src\n|       main.ts\n\\---test'],
    ['C:.\n├───src\n│       main.ts\n└───test'],
    ['┌───┬───┐\n│ a │ b │\n└───┴───┘'],
    ['┏━━━┳━━━┓\n┃ a ┃ b ┃\n┗━━━┻━━━┛'],
    ['+----+----+\n| id | n  |\n+----+----+\n|  1 | x  |\n+----+----+'],
  ])('are one code block: %j', (lines) => {
    const code = `<pre><code>${lines.replaceAll('\u00a0', '&nbsp;')}</code></pre>`;
    expect(htmlAfterPaste('<p></p>', 1, { 'text/plain': lines })).toBe(code);
    expect(htmlAfterPaste('<p></p>', 1, { 'text/plain': lines.replaceAll('\n', '\r\n') })).toBe(code);
    expect(htmlAfterPaste('<p></p>', 1, { 'text/plain': lines, 'text/html': '<div><span>src</span></div>' })).toBe(
      code,
    );
  });

  it('stay beside the text before and after them, also in the text at the cursor', () => {
    expect(
      htmlAfterPaste('<p>ab</p>', 2, { 'text/plain': 'The files:\n\n├── a\n└── b\n\nThat is all.\nReally.' }),
    ).toBe('<p>aThe files:</p><pre><code>├── a\n└── b</code></pre><p>That is all.</p><p>Really.b</p>');
    expect(htmlAfterPaste('<p>ab</p>', 2, { 'text/plain': '├── a\n└── b\n' })).toBe(
      '<p>a</p><pre><code>├── a\n└── b</code></pre><p>b</p>',
    );
  });

  it.each([
    [1, '<pre><code>├── a\n└── b</code></pre><p>ab</p>'],
    [3, '<p>ab</p><pre><code>├── a\n└── b</code></pre>'],
    [{ from: 1, to: 2 }, '<pre><code>├── a\n└── b</code></pre><p>b</p>'],
    [{ from: 1, to: 3 }, '<pre><code>├── a\n└── b</code></pre>'],
  ])('leave no empty paragraph at the start or end of a paragraph: position %j', (position, html) => {
    expect(htmlAfterPaste('<p>ab</p>', position, { 'text/plain': '├── a\n└── b' })).toBe(html);
  });

  it('are a code block in a list item', () => {
    expect(htmlAfterPaste('<ul><li><p>a</p></li></ul>', 4, { 'text/plain': '├── a\n└── b' })).toBe(
      '<ul><li><p>a</p><pre><code>├── a\n└── b</code></pre></li></ul>',
    );
  });

  it('are text in a code block', () => {
    expect(htmlAfterPaste('<pre><code>ab</code></pre>', 2, { 'text/plain': '├── a\n└── b' })).toBe(
      '<pre><code>a├── a\n└── bb</code></pre>',
    );
  });
});

describe('Other pasted text', () => {
  it.each([['One line with ├── in it'], ['| not\n| a table'], ['a - b\n-- c'], ['- a\n- b'], ['1 + 2\n+ 3']])(
    'has a paragraph for each line: %j',
    (text) => {
      const paragraphs = text.split('\n').map((line) => `<p>${line}</p>`);
      expect(htmlAfterPaste('<p></p>', 1, { 'text/plain': text })).toBe(paragraphs.join(''));
    },
  );

  it('divides the paragraph at the cursor where it starts or ends with a line break', () => {
    expect(htmlAfterPaste('<p>ab</p>', 2, { 'text/plain': '\nx\n\ny\n' })).toBe('<p>a</p><p>x</p><p>y</p><p>b</p>');
  });
});
