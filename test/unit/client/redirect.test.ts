// Tests that a redirect is a valid response only when the table of operations declares it.
import { describe, expect, it } from 'vitest';
import { faultOfResponse } from '../../../src/client/responses/readError.ts';
import { isDeclaredRedirect, redirectLocation } from '../../../src/client/responses/redirect.ts';
import { operationEntries, operations } from '../../../src/contract/operations.ts';

const REQUESTED_URL = 'https://plane.test/api/v1/w/attachments/a1/';
const redirectTo = (location: string | undefined, status = 302) => ({ status, headers: { location }, body: '' });

describe('redirectLocation', () => {
  it('returns an absolute http(s) URL or undefined', () => {
    expect(redirectLocation(redirectTo('https://store.test/f?s=1#x'), REQUESTED_URL)).toBe(
      'https://store.test/f?s=1#x',
    );
    expect(redirectLocation(redirectTo('/uploads/f'), REQUESTED_URL)).toBe('https://plane.test/uploads/f');
    for (const invalidTarget of [undefined, '', 'data:text/html,x', 'javascript:1', 'file:///etc/passwd', 'http://[']) {
      expect(redirectLocation(redirectTo(invalidTarget), REQUESTED_URL)).toBeUndefined();
    }
    expect(redirectLocation(redirectTo('https://store.test/f', 200), REQUESTED_URL)).toBeUndefined();
  });
});

describe('A redirect', () => {
  it.each(operationEntries.map(([name, operation]) => ({ name, operation })))(
    'is valid only if the operation declares a redirect as its response: $name',
    ({ operation }) => {
      for (const status of [301, 302, 303, 307, 308]) {
        const fault = faultOfResponse(redirectTo('https://store.test/f?sig=secret', status), {
          now: 0,
          url: REQUESTED_URL,
          operation,
        });
        if (operation.returns.shape === 'redirect') expect(fault).toBeUndefined();
        else
          expect(fault).toEqual({
            kind: 'network',
            reason: 'redirected',
            host: 'plane.test',
            detail: 'https://store.test',
          });
      }
    },
  );

  it('without a URL, or to the same path on another origin, is rejected even if the operation declares one', () => {
    const operation = operations.downloadAttachment;
    for (const location of [
      undefined,
      REQUESTED_URL.replace('plane.test', 'new.test'),
      REQUESTED_URL.replace('https:', 'http:'),
    ]) {
      expect(isDeclaredRedirect(operation, redirectTo(location), REQUESTED_URL)).toBe(false);
      expect(faultOfResponse(redirectTo(location), { now: 0, url: REQUESTED_URL, operation })).toMatchObject({
        kind: 'network',
        reason: 'redirected',
      });
    }
  });
});
