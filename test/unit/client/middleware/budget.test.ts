// Tests that Contrail does not exceed the rate limit, and sends the user's requests first.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/apiError.ts';
import { Budget } from '../../../../src/client/budget/budget.ts';
import type { Call, Send, Urgency } from '../../../../src/client/call.ts';
import { FakeClock, flushPromises } from '../../../support/clock.ts';
import { controlledSend, createGetCall, createResponse, faultFrom } from '../calls.ts';
import { RateLimitedServer, type ServerOptions } from '../rateLimitedServer.ts';

const MINUTE = 60_000;

/** Returns different latencies, so that responses arrive out of order. */
const unevenLatency = (count: number): number => 20 + ((count * 7919) % 13) * 12;

function openWindow(clock: FakeClock, server: RateLimitedServer) {
  const budget = new Budget(clock);
  return { budget, sendCall: (more: Partial<Call> = {}) => budget.middleware(server.send)(createGetCall(more)) };
}

/** Sends `count` calls at the same time, and returns the simulated milliseconds until the last response. */
async function measureCalls(count: number, options: ServerOptions, urgency: Urgency = 'user') {
  const clock = new FakeClock();
  const server = new RateLimitedServer(clock, options);
  const { sendCall } = openWindow(clock, server);
  const start = clock.now();
  const elapsedTimes = Array.from({ length: count }, async () => {
    await sendCall({ urgency });
    return clock.now() - start;
  });
  await clock.advance(20 * MINUTE);
  return { elapsedMs: Math.max(...(await Promise.all(elapsedTimes))), server };
}

describe('A single window', () => {
  it.each([
    ['even', () => 75],
    ['uneven', unevenLatency],
    ['slow', () => 200],
  ])(
    'sends 300 requests with %s latencies without a 429, in at most 103% of the shortest possible time',
    async (_, latency) => {
      const { elapsedMs, server } = await measureCalls(300, { latency });
      expect(server.rateLimitedCount).toBe(0);
      expect(elapsedMs).toBeGreaterThan(4 * MINUTE);
      expect(elapsedMs).toBeLessThan(4 * MINUTE * 1.03);
    },
  );

  it('sends at most 60 requests in any minute when the server reports no limit', async () => {
    const { elapsedMs, server } = await measureCalls(180, { sendsRemainingCount: false, latency: unevenLatency });
    expect(server.rateLimitedCount).toBe(0);
    expect(elapsedMs).toBeLessThan(2 * MINUTE * 1.03);
  });

  it('sends more requests if the server reports a higher limit', async () => {
    const { elapsedMs, server } = await measureCalls(600, { limit: 300 });
    expect(server.rateLimitedCount).toBe(0);
    expect(elapsedMs).toBeLessThan(MINUTE * 1.3);
  });

  it('sends fewer requests if the server reports a lower limit', async () => {
    const { server } = await measureCalls(120, { limit: 30, latency: unevenLatency });
    expect(server.rateLimitedCount).toBe(0);
    expect(server.servedCount).toBe(120);
  });

  it('has at most 8 requests in flight at any time', async () => {
    const { server } = await measureCalls(60, {});
    expect(server.peakConcurrentRequests).toBeLessThanOrEqual(8);
  });
});

describe('Two windows with one key', () => {
  it.each([
    ['even', () => 75],
    ['uneven', unevenLatency],
  ])('do not exceed the rate limit with %s latencies', async (_, latency) => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock, { latency });
    const windows = [openWindow(clock, server), openWindow(clock, server)];
    const responses = windows.flatMap(({ sendCall }) => Array.from({ length: 100 }, () => sendCall()));
    await clock.advance(20 * MINUTE);
    await Promise.all(responses);
    expect(server.rateLimitedCount).toBe(0);
    expect(server.servedCount).toBe(200);
  });

  it('do not exceed the limit when the second window is opened later', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock, { latency: unevenLatency });
    const first = openWindow(clock, server);
    const second = openWindow(clock, server);
    const responses = Array.from({ length: 40 }, () => first.sendCall());
    await clock.advance(10_000);
    responses.push(...Array.from({ length: 60 }, () => second.sendCall()));
    await clock.advance(5000);
    responses.push(...Array.from({ length: 60 }, () => first.sendCall()));
    await clock.advance(20 * MINUTE);
    await Promise.all(responses);
    expect(server.rateLimitedCount).toBe(0);
    expect(server.servedCount).toBe(160);
  });
});

describe('After a long time without responses,', () => {
  /** Creates a window that has used more than half of the limit and then sent nothing for a while. */
  async function openQuietWindow(clock: FakeClock, server: RateLimitedServer) {
    const quietWindow = openWindow(clock, server);
    const responses = Array.from({ length: 40 }, () => quietWindow.sendCall());
    await clock.advance(10_000);
    await Promise.all(responses);
    return quietWindow;
  }

  it('one request is sent before the other queued requests to learn how many requests remain', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock);
    const { sendCall } = await openQuietWindow(clock, server);
    const responses = Array.from({ length: 5 }, () => sendCall());
    await clock.advance(100);
    expect(server.servedCount).toBe(41);
    await clock.advance(200);
    expect(server.servedCount).toBe(45);
    await Promise.all(responses);
  });

  it('the first request, if unanswered, delays the others by at most 2 s, and waitingUntil is undefined', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock, { latency: (count) => (count === 41 ? 20_000 : 75) });
    const { sendCall, budget } = await openQuietWindow(clock, server);
    const responses = Array.from({ length: 5 }, () => sendCall());
    await clock.advance(1000);
    expect(budget.waitingUntil).toBeUndefined();
    expect(server.servedCount).toBe(40);
    await clock.advance(1200);
    expect(server.servedCount).toBe(44);
    await clock.advance(MINUTE);
    await Promise.all(responses);
  });
});

describe('A 429', () => {
  it('stops all requests until the time that the server has sent, and then permits one test request', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock);
    server.acceptFromOthers(60);
    const { sendCall, budget } = openWindow(clock, server);
    const first = sendCall();
    await clock.advance(200);
    expect((await first).status).toBe(429);
    expect(budget.waitingUntil).toBeDefined();
    const laterCalls = Array.from({ length: 30 }, () => sendCall({ urgency: 'visible' }));
    await clock.advance(2 * MINUTE);
    await Promise.all(laterCalls);
    expect(server.rateLimitedCount).toBe(1);
    expect(budget.waitingUntil).toBeUndefined();
  });
});

describe('Urgency', () => {
  it('determines the order of requests: first of the user, then of visible views, then of the background refresh', async () => {
    const { send, sentCalls: sent } = controlledSend();
    const clock = new FakeClock();
    const { middleware } = new Budget(clock);
    const sendCall = middleware(send);
    const responses = (
      ['background', 'background', 'background', 'background', 'background', 'visible', 'user'] as const
    ).map((urgency, index) => sendCall(createGetCall({ urgency, target: `/${index}` })));
    await flushPromises();
    expect(sent.map(({ call }) => call.target)).toEqual(['/0', '/1', '/2', '/3', '/5', '/6']);
    for (const request of sent) request.answer(createResponse(200));
    await flushPromises();
    expect(sent.at(-1)?.call.target).toBe('/4');
    sent.at(-1)?.answer(createResponse(200));
    await Promise.all(responses);
  });

  it('reserves requests for the user, which are sent before a long queue of background requests', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock);
    const { sendCall } = openWindow(clock, server);
    const backgroundCalls = Array.from({ length: 100 }, () => sendCall({ urgency: 'background' }));
    await clock.advance(10_000);
    expect(server.servedCount).toBe(50);
    const visibleCalls = Array.from({ length: 10 }, () => sendCall({ urgency: 'visible' }));
    await clock.advance(1000);
    expect(server.servedCount).toBe(56);
    const start = clock.now();
    const waitMs = sendCall().then(() => clock.now() - start);
    await clock.advance(1000);
    expect(await waitMs).toBe(150);
    await clock.advance(5 * MINUTE);
    await Promise.all([...backgroundCalls, ...visibleCalls]);
    expect(server.rateLimitedCount).toBe(0);
  });

  it('of a shared queued call is the urgency of its most urgent caller', async () => {
    const { send, sentCalls: sent } = controlledSend();
    const sendCall = new Budget(new FakeClock()).middleware(send);
    let urgency: Urgency = 'background';
    let raiseUrgency = (): void => undefined;
    for (let index = 0; index < 4; index += 1) void sendCall(createGetCall({ urgency: 'background' }));
    void sendCall({
      ...createGetCall({ target: '/risen/' }),
      get urgency() {
        return urgency;
      },
      onDidRaiseUrgency: (listener) => {
        raiseUrgency = listener;
        return { dispose: () => undefined };
      },
    });
    await flushPromises();
    expect(sent).toHaveLength(4);
    urgency = 'user';
    raiseUrgency();
    await flushPromises();
    expect(sent.at(-1)?.call.target).toBe('/risen/');
  });
});

describe('Budget.waitingUntil', () => {
  it('is the time until which requests of the user wait, and undefined when these requests are sent', async () => {
    const clock = new FakeClock();
    const { sendCall, budget } = openWindow(clock, new RateLimitedServer(clock));
    const start = clock.now();
    const reportedWaits: (number | undefined)[] = [];
    budget.onDidChange(() => reportedWaits.push(budget.waitingUntil));
    const responses = Array.from({ length: 61 }, () => sendCall());
    await clock.advance(10_000);
    expect(budget.waitingUntil).toBe(start + 150 + MINUTE);
    await clock.advance(MINUTE);
    await Promise.all(responses);
    expect(reportedWaits).toEqual([start + 150 + MINUTE, undefined]);
    expect(clock.sleeperCount).toBe(0);
  });

  it('is undefined while only background requests wait', async () => {
    const clock = new FakeClock();
    const { sendCall, budget } = openWindow(clock, new RateLimitedServer(clock));
    const responses = Array.from({ length: 60 }, () => sendCall({ urgency: 'background' }));
    await clock.advance(10_000);
    expect(budget.waitingUntil).toBeUndefined();
    await clock.advance(MINUTE);
    await Promise.all(responses);
  });
});

describe('A canceled call', () => {
  it('is removed from the queue, and its timer is cleared', async () => {
    const clock = new FakeClock();
    const { sendCall } = openWindow(clock, new RateLimitedServer(clock));
    const responses = Array.from({ length: 60 }, () => sendCall());
    await clock.advance(10_000);
    await Promise.all(responses);
    const abortController = new AbortController();
    const fault = faultFrom(sendCall({ signal: abortController.signal }));
    await flushPromises();
    expect(clock.sleeperCount).toBe(1);
    abortController.abort();
    expect(await fault).toEqual({ kind: 'cancelled', isUnsent: true });
    expect(clock.sleeperCount).toBe(0);
  });

  it('does not count toward the rate limit, even if it was canceled just before it was sent', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock);
    const { sendCall } = openWindow(clock, server);
    for (let index = 0; index < 100; index += 1) {
      const abortController = new AbortController();
      const fault = faultFrom(sendCall({ signal: abortController.signal }));
      abortController.abort();
      expect(await fault).toEqual({ kind: 'cancelled', isUnsent: true });
    }
    expect(server.servedCount).toBe(0);
    const responses = Array.from({ length: 60 }, () => sendCall());
    await clock.advance(10_000);
    await Promise.all(responses);
    expect(server.servedCount).toBe(60);
  });
});

describe('A request that never reached the server', () => {
  it('does not count toward the rate limit, unlike a request whose response was lost', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock);
    const budget = new Budget(clock);
    const sendFailingWith = (reason: 'refused' | 'lost'): Send =>
      budget.middleware(async () => {
        throw new ApiError({ kind: 'network', reason, host: 'h', detail: '' });
      });
    for (let index = 0; index < 100; index += 1) await faultFrom(sendFailingWith('refused')(createGetCall()));
    for (let index = 0; index < 10; index += 1) await faultFrom(sendFailingWith('lost')(createGetCall()));
    const responses = Array.from({ length: 60 }, () => budget.middleware(server.send)(createGetCall()));
    await clock.advance(10_000);
    expect(server.servedCount).toBe(50);
    await clock.advance(MINUTE);
    await Promise.all(responses);
  });

  it('is not counted as in flight after an unexpected error', async () => {
    const budget = new Budget(new FakeClock());
    const sendCall = budget.middleware(async () => {
      throw new TypeError('defect');
    });
    for (let index = 0; index < 20; index += 1) await expect(sendCall(createGetCall())).rejects.toThrow('defect');
  });
});
