// Owns the proof of promise 2: the service's limit is never run into by our own doing, and what a person asked for
// comes first.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/apiError.ts';
import { Budget } from '../../../../src/client/budget/budget.ts';
import type { Call, Send, Urgency } from '../../../../src/client/call.ts';
import { FakeClock, settled } from '../../../support/clock.ts';
import { answerOf, byHand, faultFrom, reading } from '../calls.ts';
import { type ServerOptions, SlidingServer } from '../slidingServer.ts';

const MINUTE = 60_000;

/** Uneven ways, so that answers overtake each other. */
const uneven = (count: number): number => 20 + ((count * 7919) % 13) * 12;

function window(clock: FakeClock, server: SlidingServer) {
  const budget = new Budget(clock);
  return { budget, ask: (more: Partial<Call> = {}) => budget.layer(server.send)(reading(more)) };
}

/** Sends so many calls at once and says how long it took until the last was answered, in simulated milliseconds. */
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

describe('one window alone', () => {
  it.each([
    ['even', () => 75],
    ['uneven', uneven],
    ['slow', () => 200],
  ])('sends 300 calls over %s ways without a 429, in hardly more than the least time', async (_, way) => {
    const { took, server } = await timeFor(300, { way });
    expect(server.refused).toBe(0);
    expect(took).toBeGreaterThan(4 * MINUTE);
    expect(took).toBeLessThan(4 * MINUTE * 1.03);
  });

  it('keeps to sixty in any minute where the server says nothing of its limit', async () => {
    const { took, server } = await timeFor(180, { headers: false, way: uneven });
    expect(server.refused).toBe(0);
    expect(took).toBeLessThan(2 * MINUTE * 1.03);
  });

  it('learns that a server allows more', async () => {
    const { took, server } = await timeFor(600, { limit: 300 });
    expect(server.refused).toBe(0);
    expect(took).toBeLessThan(MINUTE * 1.3);
  });

  it('keeps to a server that allows less', async () => {
    const { server } = await timeFor(120, { limit: 30, way: uneven });
    expect(server.refused).toBe(0);
    expect(server.served).toBe(120);
  });

  it('never crowds the server', async () => {
    const { server } = await timeFor(60, {});
    expect(server.mostAtOnce).toBeLessThanOrEqual(8);
  });
});

describe('two windows with one key', () => {
  it.each([
    ['even', () => 75],
    ['uneven', uneven],
  ])('do not run into the limit over %s ways', async (_, way) => {
    const clock = new FakeClock();
    const server = new SlidingServer(clock, { way });
    const windows = [window(clock, server), window(clock, server)];
    const all = windows.flatMap(({ ask }) => Array.from({ length: 100 }, () => ask()));
    await clock.advance(20 * MINUTE);
    await Promise.all(all);
    expect(server.refused).toBe(0);
    expect(server.served).toBe(200);
  });

  it('do not run into the limit when the second opens late', async () => {
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

describe('after a while without answers', () => {
  /** A window that has seen more than half of its allowance go, then was quiet. */
  async function quiet(clock: FakeClock, server: SlidingServer) {
    const one = window(clock, server);
    const all = Array.from({ length: 40 }, () => one.ask());
    await clock.advance(10_000);
    await Promise.all(all);
    return one;
  }

  it('one goes ahead to ask what others have left', async () => {
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

  it('one that hangs holds up the others for two seconds at most, and the status bar is not troubled', async () => {
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

describe('a refusal', () => {
  it('shuts the door until the server says, and one goes ahead to ask', async () => {
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

describe('urgency', () => {
  it('lets what a person asked for go ahead of what is visible, and that ahead of what is idle', async () => {
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

  it('holds a reserve for what a person asks, and lets it go ahead of a long queue', async () => {
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

  it('rises in the queue when somebody more urgent comes to share a call', async () => {
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

describe('the status bar', () => {
  it('is told until when what a person waits for waits, and when it goes on', async () => {
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

  it('is not troubled with what is idle', async () => {
    const clock = new FakeClock();
    const { ask, budget } = window(clock, new SlidingServer(clock));
    const all = Array.from({ length: 60 }, () => ask({ urgency: 'idle' }));
    await clock.advance(10_000);
    expect(budget.waitingUntil).toBeUndefined();
    await clock.advance(MINUTE);
    await Promise.all(all);
  });
});

describe('one who gives up', () => {
  it('leaves the queue, and the alarm with it', async () => {
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

  it('costs nothing, not even when the turn had just come', async () => {
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

describe('what never reached the server', () => {
  it('costs nothing; what was lost on the way costs', async () => {
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

  it('is settled also when it was a defect of ours that ended it', async () => {
    const budget = new Budget(new FakeClock());
    const ask = budget.layer(async () => {
      throw new TypeError('defect');
    });
    for (let one = 0; one < 20; one += 1) await expect(ask(reading())).rejects.toThrow('defect');
  });
});
