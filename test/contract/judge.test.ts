// Tests which answers count as failures: the local server must reject exactly as specified.
// Another server may be laxer, or answer some invalid requests with 500.
import { describe, expect, it } from 'vitest';
import { expectComplaint, expectRefusal } from './judge.ts';
import type { Answer, OwnServer, Setup } from './setup.ts';

const answer = (status: number): Answer => ({
  status,
  headers: new Headers(),
  body: { error: 'Something went wrong' },
});
const setup = (ownServer: OwnServer | undefined): Setup => ({ ownServer }) as Setup;
const own = setup({ dialect: 'community' } as OwnServer);

describe('A malformed request', () => {
  it.each([200, 500])('that another server answers with %i is reported as laxer', (status) => {
    const lenient = expect.objectContaining({ kind: 'lenient', message: `answers ${status}` });
    expect(() => expectRefusal(setup(undefined), answer(status), 400, {})).toThrow(lenient);
    expect(() => expectComplaint(setup(undefined), answer(status), 'issues')).toThrow(lenient);
  });

  it('that another server answers with 502 counts as failed', () => {
    expect(() => expectRefusal(setup(undefined), answer(502), 400, {})).toThrow('to be less than 500');
  });

  it.each([200, 500])('that the local server answers with %i counts as failed', (status) => {
    expect(() => expectRefusal(own, answer(status), 400, {})).toThrow(/to deeply equal/);
    expect(() => expectComplaint(own, answer(status), 'issues')).toThrow(/to deeply equal/);
  });
});
