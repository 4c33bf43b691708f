// Tests that the contract suite is complete: the cases of each row, and the invalid values.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operationEntries, operations } from '../../src/contract/operations.ts';
import { casesOf } from './cases.ts';
import { fieldsOf, isRequired, wrongValues } from './wrongValues.ts';

const ALWAYS = [
  'answers a valid request with its status and a body that matches its schema',
  'answers 401 without credentials',
  'rejects a wrong key',
  'rejects an expired key',
  'answers 429 when the rate limit is spent',
];

/** Returns the invalid values for one field of a row's body. */
function wrongFor(name: keyof typeof operations, field: string): unknown[] {
  const schema = new Map(fieldsOf('body' in operations[name] ? operations[name].body : undefined)).get(field);
  return schema === undefined ? [] : wrongValues(schema).map(({ value }) => value);
}

describe('The cases of the contract suite', () => {
  it.each(operationEntries)('cover everything in the row %s', (name, row) => {
    const said = casesOf(name, row).map(({ says }) => says);
    const fields = fieldsOf(row.body).map(([field]) => field);
    expect(said).toEqual(expect.arrayContaining(ALWAYS));
    expect(new Set(said).size).toBe(said.length);
    expect(said.includes('rejects a token without its scope, and names the scope')).toBe(row.scope !== null);
    expect(said.filter((says) => says.startsWith('rejects an unknown '))).toHaveLength(row.path.split('{').length - 1);
    expect(fields.filter((field) => !said.some((says) => says.startsWith(`reports ${field} when it is `)))).toEqual([]);
    expect(said.filter((says) => says.endsWith(' in the body'))).toEqual(
      fieldsOf(row.body).flatMap(([field, schema]) => (isRequired(schema) ? [`requires ${field} in the body`] : [])),
    );
    expect(said.includes('is walked by cursors to the end, and back to the start')).toBe(row.returns.shape === 'page');
  });

  it('cover limit and offset for the lists of the specification that support them', () => {
    const asked = operationEntries.flatMap(([name, row]) =>
      casesOf(name, row).some(({ says }) => says === 'is walked by limit and offset') ? [row.number] : [],
    );
    expect(asked).toEqual([4, 5, 9, 10, 18, 19]);
  });
});

describe('wrongValues', () => {
  it('returns a value of the wrong type for every typed field', () => {
    expect(wrongFor('createCustomer', 'employees')).toEqual(['many', 1.5, -1]);
    expect(wrongFor('updateCustomerProperty', 'is_active')).toEqual([null, 'perhaps']);
    expect(wrongFor('updateCustomerProperty', 'settings')).toEqual([null, 'text']);
    expect(wrongFor('createComment', 'comment_html')).toEqual([null, {}]);
  });

  it('returns values of the right type that the field does not allow', () => {
    expect(wrongFor('updateSticky', 'color')).toEqual([{}, 'red', '#12345', '3b82f6']);
    expect(wrongFor('updateWorkItem', 'target_date')).toEqual([
      {},
      '',
      'soon',
      '2026-02-30',
      expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ]);
    expect(wrongFor('updateWorkItem', 'estimate_point')).toEqual([{}, '8', '-1', '3.5', 'soon', 'A+B']);
    expect(wrongFor('updateWorkItem', 'priority')).toEqual([null, {}, 'NO_SUCH']);
    expect(wrongFor('updateProjectMember', 'role')).toEqual([null, {}, 'nothing of the kind', 7]);
    expect(wrongFor('updateCustomer', 'email')).toEqual([{}, 'nothing of the kind', 'ftp://contrail.example']);
    expect(wrongFor('createLink', 'url')).toEqual([null, {}, 'nothing of the kind', 'ftp://contrail.example']);
    expect(wrongFor('createModule', 'name')).toEqual([null, {}, 'x'.repeat(256), '']);
  });

  it('returns a future instant in place of a date, so that a server that accepts it ends nothing', () => {
    const instant = wrongFor('updateCycle', 'end_date').at(-1);
    expect(Date.parse(String(instant))).toBeGreaterThan(Date.now());
  });

  it('returns the id of no record, alone or in a list', () => {
    const nothing = '00000000-0000-4000-8000-00000000dead';
    expect(wrongFor('createLabel', 'parent')).toEqual([{}, nothing]);
    expect(wrongFor('addModuleItems', 'issues')).toEqual([null, 'nobody', [{}], [], [nothing]]);
  });

  it('throws for a type of field that it does not know', () => {
    expect(() => wrongValues(z.bigint())).toThrow('bigint');
  });
});
