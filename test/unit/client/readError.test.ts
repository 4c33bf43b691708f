// Tests how the response to a failed request is converted to a fault.
import { describe, expect, it } from 'vitest';
import { isUnreachable } from '../../../src/client/apiError.ts';
import type { RawResponse } from '../../../src/client/call.ts';
import { faultOfResponse, rateLimitedUntil } from '../../../src/client/responses/readError.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { operations } from '../../../src/contract/operations.ts';

const NOW = Date.UTC(2026, 10, 20);
const responseWith = (status: number, body: unknown = '', headers: Record<string, string> = {}): RawResponse => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const fault = (status: number, body?: unknown, headers?: Record<string, string>) =>
  faultOfResponse(responseWith(status, body, headers), { now: NOW, url: 'https://plane.test/api/v1/users/me/' });

describe('faultOfResponse', () => {
  it('returns undefined for a successful response', () => {
    for (const status of [200, 201, 204, 299]) expect(fault(status)).toBeUndefined();
  });

  it('returns unauthorized for a 401, and for a 403 whose message mentions the token', () => {
    expect(fault(401, { detail: 'Authentication credentials were not provided.' })).toMatchObject({
      kind: 'unauthorized',
      status: 401,
    });
    expect(fault(403, { detail: 'Given API token is not valid' })).toMatchObject({ kind: 'unauthorized', status: 403 });
  });

  it('sets isProjectMissingOrForbidden for a 403 of a GET in a project, unless the message contains another reason', () => {
    const detail = 'You do not have permission to perform this action.';
    const faultOfOperation = (operation: Operation, message: string) =>
      faultOfResponse(responseWith(403, { detail: message }), { now: NOW, url: 'https://plane.test/', operation });
    expect(faultOfOperation(operations.listWorkItems, detail)).toMatchObject({
      kind: 'rejected',
      isProjectMissingOrForbidden: true,
    });
    expect(faultOfOperation(operations.getProject, detail)).toMatchObject({
      kind: 'rejected',
      isProjectMissingOrForbidden: true,
    });
    expect(faultOfOperation(operations.listWorkItems, 'Guests may not read this')).not.toHaveProperty(
      'isProjectMissingOrForbidden',
    );
    expect(faultOfOperation(operations.updateWorkItem, detail)).not.toHaveProperty('isProjectMissingOrForbidden');
    expect(faultOfOperation(operations.listProjects, detail)).not.toHaveProperty('isProjectMissingOrForbidden');
  });

  it('returns rejected for a 403 that is about missing permissions, not about the token', () => {
    expect(fault(403, { detail: 'You do not have permission to perform this action.' })).toMatchObject({
      kind: 'rejected',
      status: 403,
    });
    expect(fault(403, { detail: 'The token lacks the scope projects:write' })).toMatchObject({ kind: 'rejected' });
  });

  it('distinguishes a 404 for an operation that does not exist from a 404 for a record that does not exist', () => {
    expect(fault(404, { error: 'Page not found.' })).toEqual({
      kind: 'notFound',
      isRouteMissing: true,
      detail: 'Page not found.',
    });
    expect(fault(404, { error: 'The requested resource does not exist.' })).toMatchObject({
      kind: 'notFound',
      isRouteMissing: false,
    });
  });

  it('returns the id of the existing record for a 409', () => {
    expect(fault(409, { error: 'Exists already', id: 'abc' })).toEqual({
      kind: 'rejected',
      status: 409,
      detail: 'Exists already',
      fields: {},
      existingId: 'abc',
    });
  });

  it('returns serverError for a 5xx', () => {
    expect(fault(502, { error: 'Try later' })).toEqual({ kind: 'serverError', status: 502, detail: 'Try later' });
    expect(fault(503, '')).toEqual({ kind: 'serverError', status: 503, detail: 'Service Unavailable' });
  });

  it('names the desktop for a file whose address a browser hides, and does not call the server unreachable', () => {
    const operation = operations.downloadAttachment;
    const hidden = faultOfResponse(responseWith(302), { now: NOW, url: 'https://plane.test/', operation });
    expect(hidden).toMatchObject({ kind: 'invalidResponse', detail: expect.stringContaining('on the desktop') });
    expect(isUnreachable(hidden)).toBe(false);
    const withoutTarget = responseWith(302, '', { date: 'Fri, 20 Nov 2026 00:00:00 GMT' });
    expect(faultOfResponse(withoutTarget, { now: NOW, url: 'https://plane.test/', operation })).toMatchObject({
      reason: 'redirected',
    });
  });

  it('returns redirected for a redirect, with only the origin of the target if it is another one', () => {
    const redirected = { kind: 'network', reason: 'redirected', host: 'plane.test', detail: 'https://evil.test' };
    expect(fault(302, '', { location: 'https://evil.test/path?signature=s3cret' })).toEqual(redirected);
    expect(fault(301, '', { location: '/elsewhere/' })).toEqual({ ...redirected, detail: '' });
    expect(fault(308)).toMatchObject({ reason: 'redirected' });
  });
});

describe('The error text of a response', () => {
  it.each([
    [{ detail: 'D', error: 'E' }, 'D'],
    [{ error: 'E', message: 'M' }, 'E'],
    [{ message: 'M', code: 'NOT_FOUND' }, 'M'],
    [{ error_code: 5900, error_message: 'RATE' }, 'RATE'],
    [{ non_field_errors: ['One.', 'Two.'] }, 'One. Two.'],
    [{ name: ['Too long.'], state: 'Unknown.' }, 'name: Too long.; state: Unknown.'],
    [{ assignees: { '0': ['Invalid pk.'] } }, 'assignees: Invalid pk.'],
    ['plain words', 'plain words'],
    ['', 'Bad Request'],
    ['null', 'Bad Request'],
    [{}, 'Bad Request'],
  ])('for the body %j is: %s', (body, detail) => {
    expect(fault(400, body)).toMatchObject({ kind: 'rejected', detail });
  });

  it('is returned separately for each field with an error', () => {
    expect(
      fault(400, {
        name: ['A.', 'B.'],
        assignees: { '0': ['C.'] },
        state: 'D.',
        status: false,
        non_field_errors: ['E.'],
      }),
    ).toMatchObject({
      fields: { name: 'A. B.', assignees: 'C.', state: 'D.' },
    });
    expect(fault(409, { name: 'The project name is already taken' })).toMatchObject({
      fields: { name: 'The project name is already taken' },
    });
  });

  it('about a state of another project is assigned to the field `state`, which the response does not name', () => {
    const expectedMessage = 'This state does not belong to the project. Select another.';
    expect(fault(400, { non_field_errors: ['State is not valid please pass a valid state_id'] })).toMatchObject({
      detail: expectedMessage,
      fields: { state: expectedMessage },
    });
  });

  it('is replaced with a clear message if a selected record no longer exists', () => {
    const expectedMessage = 'The selected value no longer exists. Select another.';
    const missingRecordMessage = 'Invalid pk "00000000-0000-4000-8000-00000000dead" - object does not exist.';
    expect(fault(400, { state: [missingRecordMessage] })).toMatchObject({
      detail: `state: ${expectedMessage}`,
      fields: { state: expectedMessage },
    });
    expect(fault(400, { labels: { '1': [missingRecordMessage] } })).toMatchObject({
      fields: { labels: expectedMessage },
    });
  });

  it('is replaced with a clear message if a cycle has ended', () => {
    const message = 'The Cycle has already been completed so no new issues can be added';
    const expectedMessage = 'This cycle has ended, so no work items can be added to it.';
    expect(fault(400, { code: 'CYCLE_COMPLETED', message })).toMatchObject({
      kind: 'rejected',
      detail: expectedMessage,
    });
  });

  it('has at most 300 characters', () => {
    const result = fault(400, { detail: 'x'.repeat(5000) });
    expect(result?.kind === 'rejected' && result.detail.length).toBe(300);
  });
});

describe('A 429', () => {
  const retryTime = (retryAfter?: string): number =>
    rateLimitedUntil(responseWith(429, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter }), NOW) - NOW;

  it('permits a retry at the time in Retry-After, but at least a second and at most a minute later', () => {
    expect(retryTime('7')).toBe(7000);
    expect(retryTime(new Date(NOW + 9000).toUTCString())).toBe(9000);
    expect(retryTime('0')).toBe(1000);
    expect(retryTime('86400')).toBe(60_000);
    expect(retryTime(new Date(NOW - 9000).toUTCString())).toBe(1000);
  });

  it("permits a retry at a date according to the server's clock", () => {
    for (const ahead of [-3_600_000, 3_600_000]) {
      const headers = {
        date: new Date(NOW + ahead).toUTCString(),
        'retry-after': new Date(NOW + ahead + 9000).toUTCString(),
      };
      expect(rateLimitedUntil(responseWith(429, '', headers), NOW) - NOW).toBe(9000);
    }
  });

  it('without a valid Retry-After permits a retry after 2 s', () => {
    expect(retryTime()).toBe(2000);
    expect(retryTime('soon')).toBe(2000);
  });

  it('becomes a rateLimited fault with the time at which a retry is permitted', () => {
    expect(fault(429, { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '3' })).toEqual({
      kind: 'rateLimited',
      until: NOW + 3000,
    });
  });
});
