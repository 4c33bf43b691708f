// Owns the proof of families: every item of a list stands in the tree exactly once, whatever parents a server names.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Family, familyOf } from '../../../src/tree/grouping/family.ts';
import { item } from './treeData.ts';

function family(ids: string, parents: Record<string, string>): Family {
  return familyOf((ids === '' ? [] : ids.split(' ')).map((id) => item(id, { parent: parents[id] ?? null })));
}

describe('a family', () => {
  it('has sub-items under their parent, oldest first, and the others in the list’s order', () => {
    const { roots, below } = family('d c b a', { d: 'a', c: 'a' });
    expect(roots).toEqual(['b', 'a']);
    expect(below).toEqual(new Map([['a', ['c', 'd']]]));
  });

  it('nests as deep as the parents do', () => {
    const { roots, below } = family('c b a', { c: 'b', b: 'a' });
    expect([roots, below.get('a'), below.get('b')]).toEqual([['a'], ['b'], ['c']]);
  });

  it('lets an orphan, whose parent is not read, stand beside the others', () => {
    expect(family('b a', { b: 'not read yet' }).roots).toEqual(['b', 'a']);
  });

  it('lets every member of a circle stand right under the project, and who hangs on it under that', () => {
    const { roots, below } = family('a b c d', { a: 'b', b: 'c', c: 'a', d: 'a' });
    expect(roots).toEqual(['a', 'b', 'c']);
    expect(below).toEqual(new Map([['a', ['d']]]));
  });

  it('does not let an item stand under itself', () => {
    expect(family('a', { a: 'a' })).toEqual({ roots: ['a'], below: new Map(), parents: new Map() });
  });

  it('has sub-items in the list’s own order where that is asked for', () => {
    const items = ['d', 'c', 'a'].map((id) => item(id, { parent: id === 'a' ? null : 'a' }));
    expect(familyOf(items, false).below.get('a')).toEqual(['d', 'c']);
  });

  it('holds every item once, and ends, whoever names whom', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const parents = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...names, 'elsewhere'));
    fc.assert(
      fc.property(fc.shuffledSubarray(names), parents, (ids, named) => {
        const { roots, below } = family(ids.join(' '), named);
        const walk = (id: string): string[] => [id, ...(below.get(id) ?? []).flatMap(walk)];
        expect(roots.flatMap(walk).sort()).toEqual([...ids].sort());
      }),
    );
  });

  it('of ten thousand items, each under the one before, is told in one walk', () => {
    const items = Array.from({ length: 10_000 }, (_, index) =>
      item(`w${index}`, { parent: index === 0 ? null : `w${index - 1}` }),
    );
    const begun = performance.now();
    const { roots, below } = familyOf(items);
    expect(performance.now() - begun).toBeLessThan(500);
    expect(roots).toEqual(['w0']);
    expect(below.size).toBe(9_999);
  });
});
