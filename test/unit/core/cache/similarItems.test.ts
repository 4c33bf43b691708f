// Tests which words of a title are searched to find similar work items.
import { expect, it } from 'vitest';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { similarItems } from '../../../../src/core/cache/similarItems.ts';

const item = (id: string): ItemAddress => ({ project: 'p', id });

/** Returns a fake finder, which returns the work items in `results` for each search text. */
function finderOf(results: Readonly<Record<string, readonly string[]>>) {
  const searchedTexts: string[] = [];
  const find = (text: string): ItemAddress[] => {
    searchedTexts.push(text);
    return (results[text] ?? []).map(item);
  };
  return { searchedTexts, find };
}

it('similarItems searches for all words of three letters or more, and then for the longer half of these words', () => {
  const finder = finderOf({ 'login fails after password reset': ['1'], 'password login fails': ['2', '1', '3'] });
  const found = similarItems(finder, 'Login fails after a password reset!', 'p', 2);
  expect(finder.searchedTexts).toEqual(['login fails after password reset', 'password login fails']);
  expect(found).toEqual([item('1'), item('2')]);
});

it.each(['', 'Login', 'A b c', 'Login login'])('similarItems does not search for the title “%s”', (title) => {
  const finder = finderOf({});
  expect(similarItems(finder, title, 'p', 4)).toEqual([]);
  expect(finder.searchedTexts).toEqual([]);
});
