// Tests that every field of every form has clear error messages for invalid values.
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/contract/operations.ts';
import { resourceTable } from '../../../../src/contract/resourceTable.ts';
import { RECORD_KINDS, type RecordKind } from '../../../../src/core/cache/address.ts';
import type { FieldKind, FieldValue } from '../../../../src/items/form/fieldProtocol.ts';
import { type FieldSpec, isEmptyValue } from '../../../../src/items/form/fieldSpec.ts';
import { recordFormOf } from '../../../../src/items/form/recordForm.ts';
import { blankValueOf, problemOf, problemsIn } from '../../../../src/items/form/values.ts';
import { createRequestBody, updateRequestBody } from '../../../../src/items/record/requestBody.ts';
import { formatCount } from '../../../../src/std/displayLanguage.ts';

/** Matches a complete sentence. */
const COMPLETE_SENTENCE = /^[A-Z“][^<>]*\.$/;
const JARGON = /invalid|expected|received|undefined|input|regex|pattern|>=|<=/i;

const forms = RECORD_KINDS.flatMap((name) =>
  [false, true].map((isNew) => ({
    name: isNew ? `new ${name}` : name,
    recordKind: name,
    form: recordFormOf(name, isNew),
    isNew,
  })),
);
const fields = forms.flatMap(({ name, form, isNew }) =>
  form.fields.map((spec) => ({ name: `${name}.${spec.name}`, form, spec, isNew })),
);

/** By the kind of field: values that every field of this kind rejects, even if the rules of the fields differ. */
const INVALID_VALUES: Readonly<Partial<Record<FieldKind, readonly FieldValue[]>>> = {
  date: ['20.11.2026', '2026-02-30', 'soon'],
  number: ['many', '12a', '1,5', 'Infinity'],
  color: ['#12', 'reddish', 'rgb(1,2,3)'],
  json: ['{', '{a: 1}', '[1]', '"text"', '12'],
};

/** Returns values that the field must reject; an empty array if its kind and its choices exclude no value. */
function invalidValuesFor({ kind, choices }: FieldSpec): readonly FieldValue[] {
  return [...(INVALID_VALUES[kind] ?? []), ...(choices !== undefined && kind === 'choice' ? ['nonsense'] : [])];
}

describe.each(fields.filter(({ spec }) => invalidValuesFor(spec).length > 0))('The field $name', ({ spec }) => {
  it('has a clear error message for an invalid value', () => {
    for (const value of invalidValuesFor(spec)) expectClearMessage(problemOf(spec, value));
  });
});

describe.each(fields)('An empty field $name', ({ form, spec, isNew }) => {
  const mayBeEmpty = spec.emptyValue !== undefined || ['json', 'flag', 'richText'].includes(spec.kind);

  it(spec.isRequired || !(isNew || mayBeEmpty) ? 'is rejected with a clear message' : 'is accepted', () => {
    if (spec.isRequired || !(isNew || mayBeEmpty)) expectClearMessage(problemOf(spec, blankValueOf(spec)));
    else if (isNew) expect(createRequestBody(form, { [spec.name]: blankValueOf(spec) })).toEqual({});
    else expect(problemOf(spec, blankValueOf(spec))).toBeUndefined();
  });
});

describe.each(fields.filter(({ spec }) => maxLengthOf(spec) > 0))('The text of the field $name', ({ spec }) => {
  it('is limited to its maximum length', () => {
    const maxLength = maxLengthOf(spec);
    expect(problemOf(spec, 'x'.repeat(maxLength + 1))).toBe(`Use at most ${formatCount(maxLength)} characters.`);
    expect(problemOf(spec, 'x'.repeat(maxLength))).toBeUndefined();
  });
});

describe('The error message', () => {
  it.each<[string, string, FieldValue, string]>([
    ['customer', 'email', 'ann', 'Use an email address such as ann@example.com.'],
    ['customer', 'employees', '-1', 'Use a number that is 0 or higher.'],
    ['customer', 'employees', '1.5', 'Use a whole number.'],
    ['customer', 'employees', 'many', 'Use a number such as 12.'],
    ['customer', 'name', '  ', 'Name is required.'],
    ['initiative', 'state', 'PAUSED', 'Select one of Draft, Planned, Active, Completed, Closed.'],
    ['initiative', 'logo_props', '{"in_use" "icon"}', 'Line 1, column 11: a colon is missing before "icon".'],
    ['initiative', 'logo_props', '[]', 'Use a JSON object such as {}.'],
    ['initiativeLabel', 'color', 'green', 'Use a hex color such as #3b82f6.'],
    ['sticky', 'background_color', 'reddish', 'Use a hex color such as #3b82f6.'],
    ['project', 'identifier', 'ATLAS-WEB', "Special characters such as & + , : ; $ - . ( ) aren't allowed."],
    ['project', 'identifier', 'X'.repeat(13), 'Use at most 12 characters.'],
    ['customerProperty', 'display_name', '', 'Name is required.'],
    ['customerProperty', 'property_type', null, 'Type is required.'],
    ['customerRequest', 'name', '', 'Title is required.'],
    ['workItem', 'estimate_point', '8', 'Use a whole number from 0 to 7.'],
  ])('for the field %s.%s with the value %j is: %s', (name, field, value, message) => {
    const recordKind = RECORD_KINDS.find((entry) => entry === name);
    const form = recordFormOf(recordKind ?? 'workItem', false);
    const spec = form.fields.find((entry) => entry.name === field);
    expect(spec && problemOf(spec, value)).toBe(message);
  });

  it.each(forms.filter(({ form }) => form.dateRange !== undefined))(
    'of the form $name for an end date before the start date is shown at the end date',
    ({ form }) => {
      const [start = '', end = ''] = form.dateRange ?? [];
      const problems = problemsIn(form, { [start]: '2026-11-21', [end]: '2026-11-20' }, {});
      expectClearMessage(problems[end]);
      expect(problems[start]).toBeUndefined();
    },
  );
});

describe.each(forms)('The request of the form $name', ({ recordKind, form, isNew }) => {
  it('has a valid body if every field is valid', () => {
    const values = Object.fromEntries(form.fields.map((spec) => [spec.name, validValue(spec)]));
    expect(form.fields.flatMap((spec) => problemOf(spec, values[spec.name] ?? null) ?? [])).toEqual([]);
    const body = isNew ? createRequestBody(form, values) : updateRequestBody(form, values);
    expect(bodyOf(recordKind, isNew).safeParse(body).error?.issues ?? []).toEqual([]);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(form.fields.map(({ name }) => name)));
  });
});

describe('The operation', () => {
  it.each([
    ['addEpicsToInitiative', 'epic_ids', 'Select at least one epic.'],
    ['addTeamspaceMembers', 'member_ids', 'Select at least one member.'],
  ] as const)('%s rejects an empty list of ids', (name, field, expectedMessage) => {
    const issues = operations[name].body.safeParse({ [field]: [] }).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([[field, expectedMessage]]);
  });
});

function expectClearMessage(problem: string | undefined): void {
  expect(problem).toMatch(COMPLETE_SENTENCE);
  expect(problem).not.toMatch(JARGON);
}

/** Returns the maximum length of a text; 0 if the length is not limited. */
function maxLengthOf({ rule, kind }: FieldSpec): number {
  if (kind !== 'text' && kind !== 'plainText') return 0;
  const issues = rule.safeParse('x'.repeat(100_000)).error?.issues ?? [];
  return issues.flatMap((issue) => (issue.code === 'too_big' ? [Number(issue.maximum)] : []))[0] ?? 0;
}

function bodyOf(name: RecordKind, isNew: boolean) {
  const { create, update } = resourceTable[name].operationNames;
  return operations[isNew ? create : update].body;
}

function validValue(spec: FieldSpec): FieldValue {
  const choice = spec.choices?.at(-1)?.id;
  const validValues: Readonly<Record<FieldKind, FieldValue>> = {
    text: spec.name === 'email' ? 'ann@example.com' : 'Text',
    plainText: 'Text\non two lines',
    lines: ['one', 'two'],
    richText: '<p>Text</p>',
    date: '2026-11-20',
    number: '12',
    json: '{"a": 1}',
    color: '#3b82f6',
    flag: true,
    choice: choice ?? 'an id',
    choices: ['an id'],
    item: 'an id',
    items: ['an id'],
  };
  const value = validValues[spec.kind];
  return isEmptyValue(value) ? blankValueOf(spec) : value;
}
