// @vitest-environment jsdom
// Tests the comparison of two lists of parsed nodes.
import { expect, it } from 'vitest';
import { parseInert } from '../../../src/richText/editor/markup/markup.ts';
import { isSameTree } from '../../../src/richText/editor/markup/sameTree.ts';

const tree = (html: string): Node[] => [...parseInert(html).childNodes];

it.each([
  ['<p class="a" id="b">x</p>', '<p id="b" class="a">x</p>', true],
  ['<p>x</p>', '<p>x </p>', false],
  ['<p>x</p>', '<p class="">x</p>', false],
  ['<p>x</p>', '<p>x</p>y', false],
  ['<b>x</b>', '<strong>x</strong>', false],
  ['<p>x<!--a--></p>', '<p>x<!--b--></p>', false],
  ['<div><template><p>x</p></template></div>', '<div><template><p>x</p></template></div>', true],
  ['<div><template><p>x</p></template></div>', '<div><template><p>y</p></template></div>', false],
  ['<template>x</template>', '<template>y</template>', false],
])('isSameTree returns whether %s and %s are parsed as equal nodes: %s', (first, second, isSame) => {
  expect(isSameTree(tree(first), tree(second))).toBe(isSame);
});
