// Tests that an attempt is aborted at the deadline.
import { describe, expect, it } from 'vitest';
import { deadline } from '../../../../src/client/middleware/deadline.ts';
import { FakeClock } from '../../../support/clock.ts';
import { controlledSend, createGetCall, createResponse, faultFrom } from '../calls.ts';

function createMiddleware(afterMs?: number) {
  const clock = new FakeClock();
  const { send, sentCalls: sent } = controlledSend();
  return { sendCall: deadline(clock, afterMs)(send), clock, sent };
}

describe('deadline', () => {
  it('does not change a response, and leaves no timer active', async () => {
    const { sendCall, clock, sent } = createMiddleware();
    const response = sendCall(createGetCall());
    await clock.advance(19_999);
    sent[0]?.answer(createResponse(200));
    expect(await response).toEqual(createResponse(200));
    expect(clock.sleeperCount).toBe(0);
  });

  it('aborts the attempt after 20 s', async () => {
    const { sendCall, clock, sent } = createMiddleware();
    const fault = faultFrom(sendCall(createGetCall()));
    await clock.advance(20_000);
    expect(await fault).toEqual({ kind: 'timeout', afterMs: 20_000 });
    expect(sent[0]?.call.signal?.aborted).toBe(true);
  });

  it('also ends an attempt that ignores its abort signal', async () => {
    const clock = new FakeClock();
    const fault = faultFrom(deadline(clock, 50)(() => new Promise(() => undefined))(createGetCall()));
    await clock.advance(50);
    expect(await fault).toEqual({ kind: 'timeout', afterMs: 50 });
  });

  it('reports a call whose signal was aborted as `cancelled`, not as a timeout', async () => {
    const { sendCall, clock, sent } = createMiddleware();
    const abortController = new AbortController();
    const fault = faultFrom(sendCall(createGetCall({ signal: abortController.signal })));
    abortController.abort();
    expect(await fault).toEqual({ kind: 'cancelled' });
    expect(sent[0]?.call.signal?.aborted).toBe(true);
    expect(clock.sleeperCount).toBe(0);
  });

  it('sends nothing for a call that is already canceled', async () => {
    const { sendCall, sent } = createMiddleware();
    expect(await faultFrom(sendCall(createGetCall({ signal: AbortSignal.abort() })))).toEqual({ kind: 'cancelled' });
    expect(sent).toHaveLength(0);
  });
});
