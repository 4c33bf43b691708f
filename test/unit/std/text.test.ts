// Tests extracting text from HTML, escaping text for HTML and Markdown, and the tooltip of a work item.
import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { tooltipOf } from '../../../src/features/tree/presentation/tooltip.ts';
import { escapeHtml, escapeMarkdown, firstLines, markdownExcerpt } from '../../../src/std/text.ts';
import { createTreeData, item } from '../features/tree/treeData.ts';

describe('firstLines', () => {
  it.each<[string, string[]]>([
    ['<p>One</p><p>Two</p>', ['One', 'Two']],
    ['<h1>Head</h1><ul><li><p>A</p></li><li><p>B</p></li></ul>', ['Head', 'A', 'B']],
    ['<p>One<br>Two</p>', ['One', 'Two']],
    ['<p>a <strong>b</strong>\n\n c&nbsp;d &lt;i&gt; &amp; e</p>', ['a b c d <i> & e']],
    ['<table><tr><td>1</td><td>2</td></tr></table>', ['1 2']],
    ['<p></p><p> </p><p>Text</p>', ['Text']],
    ['Bare text', ['Bare text']],
    ['<pre><code>let a;\n  let b;</code></pre>', ['let a;', 'let b;']],
    ['', []],
    ['<p></p>', []],
    [
      '<p>Before</p><script>alert("x")</script><style>p{}</style><template>t</template><p>After</p>',
      ['Before', 'After'],
    ],
    ['<p>Unclosed <b>bold', ['Unclosed bold']],
    ['</p></div>stray</li>', ['stray']],
    ['<p title="a>b">Text</p>', ['Text']],
    ['<!-- hidden <p>x</p> --><p>Shown</p>', ['Shown']],
  ])('returns for the HTML %s the lines %j', (html, lines) => {
    expect(firstLines(html, 6)).toEqual(lines);
  });

  it('returns at most the given number of lines', () => {
    expect(firstLines('<p>1</p><p>2</p><p>3</p>', 2)).toEqual(['1', '2']);
  });

  it.each([
    ['paragraphs', '<p>x</p>'.repeat(650_000)],
    ['open tags', '<div>'.repeat(1_000_000)],
    ['brackets', '<'.repeat(5_000_000)],
    ['ampersands', '&'.repeat(5_000_000)],
    ['spaces', ' '.repeat(5_000_000)],
    ['one attribute', `<p title="${'a'.repeat(5_000_000)}">x</p>`],
    ['unclosed comments', '<!--'.repeat(1_200_000)],
    ['opened scripts', '<script>'.repeat(600_000)],
  ])('parses only the start of five million characters of %s', (_what, html) => {
    const lines = firstLines(html, 6);
    expect(lines).toEqual(firstLines(html.slice(0, 20_000), 6));
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.join('').length).toBeLessThanOrEqual(20_000);
  });

  it.each([
    ['open tags', '<b>'.repeat(400_000)],
    ['unrelated closing tags', `${'<b>'.repeat(200_000)}${'</i>'.repeat(200_000)}`],
    ['paragraphs that are never closed', '<p><span>'.repeat(200_000)],
    ['foreign elements', '<svg><g>'.repeat(200_000)],
  ])(
    'reads all lines in linear time at any nesting depth: %s',
    (_what, nested) => {
      expect(firstLines(`${nested}word`, Number.POSITIVE_INFINITY)).toEqual(['word']);
    },
    5_000,
  );

  it('returns lines without line breaks and without surrounding white space, for any HTML', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<p>',
            '</p>',
            '<script>',
            '</script>',
            '<',
            '>',
            '"',
            "'",
            '<!--',
            '-->',
            '\n',
            '\r',
            'x',
            '&#10;',
            '<td>',
          ),
        ),
        (parts) => {
          for (const line of firstLines(parts.join(''), 6)) expect(line).toMatch(/^\S(?:.*\S)?$/u);
        },
      ),
    );
    expect.hasAssertions();
  });
});

/** A Markdown renderer with more features than those of VS Code. */
const markdownIt = new MarkdownIt({ html: true, linkify: true, breaks: true });

/** Renders Markdown, and returns the visible text and the tags of the result. */
function renderMarkdown(markdown: string): { readonly text: string; readonly tags: string[] } {
  const html = markdownIt.render(markdown);
  const text = html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .trim();
  return { text, tags: [...new Set([...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag ?? ''))].sort() };
}

const HOSTILE_TEXTS = [
  '[click](command:workbench.action.terminal.new)',
  '![x](https://evil.example/pixel.png)',
  '<img src=x onerror=alert(1)>',
  '<https://evil.example>',
  'https://evil.example/login',
  'www.evil.example',
  'mailto:ada@evil.example ada@evil.example',
  '$(alert) icon',
  '# Heading',
  'Setext\n===',
  'Setext\n---',
  '* list',
  '1. list',
  '1) list',
  '> quote',
  '```js\ncode',
  '~~~\ncode',
  '    code',
  '`code`',
  '**bold** __bold__ *em* _em_ ~~gone~~',
  '| a | b |\n|---|---|\n| c | d |',
  '[ref]: https://evil.example',
  '&lt;b&gt; &#60;b&#62;',
  'back\\slash \\[x\\](y)',
  '- [ ] task',
  '\r# Heading after a bare return',
];

describe('escapeMarkdown', () => {
  it.each(HOSTILE_TEXTS)('escapes “%s” so that it is rendered as plain text', (hostile) => {
    const { text, tags } = renderMarkdown(escapeMarkdown(hostile));
    expect(tags).toEqual(['p']);
    expect(text.replace(/\s+/g, ' ')).toBe(hostile.trim().replace(/\s+/g, ' '));
  });

  it('escapes any text so that it is rendered unchanged', () => {
    const printableText = fc.string({
      unit: fc.constantFrom(...'\\`*_{}[]()#+-.!|<>~&$=:@/"\'%^ \nabc1'.split('')),
      maxLength: 40,
    });
    fc.assert(
      fc.property(printableText, (original) => {
        const { text, tags } = renderMarkdown(`x ${escapeMarkdown(original)} x`);
        expect(tags).toEqual(['p']);
        expect(text.replace(/\s+/g, ' ')).toBe(`x ${original} x`.replace(/\s+/g, ' '));
      }),
      { numRuns: 500 },
    );
  });
});

describe('A tooltip', () => {
  const address = { project: 'p1', id: 'w12' };

  it('contains the loaded fields and the first lines of the description of a work item', () => {
    const treeData = createTreeData({
      items: [
        item('w12', {
          name: 'Fix login',
          state: 's1',
          priority: 'high',
          assignees: ['u1', 'u2'],
          labels: ['l1', 'unknown'],
          estimate_point: '3',
          start_date: '2026-11-09',
          target_date: '2026-11-01',
          updated_at: '2026-11-18T12:00:00Z',
          description_html:
            '<p>It fails, <mention-component entity_identifier="u1"></mention-component>.</p><p>Often.</p>',
        }),
      ],
      groupNames: { 'w12 cycle': ['Sprint 4'], 'w12 modules': ['Sign-in', 'Pages'] },
    });
    expect(renderMarkdown(tooltipOf(address, 'WEB-12', treeData)).text).toBe(
      'WEB-12 Fix login\n' +
        '$(contrail-started-half) In Progress · $(arrow-up) High · $(account) Ada, Bruno · $(calendar) Due Nov 1 (overdue)\n' +
        'Labels Bug\nCycle Sprint 4\nModule Sign-in and Pages\nEstimate 3\nStart Nov 9\nUpdated Nov 18\n\n' +
        'It fails, @Ada.\nOften.',
    );
  });

  it('shows the priority, and the date of the last change, or the time if the date is today', () => {
    const textOf = (changes: Parameters<typeof item>[1]): string =>
      renderMarkdown(tooltipOf(address, 'WEB-12', createTreeData({ items: [item('w12', changes)] }))).text;
    expect(textOf({ priority: 'low' })).toContain('$(arrow-down) Low');
    expect(textOf({ priority: 'medium' })).toContain('$(dash) Medium');
    expect(textOf({ priority: 'blocker' })).toContain('$(dash) blocker');
    expect(textOf({ updated_at: new Date('2026-11-20T14:05:00').toISOString() })).toMatch(/Updated 0?2:05\sPM$/);
    expect(textOf({ updated_at: new Date('2025-11-20T14:05:00').toISOString() })).toContain('Updated Nov 20, 2025');
  });

  it('contains only the identifier and the name of a work item when no other field is loaded', () => {
    expect(
      renderMarkdown(tooltipOf(address, 'WEB-12', createTreeData({ items: [item('w12', { name: 'Fix login' })] })))
        .text,
    ).toBe('WEB-12 Fix login');
    expect(tooltipOf(address, 'WEB-12', createTreeData({ items: [] }))).toBe('');
  });

  it.each(['===', '---', '# Head', '- item', '> quote', '| a |', '```', '[ref]: x'])(
    'shows a line of the description as text, not as markup for the line above: %s',
    (line) => {
      const treeData = createTreeData({
        items: [item('w12', { description_html: `<p>Above</p><p>${line.replace('>', '&gt;')}</p><p>Below</p>` })],
      });
      const { text, tags } = renderMarkdown(tooltipOf(address, 'WEB-12', treeData));
      expect(tags).toEqual(['br', 'hr', 'p', 'strong']);
      expect(text.endsWith(`Above\n${line}\nBelow`)).toBe(true);
    },
  );

  it.each(HOSTILE_TEXTS)('shows text of a work item without interpreting it as markup: %s', (hostile) => {
    const treeData = createTreeData({
      items: [
        item('w12', {
          name: hostile,
          priority: hostile,
          state: 's1',
          labels: ['l1'],
          description_html: `<p>${hostile.replaceAll('<', '&lt;')}</p>`,
        }),
      ],
      groupNames: { 'w12 cycle': [hostile], 'w12 modules': [hostile] },
    });
    const hostileNames = {
      ...treeData,
      state: () => ({ id: 's1', name: hostile }),
      label: () => ({ id: 'l1', name: hostile }),
    };
    expect(renderMarkdown(tooltipOf(address, hostile, hostileNames)).tags).toEqual(['br', 'hr', 'p', 'strong']);
  });
});

describe('escapeHtml', () => {
  it('escapes markup and quotes', () => {
    expect(escapeHtml('<b title="a">R&D</b>')).toBe('&lt;b title=&quot;a&quot;&gt;R&amp;D&lt;/b&gt;');
  });
});

describe('markdownExcerpt', () => {
  const withoutNames = () => undefined;
  it.each<[string, string]>([
    [
      '<p>To do:</p><ul><li><p>A</p></li><li><p>B</p><p>more</p></li></ul><p>End</p>',
      'To do\\:\n\n- A\n- B\n\nmore  \nEnd',
    ],
    ['<h1>Why</h1><h3>How</h3><p>So.</p>', '#### Why\n\n#### How\n\nSo\\.'],
    ['<h2></h2><p>A</p>', 'A'],
    ['<ol start="3"><li>A<ul><li>B</li></ul></li><li>C</li></ol>', '3. A\n    - B\n4. C'],
    ['<ul><li data-checked="true"><p>A</p></li><li data-checked="false"><p>B</p></li></ul>', '- ☑ A\n- ☐ B'],
    ['<ul><li>A<ol><li> <b>B</b><ul><li>C</li></ul></li></ol></li></ul>', '- A\n    1. B\n        - C'],
    ['<ul><li><ul><li><ul><li>A</li></ul></li></ul></li></ul>', '- A'],
    ['<ul><li>A<ul><li><pre>\t\tB</pre></li></ul></li></ul>', '- A\n    - B'],
    ['<ul><li></li></ul><p>A</p><li>B</li></ul>', 'A\n\n- B'],
    ['<ol start="x"><li><h2>A</h2></li></ol>', '1. A'],
    ['<p>- A</p><p># B</p><p>1. C</p>', '\\- A  \n\\# B  \n1\\. C'],
  ])('keeps headings and lists, and escapes text: %s', (html, markdown) => {
    expect(markdownExcerpt(html, 6, withoutNames)).toBe(markdown);
  });

  it('keeps the nesting of lists', () => {
    const html = '<ol><li>A<ul><li>*B*<ol><li>C</li></ol></li></ul></li><li>D</li></ol>';
    expect(new MarkdownIt().render(markdownExcerpt(html, 6, withoutNames)).replace(/\s*\n/g, '')).toBe(
      '<ol><li>A<ul><li>*B*<ol><li>C</li></ol></li></ul></li><li>D</li></ol>',
    );
  });

  it('returns at most the given number of lines', () => {
    expect(markdownExcerpt('<ul><li>A</li><li>B</li><li>C</li></ul>', 2, withoutNames)).toBe('- A\n- B');
  });

  const mention = (id: string, text = '', kind = 'user_mention') =>
    `<mention-component entity_identifier="${id}" entity_name="${kind}">${text}</mention-component>`;
  const nameOf = (id: string) => ({ ada: 'Ada  Park', evil: '**E**\t[x](command:y)\n- $(flame)' })[id];

  it.each<[string, string]>([
    [`<p>Ask ${mention('ada')} first.</p><p>Then go.</p>`, 'Ask \\@Ada Park first\\.  \nThen go\\.'],
    [`<ul><li>${mention('ada')}</li></ul>`, '- \\@Ada Park'],
    [`<p>${mention('ada', '@Old <b>name</b>')}!</p>`, '\\@Ada Park\\!'],
    [`<p>${mention('u9', '@Elif<br>Aydin')}!</p>`, '\\@Elif Aydin\\!'],
    [`<p>${mention('u9', 'Elif')}!</p>`, '\\@Elif\\!'],
    [`<p>${mention('u9')}!</p>`, '\\@…\\!'],
    ['<p><mention-component entity_identifier="ada"/> first</p><p>then</p>', '\\@Ada Park first  \nthen'],
    [`<p>See ${mention('w1', '', 'issue_mention')}.</p>`, 'See \\.'],
    [`<template>${mention('ada')}</template>A</mention-component>`, 'A'],
  ])('replaces a mention by the name of the user, or else by the text of the mention: %s', (html, markdown) => {
    expect(markdownExcerpt(html, 6, nameOf)).toBe(markdown);
  });

  it('escapes the names and the texts of mentions', () => {
    const html = `<p>${mention('evil')}</p><p>${mention('u9', '[x](http://y.z) `code` &lt;b&gt;')}</p>`;
    const { text, tags } = renderMarkdown(markdownExcerpt(html, 6, nameOf));
    expect([text, tags]).toEqual(['@**E** [x](command:y) - $(flame)\n@[x](http://y.z) `code` <b>', ['br', 'p']]);
  });
});
