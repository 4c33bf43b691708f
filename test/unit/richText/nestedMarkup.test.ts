// @vitest-environment jsdom
// Tests that the cost of deeply nested or repeated markup grows linearly with its size.
import { getSchema } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../src/features/comments/page/sanitize.ts';
import { loadHtml, saveHtml } from '../../../src/richText/editor/document.ts';
import { richTextExtensions } from '../../../src/richText/editor/extensions/extensions.ts';
import { exceededLimit } from '../../../src/richText/editor/load/limits.ts';
import { parseInert } from '../../../src/richText/editor/markup/markup.ts';
import { readableText } from '../../../src/richText/editor/markup/readable.ts';
import { expensiveMarkup } from '../../support/hostile/expensiveMarkup.ts';

const schema = getSchema(richTextExtensions({ nameOf: () => undefined }));
const SIZE = 240;

function measure(doc: DocNode) {
  let [nodes, marks, depth] = [0, 0, 0];
  doc.descendants((node, position) => {
    nodes += 1;
    marks = Math.max(marks, node.marks.length);
    depth = Math.max(depth, doc.resolve(position).depth);
  });
  return { nodes, marks, depth };
}

describe('Deeply nested or repeated markup', () => {
  it.each(Object.entries(expensiveMarkup))(
    'is loaded as a number of editor nodes that grows linearly with its size, and is saved unchanged: %s',
    (_, shape) => {
      const html = shape(SIZE);
      const loadedDocument = loadHtml(html, schema);
      const { nodes, marks, depth } = measure(loadedDocument.doc);
      expect(nodes).toBeLessThanOrEqual(SIZE * 5);
      expect(marks).toBeLessThanOrEqual(20);
      expect(depth).toBeLessThanOrEqual(190);
      expect(saveHtml(loadedDocument, loadedDocument.doc)).toBe(html);
      const { tr } = EditorState.create({ doc: loadedDocument.doc });
      const addedParagraph = schema.node('paragraph', null, schema.text('added'));
      const body = parseInert(saveHtml(loadedDocument, tr.insert(tr.doc.content.size, addedParagraph).doc));
      expect(body.textContent).toBe(`${parseInert(html).textContent}added`);
    },
  );

  it('is shown as plain text where bold and italic elements are nested too deeply', () => {
    const loadedDocument = loadHtml(`<p>${'<b><i>'.repeat(400)}word`, schema);
    const opaqueTexts: unknown[] = [];
    loadedDocument.doc.descendants((node) => {
      if (node.type.name === 'opaqueInline')
        opaqueTexts.push(readableText(parseInert(String(node.attrs['raw'])), 100).text);
    });
    expect(opaqueTexts).toEqual(['word']);
  });
});

describe('exceededLimit', () => {
  it.each([
    [
      'depth',
      `${'<i>'.repeat(1_000)}word`,
      'The text is too complex: HTML elements are nested more than 200 levels deep.',
    ],

    [
      'lines',
      `<p>word${'\n a'.repeat(10_001)}</p>`,
      'The text is too complex: it has more than 10,000 HTML elements and lines.',
    ],
    ['length', `<p title="${'x'.repeat(600_000)}">word</p>`, 'The text is longer than 500,000 characters.'],
    [
      'attributes',
      `<p ${Array.from({ length: 200 }, (_, at) => `a${at}`).join(' ')}>word</p>`,
      'The text is too complex: an HTML element has more than 100 attributes.',
    ],
  ])('returns the reason if a text exceeds a limit: %s', (_, html, reason) => {
    expect(exceededLimit(html)).toMatchObject({ reason });
  });

  it('returns undefined for a long log in a code block', () => {
    expect(exceededLimit(`<pre><code>${'a line of a log\n'.repeat(20_000)}</code></pre>`)).toBeUndefined();
  });

  it('returns the plain text of a text that exceeds a limit, one line per block', () => {
    const html = `<h1>Title</h1><ul><li>one</li><li>two</li></ul><script>no()</script>${'<i>'.repeat(300)}deep`;
    expect(exceededLimit(html)).toMatchObject({ text: 'Title\none\ntwo\ndeep', isTruncated: false });
    expect(exceededLimit(`<p>${'word '.repeat(120_000)}</p>`)).toMatchObject({ isTruncated: true });
  });
});

describe('A comment with deeply nested or repeated markup', () => {
  it.each(Object.entries(expensiveMarkup))(
    'is rendered as a number of elements that grows linearly with its size: %s',
    (_, shape) => {
      const rendered = sanitize(shape(SIZE), {});
      expect(rendered.querySelectorAll('*').length).toBeLessThanOrEqual(SIZE * 5);
    },
  );

  it('is shown as plain text if its elements are nested more than 200 levels deep', () => {
    const rendered = sanitize(`<p>${'<b><font>'.repeat(300)}word`, {});
    expect(rendered.textContent).toBe(
      'The text is too complex: HTML elements are nested more than 200 levels deep. It is shown as plain text.word',
    );
  });
});

describe('A sanitized comment', () => {
  it('keeps the text of removed elements, in order and inside the allowed elements', () => {
    const rendered = document.createElement('div');
    rendered.append(sanitize('<p>a<font><x-y>b<b>c<font>d</font></b></x-y>e</font>f</p>', {}));
    expect(rendered.innerHTML).toBe('<p>ab<b>cd</b>ef</p>');
  });

  it('shows the name of an emoji that has no character, and a horizontal rule as <hr>', () => {
    const rendered = document.createElement('div');
    rendered.append(
      sanitize(
        '<p><span data-type="emoji" data-name="octocat"></span></p><div data-type="horizontalRule"><div></div></div>',
        {},
      ),
    );
    expect(rendered.innerHTML).toBe('<p>:octocat:</p><hr>');
  });
});
