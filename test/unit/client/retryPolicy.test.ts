// Tests whether and when failed calls are retried.
import { describe, expect, it } from 'vitest';
import type { Fault, NetworkErrorReason } from '../../../src/client/apiError.ts';
import { nextRetryDelay, wasDeletedByEarlierAttempt } from '../../../src/client/middleware/retryPolicy.ts';
import { operations } from '../../../src/contract/operations.ts';

const networkFault = (reason: NetworkErrorReason, detail = ''): Fault => ({
  kind: 'network',
  reason,
  host: 'h',
  detail,
});
const serverError = (status: number): Fault => ({ kind: 'serverError', status, detail: '' });
const retryDelay = (fault: Fault, changes: { attemptCount?: number; repeatable?: boolean; random?: number } = {}) =>
  nextRetryDelay({ fault, attemptCount: 1, repeatable: true, now: 1000, random: 0, ...changes });

describe('nextRetryDelay', () => {
  it('allows three retries after a 429, at the time that the server has sent, for any operation', () => {
    const fault: Fault = { kind: 'rateLimited', until: 6000 };
    expect([1, 2, 3, 4].map((attemptCount) => retryDelay(fault, { attemptCount, repeatable: false }))).toEqual([
      5000,
      5000,
      5000,
      undefined,
    ]);
    expect(retryDelay({ kind: 'rateLimited', until: 500 })).toBe(0);
  });

  it('adds a random delay to the time that the server has sent with a 429', () => {
    expect(retryDelay({ kind: 'rateLimited', until: 6000 }, { random: 0.999 })).toBeGreaterThan(5000);
  });

  it.each([
    networkFault('name'),
    networkFault('refused'),
    networkFault('lost'),
    networkFault('proxy', 'ECONNREFUSED'),
    networkFault('proxy', '502'),
    serverError(502),
    serverError(503),
    serverError(504),
  ])('allows two retries with growing delays after %j', (fault) => {
    expect([1, 2, 3].map((attemptCount) => retryDelay(fault, { attemptCount }))).toEqual([400, 800, undefined]);
    expect(retryDelay(fault, { random: 0.999 })).toBeLessThan(600);
  });

  it.each([
    networkFault('certificate'),
    networkFault('clientCertificate'),
    networkFault('setting'),
    networkFault('proxy', '407'),
    networkFault('proxy', '403'),
  ])('allows no retry after %j, which a retry cannot fix', (fault) => {
    expect(retryDelay(fault)).toBeUndefined();
  });

  it('allows only one retry after a timeout', () => {
    expect([1, 2].map((attemptCount) => retryDelay({ kind: 'timeout', afterMs: 1 }, { attemptCount }))).toEqual([
      400,
      undefined,
    ]);
  });

  it.each([networkFault('lost'), networkFault('refused'), { kind: 'timeout', afterMs: 1 } as const, serverError(503)])(
    'never retries an operation that is not repeatable after %j',
    (fault) => {
      expect(retryDelay(fault, { repeatable: false })).toBeUndefined();
    },
  );

  it.each<Fault>([
    networkFault('certificate'),
    networkFault('redirected'),
    serverError(500),
    { kind: 'cancelled' },
    { kind: 'unauthorized', status: 401, detail: '' },
    { kind: 'rejected', status: 400, detail: '', fields: {} },
    { kind: 'notFound', isRouteMissing: false, detail: '' },
    { kind: 'invalidResponse', status: 200, detail: '' },
    { kind: 'invalidRequest', fields: {} },
  ])('allows no retry after %j', (fault) => {
    expect(retryDelay(fault)).toBeUndefined();
  });
});

describe('wasDeletedByEarlierAttempt', () => {
  const gone: Fault = { kind: 'notFound', isRouteMissing: false, detail: '' };
  it.each([
    ['a DELETE whose record is gone', operations.deleteSticky, gone, true],
    ['a DELETE that succeeded', operations.deleteSticky, undefined, false],
    ['a DELETE that the server does not have', operations.deleteSticky, { ...gone, isRouteMissing: true }, false],
    ['a PATCH whose record is gone', operations.updateSticky, gone, false],
  ] as const)('for %s', (_, operation, fault, isDeleted) => {
    expect(wasDeletedByEarlierAttempt(operation, fault)).toBe(isDeleted);
  });
});
