// Tests which change is made when rows are dropped on a tree row.
import { describe, expect, it } from 'vitest';
import {
  type DraggedNode,
  type DropDeps,
  type DropTarget,
  parseDragged,
  parseDropTarget,
  resolveDrop,
} from '../../../../src/features/quickEdit/drop.ts';
import { item } from '../tree/treeData.ts';

const items = [
  item('w1'),
  item('w2', { parent: 'w1' }),
  item('w3', { parent: 'w2' }),
  item('w4', { labels: ['l1', 'l2'], assignees: ['u1'] }),
];
const deps: DropDeps = {
  item: ({ project, id }) => items.find((one) => one.project === project && one.id === id),
  identifier: ({ id }) => (id.startsWith('w') ? `WEB-${id.slice(1)}` : undefined),
  project: (id) => ({ p1: { name: 'Atlas Web' }, p2: { name: 'Courier API' } })[id],
  isEpic: ({ id }) => id === 'w4',
};
const draggedItems = (...ids: readonly string[]): DraggedNode[] =>
  ids.map((id) => ({ kind: 'workItem', project: 'p1', id }));
const addresses = (...ids: readonly string[]) => ids.map((id) => ({ project: 'p1', id }));
const itemTarget = (id: string): DropTarget => ({ kind: 'workItem', project: 'p1', id });
const groupTarget = (by: Extract<DropTarget, { kind: 'group' }>['by'], value: string | null): DropTarget => ({
  kind: 'group',
  project: 'p1',
  by,
  value,
});

describe('A work item dropped on a work item', () => {
  it('becomes a sub-item of the target, even if several work items are dropped together', () => {
    const change = { field: 'parent', value: 'w4' };
    expect(resolveDrop(draggedItems('w1'), itemTarget('w4'), deps)).toEqual({
      action: 'change',
      items: addresses('w1'),
      change,
    });
    expect(resolveDrop(draggedItems('w1', 'w4', 'w3'), itemTarget('w4'), deps)).toEqual({
      action: 'change',
      items: addresses('w1', 'w3'),
      change,
    });
  });

  it('is rejected if it would become its own ancestor', () => {
    const message =
      "WEB-3 is a sub-item of WEB-1, so it can't become the parent of WEB-1. Remove WEB-3 from its parent first.";
    expect(resolveDrop(draggedItems('w1'), itemTarget('w3'), deps)).toEqual({ action: 'refuse', message });
    expect(resolveDrop(draggedItems('w4', 'w1'), itemTarget('w3'), deps)).toEqual({ action: 'refuse', message });
  });

  it('is not changed if it is dropped on itself', () => {
    expect(resolveDrop(draggedItems('w1'), itemTarget('w1'), deps)).toEqual({ action: 'nothing' });
    expect(resolveDrop([], itemTarget('w1'), deps)).toEqual({ action: 'nothing' });
  });
});

describe('A work item dropped on its project', () => {
  it('loses its parent, and is not changed if it has no parent', () => {
    const target: DropTarget = { kind: 'project', project: 'p1' };
    expect(resolveDrop(draggedItems('w1', 'w2'), target, deps)).toEqual({
      action: 'change',
      items: addresses('w2'),
      change: { field: 'parent', value: null },
    });
    expect(resolveDrop(draggedItems('w1'), target, deps)).toEqual({ action: 'nothing' });
  });
});

describe('A work item dropped on a row of another project', () => {
  it.each<DropTarget>([
    { kind: 'project', project: 'p2' },
    { kind: 'workItem', project: 'p2', id: 'w9' },
    { kind: 'module', project: 'p2', id: 'm9' },
    { kind: 'group', project: 'p2', by: 'state', value: 's9' },
  ])('is rejected if the row has the kind $kind', (target) => {
    const message = "WEB-1 is in Atlas Web and can't be moved to Courier API. A work item stays in its project.";
    expect(resolveDrop(draggedItems('w1'), target, deps)).toEqual({ action: 'refuse', message });
  });
});

describe('A work item dropped on a group', () => {
  it.each([
    ['state', 's1', { field: 'state', value: 's1' }],
    ['priority', 'high', { field: 'priority', value: 'high' }],
    ['priority', null, { field: 'priority', value: 'none' }],
    ['module', 'm1', { field: 'module', value: 'm1' }],
    ['module', null, { field: 'module', value: null }],
    ['cycle', 'c1', { field: 'cycle', value: 'c1' }],
    ['type', 't1', { field: 'type', value: 't1' }],
    ['label', 'l3', { field: 'labels', add: ['l3'], remove: [] }],
    ['label', null, { field: 'labels', add: [], remove: ['l1', 'l2'] }],
    ['assignee', 'u2', { field: 'assignees', add: ['u2'], remove: [] }],
    ['assignee', null, { field: 'assignees', add: [], remove: ['u1'] }],
  ] as const)('gets the value of the group: %s with the value %s', (by, value, change) => {
    expect(resolveDrop(draggedItems('w4'), groupTarget(by, value), deps)).toEqual({
      action: 'change',
      items: addresses('w4'),
      change,
    });
  });

  it('is rejected if the group contains the work items without a state', () => {
    expect(resolveDrop(draggedItems('w4'), groupTarget('state', null), deps)).toMatchObject({
      action: 'refuse',
      message: expect.stringContaining('state'),
    });
  });
});

describe('A work item dropped on a module or a cycle', () => {
  it.each(['module', 'cycle'] as const)('is added to a %s', (kind) => {
    expect(resolveDrop(draggedItems('w1'), { kind, project: 'p1', id: 'g1' }, deps)).toEqual({
      action: 'change',
      items: addresses('w1'),
      change: { field: kind, value: 'g1' },
    });
  });
});

describe('Rows dropped on an initiative', () => {
  const target: DropTarget = { kind: 'initiative', id: 'i1' };

  it('are added to the initiative if they are epics of any project, even if shown as work items', () => {
    const epics: DraggedNode[] = [{ kind: 'epic', project: 'p2', id: 'e1' }, ...draggedItems('w4')];
    expect(resolveDrop(epics, target, deps)).toEqual({
      action: 'addEpics',
      initiative: 'i1',
      epics: [{ project: 'p2', id: 'e1' }, ...addresses('w4')],
    });
  });

  it('are rejected with an explanation if one of them is a work item that is not an epic', () => {
    const message = 'An initiative contains epics, and WEB-1 is a work item. Drop its epic instead.';
    expect(resolveDrop(draggedItems('w4', 'w1'), target, deps)).toEqual({ action: 'refuse', message });
  });
});

it('An epic is rejected by any row that is not an initiative', () => {
  const epic: DraggedNode = { kind: 'epic', project: 'p1', id: 'e1' };
  expect(resolveDrop([epic], itemTarget('w1'), deps)).toMatchObject({
    action: 'refuse',
    message: expect.stringContaining('only be dropped on an initiative'),
  });
});

describe('A tree node', () => {
  it('can be dragged only if it is a work item or an epic', () => {
    const nodes = [
      { kind: 'workItem', project: 'p1', id: 'w1', subItems: 2 },
      { kind: 'epic', within: 'p1', id: 'e1' },
      { kind: 'project', project: 'p1' },
      { kind: 'workItem', id: 'w1' },
      undefined,
      7,
    ];
    expect(parseDragged(nodes)).toEqual([
      { kind: 'workItem', project: 'p1', id: 'w1' },
      { kind: 'epic', project: 'p1', id: 'e1' },
    ]);
  });

  it.each<[unknown, DropTarget | undefined]>([
    [
      { kind: 'project', project: 'p1' },
      { kind: 'project', project: 'p1' },
    ],
    [
      { kind: 'module', within: 'p1', id: 'm1' },
      { kind: 'module', project: 'p1', id: 'm1' },
    ],
    [
      { kind: 'initiative', within: '', id: 'i1', depth: 0 },
      { kind: 'initiative', id: 'i1' },
    ],
    [
      { kind: 'group', project: 'p1', by: 'label', value: null },
      { kind: 'group', project: 'p1', by: 'label', value: null },
    ],
    [{ kind: 'group', project: 'p1', by: 'weather', value: 'x' }, undefined],
    [{ kind: 'group', project: 'p1', by: 'label' }, undefined],
    [{ kind: 'customer', within: '', id: 'c1' }, undefined],
    [{ kind: 'more', place: { kind: 'root' } }, undefined],
    [undefined, undefined],
  ])('is parsed as a drop target from its properties: %j', (node, target) => {
    expect(parseDropTarget(node)).toEqual(target);
  });
});
