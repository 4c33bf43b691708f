// Tests that a copied Markdown link is rendered as one link with the name of the work item.
import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { markdownLink } from '../../../../src/core/session/markdownLink.ts';

const ITEM_URL = 'https://plane.example.com/acme/browse/WEB-12/';
const markdown = new MarkdownIt({ html: true, linkify: true });

/** Renders Markdown, expects that the content is a single link, and returns the URL and the text of the link. */
function renderLink(text: string): { href: string; linkedText: string } {
  const [inline] = markdown.parseInline(text, {});
  const [open, ...rest] = inline?.children ?? [];
  const linkClose = rest.pop();
  expect([open?.type, linkClose?.type]).toEqual(['link_open', 'link_close']);
  expect(rest.filter(({ type }) => type !== 'text')).toEqual([]);
  return { href: String(open?.attrGet('href')), linkedText: rest.map(({ content }) => content).join('') };
}

describe('markdownLink', () => {
  it('does not escape characters without a meaning in Markdown', () => {
    expect(markdownLink('WEB-12 Fix the sign-in (again)', ITEM_URL)).toBe(
      `[WEB-12 Fix the sign-in (again)](${ITEM_URL})`,
    );
  });

  it.each([
    ['WEB-1 a] (b) [c', String.raw`[WEB-1 a\] (b) \[c](${ITEM_URL})`],
    ['WEB-1 ](https://evil.example)', String.raw`[WEB-1 \](https://evil.example)](${ITEM_URL})`],
    ['WEB-1 <script>alert(1)</script>', String.raw`[WEB-1 \<script\>alert(1)\</script\>](${ITEM_URL})`],
    ['WEB-1 two\nlines\r\n\tand a tab', `[WEB-1 two lines and a tab](${ITEM_URL})`],
    ['WEB-1 back\\', String.raw`[WEB-1 back\\](${ITEM_URL})`],
    ['WEB-1 a \u202eb', `[WEB-1 a b](${ITEM_URL})`],
  ])('formats the text %j as %s', (text, expected) => {
    expect(markdownLink(text, ITEM_URL)).toBe(expected);
  });

  it('returns Markdown that is rendered as one link with the complete name, for any name', () => {
    const textFragment = fc.constantFrom(
      'a',
      ' ',
      ...String.raw`\ * _ [ ] ( ) < > ! ~ & | $ # " '`.split(' '),
      '`',
      '\n',
      '&amp;',
      '<b>',
      'https://x.y',
      '![i](j)',
      ']: x',
      '](',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(textFragment).map((all) => all.join('')),
        ),
        (name) => {
          const { href, linkedText } = renderLink(markdownLink(`WEB-12 ${name}`, ITEM_URL));
          expect(href).toBe(ITEM_URL);
          expect(linkedText).toBe(`WEB-12 ${name}`.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim());
        },
      ),
      { numRuns: 500 },
    );
  });

  it('escapes spaces and parentheses in the URL', () => {
    const { href } = renderLink(markdownLink('WEB-1', 'https://plane.example.com/a)b(c d/browse/WEB-1/'));
    expect(href).toBe('https://plane.example.com/a%29b%28c%20d/browse/WEB-1/');
  });
});
