// Tests the tree of balanced HTML, and the positions of its nodes.
import { describe, expect, it } from 'vitest';
import { type HtmlNode, parseBalancedHtml } from '../../../src/richText/htmlTree.ts';

/** Returns the source of each text and of each element, in document order. */
function sourcesOf(html: string, nodes: readonly HtmlNode[] | undefined): readonly string[] | undefined {
  return nodes?.flatMap((node) => [
    html.slice(node.start, node.end),
    ...(node.kind === 'element' ? (sourcesOf(html, node.children) ?? []) : []),
  ]);
}

describe('parseBalancedHtml', () => {
  it.each([
    ['elements and text', '<p>One <b>two</b></p>', ['<p>One <b>two</b></p>', 'One ', '<b>two</b>', 'two']],
    ['an entity after a tag', '<p>&amp; more</p>', ['<p>&amp; more</p>', '&amp; more']],
    ['entities between texts', '<p>a &lt;&gt; b</p>', ['<p>a &lt;&gt; b</p>', 'a &lt;&gt; b']],
    [
      'an entity after an attribute with an entity',
      '<i title="&amp;">&amp;</i>',
      ['<i title="&amp;">&amp;</i>', '&amp;'],
    ],
    ['elements without an end tag', 'a<br/>b<hr >', ['a', '<br/>', 'b', '<hr >']],
    ['an end tag with a space', '<P>a</p >', ['<P>a</p >', 'a']],
  ])('returns the positions of %s', (_, html, sources) => {
    expect(sourcesOf(html, parseBalancedHtml(html))).toEqual(sources);
  });

  it('decodes entities in text and in attributes', () => {
    expect(parseBalancedHtml('<i title="&lt;">&amp; b</i>')).toMatchObject([
      { tag: 'i', attributes: new Map([['title', '<']]), children: [{ text: '& b' }] },
    ]);
  });

  it.each(['<p>a', 'a</p>', '<b><i></b></i>', '<p/>', 'a<!-- b -->', '<!doctype html>'])(
    'returns undefined for %s, which browsers repair or ignore',
    (html) => {
      expect(parseBalancedHtml(html)).toBeUndefined();
    },
  );
});
