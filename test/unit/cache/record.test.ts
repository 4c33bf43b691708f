// Tests what is stored of a work item: ids, and the names that came with it.
import { describe, expect, it } from 'vitest';
import { relatedIdsOf } from '../../../src/cache/record.ts';
import { keptWorkItem, workItem } from '../../../src/contract/resources/workItem.ts';

const expanded = workItem.parse({
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
  it('contains ids where the server expanded references, and null for an empty reference', () => {
    expect(keptWorkItem.normalize(expanded)).toMatchObject({
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

  it('distinguishes an omitted description from an empty one, and an unsupported module from none', () => {
    expect(keptWorkItem.normalize(expanded)).toMatchObject({ description_html: undefined, module: undefined });
    expect(keptWorkItem.normalize({ ...expanded, description_html: '', module: null })).toMatchObject({
      description_html: '',
      module: null,
    });
  });
});

describe('relatedIdsOf', () => {
  it('returns named states, users, labels and types, and skips records without a name', () => {
    const nameless = { ...expanded, state: { id: 's2' }, assignees: [], labels: ['l2'], type: 't2' };
    expect(relatedIdsOf([{ ...expanded, type: { id: 't1', name: 'Task' } }, nameless])).toEqual({
      states: [{ id: 's1', name: 'Todo', color: '#aaa', group: 'unstarted' }],
      users: [{ id: 'u1', display_name: 'Ada' }],
      labels: [{ id: 'l1', name: 'Bug', color: null, group: null }],
      types: [{ id: 't1', name: 'Task', color: null, group: null }],
    });
  });
});
