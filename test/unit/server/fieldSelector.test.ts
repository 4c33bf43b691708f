// Tests details of `fields` and `expand` that the contract tests do not cover.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/operations.ts';
import { type Database } from '../../../src/server/database/database.ts';
import { openDatabase } from '../../../src/server/database/databaseFile.ts';
import { fieldSelector } from '../../../src/server/middleware/fieldSelector.ts';
import { seedDatabase } from '../../../src/server/sample/seed.ts';
import { sample } from '../../support/testServer.ts';

let store: Database;
beforeEach(() => {
  store = openDatabase(':memory:');
  seedDatabase(store, { kind: 'sample' }, 0);
});
afterEach(() => store.close());

const selectFields = (query: Record<string, string>, record: Record<string, unknown>): Record<string, unknown> =>
  fieldSelector(operations.listWorkItems, query, store)(record);

describe('fieldSelector', () => {
  it('returns a record unchanged if neither fields nor expand are requested', () => {
    expect(selectFields({}, { id: '1', anything: 2 })).toEqual({ id: '1', anything: 2 });
    expect(selectFields({ fields: '', expand: ' , ' }, { id: '1' })).toEqual({ id: '1' });
  });

  it('accepts field names with spaces around them', () => {
    expect(
      selectFields({ fields: ' id , sort_order,is_draft' }, { id: '1', sort_order: 2, is_draft: false, name: 'x' }),
    ).toEqual({
      id: '1',
      sort_order: 2,
      is_draft: false,
    });
  });

  it('does not expand null, or the id of a record that does not exist', () => {
    expect(
      selectFields({ expand: 'parent,state,assignees' }, { parent: null, state: 'gone', assignees: ['gone'] }),
    ).toEqual({
      parent: null,
      state: 'gone',
      assignees: ['gone'],
    });
  });

  it('does not modify the original record', () => {
    const record = { state: sample.state('WEB', 'Todo') };
    expect(selectFields({ expand: 'state' }, record)).toMatchObject({ state: { name: 'Todo' } });
    expect(record).toEqual({ state: sample.state('WEB', 'Todo') });
  });

  it('rejects expand if the operation does not support it', () => {
    expect(() => fieldSelector(operations.listStates, { expand: 'project' }, store)).toThrow('rejected with 400');
  });
});
