// Tests how pickers recognize a list that the server does not support.
import { describe, expect, it } from 'vitest';
import type { PagedListState } from '../../../src/cache/lists/pagedList.ts';
import type { Fault } from '../../../src/client/apiError.ts';
import { isUnsupportedList } from '../../../src/workbench/features/records/pickList.ts';

const READY: PagedListState = {
  status: 'ready',
  ids: [],
  pages: 1,
  next: undefined,
  total: undefined,
  fault: undefined,
};
const failed = (fault: Fault): PagedListState => ({ ...READY, status: 'failed', fault });

describe('isUnsupportedList', () => {
  it('is true if the server has no such route, or the plan of the workspace does not include it', () => {
    expect(isUnsupportedList(failed({ kind: 'notFound', route: true, detail: '' }))).toBe(true);
    expect(isUnsupportedList(failed({ kind: 'rejected', status: 402, detail: '', fields: {} }))).toBe(true);
  });

  it('is false if the list could not be read for another reason, or is ready', () => {
    expect(isUnsupportedList(failed({ kind: 'rejected', status: 403, detail: '', fields: {} }))).toBe(false);
    expect(isUnsupportedList(failed({ kind: 'serverError', status: 502, detail: '' }))).toBe(false);
    expect(isUnsupportedList(READY)).toBe(false);
  });
});
