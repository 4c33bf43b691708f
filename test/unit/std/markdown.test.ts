// Tests how the Markdown of a comment is converted to the HTML that is sent.
import * as fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { markdownToHtml } from '../../../src/std/html/markdown.ts';

const tagsIn = (html: string): string[] =>
  [...new JSDOM(html).window.document.body.querySelectorAll('*')].map((element) => element.localName);

describe('markdownToHtml', () => {
  it.each([
    ['One line', '<p>One line</p>'],
    ['One\nTwo', '<p>One<br>Two</p>'],
    ['One\n\nTwo', '<p>One</p><p>Two</p>'],
    ['**b** _i_ ~~s~~ `c`', '<p><strong>b</strong> <em>i</em> <s>s</s> <code>c</code></p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['> q', '<blockquote><p>q</p></blockquote>'],
    ['# H\n\ntext', '<h1>H</h1><p>text</p>'],
    ['a\n\n---\n\nb', '<p>a</p><hr><p>b</p>'],
    ['see https://example.com/a', '<p>see <a href="https://example.com/a">https://example.com/a</a></p>'],
    ['', ''],
    ['\n \n', ''],
  ])('converts %j to %s', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html);
  });

  it('removes whitespace between tags, but not inside of a code block', () => {
    const html = markdownToHtml('Before\n\n```ts\nlet a;\n\n  <b>\n```\n\nAfter');
    expect(html).toBe('<p>Before</p><pre><code class="language-ts">let a;\n\n  &lt;b&gt;\n</code></pre><p>After</p>');
  });

  it('does not change a code block that is in a list or contains pre tags', () => {
    expect(markdownToHtml('- a\n\n  ```\n  x\n\n  y\n  ```\n- b')).toContain('<pre><code>x\n\ny\n</code></pre>');
    expect(markdownToHtml('```\n</pre>\n<pre>\n\n  z\n```')).toBe(
      '<pre><code>&lt;/pre&gt;\n&lt;pre&gt;\n\n  z\n</code></pre>',
    );
  });

  it.each([
    ['<script>alert(1)</script>', []],
    ['<img src=x onerror=alert(1)>', []],
    ['a <b>bold</b> word', []],
    ['<!-- hidden -->', []],
    ['<div>\n\ntext\n\n</div>', []],
  ])('escapes HTML, which is then shown as text: %s', (markdown) => {
    const html = markdownToHtml(markdown);
    expect(new Set(tagsIn(html))).toEqual(new Set(['p']));
    expect(html).toContain('&lt;');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '![x](javascript:alert(1))',
    '<javascript:alert(1)>',
  ])('creates no link that runs code: %s', (markdown) => {
    const document = new JSDOM(markdownToHtml(markdown)).window.document;
    expect(document.querySelectorAll('a, img')).toHaveLength(0);
  });

  it('creates no element that runs or embeds content, for any typed text', () => {
    const typedFragments = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '</',
        'script',
        'img',
        ' src=',
        'onerror=',
        '"',
        '`',
        '```\n',
        '\n',
        '\n\n',
        '- ',
        '[a](',
        'javascript:',
        ')',
        '&lt;',
        '<pre>',
        '</pre>',
        'x',
        '    ',
      ),
    );
    fc.assert(
      fc.property(typedFragments, (typed) => {
        const document = new JSDOM(markdownToHtml(typed.join(''))).window.document;
        expect(document.body.querySelectorAll('script, img[onerror], iframe, object, embed, style')).toHaveLength(0);
        for (const link of document.querySelectorAll('a')) expect(link.protocol).not.toBe('javascript:');
      }),
      { numRuns: 60 },
    );
  });
});
