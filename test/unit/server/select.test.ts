// Owns the proof of `fields` and `expand` where the socket does not reach.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/operations.ts';
import { Database } from '../../../src/server/database/store.ts';
import { selection } from '../../../src/server/middleware/select.ts';
import { plant } from '../../../src/server/sample/seed.ts';
import { sample } from '../../support/service.ts';

let store: Database;
beforeEach(() => {
  store = new Database(':memory:');
  plant(store, { kind: 'sample' }, 0);
});
afterEach(() => store.close());

const select = (query: Record<string, string>, record: Record<string, unknown>): Record<string, unknown> =>
  selection(operations.listWorkItems, query, store)(record);

describe('selection', () => {
  it('leaves a record as it is when nothing is asked for', () => {
    expect(select({}, { id: '1', anything: 2 })).toEqual({ id: '1', anything: 2 });
    expect(select({ fields: '', expand: ' , ' }, { id: '1' })).toEqual({ id: '1' });
  });

  it('knows names from the schema and from what is kept, with spaces around them', () => {
    expect(
      select({ fields: ' id , sort_order,is_draft' }, { id: '1', sort_order: 2, is_draft: false, name: 'x' }),
    ).toEqual({
      id: '1',
      sort_order: 2,
      is_draft: false,
    });
  });

  it('leaves null null, and an id that leads nowhere an id', () => {
    expect(select({ expand: 'parent,state,assignees' }, { parent: null, state: 'gone', assignees: ['gone'] })).toEqual({
      parent: null,
      state: 'gone',
      assignees: ['gone'],
    });
  });

  it('does not change the record that it is given', () => {
    const record = { state: sample.state('WEB', 'Todo') };
    expect(select({ expand: 'state' }, record)).toMatchObject({ state: { name: 'Todo' } });
    expect(record).toEqual({ state: sample.state('WEB', 'Todo') });
  });

  it('refuses expand where the operation has none', () => {
    expect(() => selection(operations.listStates, { expand: 'project' }, store)).toThrow('refused with 400');
  });
});
