// Tests how lists that the server or the plan does not support are recognized.
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/client/apiError.ts';
import type { PagedListState } from '../../../../src/core/cache/lists/pagedList.ts';
import { isUnsupportedList } from '../../../../src/shell/recordPicker/recordChoices.ts';

const READY: PagedListState = {
  status: 'ready',
  ids: [],
  pages: 1,
  next: undefined,
  total: undefined,
  fault: undefined,
};
const failedWith = (fault: Fault): PagedListState => ({ ...READY, status: 'failed', fault });

describe('isUnsupportedList', () => {
  it('returns true if the route does not exist, or the plan of the workspace does not include the feature', () => {
    expect(isUnsupportedList(failedWith({ kind: 'notFound', isRouteMissing: true, detail: '' }))).toBe(true);
    expect(isUnsupportedList(failedWith({ kind: 'rejected', status: 402, detail: '', fields: {} }))).toBe(true);
  });

  it('returns false if the list is ready, or could not be loaded for a reason such as missing permission', () => {
    expect(isUnsupportedList(failedWith({ kind: 'rejected', status: 403, detail: '', fields: {} }))).toBe(false);
    expect(isUnsupportedList(failedWith({ kind: 'serverError', status: 502, detail: '' }))).toBe(false);
    expect(isUnsupportedList(READY)).toBe(false);
  });
});
