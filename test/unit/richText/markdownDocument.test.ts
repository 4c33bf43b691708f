// Tests that a description can be edited as Markdown, and that blocks that are not edited do not change.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarkdownDocument } from '../../../src/richText/markdownDocument.ts';
import storedDescriptions from './descriptions/documents.json' with { type: 'json' };

const MENTION = '<mention-component id="m-1" entity_identifier="u-1" entity_name="user_mention"></mention-component>';
const TABLE = '<table><tbody><tr><td><p>Who</p></td><td><p>What</p></td></tr></tbody></table>';

const STORED_DESCRIPTIONS: readonly (readonly [name: string, html: string])[] = Object.entries(storedDescriptions);
const DOCUMENTS = STORED_DESCRIPTIONS.flatMap(([name, html]) => {
  const document = createMarkdownDocument(html);
  return document === undefined ? [] : [[name, document] as const];
});

function open(html: string) {
  const document = createMarkdownDocument(html);
  if (document === undefined) throw new Error('The description cannot be edited as Markdown');
  return document;
}

/** Returns the HTML of the edited Markdown, or the reason why it cannot be saved. */
function edit(html: string, change: (markdown: string) => string): string {
  const document = open(html);
  const result = document.toHtml(change(document.markdown));
  return 'problem' in result ? result.problem : result.html;
}

describe('A description as Markdown', () => {
  it.each([
    [
      '<p>Plain <strong>bold</strong> <em>it</em> <s>gone</s> <code>x`y</code></p>',
      'Plain **bold** *it* ~~gone~~ ``x`y``\n',
    ],
    ['<h2>Steps</h2><ol><li><p>One</p></li><li><p>Two</p></li></ol>', '## Steps\n\n1. One\n2. Two\n'],
    ['<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>', '- a\n  - b\n'],
    ['<blockquote><p>One</p><p>Two</p></blockquote><hr>', '> One\n>\n> Two\n\n---\n'],
    ['<pre><code class="language-ts">let a\n</code></pre>', '```ts\nlet a\n```\n'],
    ['<p><a href="https://x.test/a_b" rel="noopener" target="_blank">see</a></p>', '[see](https://x.test/a_b)\n'],
    ['<p><a name="x">see</a> <span href="https://x.test">it</span></p>', '⟦1 a see⟧ ⟦2 span it⟧\n'],
    ['<p><a href="https://x.test/%">see</a></p>', '⟦1 a see⟧\n'],
    ['<pre><code class="language-&amp;amp;">a</code></pre>', '⟦1 code a⟧\n'],
    ['<p>one<br>two</p>', 'one\ntwo\n'],
    [
      '<p>1. not a list</p><p># not a heading</p><p>*not* _italic_ &lt;b&gt;</p>',
      '1\\. not a list\n\n\\# not a heading\n\n\\*not\\* \\_italic\\_ \\<b\\>\n',
    ],
    [`<p>Ask ${MENTION} today</p>${TABLE}`, 'Ask ⟦1 mention⟧ today\n\n⟦2 table Who What⟧\n'],
    ['<p style="text-align: center">Mid</p>', '⟦1 paragraph Mid⟧\n'],
    ['<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul>', '- a\n\n⟦1 list b⟧\n'],
    ['', ''],
    ['<p></p>', ''],
  ])('for the HTML %s is %j', (html, markdown) => {
    expect(open(html).markdown).toBe(markdown);
  });

  it.each([
    ['ts', 'js', '<pre><code class="language-js">a\n</code></pre>'],
    ['```ts', '```', '<pre><code>a\n</code></pre>'],
    ['a\n', 'b\n', '<pre><code class="language-ts">b\n</code></pre>'],
  ])('is saved with the changed code block if %j in it becomes %j', (from, to, html) => {
    expect(edit('<pre><code class="language-ts">a</code></pre>', (text) => text.replace(from, to))).toBe(html);
  });

  it('is converted back to identical HTML if it is not edited', () => {
    expect(DOCUMENTS.length).toBeGreaterThan(130);
    for (const [name, document] of DOCUMENTS)
      expect(document.toHtml(document.markdown), name).toEqual({ html: document.html });
  });

  it('is converted back to identical HTML if an editor has changed the line endings and added a line break', () => {
    for (const [name, document] of DOCUMENTS)
      expect(document.toHtml(`${document.markdown.replaceAll('\n', '\r\n')}\r\n`), name).toEqual({
        html: document.html,
      });
  });

  it('keeps the rest of the HTML identical if a paragraph is added at the end', () => {
    for (const [name, document] of DOCUMENTS) {
      const result = document.toHtml(`${document.markdown}\n\nAdded *text*\n`);
      const addedHtml = '<p>Added <em>text</em></p>';
      expect('html' in result ? result.html.replace(addedHtml, '') : result.problem, name).toBe(document.html);
      expect('html' in result && result.html.includes(addedHtml), name).toBe(true);
    }
  });

  it('keeps the rest of the HTML identical if a paragraph is added before any block', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DOCUMENTS), fc.nat(), (sample, index) => {
        const [name, document] = sample;
        const blocks = document.markdown.split(/\n\n(?=\S)/);
        const position = index % blocks.length;
        const text = blocks.toSpliced(position, 0, 'Added text').join('\n\n');
        const result = document.toHtml(text);
        // Text that is added before an indented or fenced block can become part of that block instead of a paragraph.
        if ('html' in result && result.html.includes('<p>Added text</p>'))
          expect(result.html.replace('<p>Added text</p>', ''), name).toBe(document.html);
      }),
      { numRuns: 500 },
    );
  });

  it('changes only the edited block', () => {
    const html = `<p class="editor-paragraph-block">One</p><p></p>${TABLE}<p id="p-3">Three ${MENTION}</p>`;
    expect(edit(html, (text) => text.replace('One', '**1**'))).toBe(
      `<p><strong>1</strong></p>${TABLE}<p id="p-3">Three ${MENTION}</p>`,
    );
    expect(edit(html, (text) => text.replace('Three', 'Four'))).toBe(
      `<p class="editor-paragraph-block">One</p><p></p>${TABLE}<p>Four ${MENTION}</p>`,
    );
  });

  it('keeps an element that wraps the whole description', () => {
    expect(edit('<div><p>One</p></div>', (text) => text.replace('One', 'Two'))).toBe('<div><p>Two</p></div>');
  });

  it('is converted to an empty description if the user deletes all text', () => {
    expect(edit('<p>One</p>', () => '')).toBe('');
    expect(edit('', () => 'New')).toBe('<p>New</p>');
  });

  it('can be saved if a placeholder for HTML was moved within its block, or together with its block', () => {
    expect(edit(`<p>Ask ${MENTION}</p>${TABLE}`, () => '⟦2 table⟧\n\n⟦1⟧ asks')).toBe(`${TABLE}<p>${MENTION} asks</p>`);
  });

  it.each([
    ['is missing', 'Ask nobody', '⟦1 mention⟧ is missing or is inside code.'],
    ['is inside code', '`⟦1 mention⟧`', '⟦1 mention⟧ is missing or is inside code.'],
    ['occurs twice', '⟦1 mention⟧ ⟦1 mention⟧', '⟦1 mention⟧ occurs 2 times.'],
    ['belongs to no content', 'Ask ⟦1 mention⟧ and ⟦7 table⟧', '⟦7⟧ is not a placeholder of this description.'],
  ])('cannot be saved if a placeholder for HTML %s', (_, text, problem) => {
    expect(edit(`<p>Ask ${MENTION}</p>`, () => text)).toContain(problem);
  });

  it('keeps typed HTML and script links as plain text', () => {
    expect(edit('<p>One</p>', () => '<img src=x onerror=alert(1)> [x](javascript:alert(1))')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; [x](javascript:alert(1))</p>',
    );
  });

  it.each([
    ['an end tag is missing', '<p>One'],
    ['end tags are in the wrong order', '<p><b>One</p></b>'],
    ['it contains a comment', '<p>One</p><!-- two -->'],
    ['it contains the characters of placeholders', '<p>⟦1⟧</p>'],
  ])('is not created if %s', (_, html) => {
    expect(createMarkdownDocument(html)).toBeUndefined();
  });
});

const TASK = (isChecked: boolean, content: string): string =>
  `<li class="relative" data-checked="${isChecked}" data-type="taskItem"><label><input type="checkbox"><span></span></label><div>${content}</div></li>`;
const PICTURE = '<image-component src="a1" width="35%" status="uploaded"></image-component>';

describe('As Markdown, as little as possible is a placeholder:', () => {
  it.each([
    [
      'a task list',
      `<ul data-type="taskList">${TASK(true, '<p>a</p>')}${TASK(false, '<p>b</p>')}</ul>`,
      '- [x] a\n- [ ] b\n',
    ],
    [
      'a task with several blocks',
      `<ul data-type="taskList">${TASK(false, `<p>a</p><p>b</p>${PICTURE}`)}</ul>`,
      '- [ ] a\n\n  b\n\n  ⟦1 picture⟧\n',
    ],
    ['a picture in a list', `<ul><li><p>a</p>${PICTURE}</li><li><p>b</p></li></ul>`, '- a\n\n  ⟦1 picture⟧\n- b\n'],
    ['a table in a list', `<ul><li><p>a</p>${TABLE}</li></ul>`, '- a\n\n  ⟦1 table Who What⟧\n'],
    ['space at the end', '<p>a </p><p> b</p>', 'a\n\nb\n'],
    ['space in bold', '<p>a <strong>b </strong>c</p>', 'a **b** c\n'],
    ['space around a link', '<p>a<a href="https://x.test"> b </a>c</p>', 'a [b](https://x.test) c\n'],
    ['a link with parentheses', '<p><a href="https://x.test/a_(b)">c</a></p>', '[c](<https://x.test/a_(b)>)\n'],
    ['a link with half of a parenthesis', '<p><a href="https://x.test/a)b">c</a></p>', '[c](<https://x.test/a)b>)\n'],
    ['a link with a space', '<p><a href="https://x.test/a b">c</a></p>', '[c](<https://x.test/a b>)\n'],
    ['a link with other letters', '<p><a href="https://x.test/設計">c</a></p>', '[c](https://x.test/設計)\n'],
    ['a line break at the end', '<p>a<br></p><h2>b<br></h2>', 'a\n\n## b\n'],
    ['a line break at the end of an item', '<ul><li>a<br></li><li><p>b<br></p></li></ul>', '- a\n- b\n'],
    ['a paragraph with only a line break', '<p>a</p><p><br></p><p>b</p>', 'a\n\nb\n'],
    ['an empty bold', '<p>a<strong></strong>b</p>', 'ab\n'],
    ['bold in parts', '<p><strong>a</strong><strong>b</strong></p>', '**ab**\n'],
    ['a line break in the source', '<p>a\n  b</p>', 'a b\n'],
    ['a no-break space', '<p>a&nbsp;b&nbsp;</p>', 'a&nbsp;b&nbsp;\n'],
    ['an xmlns', '<p xmlns="http://www.w3.org/1999/xhtml">a</p>', 'a\n'],
    ['bold beside Japanese', '<p>これは<strong>「重要」</strong>です</p>', 'これは**「重要」**です\n'],
    ['bold that Markdown cannot start here', '<p>a<strong>(b)</strong>c</p>', 'a⟦1 strong b⟧c\n'],
    ['underlined text', '<p>a <u>b</u> c</p>', 'a ⟦1 u b⟧ c\n'],
    ['a quote with a table', `<blockquote><p>a</p>${TABLE}</blockquote>`, '> a\n>\n> ⟦1 table Who What⟧\n'],
  ])('%s', (_, html, markdown) => {
    const document = open(html);
    expect(document.markdown).toBe(markdown);
    expect(document.toHtml(document.markdown)).toEqual({ html });
    const added = document.toHtml(`${document.markdown}\nNew`);
    expect(added).toEqual({ html: `${html}<p>New</p>` });
  });

  it.each([
    ['<p>a <strong><em>b</em></strong></p>', 'a **_b_**\n'],
    ['<p><em><strong>a</strong> b</em></p>', '***a** b*\n'],
    ['<p>a<br><br>b <strong>c<br><br><br>d</strong></p>', 'a<br>\nb **c<br><br>\nd**\n'],
    ['<p>See <a href="https://x.test/a|b">t</a> <em>soon</em></p>', 'See ⟦1 a t⟧ ⟦2 em soon⟧\n'],
    ['<p>Run <code>a</code><code>b</code> now</p>', 'Run ⟦1 code a⟧⟦2 code b⟧ now\n'],
    ['<p>No <a href="javascript:alert(1)">link</a></p>', 'No ⟦1 a link⟧\n'],
    ['<h2>a<br>b</h2><h3>C# #</h3>', '## a<br>b\n\n### C# \\#\n'],
    ['<blockquote>a <b>b</b><p>c</p>d<br>e</blockquote>', '> a **b**\n>\n> c\n>\n> d\n> e\n'],
    ['<blockquote><p>a</p>\n<p></p><p>b</p></blockquote>', '> a\n>\n> ⟦1 paragraph⟧\n>\n> b\n'],
    ['Sent by a script', 'Sent by a script\n'],
    ['Line one<br>line <b>two</b>', 'Line one\nline **two**\n'],
    ['<p>a</p>\nbetween <i>two</i>\n<p>b</p>', 'a\n\nbetween *two*\n\nb\n'],
    [`<div>Text ${MENTION}</div>`, 'Text ⟦1 mention⟧\n'],
  ])('%s is %j', (html, markdown) => {
    expect(open(html).markdown).toBe(markdown);
    expect(edit(html, (text) => text)).toBe(html);
    expect(edit(html, (text) => `${text}\nNEW\n`).replace('<p>NEW</p>', '')).toBe(html);
  });

  it('text outside of paragraphs is a paragraph after it was edited', () => {
    expect(edit('Line <b>one</b>', (text) => text.replace('one', '1'))).toBe('<p>Line <strong>1</strong></p>');
    expect(edit('<p>a</p>between<p>b</p>', (text) => text.replace('tw', 'TW'))).toBe('<p>a</p><p>beTWeen</p><p>b</p>');
  });

  it('a link keeps its address if the text beside it changes', () => {
    const html = '<p><a href="https://x.test/設計_(b) c">d</a> e</p>';
    expect(edit(html, (markdown) => markdown.replace(' e', ' f'))).toBe(
      '<p><a href="https://x.test/%E8%A8%AD%E8%A8%88_(b)%20c">d</a> f</p>',
    );
  });

  it('a task is ticked and added', () => {
    const html = `<ul data-type="taskList">${TASK(false, '<p>a</p>')}</ul><p class="x">b</p>`;
    const edited = edit(html, (markdown) => markdown.replace('[ ] a', '[x] a\n- [ ] new'));
    expect(edited).toContain('data-checked="true"');
    expect(edited).toContain('<p>new</p>');
    expect(edited).toMatch(/<p class="x">b<\/p>$/);
  });
});

describe('Text beside the placeholder of a block', () => {
  it.each([
    ['after', '⟦1⟧ EDITED', `${TABLE}<p>EDITED</p>`],
    ['before', 'EDITED ⟦1⟧', `<p>EDITED</p>${TABLE}`],
    ['around', 'a ⟦1⟧ b', `<p>a</p>${TABLE}<p>b</p>`],
    ['on the next line', '⟦1⟧\nb', `${TABLE}<p>b</p>`],
    ['on the line before', 'a\n⟦1⟧', `<p>a</p>${TABLE}`],
    ['in a heading', '## a ⟦1⟧', `<h2>a</h2>${TABLE}`],
    ['in a list', '- a ⟦1⟧', `<ul><li><p>a</p>${TABLE}</li></ul>`],
    ['in a quote', '> ⟦1⟧ b', `<blockquote>${TABLE}<p>b</p></blockquote>`],
  ])('is a paragraph of its own: %s', (_, markdown, html) => {
    expect(edit(TABLE, () => markdown)).toBe(html);
  });
});
