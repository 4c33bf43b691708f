// Tests which rows are expanded before the user has expanded or collapsed them.
import { describe, expect, it } from 'vitest';
import { isInitiallyExpanded } from '../../../../src/features/tree/initialExpansion.ts';
import type { GroupNode, Node } from '../../../../src/shell/tree/node.ts';
import { createTreeData, item, PROJECT_NODE } from './treeData.ts';

const states = [
  { id: 's1', name: 'In Progress', group: 'started' },
  { id: 's2', name: 'Done', group: 'completed' },
  { id: 's3', name: 'Cancelled', group: 'cancelled' },
  { id: 's4', name: 'Todo', group: 'unstarted' },
];
const data = createTreeData({
  items: [item('w1', { state: 's1' }), item('w2', { state: 's2' }), item('w3', { state: 's3' })],
  states,
  hasAllStates: true,
  choices: { groupBy: 'state' },
});

function stateGroup(value: string): GroupNode {
  return { kind: 'group', project: 'p1', by: 'state', value, under: PROJECT_NODE };
}

describe('A group by state', () => {
  it('is initially expanded if its work items are open', () => {
    expect(isInitiallyExpanded(stateGroup('s1'), data)).toBe(true);
  });

  it.each([
    ['are completed', 's2'],
    ['are canceled', 's3'],
  ])('is initially collapsed if its work items %s', (_, value) => {
    expect(isInitiallyExpanded(stateGroup(value), data)).toBe(false);
  });

  it('is initially collapsed if it contains no work items', () => {
    expect(isInitiallyExpanded(stateGroup('s4'), data)).toBe(false);
  });
});

describe('A row that is not a group by state', () => {
  it.each<[string, boolean, Node]>([
    ['the section Current', true, { kind: 'section', section: 'current', under: undefined }],
    ['the section Assigned to Me', true, { kind: 'section', section: 'assigned', under: undefined }],
    ['the section Overdue', false, { kind: 'section', section: 'overdue', under: undefined }],
    ['a project', false, PROJECT_NODE],
    [
      'a group by priority',
      false,
      { kind: 'group', project: 'p1', by: 'priority', value: 'high', under: PROJECT_NODE },
    ],
  ])('is initially expanded if it is %s: %s', (_, isExpanded, node) => {
    expect(isInitiallyExpanded(node, data)).toBe(isExpanded);
  });
});
