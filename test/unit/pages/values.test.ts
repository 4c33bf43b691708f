// Tests field values: how they are read from a record, sent in a body, and validated.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../src/cache/record.ts';
import type { DraftValue } from '../../../src/drafts/draft.ts';
import type { FieldSpec } from '../../../src/pages/fields/fieldSpec.ts';
import { recordFormOf } from '../../../src/pages/fields/recordForm.ts';
import {
  fieldValuesOf,
  isSameFieldValue,
  notStored,
  problemsIn,
  touchedFields,
} from '../../../src/pages/fields/values.ts';
import type { FieldName, FieldValue } from '../../../src/pages/protocol/fields.ts';
import { newBody, sentBody } from '../../../src/pages/record/sentBody.ts';
import { item as itemWith } from '../tree/treeData.ts';

const workItem = recordFormOf('workItem', false);
const item = itemWith('w1', { module: null, state: 's1', assignees: ['u1'], labels: ['l1'], name: 'Fix login' });

function spec(name: FieldName, kind = workItem): FieldSpec {
  const found = kind.fields.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
}

describe('A problem', () => {
  const problems = (touched: Record<string, DraftValue>, changes: Partial<ItemRecord> = {}) =>
    problemsIn(workItem, touched, fieldValuesOf(workItem.fields, { ...item, ...changes }));

  it.each<[Record<string, DraftValue>, object]>([
    [{ name: ' ' }, { name: 'Name is required.' }],
    [{ name: 'x'.repeat(256) }, { name: 'Use at most 255 characters.' }],
    [{ start_date: '2026-02-30' }, { start_date: 'Use a date such as 2026-11-20.' }],
    [{ target_date: '20.11.2026' }, { target_date: 'Use a date such as 2026-11-20.' }],
    [{ estimate_point: '8' }, { estimate_point: 'Use a whole number from 0 to 7.' }],
    [{ state: null }, { state: 'State is required.' }],
    [{ priority: 'soon' }, { priority: 'Select one of Urgent, High, Medium, Low, None.' }],
    [
      { start_date: '2026-11-21', target_date: '2026-11-20' },
      { target_date: 'The due date is before the start date.' },
    ],
  ])('of %j is reported at its field', (touched, expected) => {
    expect(problems(touched)).toEqual(expected);
  });

  it('of two dates is reported at the date that was touched', () => {
    expect(problems({ start_date: '2026-11-21' }, { target_date: '2026-11-20' })).toEqual({
      start_date: 'The due date is before the start date.',
    });
    expect(problems({ target_date: '2026-11-19' }, { start_date: '2026-11-20' })).toEqual({
      target_date: 'The due date is before the start date.',
    });
  });

  it('is not reported for dates that the server has in the wrong order, the same date twice, or a cleared date', () => {
    const odd = { start_date: '2026-11-21', target_date: '2026-11-20' };
    expect(problems({ name: 'Other' }, odd)).toEqual({});
    expect(problems({ target_date: '2026-11-21' }, odd)).toEqual({});
    expect(problems({ target_date: null }, odd)).toEqual({});
  });

  it('is not reported for valid values', () => {
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
  ])('of a value that is invalid for the field %s is a sentence', (name, value) => {
    expect(problems({ [name]: value })[name]).toMatch(/^\S.*\.$/);
  });
});

describe('touchedFields', () => {
  it('returns the edited fields in the order of the form, without fields that the form no longer has', () => {
    const touched = touchedFields(workItem.fields, { target_date: null, sequence_id: '9', name: 'A' });
    expect(touched.map(([{ name }, value]) => [name, value])).toEqual([
      ['name', 'A'],
      ['target_date', null],
    ]);
  });
});

describe('isSameFieldValue', () => {
  it('compares lists in any order', () => {
    expect(isSameFieldValue(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(isSameFieldValue(['a'], ['a', 'b'])).toBe(false);
    expect(isSameFieldValue([], null)).toBe(false);
    expect(isSameFieldValue('a', 'a')).toBe(true);
    expect(isSameFieldValue(null, '')).toBe(false);
  });

  it('is symmetric', () => {
    const value = fc.oneof(fc.constantFrom('a', 'b', null), fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }));
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(isSameFieldValue(one, other)).toBe(isSameFieldValue(other, one));
        expect(isSameFieldValue(one, one)).toBe(true);
      }),
    );
  });
});

describe('notStored', () => {
  it('returns each field whose value in the response differs, except texts, which the server may normalize', () => {
    const sent: [FieldName, FieldValue][] = [
      ['name', ' Fix '],
      ['description_html', '<p onclick="x">a</p>'],
      ['module', 'm1'],
      ['assignees', ['u2', 'u1']],
      ['labels', ['l2']],
    ];
    const answered = {
      ...item,
      name: 'Fix',
      description_html: '<p>a</p>',
      module: undefined,
      assignees: ['u1', 'u2'],
      labels: [],
    };
    const specs = sent.map(([name, value]) => [spec(name), value] as const);
    expect(notStored(specs, fieldValuesOf(workItem.fields, answered)).map(({ name }) => name)).toEqual([
      'module',
      'labels',
    ]);
  });
});

describe('The request body', () => {
  const property = recordFormOf('customerProperty', true);

  it('contains numbers, flags and JSON as such, converted from what was typed', () => {
    const typed = {
      display_name: 'Tier',
      sort_order: ' 12.5 ',
      is_multi: true,
      settings: '{"a": [1]}',
      default_value: ['x', ' ', 'y '],
    };
    expect(sentBody(property, typed)).toEqual({
      display_name: 'Tier',
      sort_order: 12.5,
      is_multi: true,
      settings: { a: [1] },
      default_value: ['x', 'y'],
    });
  });

  it('of a new record omits empty values', () => {
    expect(
      newBody(property, { display_name: 'Tier', description: '', is_multi: false, settings: '', default_value: [] }),
    ).toEqual({
      display_name: 'Tier',
    });
  });

  it('contains none as the rule of the field requires it', () => {
    expect(sentBody(recordFormOf('customer', false), { email: null, employees: '', domain: '' })).toEqual({
      email: null,
      employees: null,
      domain: '',
    });
    expect(sentBody(recordFormOf('initiative', false), { lead: null, end_date: null })).toEqual({
      lead: null,
      end_date: null,
    });
  });

  it('contains the title of a customer request under both of its names', () => {
    expect(sentBody(recordFormOf('customerRequest', false), { name: 'Dark mode' })).toEqual({
      name: 'Dark mode',
      title: 'Dark mode',
    });
  });
});

describe('fieldValuesOf', () => {
  it('returns the values of the fields, whatever their names in the record, without missing fields', () => {
    const epic = recordFormOf('epic', false);
    const record = {
      id: 'e1',
      name: 'Epic',
      state: { id: 's1', name: 'Todo' },
      assignees: [{ id: 'u1' }],
      target_date: '2026-11-20T00:00:00Z',
    };
    expect(fieldValuesOf(epic.fields, record)).toEqual({
      name: 'Epic',
      description_html: '',
      state_id: 's1',
      assignee_ids: ['u1'],
      target_date: '2026-11-20',
    });
  });

  it('returns formatted JSON, and an empty string for an empty object', () => {
    const label = fieldValuesOf(recordFormOf('sticky', false).fields, {
      name: null,
      logo_props: { in_use: 'icon' },
      color: null,
    });
    expect(label).toEqual({ name: '', description_html: '', logo_props: '{\n  "in_use": "icon"\n}', color: null });
    expect(fieldValuesOf(recordFormOf('sticky', false).fields, { logo_props: {} })).toMatchObject({ logo_props: '' });
  });
});
