// Tests that Reconnect detects when the server can be reached, with few requests.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultOf } from '../../../src/client/apiError.ts';
import { Reconnect } from '../../../src/sync/reconnect.ts';
import { FakeClock } from '../../support/clock.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup } from '../../support/pageSetup.ts';

const MINUTE = 60_000;

class World implements Disposable {
  readonly clock = new FakeClock();
  readonly asked: number[] = [];
  isWaiting = true;
  isWatched = true;
  isUp = false;
  told = 0;
  readonly #began = this.clock.now();
  readonly reconnect = new Reconnect({
    clock: this.clock,
    isWaiting: () => this.isWaiting,
    isWatched: () => this.isWatched,
    ask: async () => {
      this.asked.push((this.clock.now() - this.#began) / 1000);
      this.reconnect.reportOutcome(this.isUp);
    },
  });

  constructor() {
    this.reconnect.onDidReconnect(() => {
      this.told += 1;
    });
  }

  [Symbol.dispose](): void {
    this.reconnect.dispose();
  }
}

describe('Reconnect', () => {
  it('sends a request at once after a start, then at growing intervals, and reports a response', async () => {
    using world = new World();
    world.reconnect.reportQueued();
    await world.clock.advance(20 * MINUTE);
    expect(world.asked).toEqual([0, 15, 45, 105, 225, 465, 765, 1065]);
    expect(world.told).toBe(0);
    world.isUp = true;
    await world.clock.advance(5 * MINUTE);
    expect(world.told).toBe(1);
    await world.clock.advance(60 * MINUTE);
    expect(world.asked).toHaveLength(9);
  });

  it('waits 15 s after a request that has just failed', async () => {
    using world = new World();
    world.isWaiting = false;
    world.reconnect.reportOutcome(true);
    world.reconnect.reportOutcome(false);
    world.isWaiting = true;
    world.reconnect.reportQueued();
    await world.clock.advance(14_999);
    expect(world.asked).toEqual([]);
    await world.clock.advance(1);
    expect(world.asked).toEqual([15]);
  });

  it('detects the connection by the response to any request, once', async () => {
    using world = new World();
    world.reconnect.reportQueued();
    await world.clock.advance(MINUTE);
    const before = world.asked.length;
    world.reconnect.reportOutcome(true);
    world.reconnect.reportOutcome(true);
    await world.clock.advance(60 * MINUTE);
    expect(world.told).toBe(1);
    expect(world.asked).toHaveLength(before);
    world.reconnect.reportOutcome(false);
    world.reconnect.reportOutcome(true);
    expect(world.told).toBe(2);
  });

  it('sends nothing while the window has no focus, and one request when it has focus again', async () => {
    using world = new World();
    world.isWatched = false;
    world.reconnect.reportQueued();
    await world.clock.advance(60 * MINUTE);
    expect(world.asked).toEqual([]);
    world.isWatched = true;
    world.reconnect.reportFocus();
    await world.clock.advance(0);
    expect(world.asked).toHaveLength(1);
    for (let times = 0; times < 5; times += 1) {
      world.reconnect.reportFocus();
      await world.clock.advance(1_000);
    }
    expect(world.asked).toHaveLength(1);
  });

  it('sends nothing while nothing is queued, and reports at once when the server can already be reached', async () => {
    using world = new World();
    world.isWaiting = false;
    world.reconnect.reportOutcome(true);
    world.reconnect.reportOutcome(false);
    await world.clock.advance(60 * MINUTE);
    world.reconnect.reportOutcome(true);
    expect([world.asked, world.told]).toEqual([[], 2]);
    world.isWaiting = true;
    world.reconnect.reportQueued();
    expect([world.asked, world.told]).toEqual([[], 3]);
  });

  it('stops when it is disposed of', async () => {
    const world = new World();
    world.reconnect.reportQueued();
    await world.clock.advance(1);
    world.reconnect.dispose();
    await world.clock.advance(60 * MINUTE);
    expect(world.asked).toEqual([0]);
    expect(world.clock.sleeping).toBe(0);
  });
});

describe('A client', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await createSetup();
  });
  afterEach(() => setup[Symbol.asyncDispose]());

  it('reports for each request whether the server could be reached, and nothing for a rejection', async () => {
    const told: boolean[] = [];
    setup.client.onDidReach((isReached) => told.push(isReached));
    const ask = () =>
      setup.whileTimePasses(
        setup.client.call.getCurrentUser({}).then(
          () => 'good' as const,
          (error: unknown) => faultOf(error).kind,
        ),
      );
    const any = requestTo('GET', '/users/me/');
    expect([await ask(), told]).toEqual(['good', [true]]);
    setup.proxy.inject(any, { kind: 'closed' });
    expect([await ask(), told]).toEqual(['network', [true, false]]);
    setup.proxy.heal();
    setup.proxy.inject(any, answered(502, 'Bad Gateway', 'text/html'));
    expect([await ask(), told]).toEqual(['serverError', [true, false, false]]);
    setup.proxy.heal();
    setup.proxy.inject(any, answered(401, { detail: 'expired' }));
    expect([await ask(), told]).toEqual(['unauthorized', [true, false, false]]);
    setup.proxy.heal();
    expect([await ask(), told]).toEqual(['good', [true, false, false, true]]);
  });
});
