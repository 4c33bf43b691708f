// Owns the proof of the form: which fields stand in it, what they offer, and what is wrong with what was put in.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/api/fault.ts';
import {
  type FormGround,
  type FormParts,
  fieldsOf,
  isSame,
  notKept,
  problemsIn,
  touchedFields,
  valueOf,
} from '../../../src/editor/form.ts';
import { FIELD_NAMES, type FieldName, type FieldView } from '../../../src/editor/words.ts';
import type { DraftValue } from '../../../src/store/draft.ts';
import type { ItemRecord } from '../../../src/store/record.ts';
import { item as itemWith } from '../outline/known.ts';

const broken: Fault = { kind: 'broken', status: 500, detail: '' };
const parts: FormParts = {
  states: { status: 'ready', records: [{ id: 's1', name: 'Todo', color: '#aaa', group: 'unstarted' }] },
  labels: { status: 'ready', records: [{ id: 'l1', name: 'Bug', color: null }] },
  members: { status: 'ready', records: [{ id: 'u1', display_name: 'Ada', email: 'ada@contrail.example' }] },
  modules: { status: 'ready', records: [{ id: 'm1', name: 'Board' }] },
  types: { status: 'ready', records: [{ id: 't1', name: 'Task' }] },
};
const item = itemWith('w1', {
  module: null,
  state: 's1',
  assignees: ['u1'],
  labels: ['l1'],
  name: 'Fix login',
  description_html: '<p>It fails.</p>',
});

function fields(changes: Partial<FormGround> = {}): FieldView[] {
  return fieldsOf({
    item,
    touched: {},
    parts,
    problems: {},
    personOf: (id) => (id === 'u9' ? 'Somebody who left' : undefined),
    itemOf: (id) => ({ id, label: `Item ${id}` }),
    ...changes,
  });
}

function field(name: FieldName, changes: Partial<FormGround> = {}): FieldView | undefined {
  return fields(changes).find((one) => one.name === name);
}

describe('the form', () => {
  it('has every field of the operation, in one order, with what the service has', () => {
    expect(fields().map(({ name }) => name)).toEqual(FIELD_NAMES);
    expect(Object.fromEntries(fields().map(({ name, value }) => [name, value]))).toEqual({
      name: 'Fix login',
      description_html: '<p>It fails.</p>',
      state: 's1',
      priority: 'none',
      assignees: ['u1'],
      labels: ['l1'],
      parent: null,
      estimate_point: null,
      type: null,
      module: null,
      start_date: null,
      target_date: null,
    });
    expect(fields().some(({ touched }) => touched)).toBe(false);
  });

  it('has no module where the server does not say which the item is in, or the project has none', () => {
    expect(field('module', { item: { ...item, module: undefined } })).toBeUndefined();
    expect(field('module', { parts: { ...parts, modules: { status: 'lacking', records: [] } } })).toBeUndefined();
  });

  it('has no type where the server has none', () => {
    expect(field('type', { parts: { ...parts, types: { status: 'lacking', records: [] } } })).toBeUndefined();
  });

  it('shows the draft of a field in place of what the service has, also when the draft is none', () => {
    const touched = { name: 'Fix sign-in', state: null, labels: [] };
    expect(field('name', { touched })).toMatchObject({ value: 'Fix sign-in', touched: true });
    expect(field('state', { touched })).toMatchObject({ value: null, touched: true });
    expect(field('labels', { touched })).toMatchObject({ value: [], touched: true });
    expect(field('priority', { touched })).toMatchObject({ touched: false });
  });

  it('shows a problem at its field', () => {
    const shown = fields({ problems: { target_date: 'The due date lies before the start date.' } });
    expect(shown.filter(({ problem }) => problem !== undefined).map(({ name, problem }) => [name, problem])).toEqual([
      ['target_date', 'The due date lies before the start date.'],
    ]);
  });

  it('takes a missing description for an empty one', () => {
    expect(valueOf({ ...item, description_html: undefined }, 'description_html')).toBe('');
  });
});

describe('the choices', () => {
  it('are named and coloured', () => {
    expect(field('state')?.choices).toEqual([{ id: 's1', label: 'Todo', color: '#aaa', icon: 'unstarted' }]);
    expect(field('labels')?.choices).toEqual([{ id: 'l1', label: 'Bug' }]);
    expect(field('assignees')?.choices).toEqual([{ id: 'u1', label: 'Ada', detail: 'ada@contrail.example' }]);
    expect(field('priority')?.choices?.map(({ label }) => label)).toEqual(['Urgent', 'High', 'Medium', 'Low', 'None']);
    expect(field('estimate_point')?.choices?.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });

  it('are not there yet while they are read for the first time', () => {
    for (const status of ['unread', 'reading'] as const) {
      expect(field('state', { parts: { ...parts, states: { status, records: [] } } })?.choices).toBeUndefined();
    }
    expect(field('state', { parts: { ...parts, states: { status: 'reading', records: parts.states.records } } })?.choices).toHaveLength(1);
  });

  it('that could not be read say so, and keep what is set choosable', () => {
    const shown = field('state', { parts: { ...parts, states: { status: 'failed', records: [], fault: broken } } });
    expect(shown?.hint).toBe('The choices could not be read. Reload to try again.');
    expect(shown?.choices).toEqual([{ id: 's1', label: 'Unknown', detail: 's1' }]);
  });

  it('hold what is set although the list does not name it, by name where one is known', () => {
    expect(field('assignees', { touched: { assignees: ['u1', 'u9', 'u8'] } })?.choices?.slice(1)).toEqual([
      { id: 'u9', label: 'Somebody who left', detail: 'u9' },
      { id: 'u8', label: 'Unknown', detail: 'u8' },
    ]);
    const id = 'b7f2c0de-1111-4222-8333-444455556666';
    expect(field('estimate_point', { item: { ...item, estimate_point: id } })?.choices?.at(-1)).toEqual({
      id,
      label: 'Set on the server',
      detail: id,
    });
  });

  it('of the parent are the one that is set', () => {
    expect(field('parent')?.choices).toEqual([]);
    expect(field('parent', { touched: { parent: 'w2' } })?.choices).toEqual([{ id: 'w2', label: 'Item w2' }]);
  });
});

describe('a problem', () => {
  const problems = (touched: Record<string, DraftValue>, changes: Partial<ItemRecord> = {}) => problemsIn(touched, { ...item, ...changes });

  it.each<[Record<string, DraftValue>, object]>([
    [{ name: ' ' }, { name: 'A work item needs a name.' }],
    [{ name: 'x'.repeat(256) }, { name: 'At most 255 characters.' }],
    [{ start_date: '2026-02-30' }, { start_date: 'Use a date such as 2026-11-20.' }],
    [{ target_date: '20.11.2026' }, { target_date: 'Use a date such as 2026-11-20.' }],
    [{ estimate_point: '8' }, { estimate_point: 'Use a whole number from 0 to 7.' }],
    [{ parent: 'w1' }, { parent: 'A work item cannot be its own parent.' }],
    [{ start_date: '2026-11-21', target_date: '2026-11-20' }, { target_date: 'The due date lies before the start date.' }],
  ])('of %j is said at its field', (touched, expected) => {
    expect(problems(touched)).toEqual(expected);
  });

  it('of dates is said at the one that was touched', () => {
    expect(problems({ start_date: '2026-11-21' }, { target_date: '2026-11-20' })).toEqual({
      start_date: 'The due date lies before the start date.',
    });
    expect(problems({ target_date: '2026-11-19' }, { start_date: '2026-11-20' })).toEqual({
      target_date: 'The due date lies before the start date.',
    });
  });

  it('is not made of what the service itself has wrong, nor of the same day twice, nor of a date taken away', () => {
    const odd = { start_date: '2026-11-21', target_date: '2026-11-20' };
    expect(problems({ name: 'Other' }, odd)).toEqual({});
    expect(problems({ target_date: '2026-11-21' }, odd)).toEqual({});
    expect(problems({ target_date: null }, odd)).toEqual({});
  });

  it('is not made of what is allowed', () => {
    const fine = {
      name: 'A',
      description_html: '',
      priority: 'low',
      assignees: [],
      labels: ['l1'],
      parent: null,
      estimate_point: '7',
      type: null,
      module: 'm1',
    };
    expect(problems(fine)).toEqual({});
  });

  it.each<[FieldName, DraftValue]>([
    ['state', null],
    ['priority', 'whenever'],
    ['assignees', 'u1'],
    ['name', null],
    ['description_html', ['x']],
  ])('is made of a value that field %s cannot hold, as a sentence', (name, value) => {
    expect(problems({ [name]: value })[name]).toMatch(/^\S.*\.$/);
  });
});

describe('touched fields', () => {
  it('are those that the table knows, in its order; others of an old draft are left out', () => {
    expect(touchedFields({ target_date: null, sequence_id: '9', name: 'A' })).toEqual([
      ['name', 'A'],
      ['target_date', null],
    ]);
  });
});

describe('values', () => {
  it('that are lists are the same in any order', () => {
    expect(isSame(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(isSame(['a'], ['a', 'b'])).toBe(false);
    expect(isSame([], null)).toBe(false);
    expect(isSame('a', 'a')).toBe(true);
    expect(isSame(null, '')).toBe(false);
  });

  it('are the same both ways round or not at all', () => {
    const value = fc.oneof(fc.constantFrom('a', 'b', null), fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }));
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(isSame(one, other)).toBe(isSame(other, one));
        expect(isSame(one, one)).toBe(true);
      }),
    );
  });
});

describe('what the service did not keep', () => {
  it('is each field that it answered otherwise, but for texts, which it may tidy', () => {
    const sent: [FieldName, DraftValue][] = [
      ['name', ' Fix '],
      ['description_html', '<p onclick="x">a</p>'],
      ['module', 'm1'],
      ['assignees', ['u2', 'u1']],
      ['labels', ['l2']],
    ];
    const answered = { ...item, name: 'Fix', description_html: '<p>a</p>', module: undefined, assignees: ['u1', 'u2'], labels: [] };
    expect(notKept(sent, answered)).toEqual(['module', 'labels']);
  });
});
