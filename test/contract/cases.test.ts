// Tests that the contract suite is complete: the cases of each operation, and the invalid values.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operationEntries, operations } from '../../src/contract/operations.ts';
import { casesOf } from './cases.ts';
import { fieldsOf, invalidValues, isRequired } from './invalidValues.ts';

const COMMON_CASES = [
  'responds to a valid request with its success status and a body that matches its schema',
  'responds with 401 without a credential',
  'rejects an invalid API key',
  'rejects an expired API key',
  'responds with 429 when the rate limit is reached',
];

/** Returns the invalid values for a field of the operation's request body. */
function invalidValuesFor(name: keyof typeof operations, field: string): unknown[] {
  const schema = new Map(fieldsOf('body' in operations[name] ? operations[name].body : undefined)).get(field);
  return schema === undefined ? [] : invalidValues(schema).map(({ value }) => value);
}

describe('The cases of the contract suite', () => {
  it.each(operationEntries)('cover all requirements of the operation %s', (name, operation) => {
    const titles = casesOf(name, operation).map((contractCase) => contractCase.caseTitle);
    const fields = fieldsOf(operation.body).map(([field]) => field);
    expect(titles).toEqual(expect.arrayContaining(COMMON_CASES));
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.includes('rejects an access token without the required scope, and names the scope')).toBe(
      operation.scope !== null,
    );
    expect(titles.filter((title) => title.startsWith('rejects an unknown '))).toHaveLength(
      operation.path.split('{').length - 1,
    );
    expect(
      fields.filter((field) => !titles.some((title) => title.startsWith(`names ${field} in the error if it is `))),
    ).toEqual([]);
    expect(titles.filter((title) => title.endsWith(' in the body'))).toEqual(
      fieldsOf(operation.body).flatMap(([field, schema]) =>
        isRequired(schema) ? [`requires ${field} in the body`] : [],
      ),
    );
    expect(titles.includes('can be read with cursors to the end and back to the start')).toBe(
      operation.returns.shape === 'page',
    );
  });

  it('cover limit and offset for exactly the operations whose specification has these parameters', () => {
    const operationNumbers = operationEntries.flatMap(([name, operation]) =>
      casesOf(name, operation).some((contractCase) => contractCase.caseTitle === 'can be read with limit and offset')
        ? [operation.number]
        : [],
    );
    expect(operationNumbers).toEqual([4, 5, 9, 10, 18, 19]);
  });
});

describe('invalidValues', () => {
  it('returns values of the wrong type', () => {
    expect(invalidValuesFor('createCustomer', 'employees')).toEqual(['many', 1.5, -1]);
    expect(invalidValuesFor('updateCustomerProperty', 'is_active')).toEqual([null, 'perhaps']);
    expect(invalidValuesFor('updateCustomerProperty', 'settings')).toEqual([null, 'text']);
    expect(invalidValuesFor('createComment', 'comment_html')).toEqual([null, {}]);
  });

  it('returns values of the right type that the field does not permit', () => {
    expect(invalidValuesFor('updateSticky', 'color')).toEqual([{}, 'red', '#12345', '3b82f6']);
    expect(invalidValuesFor('updateWorkItem', 'target_date')).toEqual([
      {},
      '',
      'soon',
      '2026-02-30',
      expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ]);
    expect(invalidValuesFor('updateWorkItem', 'estimate_point')).toEqual([{}, '8', '-1', '3.5', 'soon', 'A+B']);
    expect(invalidValuesFor('updateWorkItem', 'priority')).toEqual([null, {}, 'NO_SUCH']);
    expect(invalidValuesFor('updateProjectMember', 'role')).toEqual([null, {}, 'nothing of the kind', 7]);
    expect(invalidValuesFor('updateCustomer', 'email')).toEqual([{}, 'nothing of the kind', 'ftp://contrail.example']);
    expect(invalidValuesFor('createLink', 'url')).toEqual([null, {}, 'nothing of the kind', 'ftp://contrail.example']);
    expect(invalidValuesFor('createModule', 'name')).toEqual([null, {}, 'x'.repeat(256), '']);
  });

  it('returns a timestamp in the future for an end date, because an end date in the past would end the cycle', () => {
    const timestamp = invalidValuesFor('updateCycle', 'end_date').at(-1);
    expect(Date.parse(String(timestamp))).toBeGreaterThan(Date.now());
  });

  it('returns the id of an unknown record, as a value or in a list', () => {
    const unknownId = '00000000-0000-4000-8000-00000000dead';
    expect(invalidValuesFor('createLabel', 'parent')).toEqual([{}, unknownId]);
    expect(invalidValuesFor('addModuleItems', 'issues')).toEqual([null, 'nobody', [{}], [], [unknownId]]);
  });

  it('throws for an unsupported type of schema', () => {
    expect(() => invalidValues(z.bigint())).toThrow('bigint');
  });
});
