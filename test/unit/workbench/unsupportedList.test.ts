// Tests what the lists of pickers say of a server that does not have their records.
import { describe, expect, it } from 'vitest';
import type { PagedListState } from '../../../src/cache/lists/pagedList.ts';
import type { Fault } from '../../../src/client/apiError.ts';
import { isLacking } from '../../../src/workbench/features/records/readList.ts';

const READY: PagedListState = { status: 'ready', ids: [], pages: 1, next: undefined, total: undefined, fault: undefined };
const failed = (fault: Fault) => ({ now: (): PagedListState => ({ ...READY, status: 'failed', fault }) });

describe('A list of records', () => {
  it('is lacking where the server has no such route, or the plan of the workspace does not include it', () => {
    expect(isLacking(failed({ kind: 'notFound', route: true, detail: '' }))).toBe(true);
    expect(isLacking(failed({ kind: 'rejected', status: 402, detail: '', fields: {} }))).toBe(true);
  });

  it('is not lacking where it could not be read for another reason', () => {
    expect(isLacking(failed({ kind: 'rejected', status: 403, detail: '', fields: {} }))).toBe(false);
    expect(isLacking(failed({ kind: 'serverError', status: 502, detail: '' }))).toBe(false);
    expect(isLacking({ now: () => READY })).toBe(false);
  });
});
