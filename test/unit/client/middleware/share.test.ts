// Tests that equal GET requests in flight are sent once.
import { describe, expect, it } from 'vitest';
import { shareRequests } from '../../../../src/client/middleware/share.ts';
import { flushPromises } from '../../../support/clock.ts';
import { controlledSend, createGetCall, createPostCall, createResponse, faultFrom } from '../calls.ts';

function createMiddleware() {
  const { send, sentCalls: sent } = controlledSend();
  return { sendCall: shareRequests()(send), sent };
}

describe('shareRequests', () => {
  it('returns the same response to all callers of equal GET requests', async () => {
    const { sendCall, sent } = createMiddleware();
    const calls = [sendCall(createGetCall()), sendCall(createGetCall())];
    expect(sent).toHaveLength(1);
    sent[0]?.answer(createResponse(200));
    expect(await Promise.all(calls)).toEqual([createResponse(200), createResponse(200)]);
  });

  it('rejects with the same error for all callers of equal GET requests', async () => {
    const { sendCall, sent } = createMiddleware();
    const calls = [faultFrom(sendCall(createGetCall())), faultFrom(sendCall(createGetCall()))];
    sent[0]?.fail({ kind: 'timeout', afterMs: 1 });
    expect(await Promise.all(calls)).toEqual([
      { kind: 'timeout', afterMs: 1 },
      { kind: 'timeout', afterMs: 1 },
    ]);
  });

  it('sends requests with different targets, and requests other than GET, separately', () => {
    const { sendCall, sent } = createMiddleware();
    void sendCall(createGetCall());
    void sendCall(createGetCall({ target: '/api/v1/users/me/?x=1' }));
    void sendCall(createPostCall());
    void sendCall(createPostCall());
    expect(sent).toHaveLength(4);
  });

  it('sends a new request for a call that must be current, which later calls share', async () => {
    const { sendCall, sent } = createMiddleware();
    const earlier = sendCall(createGetCall());
    const current = [sendCall(createGetCall({ isCurrent: true })), sendCall(createGetCall())];
    expect(sent).toHaveLength(2);
    sent[1]?.answer(createResponse(200, '{"id":"new"}'));
    sent[0]?.answer(createResponse(200, '{"id":"old"}'));
    expect(await Promise.all(current)).toEqual(Array(2).fill(createResponse(200, '{"id":"new"}')));
    expect(await earlier).toEqual(createResponse(200, '{"id":"old"}'));
  });

  it('sends a new request for a call that is made after the response', async () => {
    const { sendCall, sent } = createMiddleware();
    const first = sendCall(createGetCall());
    sent[0]?.answer(createResponse(200));
    await first;
    void sendCall(createGetCall());
    expect(sent).toHaveLength(2);
  });

  it('rejects only the caller that cancels', async () => {
    const { sendCall, sent } = createMiddleware();
    const abortController = new AbortController();
    const canceledCall = faultFrom(sendCall(createGetCall({ signal: abortController.signal })));
    const remainingCall = sendCall(createGetCall());
    abortController.abort();
    expect(await canceledCall).toEqual({ kind: 'cancelled' });
    expect(sent[0]?.call.signal?.aborted).toBe(false);
    sent[0]?.answer(createResponse(200));
    expect(await remainingCall).toEqual(createResponse(200));
  });

  it('aborts the request when all callers have canceled, and sends a new request for the next caller', async () => {
    const { sendCall, sent } = createMiddleware();
    const abortController = new AbortController();
    const canceledCalls = [
      sendCall(createGetCall({ signal: abortController.signal })),
      sendCall(createGetCall({ signal: abortController.signal })),
    ].map(faultFrom);
    abortController.abort();
    await Promise.all(canceledCalls);
    expect(sent[0]?.call.signal?.aborted).toBe(true);
    void sendCall(createGetCall());
    expect(sent).toHaveLength(2);
  });

  it('sends nothing for a call that is already canceled', async () => {
    const { sendCall, sent } = createMiddleware();
    expect(await faultFrom(sendCall(createGetCall({ signal: AbortSignal.abort() })))).toEqual({ kind: 'cancelled' });
    expect(sent).toHaveLength(0);
  });

  it('raises the urgency of a shared request to the urgency of its most urgent caller, and reports the change', () => {
    const { sendCall, sent } = createMiddleware();
    void sendCall(createGetCall({ urgency: 'background' }));
    let urgencyChanges = 0;
    sent[0]?.call.onDidRaiseUrgency?.(() => {
      urgencyChanges += 1;
    });
    void sendCall(createGetCall({ urgency: 'user' }));
    void sendCall(createGetCall({ urgency: 'visible' }));
    expect(sent[0]?.call.urgency).toBe('user');
    expect(urgencyChanges).toBe(1);
  });

  it('does not share a GET request that was sent before the response to a write request', async () => {
    const { sendCall, sent } = createMiddleware();
    const callBeforeWrite = sendCall(createGetCall());
    const writeCall = sendCall(createPostCall());
    sent[1]?.answer(createResponse(201));
    await writeCall;
    const callAfterWrite = sendCall(createGetCall());
    expect(sent).toHaveLength(3);
    sent[0]?.answer(createResponse(200, '"old"'));
    expect((await callBeforeWrite).body).toBe('"old"');
    await flushPromises();
    void sendCall(createGetCall());
    expect(sent).toHaveLength(3);
    sent[2]?.answer(createResponse(200, '"new"'));
    expect((await callAfterWrite).body).toBe('"new"');
  });
});
