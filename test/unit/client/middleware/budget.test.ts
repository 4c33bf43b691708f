// Tests that Contrail does not exceed the rate limit, and sends the user's requests first.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/apiError.ts';
import { Budget } from '../../../../src/client/budget/budget.ts';
import type { Call, Send, Urgency } from '../../../../src/client/call.ts';
import { FakeClock, settled } from '../../../support/clock.ts';
import { answerOf, byHand, faultFrom, reading } from '../calls.ts';
import { type ServerOptions, SlidingServer } from '../slidingServer.ts';

const MINUTE = 60_000;

/** Returns different latencies, so that responses arrive out of order. */
const uneven = (count: number): number => 20 + ((count * 7919) % 13) * 12;

function window(clock: FakeClock, server: SlidingServer) {
  const budget = new Budget(clock);
  return { budget, ask: (more: Partial<Call> = {}) => budget.layer(server.send)(reading(more)) };
}

/** Sends `count` calls at the same time, and returns the simulated milliseconds until the last response. */
async function timeFor(count: number, options: ServerOptions, urgency: Urgency = 'asked') {
  const clock = new FakeClock();
  const server = new SlidingServer(clock, options);
  const { ask } = window(clock, server);
  const start = clock.now();
  const ends = Array.from({ length: count }, async () => {
    await ask({ urgency });
    return clock.now() - start;
  });
  await clock.advance(20 * MINUTE);
  return { took: Math.max(...(await Promise.all(ends))), server };
}

describe('One window alone', () => {
  it.each([
    ['even', () => 75],
    ['uneven', uneven],
    ['slow', () => 200],
  ])(
    'sends 300 calls over %s latencies without a 429, in little more than the shortest possible time',
    async (_, way) => {
      const { took, server } = await timeFor(300, { way });
      expect(server.refused).toBe(0);
      expect(took).toBeGreaterThan(4 * MINUTE);
      expect(took).toBeLessThan(4 * MINUTE * 1.03);
    },
  );

  it('sends at most 60 requests in any minute when the server reports no limit', async () => {
    const { took, server } = await timeFor(180, { headers: false, way: uneven });
    expect(server.refused).toBe(0);
    expect(took).toBeLessThan(2 * MINUTE * 1.03);
  });

  it('adopts a higher limit of the server', async () => {
    const { took, server } = await timeFor(600, { limit: 300 });
    expect(server.refused).toBe(0);
    expect(took).toBeLessThan(MINUTE * 1.3);
  });

  it('adapts to a lower limit of the server', async () => {
    const { server } = await timeFor(120, { limit: 30, way: uneven });
    expect(server.refused).toBe(0);
    expect(server.served).toBe(120);
  });

  it('has at most 8 requests in flight', async () => {
    const { server } = await timeFor(60, {});
    expect(server.mostAtOnce).toBeLessThanOrEqual(8);
  });
});

describe('Two windows with one key', () => {
  it.each([
    ['even', () => 75],
    ['uneven', uneven],
  ])('do not exceed the limit over %s latencies', async (_, way) => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock, { way });
    const windows = [window(clock, server), window(clock, server)];
    const all = windows.flatMap(({ ask }) => Array.from({ length: 100 }, () => ask()));
    await clock.advance(20 * MINUTE);
    await Promise.all(all);
    expect(server.refused).toBe(0);
    expect(server.served).toBe(200);
  });

  it('do not exceed the limit when the second window is opened later', async () => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock, { way: uneven });
    const first = window(clock, server);
    const second = window(clock, server);
    const all = Array.from({ length: 40 }, () => first.ask());
    await clock.advance(10_000);
    all.push(...Array.from({ length: 60 }, () => second.ask()));
    await clock.advance(5000);
    all.push(...Array.from({ length: 60 }, () => first.ask()));
    await clock.advance(20 * MINUTE);
    await Promise.all(all);
    expect(server.refused).toBe(0);
    expect(server.served).toBe(160);
  });
});

describe('After a time without responses', () => {
  /** Creates a window that has used more than half of the limit and then sent nothing for a while. */
  async function quiet(clock: FakeClock, server: SlidingServer) {
    const one = window(clock, server);
    const all = Array.from({ length: 40 }, () => one.ask());
    await clock.advance(10_000);
    await Promise.all(all);
    return one;
  }

  it('one request is sent before the others to learn how many requests remain', async () => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock);
    const { ask } = await quiet(clock, server);
    const all = Array.from({ length: 5 }, () => ask());
    await clock.advance(100);
    expect(server.served).toBe(41);
    await clock.advance(200);
    expect(server.served).toBe(45);
    await Promise.all(all);
  });

  it('a request without a response delays the others by at most 2 s, and no wait is reported', async () => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock, { way: (count) => (count === 41 ? 20_000 : 75) });
    const { ask, budget } = await quiet(clock, server);
    const all = Array.from({ length: 5 }, () => ask());
    await clock.advance(1000);
    expect(budget.waitingUntil).toBeUndefined();
    expect(server.served).toBe(40);
    await clock.advance(1200);
    expect(server.served).toBe(44);
    await clock.advance(MINUTE);
    await Promise.all(all);
  });
});

describe('A 429', () => {
  it('stops all requests until the time from the server, after which a single request is sent first', async () => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock);
    server.spend(60);
    const { ask, budget } = window(clock, server);
    const first = ask();
    await clock.advance(200);
    expect((await first).status).toBe(429);
    expect(budget.waitingUntil).toBeDefined();
    const later = Array.from({ length: 30 }, () => ask({ urgency: 'visible' }));
    await clock.advance(2 * MINUTE);
    await Promise.all(later);
    expect(server.refused).toBe(1);
    expect(budget.waitingUntil).toBeUndefined();
  });
});

describe('Urgency', () => {
  it('determines the order: requests of the user, then for visible content, then idle requests', async () => {
    const { send, sent } = byHand();
    const clock = new FakeClock();
    const { layer } = new Budget(clock);
    const ask = layer(send);
    const order = (['idle', 'idle', 'idle', 'idle', 'idle', 'visible', 'asked'] as const).map((urgency, index) =>
      ask(reading({ urgency, target: `/${index}` })),
    );
    await settled();
    expect(sent.map(({ call }) => call.target)).toEqual(['/0', '/1', '/2', '/3', '/5', '/6']);
    for (const one of sent) one.answer(answerOf(200));
    await settled();
    expect(sent.at(-1)?.call.target).toBe('/4');
    sent.at(-1)?.answer(answerOf(200));
    await Promise.all(order);
  });

  it('reserves requests for the user, which are sent before a long queue of idle requests', async () => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock);
    const { ask } = window(clock, server);
    const idle = Array.from({ length: 100 }, () => ask({ urgency: 'idle' }));
    await clock.advance(10_000);
    expect(server.served).toBe(50);
    const visible = Array.from({ length: 10 }, () => ask({ urgency: 'visible' }));
    await clock.advance(1000);
    expect(server.served).toBe(56);
    const start = clock.now();
    const asked = ask().then(() => clock.now() - start);
    await clock.advance(1000);
    expect(await asked).toBe(150);
    await clock.advance(5 * MINUTE);
    await Promise.all([...idle, ...visible]);
    expect(server.refused).toBe(0);
  });

  it('of a shared queued call is the urgency of its most urgent caller', async () => {
    const { send, sent } = byHand();
    const ask = new Budget(new FakeClock()).layer(send);
    let urgency: Urgency = 'idle';
    let rise = (): void => undefined;
    for (let one = 0; one < 4; one += 1) void ask(reading({ urgency: 'idle' }));
    void ask({
      ...reading({ target: '/risen/' }),
      get urgency() {
        return urgency;
      },
      onDidRise: (listener) => {
        rise = listener;
        return { dispose: () => undefined };
      },
    });
    await settled();
    expect(sent).toHaveLength(4);
    urgency = 'asked';
    rise();
    await settled();
    expect(sent.at(-1)?.call.target).toBe('/risen/');
  });
});

describe('Budget.waitingUntil', () => {
  it('is the time until which requests of the user wait, and undefined when they are sent again', async () => {
    const clock = new FakeClock();
    const { ask, budget } = window(clock, new SlidingServer(clock));
    const start = clock.now();
    const told: (number | undefined)[] = [];
    budget.onDidChange(() => told.push(budget.waitingUntil));
    const all = Array.from({ length: 61 }, () => ask());
    await clock.advance(10_000);
    expect(budget.waitingUntil).toBe(start + 150 + MINUTE);
    await clock.advance(MINUTE);
    await Promise.all(all);
    expect(told).toEqual([start + 150 + MINUTE, undefined]);
    expect(clock.sleeping).toBe(0);
  });

  it('is undefined while only idle requests wait', async () => {
    const clock = new FakeClock();
    const { ask, budget } = window(clock, new SlidingServer(clock));
    const all = Array.from({ length: 60 }, () => ask({ urgency: 'idle' }));
    await clock.advance(10_000);
    expect(budget.waitingUntil).toBeUndefined();
    await clock.advance(MINUTE);
    await Promise.all(all);
  });
});

describe('A canceled call', () => {
  it('is removed from the queue, and its timer is cleared', async () => {
    const clock = new FakeClock();
    const { ask } = window(clock, new SlidingServer(clock));
    const all = Array.from({ length: 60 }, () => ask());
    await clock.advance(10_000);
    await Promise.all(all);
    const leaver = new AbortController();
    const fault = faultFrom(ask({ signal: leaver.signal }));
    await settled();
    expect(clock.sleeping).toBe(1);
    leaver.abort();
    expect(await fault).toEqual({ kind: 'cancelled', unsent: true });
    expect(clock.sleeping).toBe(0);
  });

  it('does not count toward the rate limit, even if it was canceled just before it was sent', async () => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock);
    const { ask } = window(clock, server);
    for (let one = 0; one < 100; one += 1) {
      const leaver = new AbortController();
      const fault = faultFrom(ask({ signal: leaver.signal }));
      leaver.abort();
      expect(await fault).toEqual({ kind: 'cancelled', unsent: true });
    }
    expect(server.served).toBe(0);
    const all = Array.from({ length: 60 }, () => ask());
    await clock.advance(10_000);
    await Promise.all(all);
    expect(server.served).toBe(60);
  });
});

describe('A request that never reached the server', () => {
  it('does not count toward the rate limit, unlike a request whose response was lost', async () => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock);
    const budget = new Budget(clock);
    const failing = (reason: 'refused' | 'lost'): Send =>
      budget.layer(async () => {
        throw new ApiError({ kind: 'network', reason, host: 'h', detail: '' });
      });
    for (let one = 0; one < 100; one += 1) await faultFrom(failing('refused')(reading()));
    for (let one = 0; one < 10; one += 1) await faultFrom(failing('lost')(reading()));
    const all = Array.from({ length: 60 }, () => budget.layer(server.send)(reading()));
    await clock.advance(10_000);
    expect(server.served).toBe(50);
    await clock.advance(MINUTE);
    await Promise.all(all);
  });

  it('is no longer in flight after an unexpected error', async () => {
    const budget = new Budget(new FakeClock());
    const ask = budget.layer(async () => {
      throw new TypeError('defect');
    });
    for (let one = 0; one < 20; one += 1) await expect(ask(reading())).rejects.toThrow('defect');
  });
});
