// Tests the schemas of work items in responses of any server and in changes.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  identifierOf,
  newWorkItem,
  workItem,
  workItemChanges,
  workItemCodec,
} from '../../../src/contract/resources/workItem.ts';

const minimalItem = { id: 'w1', name: 'Fix login', sequence_id: 12, project: 'p1' };

function errorMessageFor(changes: Record<string, unknown>): string | undefined {
  return workItemChanges.safeParse(changes).error?.issues[0]?.message;
}

describe('A work item in a response', () => {
  it('may omit all fields except id, name, number and project', () => {
    expect(workItem.parse(minimalItem)).toMatchObject({
      state: null,
      parent: null,
      type: null,
      estimate_point: null,
      assignees: [],
      labels: [],
    });
  });

  it('may have its number as a string, and its estimate as a number', () => {
    expect(workItem.parse({ ...minimalItem, sequence_id: '12', estimate_point: 3 })).toMatchObject({
      sequence_id: 12,
      estimate_point: '3',
    });
  });

  it('has an undefined module if the server omits the field, and the module null if no module is set', () => {
    expect(workItem.parse(minimalItem).module).toBeUndefined();
    expect(workItem.parse({ ...minimalItem, module: null }).module).toBeNull();
  });

  it('has its creation time as a record, undefined if the server omits it or sends null', () => {
    const createdAt = (response: object) => workItemCodec.normalize(workItem.parse(response)).created_at;
    expect(createdAt({ ...minimalItem, created_at: '2026-11-01T08:00:00Z' })).toBe('2026-11-01T08:00:00Z');
    expect(createdAt({ ...minimalItem, created_at: null })).toBeUndefined();
    expect(createdAt(minimalItem)).toBeUndefined();
  });

  it('keeps unknown fields', () => {
    expect(workItem.parse({ ...minimalItem, is_draft: true })).toMatchObject({ is_draft: true });
  });
});

describe('The schema of changes of a work item', () => {
  it.each(['0', '1', '7', 'b7f2c0de-1111-4222-8333-444455556666'])('accepts the estimate %s', (estimate_point) => {
    expect(workItemChanges.parse({ estimate_point })).toEqual({ estimate_point });
  });

  it.each(['8', '-1', '3.5', '٣', '', 'large', '00'])(
    'rejects the estimate “%s” with a message about the valid values',
    (estimate_point) => {
      expect(errorMessageFor({ estimate_point })).toBe('Use a whole number from 0 to 7.');
    },
  );

  it('rejects an invalid date with a message that contains an example, and accepts null', () => {
    expect(errorMessageFor({ target_date: '1 May' })).toBe('Use a date such as 2026-11-20.');
    expect(workItemChanges.parse({ start_date: null, target_date: null })).toEqual({
      start_date: null,
      target_date: null,
    });
  });

  it('rejects a name that is blank or too long', () => {
    expect(errorMessageFor({ name: ' \t ' })).toBe('Enter a name.');
    expect(errorMessageFor({ name: 'x'.repeat(256) })).toBe('Use at most 255 characters.');
    expect(workItemChanges.parse({ name: ` ${'x'.repeat(255)} ` })).toEqual({ name: 'x'.repeat(255) });
  });

  it('rejects a field that the operation does not have', () => {
    expect(workItemChanges.safeParse({ sequence_id: 4 }).success).toBe(false);
  });

  it('returns only the fields that were set', () => {
    const changes = fc.record(
      {
        name: fc.constant('Fix login'),
        labels: fc.array(fc.constant('l1')),
        parent: fc.constantFrom('w2', null),
        start_date: fc.constant('2026-11-20'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(changes, (original) => {
        expect(workItemChanges.parse(original)).toEqual(original);
      }),
    );
  });
});

describe('A new work item', () => {
  it('requires only a name', () => {
    expect(newWorkItem.parse({ name: 'Fix login' })).toEqual({ name: 'Fix login' });
    expect(newWorkItem.safeParse({ priority: 'high' }).success).toBe(false);
  });
});

describe('An identifier', () => {
  it('consists of the identifier of the project and the number', () => {
    expect(identifierOf('PROJ', 123)).toBe('PROJ-123');
  });
});
