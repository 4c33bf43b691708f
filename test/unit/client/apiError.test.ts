// Tests the functions that classify faults.
import { describe, expect, it } from 'vitest';
import {
  type Fault,
  isForbidden,
  isMissingOrForbidden,
  isNotInPlan,
  isRecordGone,
  isUnsupported,
  isUnsupportedInProject,
} from '../../../src/client/apiError.ts';

const rejectedWith = (status: number): Fault => ({ kind: 'rejected', status, detail: '', fields: {} });
const RECORD_NOT_FOUND: Fault = { kind: 'notFound', isRouteMissing: false, detail: '' };
const ROUTE_NOT_FOUND: Fault = { kind: 'notFound', isRouteMissing: true, detail: '' };
const OTHER_FAULTS: readonly Fault[] = [
  rejectedWith(409),
  { kind: 'unauthorized', status: 403, detail: '' },
  { kind: 'serverError', status: 500, detail: '' },
  { kind: 'timeout', afterMs: 1 },
  { kind: 'invalidResponse', status: 404, detail: '' },
];

describe('The function', () => {
  it.each([
    { predicate: isRecordGone, matchingFaults: [RECORD_NOT_FOUND] },
    { predicate: isMissingOrForbidden, matchingFaults: [RECORD_NOT_FOUND, ROUTE_NOT_FOUND, rejectedWith(403)] },
    { predicate: isForbidden, matchingFaults: [rejectedWith(403)] },
    { predicate: isUnsupported, matchingFaults: [ROUTE_NOT_FOUND, rejectedWith(402)] },
    { predicate: isNotInPlan, matchingFaults: [rejectedWith(402)] },
    { predicate: isUnsupportedInProject, matchingFaults: [ROUTE_NOT_FOUND, rejectedWith(400), rejectedWith(402)] },
  ])(
    '$predicate.name returns true for exactly the expected statuses and kinds of fault',
    ({ predicate, matchingFaults }) => {
      const allFaults = [
        RECORD_NOT_FOUND,
        ROUTE_NOT_FOUND,
        rejectedWith(400),
        rejectedWith(402),
        rejectedWith(403),
        ...OTHER_FAULTS,
      ];
      expect(allFaults.filter(predicate)).toEqual(matchingFaults);
    },
  );
});
