// Tests how long a request waits when other clients with the same key use most of the rate limit.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pipeline } from '../../../../src/client/api/send.ts';
import { Budget } from '../../../../src/client/budget/budget.ts';
import type { Call, Urgency } from '../../../../src/client/call.ts';
import { retry } from '../../../../src/client/middleware/retry.ts';
import { FakeClock } from '../../../support/clock.ts';
import { createGetCall, createPostCall, recordingLogger } from '../calls.ts';
import { RateLimitedServer } from '../rateLimitedServer.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Maximum delay of a request after the time at which the server would accept it, in milliseconds. */
const TOLERANCE_MS = 4 * SECOND;

/** Returns the budget and retry middleware of a window, combined as in the client. */
function openWindow(clock: FakeClock, server: RateLimitedServer) {
  const budget = new Budget(clock);
  const send = pipeline(
    server.send,
    retry({ clock, logger: recordingLogger().logger, baseUrl: 'http://server', random: () => 0.5 }),
    budget.middleware,
  );
  return { budget, send: (call: Call = createGetCall()) => send(call) };
}

/** Resolves with the time of the successful response. */
async function timeWhenDone(clock: FakeClock, work: Promise<{ readonly status: number }>): Promise<number> {
  expect((await work).status).toBe(200);
  return clock.now();
}

describe('While another client uses 56 of the 60 requests, a window', () => {
  it('sends a save when the first requests of the other client are one minute old, after one 429', async () => {
    const clock = new FakeClock();
    const server = new RateLimitedServer(clock);
    const { send, budget } = openWindow(clock, server);
    for (let index = 0; index < 56; index += 1) {
      server.acceptFromOthers(1);
      await clock.advance(750);
    }
    const firstRequests = Promise.all(Array.from({ length: 4 }, () => send()));
    await clock.advance(2500);
    await firstRequests;
    const start = clock.now();
    const saveTime = timeWhenDone(clock, send(createPostCall()));
    await clock.advance(5 * SECOND);
    expect(budget.waitingUntil).toBeGreaterThan(start + 14 * SECOND);
    await clock.advance(MINUTE);
    expect(await saveTime).toBeLessThan(start + 19 * SECOND);
    expect(server.rateLimitedCount).toBe(1);
  });

  const scenarios = fc.record({
    /** Seconds between the first request of the other client and the save. */
    saveDelaySeconds: fc.integer({ min: 2, max: 58 }),
    /** The share of `saveDelaySeconds`, from 0 to 1, in which the other client sends its requests. */
    sendingShare: fc.double({ min: 0, max: 1, noNaN: true }),
    /**
     * Seconds between the last response to this window and the first request of the other client; undefined if this
     * window is opened later.
     */
    idleSeconds: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    /**
     * Number of requests that this window sends after the requests of the other client and before the save. With 4
     * requests, the limit is reached.
     */
    ownRequestCount: fc.integer({ min: 1, max: 4 }),
    /** Seconds between this window's requests (see `ownRequestCount`) and the save. */
    pauseSeconds: fc.integer({ min: 2, max: 20 }),
  });

  it('sends a save at most 4 s after the server would accept it, with at most one 429', async () => {
    await fc.assert(
      fc.asyncProperty(
        scenarios,
        async ({ saveDelaySeconds, sendingShare, idleSeconds, ownRequestCount, pauseSeconds }) => {
          const clock = new FakeClock();
          const server = new RateLimitedServer(clock);
          const window = openWindow(clock, server);
          if (idleSeconds !== undefined) {
            const first = window.send();
            await clock.advance(idleSeconds * SECOND);
            await first;
          }
          const earlierOwnRequests = idleSeconds === undefined ? 0 : 1;
          const intervalMs = ((saveDelaySeconds * SECOND) / 56) * sendingShare;
          for (let index = 0; index < 56; index += 1) {
            server.acceptFromOthers(1);
            await clock.advance(intervalMs);
          }
          await clock.advance(Math.max(0, saveDelaySeconds * SECOND * (1 - sendingShare)));
          const firstRequests = Promise.all(
            Array.from({ length: Math.max(1, ownRequestCount - earlierOwnRequests) }, () => window.send()),
          );
          await clock.advance(pauseSeconds * SECOND);
          const rateLimitedCountBefore = server.rateLimitedCount;
          const start = clock.now();
          const saveTime = timeWhenDone(clock, window.send(createPostCall()));
          await clock.advance(3 * MINUTE);
          const savedAt = await saveTime;
          await firstRequests;
          const earliestTime = Math.max(start, server.earliestAcceptTime(savedAt - 75));
          expect(savedAt - earliestTime).toBeLessThanOrEqual(TOLERANCE_MS);
          expect(server.rateLimitedCount - rateLimitedCountBefore).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('A window without other clients', () => {
  const loads = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 30 * SECOND }),
      count: fc.integer({ min: 1, max: 40 }),
      urgency: fc.constantFrom<Urgency>('user', 'visible', 'background'),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const latency = fc.array(fc.integer({ min: 5, max: 900 }), { minLength: 1, maxLength: 7 });

  it('never causes a 429, for random requests and latencies', async () => {
    await fc.assert(
      fc.asyncProperty(loads, latency, async (parts, latencies) => {
        const clock = new FakeClock();
        const server = new RateLimitedServer(clock, { latency: (count) => latencies[count % latencies.length] ?? 75 });
        const { send } = openWindow(clock, server);
        const responses: Promise<unknown>[] = [];
        for (const { wait, count, urgency } of parts) {
          responses.push(...Array.from({ length: count }, () => send(createGetCall({ urgency }))));
          await clock.advance(wait);
        }
        await clock.advance(20 * MINUTE);
        await Promise.all(responses);
        expect(server.rateLimitedCount).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
