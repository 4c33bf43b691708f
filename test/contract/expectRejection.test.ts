// Tests which responses count as failures: the local server must reject exactly as specified.
// Another server may accept invalid requests, or respond to them with 500.
import { describe, expect, it } from 'vitest';
import { expectFieldError, expectRejection } from './expectRejection.ts';
import type { ApiResponse, OwnServer, Setup } from './setup.ts';

const responseWith = (status: number): ApiResponse => ({
  status,
  headers: new Headers(),
  body: { error: 'Something went wrong' },
});
const createSetup = (ownServer: OwnServer | undefined): Setup => ({ ownServer }) as Setup;
const localSetup = createSetup({ dialect: 'community' } as OwnServer);

describe('expectRejection and expectFieldError', () => {
  it.each([200, 500])(
    'report a server other than the local one as more lenient than Plane, not as failed, if it responds with %i',
    (status) => {
      const lenientError = expect.objectContaining({ kind: 'lenient', message: `responds with ${status}` });
      expect(() => expectRejection(createSetup(undefined), responseWith(status), 400, {})).toThrow(lenientError);
      expect(() => expectFieldError(createSetup(undefined), responseWith(status), 'issues')).toThrow(lenientError);
    },
  );

  it('throw an assertion error if a server other than the local one responds with 502', () => {
    expect(() => expectRejection(createSetup(undefined), responseWith(502), 400, {})).toThrow('to be less than 500');
    expect(() => expectFieldError(createSetup(undefined), responseWith(502), 'issues')).toThrow('to be less than 500');
  });

  it.each([200, 500])('throw an assertion error if the local server responds with %i', (status) => {
    expect(() => expectRejection(localSetup, responseWith(status), 400, {})).toThrow(/to deeply equal/);
    expect(() => expectFieldError(localSetup, responseWith(status), 'issues')).toThrow(/to deeply equal/);
  });
});
