// Tests the functions that classify faults.
import { describe, expect, it } from 'vitest';
import {
  type Fault,
  isForbidden,
  isNotInPlan,
  isOutOfReach,
  isRecordGone,
  isUnsupported,
  isUnsupportedInProject,
} from '../../../src/client/apiError.ts';

const answered = (status: number): Fault => ({ kind: 'rejected', status, detail: '', fields: {} });
const NO_RECORD: Fault = { kind: 'notFound', route: false, detail: '' };
const NO_ROUTE: Fault = { kind: 'notFound', route: true, detail: '' };
const OTHERS: readonly Fault[] = [
  answered(409),
  { kind: 'unauthorized', status: 403, detail: '' },
  { kind: 'serverError', status: 500, detail: '' },
  { kind: 'timeout', afterMs: 1 },
  { kind: 'invalidResponse', status: 404, detail: '' },
];

describe('A function that classifies faults', () => {
  it.each([
    { isIt: isRecordGone, of: [NO_RECORD] },
    { isIt: isOutOfReach, of: [NO_RECORD, NO_ROUTE, answered(403)] },
    { isIt: isForbidden, of: [answered(403)] },
    { isIt: isUnsupported, of: [NO_ROUTE, answered(402)] },
    { isIt: isNotInPlan, of: [answered(402)] },
    { isIt: isUnsupportedInProject, of: [NO_ROUTE, answered(400), answered(402)] },
  ])('returns true for the expected faults only: $isIt.name', ({ isIt, of }) => {
    const all = [NO_RECORD, NO_ROUTE, answered(400), answered(402), answered(403), ...OTHERS];
    expect(all.filter(isIt)).toEqual(of);
  });
});
