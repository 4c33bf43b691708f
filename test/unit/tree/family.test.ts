// Tests that every item of a list is in the hierarchy exactly once, whatever parents a server
// returns.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Family, familyOf } from '../../../src/tree/grouping/family.ts';
import { item } from './treeData.ts';

function family(ids: string, parents: Record<string, string>): Family {
  return familyOf((ids === '' ? [] : ids.split(' ')).map((id) => item(id, { parent: parents[id] ?? null })));
}

describe('A family', () => {
  it('has sub-items below their parent, oldest first, and the others in the list’s order', () => {
    const { roots, below } = family('d c b a', { d: 'a', c: 'a' });
    expect(roots).toEqual(['b', 'a']);
    expect(below).toEqual(new Map([['a', ['c', 'd']]]));
  });

  it('is nested as deep as the parents', () => {
    const { roots, below } = family('c b a', { c: 'b', b: 'a' });
    expect([roots, below.get('a'), below.get('b')]).toEqual([['a'], ['b'], ['c']]);
  });

  it('has an item whose parent is not loaded among the roots', () => {
    expect(family('b a', { b: 'not read yet' }).roots).toEqual(['b', 'a']);
  });

  it('shows work items whose parents form a loop at the top level, with their other sub-items below', () => {
    const { roots, below } = family('a b c d', { a: 'b', b: 'c', c: 'a', d: 'a' });
    expect(roots).toEqual(['a', 'b', 'c']);
    expect(below).toEqual(new Map([['a', ['d']]]));
  });

  it('does not contain an item below itself', () => {
    expect(family('a', { a: 'a' })).toEqual({ roots: ['a'], below: new Map(), parents: new Map() });
  });

  it('has sub-items in the list’s order if they are not reversed', () => {
    const items = ['d', 'c', 'a'].map((id) => item(id, { parent: id === 'a' ? null : 'a' }));
    expect(familyOf(items, false).below.get('a')).toEqual(['d', 'c']);
  });

  it('contains every item exactly once for any parents', () => {
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

  it('of 10,000 nested items is computed within 500 ms', () => {
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
