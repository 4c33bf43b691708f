// Tests that every work item of a list is in the hierarchy exactly once, for any parents.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ItemHierarchy, itemHierarchy } from '../../../../src/items/grouping/itemHierarchy.ts';
import { item } from '../../features/tree/treeData.ts';

function hierarchyOf(ids: string, parents: Record<string, string>): ItemHierarchy {
  return itemHierarchy((ids === '' ? [] : ids.split(' ')).map((id) => item(id, { parent: parents[id] ?? null })));
}

describe('The hierarchy of work items', () => {
  it('shows sub-items below their parent, oldest first, and all other items in the order of the list', () => {
    const { roots, childIdsByParent } = hierarchyOf('d c b a', { d: 'a', c: 'a' });
    expect(roots).toEqual(['b', 'a']);
    expect(childIdsByParent).toEqual(new Map([['a', ['c', 'd']]]));
  });

  it('has as many levels as the chain of parents', () => {
    const { roots, childIdsByParent } = hierarchyOf('c b a', { c: 'b', b: 'a' });
    expect([roots, childIdsByParent.get('a'), childIdsByParent.get('b')]).toEqual([['a'], ['b'], ['c']]);
  });

  it('shows an item whose parent is not loaded at the top level', () => {
    expect(hierarchyOf('b a', { b: 'not read yet' }).roots).toEqual(['b', 'a']);
  });

  it('shows items whose parents form a loop at the top level, with all other sub-items below', () => {
    const { roots, childIdsByParent } = hierarchyOf('a b c d', { a: 'b', b: 'c', c: 'a', d: 'a' });
    expect(roots).toEqual(['a', 'b', 'c']);
    expect(childIdsByParent).toEqual(new Map([['a', ['d']]]));
  });

  it('does not show an item below itself', () => {
    expect(hierarchyOf('a', { a: 'a' })).toEqual({
      roots: ['a'],
      childIdsByParent: new Map(),
      parentIdByChild: new Map(),
    });
  });

  it('shows sub-items in the order of the list if the option to reverse sub-items is off', () => {
    const items = ['d', 'c', 'a'].map((id) => item(id, { parent: id === 'a' ? null : 'a' }));
    expect(itemHierarchy(items, false).childIdsByParent.get('a')).toEqual(['d', 'c']);
  });

  it('contains every item exactly once, for random parents', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const parents = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...names, 'elsewhere'));
    fc.assert(
      fc.property(fc.shuffledSubarray(names), parents, (ids, parentIds) => {
        const { roots, childIdsByParent } = hierarchyOf(ids.join(' '), parentIds);
        const idsBelow = (id: string): string[] => [id, ...(childIdsByParent.get(id) ?? []).flatMap(idsBelow)];
        expect(roots.flatMap(idsBelow).sort()).toEqual([...ids].sort());
      }),
    );
  });

  it('is computed for 10,000 nested items', () => {
    const items = Array.from({ length: 10_000 }, (_, index) =>
      item(`w${index}`, { parent: index === 0 ? null : `w${index - 1}` }),
    );
    const { roots, childIdsByParent } = itemHierarchy(items);
    expect(roots).toEqual(['w0']);
    expect(childIdsByParent.size).toBe(9_999);
  });
});
