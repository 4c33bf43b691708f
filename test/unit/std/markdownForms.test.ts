// Tests the Markdown that people write: task lists, emphasis beside Chinese, Japanese and Korean text, drawn trees.
import { describe, expect, it } from 'vitest';
import { markdownToHtml } from '../../../src/std/html/markdown.ts';

const task = (isChecked: boolean, content: string): string =>
  `<li data-type="taskItem" data-checked="${isChecked}"><label><input type="checkbox"${isChecked ? ' checked="checked"' : ''}><span></span></label><div>${content}</div></li>`;
const tasks = (...items: readonly string[]): string => `<ul data-type="taskList">${items.join('')}</ul>`;

describe('A list with boxes', () => {
  it.each([
    ['- [ ] one\n- [x] two', tasks(task(false, '<p>one</p>'), task(true, '<p>two</p>'))],
    ['* [X] one', tasks(task(true, '<p>one</p>'))],
    ['+ [ ] one', tasks(task(false, '<p>one</p>'))],
    ['1. [ ] one\n2. [x] two', tasks(task(false, '<p>one</p>'), task(true, '<p>two</p>'))],
    ['- [ ]', tasks(task(false, '<p></p>'))],
    ['- [ ] **bold** `code`', tasks(task(false, '<p><strong>bold</strong> <code>code</code></p>'))],
    ['- [ ] a\n  - [x] b', tasks(task(false, `<p>a</p>${tasks(task(true, '<p>b</p>'))}`))],
    ['- [ ] a\n  - b', tasks(task(false, '<p>a</p><ul><li>b</li></ul>'))],
    ['- a\n  - [ ] b', `<ul><li>a\n${tasks(task(false, '<p>b</p>'))}</li></ul>`],
    ['- [ ] a\n\n  more', tasks(task(false, '<p>a</p><p>more</p>'))],
    ['- [ ] a\n- b', `${tasks(task(false, '<p>a</p>'))}<ul><li>b</li></ul>`],
    ['- b\n- [ ] a', `<ul><li>b</li></ul>${tasks(task(false, '<p>a</p>'))}`],
    ['> - [x] a', `<blockquote>${tasks(task(true, '<p>a</p>'))}</blockquote>`],
  ])('is a task list of Plane: %j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });

  it.each([
    ['- [x](https://x.test) one', '<ul><li><a href="https://x.test">x</a> one</li></ul>'],
    ['- \\[ ] one', '<ul><li>[ ] one</li></ul>'],
    ['- [y] one', '<ul><li>[y] one</li></ul>'],
    ['- [x]one', '<ul><li>[x]one</li></ul>'],
    ['[ ] one', '<p>[ ] one</p>'],
    ['- `[ ]` one', '<ul><li><code>[ ]</code> one</li></ul>'],
  ])('is not one without a box: %j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });
});

describe('Emphasis beside Chinese, Japanese and Korean text', () => {
  it.each([
    ['これは**「重要」**です', '<p>これは<strong>「重要」</strong>です</p>'],
    ['**C#**や**F#**は', '<p><strong>C#</strong>や<strong>F#</strong>は</p>'],
    ['这是**“重点”**吗', '<p>这是<strong>“重点”</strong>吗</p>'],
    ['请看**（注意）**这里', '<p>请看<strong>（注意）</strong>这里</p>'],
    ['**스크립트(script)**라고', '<p><strong>스크립트(script)</strong>라고</p>'],
    ['これは*「強調」*です', '<p>これは<em>「強調」</em>です</p>'],
    ['**注意。**次', '<p><strong>注意。</strong>次</p>'],
  ])('is where it is meant: %s', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });

  it.each([
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['snake_case_name', '<p>snake_case_name</p>'],
    ['価格は 5 ** 3 です', '<p>価格は 5 ** 3 です</p>'],
  ])('is not where it is not meant: %s', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });
});

describe('Lines that draw a tree', () => {
  it.each([
    ['src\n├── a.ts\n│   └── b.ts\n└── c.ts'],
    ['├── a\n└── b'],
    ['.\n|-- a\n|   `-- b\n`-- c'],
    ['app\n+-- a\n\\-- b'],
    ['┌───┬───┐\n│ a │ b │\n└───┴───┘'],
    ['╔═══╗\n║ a ║\n╚═══╝'],
    ['src\n└── a.ts'],
    ['C:.\n+---src\n|       main.ts\n\\---test'],
    ['┏━━━┳━━━┓\n┃ a ┃ b ┃\n┗━━━┻━━━┛'],
    ['+----+----+\n| id | n  |\n+----+----+\n|  1 | x  |\n+----+----+'],
  ])('are one code block: %j', (lines) => {
    expect(markdownToHtml(lines)).toBe(`<pre><code>${lines}\n</code></pre>`);
  });

  it('end at a blank line, and text around them stays text', () => {
    expect(markdownToHtml('The files:\n\nsrc\n├── a\n└── b\n\nThat is all.')).toBe(
      '<p>The files:</p><pre><code>src\n├── a\n└── b\n</code></pre><p>That is all.</p>',
    );
  });

  it.each([
    ['a | b\n--|--\n1 | 2', /^<table>/],
    ['One line with ├── in it', /^<p>/],
    ['- a\n- b', /^<ul>/],
    ['| not\n| a table', /^<p>/],
  ])('are not other lines: %j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toMatch(html);
  });
});

describe('Markdown of other programs', () => {
  it.each([
    ['a<br>b<BR />c', '<p>a<br>b<br>c</p>'],
    ['|a|\n|-|\n|x<br/>y|', '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>x<br>y</td></tr></tbody></table>'],
    ['`<br>` \\<br>', '<p><code>&lt;br&gt;</code> &lt;br&gt;</p>'],
    ['<break>', '<p>&lt;break&gt;</p>'],
    ['a[^1]\n\n[^1]: note\n[^b]: more', '<p>a[^1]</p><p>[^1]: note<br>[^b]: more</p>'],
    ['[a][1] and [^1]\n\n[1]: https://x.test', '<p><a href="https://x.test">a</a> and [^1]</p>'],
  ])('keeps what it says: %j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });
});
