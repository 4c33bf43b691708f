// Tests the record of a work item, and the names that are extracted from its response.
import { describe, expect, it } from 'vitest';
import { workItem, workItemCodec } from '../../../../src/contract/resources/workItem.ts';
import { expandedRecordsOf } from '../../../../src/core/cache/record.ts';

const expandedItem = workItem.parse({
  id: 'w1',
  name: 'Fix login',
  sequence_id: '12',
  project: { id: 'p1', identifier: 'WEB' },
  state: { id: 's1', name: 'Todo', color: '#aaa', group: 'unstarted' },
  assignees: [{ id: 'u1', display_name: 'Ada' }, 'u2'],
  labels: [{ id: 'l1', name: 'Bug', color: null }],
  parent: {},
  estimate_point: 3,
  created_by: { id: 'u3' },
});

describe('A stored work item', () => {
  it('contains ids in place of expanded references, and null in place of an empty reference', () => {
    expect(workItemCodec.normalize(expandedItem)).toMatchObject({
      project: 'p1',
      sequence_id: 12,
      state: 's1',
      assignees: ['u1', 'u2'],
      labels: ['l1'],
      parent: null,
      estimate_point: '3',
      created_by: 'u3',
      priority: 'none',
    });
  });

  it('distinguishes an omitted from an empty description, and an unsupported field `module` from no module', () => {
    expect(workItemCodec.normalize(expandedItem)).toMatchObject({ description_html: undefined, module: undefined });
    expect(workItemCodec.normalize({ ...expandedItem, description_html: '', module: null })).toMatchObject({
      description_html: '',
      module: null,
    });
  });
});

describe('The related records of work items', () => {
  it('include states, users, labels and types with a name, but no records without a name', () => {
    const withoutNames = { ...expandedItem, state: { id: 's2' }, assignees: [], labels: ['l2'], type: 't2' };
    expect(expandedRecordsOf([{ ...expandedItem, type: { id: 't1', name: 'Task' } }, withoutNames])).toEqual({
      states: [{ id: 's1', name: 'Todo', color: '#aaa', group: 'unstarted' }],
      users: [{ id: 'u1', display_name: 'Ada' }],
      labels: [{ id: 'l1', name: 'Bug', color: null, group: null }],
      types: [{ id: 't1', name: 'Task', color: null, group: null }],
    });
  });
});
