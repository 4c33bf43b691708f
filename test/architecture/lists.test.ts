// Tests that only one file writes and parses the text of a list key, and that code outside of the
// cache can't change lists.
import { describe, expect, it } from 'vitest';
import { LIST_KINDS, listKeyText } from '../../src/cache/lists/listKey.ts';
import { sources } from './sources.ts';

const files = sources();
const others = files.filter(({ path }) => path !== 'src/cache/lists/listKey.ts');
const pathsOf = (found: typeof files): string[] => found.map(({ path }) => path).sort();

describe('The text of a list key', () => {
  it('is parsed only for the snapshot', () => {
    expect(pathsOf(others.filter(({ text }) => /\bparseListKey\b/.test(text)))).toEqual(['src/cache/snapshot.ts']);
  });

  it('is written only for map keys, the snapshot and the log', () => {
    expect(pathsOf(others.filter(({ text }) => /\blistKeyText\b/.test(text)))).toEqual([
      'src/cache/lists/pagedLists.ts',
      'src/cache/snapshot.ts',
      'src/session/session.ts',
      'src/tree/visibleLists.ts',
      'src/workbench/features/stickies/stickiesView.ts',
    ]);
  });

  it('is not written out in any file that uses lists', () => {
    const names = LIST_KINDS.map((of) => listKeyText({ of, owner: '' })).join('|');
    const spelled = new RegExp(`['"\`](?:${names}) (?:\\$\\{|['"\`])`);
    const users = others.filter(({ imports }) => imports.some(({ from }) => /\/(?:lists\/\w+|store)\.ts$/.test(from)));
    expect(users.length).toBeGreaterThan(30);
    expect(pathsOf(users.filter(({ text }) => spelled.test(text)))).toEqual([]);
  });
});

describe('A list outside of the cache', () => {
  const outside = files.filter(({ path }) => !path.startsWith('src/cache/'));

  it('is a PagedList, which can’t change the cached list', () => {
    expect(
      pathsOf(
        outside.filter(({ imports }) => imports.some(({ from }) => /\/(?:cachedList|pagedLists)\.ts$/.test(from))),
      ),
    ).toEqual([]);
    expect(pathsOf(outside.filter(({ text }) => /\blists\s*\.\s*get\(/.test(text)))).toEqual([]);
  });
});
