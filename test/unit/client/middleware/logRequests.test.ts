// Tests which properties of a call are logged.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/apiError.ts';
import type { RawResponse } from '../../../../src/client/call.ts';
import { logRequests } from '../../../../src/client/middleware/logRequests.ts';
import { FakeClock } from '../../../support/clock.ts';
import { createGetCall, createResponse, faultFrom, recordingLogger } from '../calls.ts';

function createMiddleware(send: (clock: FakeClock) => Promise<RawResponse>) {
  const clock = new FakeClock();
  const { logger, entries } = recordingLogger();
  return { sendCall: logRequests(logger, clock)(() => send(clock)), clock, entries };
}

describe('logRequests', () => {
  it('logs the operation, the status and the duration', async () => {
    const { sendCall, clock, entries } = createMiddleware(async (clock) => {
      await clock.sleep(120);
      return createResponse(200);
    });
    const response = sendCall(
      createGetCall({ target: '/x/?search=private', headers: { 'x-api-key': 'secret' }, body: 'text' }),
    );
    await clock.advance(120);
    await response;
    expect(entries).toEqual([
      { level: 'debug', message: 'response', values: { operation: 'getCurrentUser', status: 200, ms: 120 } },
    ]);
  });

  it('logs a status that is not a success as a warning', async () => {
    const { sendCall, entries } = createMiddleware(async () => createResponse(404));
    await sendCall(createGetCall());
    expect(entries).toMatchObject([{ level: 'warn', values: { status: 404 } }]);
  });

  it('logs an error and rethrows it', async () => {
    const { sendCall, entries } = createMiddleware(async () => {
      throw new ApiError({ kind: 'network', reason: 'name', host: 'h', detail: 'ENOTFOUND' });
    });
    expect(await faultFrom(sendCall(createGetCall()))).toMatchObject({ kind: 'network' });
    expect(entries).toMatchObject([
      { level: 'warn', message: 'no response', values: { fault: 'network', reason: 'name', detail: 'ENOTFOUND' } },
    ]);
  });

  it('does not log a canceled call as a warning', async () => {
    const { sendCall, entries } = createMiddleware(async () => {
      throw new ApiError({ kind: 'cancelled' });
    });
    await faultFrom(sendCall(createGetCall()));
    expect(entries).toMatchObject([{ level: 'debug', values: { fault: 'cancelled' } }]);
  });
});
