// @vitest-environment jsdom
// Tests which lines of a read-only text become links to code.
import { describe, expect, it, vi } from 'vitest';
import { lineKey, linkLines } from '../../../src/richText/editor/lineLinks.ts';

const LINKS = new Map([
  [lineKey('at run (src/app.ts:2:1)'), 'places 0'],
  [lineKey('at go (src/go.ts:3:1)'), 'places 1'],
]);

function linked(html: string): { readonly html: string; readonly links: readonly (readonly [string, string])[] } {
  const root = document.createElement('div');
  root.innerHTML = html;
  linkLines(root, LINKS);
  const links = [...root.querySelectorAll('a[href^="contrail-line:"]')];
  return {
    html: root.innerHTML,
    links: links.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? '']),
  };
}

describe('The line of a stack trace in a text', () => {
  it.each([
    ['a code block', '<pre><code>Error\n    at run (src/app.ts:2:1)\n    at go (src/go.ts:3:1)\n</code></pre>'],
    ['paragraphs', '<p>Error</p><p>at run (src/app.ts:2:1)</p><ul><li>at  go (src/go.ts:3:1) </li></ul>'],
    ['text after a paragraph', '<div><p>at run (src/app.ts:2:1)</p>at go (src/go.ts:3:1)</div>'],
    ['a paragraph with line breaks', '<p>Error<br>at run (src/app.ts:2:1)<br>at go (src/go.ts:3:1)</p>'],
  ])('is a link in %s', (_, html) => {
    expect(linked(html).links.map(([text, href]) => [text.replace(/\s+/g, ' '), href])).toEqual([
      ['at run (src/app.ts:2:1)', 'contrail-line:places 0'],
      ['at go (src/go.ts:3:1)', 'contrail-line:places 1'],
    ]);
  });

  it('stays one line of text if parts of it are formatted', () => {
    const { html, links } = linked('<p>at <b>run</b> (src/app.ts:2:1)</p>');
    expect(links.map(([text]) => text)).toEqual(['at ', 'run', ' (src/app.ts:2:1)']);
    expect(html.replace(/<a [^>]*>|<\/a>/g, '')).toBe('<p>at <b>run</b> (src/app.ts:2:1)</p>');
  });

  it.each([
    '<p>It fails at run (src/app.ts:2:1)</p>',
    '<p>at run (src/app.ts:2:1) sometimes</p>',
    '<p><a href="https://git.example/">at run (src/app.ts:2:1)</a></p>',
    '<p>at run (src/other.ts:2:1)</p>',
  ])('leaves other text as it is: %s', (html) => {
    expect(linked(html)).toEqual({ html, links: [] });
  });

  it.each([
    ['lines of many nodes', '<pre>at run (src/app.ts:2:1)\n</pre>'.repeat(100), 100],
    ['lines of one node', `<pre>${'at run (src/app.ts:2:1)\n'.repeat(100)}</pre>`, 100],
    ['one line of many nodes', `<p>${'<b>at</b> run '.repeat(100)}</p>`, 0],
  ])('is looked up once for each of many %s', (_, html, linkCount) => {
    const lookUp = vi.spyOn(LINKS, 'get');
    expect(linked(html).links).toHaveLength(linkCount);
    // Each element also begins and ends a line, which is empty.
    expect(lookUp.mock.calls.filter(([line]) => line !== '')).toHaveLength(Math.max(linkCount, 1));
    lookUp.mockRestore();
  });
});
