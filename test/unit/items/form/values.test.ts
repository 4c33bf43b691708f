// Tests the conversion of field values from records and to request bodies, and their validation.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../src/core/cache/record.ts';
import type { DraftValue } from '../../../../src/core/drafts/draft.ts';
import type { FieldName, FieldValue } from '../../../../src/items/form/fieldProtocol.ts';
import type { FieldSpec } from '../../../../src/items/form/fieldSpec.ts';
import { recordFormOf } from '../../../../src/items/form/recordForm.ts';
import {
  fieldValuesOf,
  ignoredFields,
  isSameFieldValue,
  problemsIn,
  touchedFields,
} from '../../../../src/items/form/values.ts';
import { createRequestBody, updateRequestBody } from '../../../../src/items/record/requestBody.ts';
import { item as itemWith } from '../../features/tree/treeData.ts';

const workItemForm = recordFormOf('workItem', false);
const item = itemWith('w1', { module: null, state: 's1', assignees: ['u1'], labels: ['l1'], name: 'Fix login' });

function specOf(name: FieldName, form = workItemForm): FieldSpec {
  const spec = form.fields.find((field) => field.name === name);
  if (spec === undefined) throw new Error(`no field ${name}`);
  return spec;
}

describe('problemsIn', () => {
  const problems = (touched: Record<string, DraftValue>, changes: Partial<ItemRecord> = {}) =>
    problemsIn(workItemForm, touched, fieldValuesOf(workItemForm.fields, { ...item, ...changes }));

  it.each<[Record<string, DraftValue>, object]>([
    [{ name: ' ' }, { name: 'Title is required.' }],
    [{ name: 'x'.repeat(256) }, { name: 'Use at most 255 characters.' }],
    [{ start_date: '2026-02-30' }, { start_date: 'The date 2026-02-30 does not exist. Check the month and the day.' }],
    [
      { target_date: '20.11.2026' },
      { target_date: '“20.11.2026” is not a date. Enter a date such as 2026-11-20, friday, +3d or +2w.' },
    ],
    [{ estimate_point: '8' }, { estimate_point: 'Use a whole number from 0 to 7.' }],
    [{ state: null }, { state: 'State is required.' }],
    [{ priority: 'soon' }, { priority: 'Select one of Urgent, High, Medium, Low, None.' }],
    [
      { start_date: '2026-11-21', target_date: '2026-11-20' },
      { target_date: 'The due date is before the start date.' },
    ],
  ])('returns the error message for %j at its field', (touched, expected) => {
    expect(problems(touched)).toEqual(expected);
  });

  it('returns the error for a due date before the start date under the field that was edited', () => {
    expect(problems({ start_date: '2026-11-21' }, { target_date: '2026-11-20' })).toEqual({
      start_date: 'The due date is before the start date.',
    });
    expect(problems({ target_date: '2026-11-19' }, { start_date: '2026-11-20' })).toEqual({
      target_date: 'The due date is before the start date.',
    });
  });

  it('returns no error if the dates were not edited, are equal, or were cleared', () => {
    const datesInWrongOrder = { start_date: '2026-11-21', target_date: '2026-11-20' };
    expect(problems({ name: 'Other' }, datesInWrongOrder)).toEqual({});
    expect(problems({ target_date: '2026-11-21' }, datesInWrongOrder)).toEqual({});
    expect(problems({ target_date: null }, datesInWrongOrder)).toEqual({});
  });

  it('returns no errors for valid values', () => {
    const validValues = {
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
    expect(problems(validValues)).toEqual({});
  });

  it.each<[FieldName, DraftValue]>([
    ['state', null],
    ['priority', 'whenever'],
    ['assignees', 'u1'],
    ['name', null],
    ['description_html', ['x']],
  ])('returns a message that is a sentence for an invalid value of the field %s', (name, value) => {
    expect(problems({ [name]: value })[name]).toMatch(/^\S.*\.$/);
  });
});

describe('touchedFields', () => {
  it('returns the edited fields in the order of the form, without fields that the form no longer has', () => {
    const touched = touchedFields(workItemForm.fields, { target_date: null, sequence_id: '9', name: 'A' });
    expect(touched.map(([{ name }, value]) => [name, value])).toEqual([
      ['name', 'A'],
      ['target_date', null],
    ]);
  });
});

describe('isSameFieldValue', () => {
  it('ignores the order of lists', () => {
    expect(isSameFieldValue(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(isSameFieldValue(['a'], ['a', 'b'])).toBe(false);
    expect(isSameFieldValue([], null)).toBe(false);
    expect(isSameFieldValue('a', 'a')).toBe(true);
    expect(isSameFieldValue(null, '')).toBe(false);
  });

  it('is symmetric', () => {
    const value = fc.oneof(fc.constantFrom('a', 'b', null), fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }));
    fc.assert(
      fc.property(value, value, (first, second) => {
        expect(isSameFieldValue(first, second)).toBe(isSameFieldValue(second, first));
        expect(isSameFieldValue(first, first)).toBe(true);
      }),
    );
  });
});

describe('ignoredFields', () => {
  it('returns each field whose value in the response differs from the sent value, except texts', () => {
    const sentValues: [FieldName, FieldValue][] = [
      ['name', ' Fix '],
      ['description_html', '<p onclick="x">a</p>'],
      ['module', 'm1'],
      ['assignees', ['u2', 'u1']],
      ['labels', ['l2']],
    ];
    const response = {
      ...item,
      name: 'Fix',
      description_html: '<p>a</p>',
      module: undefined,
      assignees: ['u1', 'u2'],
      labels: [],
    };
    const specs = sentValues.map(([name, value]) => [specOf(name), value] as const);
    expect(ignoredFields(specs, fieldValuesOf(workItemForm.fields, response)).map(({ name }) => name)).toEqual([
      'module',
      'labels',
    ]);
  });
});

describe('The request body', () => {
  const propertyForm = recordFormOf('customerProperty', true);

  it('contains numbers, booleans and JSON values, converted from the texts that the user typed', () => {
    const typedValues = {
      display_name: 'Tier',
      sort_order: ' 12.5 ',
      is_multi: true,
      settings: '{"a": [1]}',
      default_value: ['x', ' ', 'y '],
    };
    expect(updateRequestBody(propertyForm, typedValues)).toEqual({
      display_name: 'Tier',
      sort_order: 12.5,
      is_multi: true,
      settings: { a: [1] },
      default_value: ['x', 'y'],
    });
  });

  it('of a new record omits empty values', () => {
    expect(
      createRequestBody(propertyForm, {
        display_name: 'Tier',
        description: '',
        is_multi: false,
        settings: '',
        default_value: [],
      }),
    ).toEqual({
      display_name: 'Tier',
    });
  });

  it('contains null or an empty string for a cleared field, depending on the field', () => {
    expect(updateRequestBody(recordFormOf('customer', false), { email: null, employees: '', domain: '' })).toEqual({
      email: null,
      employees: null,
      domain: '',
    });
    expect(updateRequestBody(recordFormOf('initiative', false), { lead: null, end_date: null })).toEqual({
      lead: null,
      end_date: null,
    });
  });

  it('contains the title of a customer request as `name` and as `title`', () => {
    expect(updateRequestBody(recordFormOf('customerRequest', false), { name: 'Dark mode' })).toEqual({
      name: 'Dark mode',
      title: 'Dark mode',
    });
  });
});

describe('fieldValuesOf', () => {
  it('returns the values of fields that have other names in the record, and omits missing fields', () => {
    const epicForm = recordFormOf('epic', false);
    const record = {
      id: 'e1',
      name: 'Epic',
      state: { id: 's1', name: 'Todo' },
      assignees: [{ id: 'u1' }],
      target_date: '2026-11-20T00:00:00Z',
    };
    expect(fieldValuesOf(epicForm.fields, record)).toEqual({
      name: 'Epic',
      description_html: '',
      state_id: 's1',
      assignee_ids: ['u1'],
      target_date: '2026-11-20',
    });
  });

  it('returns the value of a JSON field as formatted text, and an empty object as an empty string', () => {
    const values = fieldValuesOf(recordFormOf('sticky', false).fields, {
      name: null,
      logo_props: { in_use: 'icon' },
      color: null,
    });
    expect(values).toEqual({ name: '', description_html: '', logo_props: '{\n  "in_use": "icon"\n}', color: null });
    expect(fieldValuesOf(recordFormOf('sticky', false).fields, { logo_props: {} })).toMatchObject({ logo_props: '' });
  });
});
