// Tests that only listKey.ts knows the text of a list key, and only the cache can change lists.
import { describe, expect, it } from 'vitest';
import { LIST_KINDS, listKeyText } from '../../src/core/cache/lists/listKey.ts';
import { sources } from './parsedSources.ts';

const files = sources;
const otherFiles = files.filter(({ path }) => path !== 'src/core/cache/lists/listKey.ts');
const pathsOf = (foundFiles: typeof files): string[] => foundFiles.map(({ path }) => path).sort();

describe('The text of a ListKey, which identifies a cached list,', () => {
  it('is parsed only for the snapshot', () => {
    expect(pathsOf(otherFiles.filter(({ text }) => /\bparseListKey\b/.test(text)))).toEqual([
      'src/core/cache/store/snapshot.ts',
    ]);
  });

  it('is created only for map keys, the snapshot and the log', () => {
    expect(pathsOf(otherFiles.filter(({ text }) => /\blistKeyText\b/.test(text)))).toEqual([
      'src/core/cache/lists/pagedLists.ts',
      'src/core/cache/store/snapshot.ts',
      'src/core/session/accounts/sessionSnapshot.ts',
      'src/features/stickies/workbench/stickiesView.ts',
      'src/features/tree/visibleLists.ts',
    ]);
  });

  it('is not written as a literal in any file that uses lists', () => {
    const listNames = LIST_KINDS.map((of) => listKeyText({ of, owner: '' })).join('|');
    const literalKey = new RegExp(`['"\`](?:${listNames}) (?:\\$\\{|['"\`])`);
    const filesWithLists = otherFiles.filter(({ imports }) =>
      imports.some(({ from }) => /\/(?:lists\/\w+|store)\.ts$/.test(from)),
    );
    expect(filesWithLists.length).toBeGreaterThan(30);
    expect(pathsOf(filesWithLists.filter(({ text }) => literalKey.test(text)))).toEqual([]);
  });
});

describe('A source file outside of src/core/cache', () => {
  const filesOutsideCache = files.filter(({ path }) => !path.startsWith('src/core/cache/'));

  it('uses lists only as PagedLists, which can’t change the cached list', () => {
    expect(
      pathsOf(
        filesOutsideCache.filter(({ imports }) =>
          imports.some(({ from }) => /\/(?:cachedList|pagedLists)\.ts$/.test(from)),
        ),
      ),
    ).toEqual([]);
    expect(pathsOf(filesOutsideCache.filter(({ text }) => /\blists\s*\.\s*get\(/.test(text)))).toEqual([]);
  });
});
