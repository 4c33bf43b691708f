// Tests reducing relations to one request for each, and ordering records after their parents.
import { describe, expect, it } from 'vitest';
import type { RelationType } from '../../../src/contract/resources/relation.ts';
import { groupRelations } from '../../../src/copy/relations.ts';
import { sortParentsFirst } from '../../../src/copy/sortParentsFirst.ts';

function item(id: string, ...relations: (readonly [RelationType, string])[]) {
  return { id, relations: relations.map(([type, other]) => ({ type, other })) };
}

describe('groupRelations', () => {
  it('returns a relation once if both work items contain the relation', () => {
    const items = [item('a', ['blocking', 'b']), item('b', ['blocked_by', 'a'])];
    expect(groupRelations(items)).toEqual({
      groups: [{ item: 'b', type: 'blocked_by', others: ['a'] }],
      outsideCount: 0,
    });
  });

  it('returns a symmetric relation once', () => {
    const items = [item('b', ['relates_to', 'a']), item('a', ['relates_to', 'b'])];
    expect(groupRelations(items).groups).toEqual([{ item: 'b', type: 'relates_to', others: ['a'] }]);
  });

  it('groups the relations of a work item by type', () => {
    const items = [
      item('a', ['blocked_by', 'b'], ['blocked_by', 'c'], ['start_after', 'b'], ['finish_before', 'c']),
      item('b'),
      item('c'),
    ];
    expect(groupRelations(items).groups).toEqual([
      { item: 'a', type: 'blocked_by', others: ['b', 'c'] },
      { item: 'b', type: 'start_before', others: ['a'] },
      { item: 'a', type: 'finish_before', others: ['c'] },
    ]);
  });

  it('counts relations to other projects and omits a relation of a work item to itself', () => {
    const items = [item('a', ['duplicate', 'elsewhere'], ['relates_to', 'a'])];
    expect(groupRelations(items)).toEqual({ groups: [], outsideCount: 1 });
  });
});

describe('sortParentsFirst', () => {
  it('moves a parent before its children and keeps the order of other records', () => {
    const records = [
      { id: 'child', parent: 'middle' },
      { id: 'first', parent: null },
      { id: 'middle', parent: 'root' },
      { id: 'root', parent: null },
      { id: 'orphan', parent: 'unknown' },
    ];
    expect(sortParentsFirst(records).map(({ id }) => id)).toEqual(['first', 'root', 'orphan', 'middle', 'child']);
  });

  it('moves records that are their own ancestors to the end', () => {
    const records = [
      { id: 'a', parent: 'b' },
      { id: 'b', parent: 'a' },
      { id: 'c', parent: null },
    ];
    expect(sortParentsFirst(records).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });
});
