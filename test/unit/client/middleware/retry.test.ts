// Tests the middleware that retries failed calls.
import { describe, expect, it } from 'vitest';
import { ApiError, type Fault, mayHaveBeenProcessed } from '../../../../src/client/apiError.ts';
import type { Call, RawResponse } from '../../../../src/client/call.ts';
import { retry } from '../../../../src/client/middleware/retry.ts';
import { operations } from '../../../../src/contract/operations.ts';
import { FakeClock } from '../../../support/clock.ts';
import { createGetCall, createPostCall, createResponse, faultFrom, recordingLogger } from '../calls.ts';

const lostResponse: Fault = { kind: 'network', reason: 'lost', host: 'h', detail: 'ECONNRESET' };

function createMiddleware(...outcomes: readonly (RawResponse | Fault)[]) {
  const clock = new FakeClock();
  const { logger, entries } = recordingLogger();
  const times: number[] = [];
  const start = clock.now();
  const send = async (): Promise<RawResponse> => {
    const outcome = outcomes[times.length];
    times.push(clock.now() - start);
    if (outcome === undefined) throw new Error('Asked too often.');
    if ('kind' in outcome) throw new ApiError(outcome);
    return outcome;
  };
  const middleware = retry({ clock, logger, baseUrl: 'https://plane.test', random: () => 0 });
  return { sendCall: (call: Call) => middleware(send)(call), clock, times, entries };
}

function patchCall(): Call {
  return createGetCall({ name: 'updateComment', operation: operations.updateComment, method: 'PATCH' });
}

function deleteCall(): Call {
  return createGetCall({ name: 'deleteComment', operation: operations.deleteComment, method: 'DELETE' });
}

describe('retry', () => {
  it('sends a request again at the time that the server has sent with a 429, and returns the new response', async () => {
    const { sendCall, clock, times, entries } = createMiddleware(
      createResponse(429, '', { 'retry-after': '5' }),
      createResponse(201),
    );
    const response = sendCall(createPostCall());
    await clock.advance(60_000);
    expect((await response).status).toBe(201);
    expect(times).toEqual([0, 5000]);
    expect(entries).toEqual([
      {
        level: 'info',
        message: 'retry',
        values: { operation: 'createComment', fault: 'rateLimited', attempt: 1, waitMs: 5000 },
      },
    ]);
  });

  it('returns the response of the final attempt when all attempts fail with the same status', async () => {
    const { sendCall, clock, times } = createMiddleware(createResponse(503), createResponse(503), createResponse(503));
    const response = sendCall(createGetCall());
    await clock.advance(10_000);
    expect((await response).status).toBe(503);
    expect(times).toEqual([0, 400, 1200]);
  });

  it('throws the error of the final attempt when no attempt has a response', async () => {
    const { sendCall, clock, times } = createMiddleware(lostResponse, lostResponse, lostResponse);
    const fault = faultFrom(sendCall(createGetCall()));
    await clock.advance(10_000);
    expect(await fault).toEqual(lostResponse);
    expect(times).toHaveLength(3);
  });

  it('does not retry a request that is not repeatable', async () => {
    const { sendCall, times } = createMiddleware(lostResponse);
    expect(await faultFrom(sendCall(createPostCall()))).toEqual(lostResponse);
    expect(times).toHaveLength(1);
  });

  it('treats a 404 as a success if it responds to the retry of a DELETE whose first response was lost', async () => {
    const { sendCall, clock, times } = createMiddleware(
      lostResponse,
      createResponse(404, '{"error":"The requested resource does not exist."}'),
    );
    const response = sendCall(deleteCall());
    await clock.advance(1000);
    expect(await response).toEqual({ status: 204, headers: {}, body: '' });
    expect(times).toHaveLength(2);
  });

  it.each([
    ['is retried after a refused connection', [{ ...lostResponse, reason: 'refused' }, createResponse(404, '{}')]],
    ['the server does not support', [lostResponse, createResponse(404, '{"error":"Page not found."}')]],
    ['was not sent before', [createResponse(404, '{}')]],
  ] as const)('returns the 404 of a DELETE that %s', async (_, outcomes) => {
    const { sendCall, clock } = createMiddleware(...outcomes);
    const response = sendCall(deleteCall());
    await clock.advance(1000);
    expect((await response).status).toBe(404);
  });

  it('ends the wait when the caller cancels', async () => {
    const { sendCall, clock, times } = createMiddleware(lostResponse);
    const abortController = new AbortController();
    const fault = faultFrom(sendCall(createGetCall({ signal: abortController.signal })));
    await clock.advance(100);
    abortController.abort();
    expect(await fault).toEqual({ kind: 'cancelled' });
    expect(times).toHaveLength(1);
    expect(clock.sleeperCount).toBe(0);
  });

  it.each<[string, readonly (RawResponse | Fault)[], boolean]>([
    [
      'a response was lost and the next attempt is refused',
      [lostResponse, { ...lostResponse, reason: 'refused' }, { ...lostResponse, reason: 'refused' }],
      true,
    ],
    [
      'every attempt was refused',
      Array.from({ length: 3 }, () => ({ ...lostResponse, reason: 'refused' as const })),
      false,
    ],
  ])('reports whether the server may have received the request when %s', async (_, outcomes, expected) => {
    const { sendCall, clock } = createMiddleware(...outcomes);
    const fault = faultFrom(sendCall(patchCall()));
    await clock.advance(10_000);
    expect(mayHaveBeenProcessed(await fault)).toBe(expected);
  });

  it('marks a 403 that follows a lost response, because the server may have processed the first attempt', async () => {
    const { sendCall, clock } = createMiddleware(lostResponse, createResponse(403, '{}'));
    const response = sendCall(patchCall());
    await clock.advance(1000);
    expect(await response).toMatchObject({ status: 403, mayHaveArrived: true });
  });

  it.each([
    ['a response was lost', lostResponse, true],
    ['the connection was refused', { ...lostResponse, reason: 'refused' } as const, false],
  ])(
    'reports whether the server may have received a call that is canceled between attempts, when %s',
    async (_, first, expected) => {
      const { sendCall, clock } = createMiddleware(first);
      const abortController = new AbortController();
      const fault = faultFrom(sendCall(createGetCall({ signal: abortController.signal })));
      await clock.advance(100);
      abortController.abort();
      expect(mayHaveBeenProcessed(await fault)).toBe(expected);
    },
  );

  it('rethrows an unexpected error unchanged', async () => {
    const { sendCall } = createMiddleware();
    await expect(sendCall(createGetCall())).rejects.toThrow('Asked too often.');
  });
});
