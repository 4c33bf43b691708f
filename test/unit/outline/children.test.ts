// Owns the proof of the tree's shape: what stands under what, in every condition a list can be in.
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/api/fault.ts';
import { childrenOf, itemNodeIn, neededBy, parentOf } from '../../../src/outline/children.ts';
import { idOfNode, type Node } from '../../../src/outline/node.ts';
import type { Names } from '../../../src/outline/present.ts';
import { item, known, listing, project } from './known.ts';

const broken: Fault = { kind: 'broken', status: 502, detail: '' };
const PROJECT: Node = { kind: 'project', project: 'p1' };
const PLACE = { kind: 'project', project: 'p1' } as const;

/** The whole tree as text, one line for each node. */
function drawn(names: Names, node?: Node, depth = 0): string[] {
  return childrenOf(node, names).flatMap((child) => [`${'  '.repeat(depth)}${idOfNode(child)}`, ...drawn(names, child, depth + 1)]);
}

describe('the tree', () => {
  it('nests work items under their project and their parent', () => {
    const names = known([item('w3', { parent: 'w1' }), item('w2'), item('w1')]);
    expect(drawn(names)).toEqual(['project p1', '  item p1/w2', '  item p1/w1', '    item p1/w3']);
  });

  it('counts the sub-items that have been read', () => {
    const names = known([item('w3', { parent: 'w1' }), item('w1')]);
    expect(childrenOf(PROJECT, names)).toEqual([{ kind: 'workItem', project: 'p1', id: 'w1', subItems: 1 }]);
    expect(itemNodeIn('p1', 'w3', names)).toEqual({ kind: 'workItem', project: 'p1', id: 'w3', subItems: 0 });
  });

  it('leaves out archived projects', () => {
    const archived = { ...project, id: 'p2', archived_at: '2026-01-01T00:00:00Z' };
    expect(drawn(known([], listing('', { status: 'unread' }), [project, archived]))).toEqual(['project p1']);
  });
});

describe('a list', () => {
  it.each(['unread', 'reading'] as const)('that is %s has no rows', (status) => {
    expect(childrenOf(undefined, known([], undefined, [], listing('', { status })))).toEqual([]);
    expect(childrenOf(PROJECT, known([], listing('', { status })))).toEqual([]);
  });

  it('that is empty says so', () => {
    expect(childrenOf(undefined, known([], undefined, []))).toEqual([{ kind: 'empty', place: { kind: 'root' } }]);
    expect(childrenOf(PROJECT, known([]))).toEqual([{ kind: 'empty', place: PLACE }]);
  });

  it('that could not be read is one row that says why', () => {
    const failed = listing('', { status: 'failed', fault: broken });
    expect(childrenOf(undefined, known([], undefined, [], failed))).toEqual([{ kind: 'failed', place: { kind: 'root' }, fault: broken }]);
    expect(childrenOf(PROJECT, known([], failed))).toEqual([{ kind: 'failed', place: PLACE, fault: broken }]);
  });

  it('that goes on ends with a row for the next page', () => {
    const names = known([item('w1')], listing('w1', { next: 'c1', total: 250 }));
    expect(childrenOf(PROJECT, names)).toEqual([
      { kind: 'workItem', project: 'p1', id: 'w1', subItems: 0 },
      { kind: 'more', place: PLACE, loaded: 1, total: 250 },
    ]);
  });

  it('whose next page failed keeps its rows and ends with why, in place of the row for the next page', () => {
    const names = known([item('w1')], listing('w1', { next: 'c1', total: 250, fault: broken }));
    expect(drawn(names, PROJECT)).toEqual(['item p1/w1', 'failed p1']);
  });

  it('with nothing to show on its first page but more to come does not call itself empty', () => {
    const archived = { ...project, archived_at: '2026-01-01T00:00:00Z' };
    const names = known([], undefined, [archived], listing('p1', { next: 'c1', total: 150 }));
    expect(drawn(names)).toEqual(['more root']);
  });
});

describe('a node', () => {
  const names = known([item('w3', { parent: 'w1' }), item('w2'), item('w1')]);

  it('has as its parent the one it stands under', () => {
    const walk = (node: Node | undefined): void => {
      for (const child of childrenOf(node, names)) {
        expect(parentOf(child, names)).toEqual(node);
        walk(child);
      }
    };
    walk(undefined);
    expect.hasAssertions();
  });

  it.each(['more', 'empty', 'failed'] as const)('of kind %s stands under its project, or at the root', (kind) => {
    const at = (place: typeof PLACE | { kind: 'root' }): Node =>
      kind === 'more' ? { kind, place, loaded: 1, total: 2 } : kind === 'failed' ? { kind, place, fault: broken } : { kind, place };
    expect(parentOf(at(PLACE), names)).toEqual(PROJECT);
    expect(parentOf(at({ kind: 'root' }), names)).toBeUndefined();
    expect(childrenOf(at(PLACE), names)).toEqual([]);
    expect(idOfNode(at(PLACE))).toBe(`${kind} p1`);
    expect(idOfNode(at({ kind: 'root' }))).toBe(`${kind} root`);
  });

  it('needs a list only where it shows one', () => {
    expect(neededBy(undefined)).toEqual({ kind: 'root' });
    expect(neededBy(PROJECT)).toEqual(PLACE);
    expect(neededBy(itemNodeIn('p1', 'w1', names))).toBeUndefined();
  });

  it('keeps its id when it gets sub-items, another name or another total', () => {
    const grown = known([item('w4', { parent: 'w2' }), item('w2', { name: 'Renamed' })]);
    expect(idOfNode(itemNodeIn('p1', 'w2', grown))).toBe(idOfNode(itemNodeIn('p1', 'w2', names)));
    const more = (loaded: number): Node => ({ kind: 'more', place: PLACE, loaded, total: loaded * 2 });
    expect(idOfNode(more(100))).toBe(idOfNode(more(200)));
  });
});
