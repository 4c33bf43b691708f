// Tests that ReachabilityMonitor detects with few requests when the server can be reached again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultOf } from '../../../../src/client/apiError.ts';
import { ReachabilityMonitor } from '../../../../src/core/sync/reachabilityMonitor.ts';
import { FakeClock } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { createSetup, type Setup } from '../../../support/pageSetup.ts';

const MINUTE = 60_000;

class MonitorSetup implements Disposable {
  readonly clock = new FakeClock();
  readonly sendTimes: number[] = [];
  hasQueuedComment = true;
  hasFocus = true;
  isServerReachable = false;
  reconnectCount = 0;
  readonly #startedAt = this.clock.now();
  readonly monitor = new ReachabilityMonitor({
    clock: this.clock,
    hasQueuedComments: () => this.hasQueuedComment,
    hasFocus: () => this.hasFocus,
    sendProbe: async () => {
      this.sendTimes.push((this.clock.now() - this.#startedAt) / 1000);
      this.monitor.reportOutcome(this.isServerReachable);
    },
  });

  constructor() {
    this.monitor.onDidReconnect(() => {
      this.reconnectCount += 1;
    });
  }

  [Symbol.dispose](): void {
    this.monitor.dispose();
  }
}

describe('ReachabilityMonitor', () => {
  it('sends a request when a comment is queued, and more at growing intervals until the server responds', async () => {
    using setup = new MonitorSetup();
    setup.monitor.reportQueuedComment();
    await setup.clock.advance(20 * MINUTE);
    expect(setup.sendTimes).toEqual([0, 15, 45, 105, 225, 465, 765, 1065]);
    expect(setup.reconnectCount).toBe(0);
    setup.isServerReachable = true;
    await setup.clock.advance(5 * MINUTE);
    expect(setup.reconnectCount).toBe(1);
    await setup.clock.advance(60 * MINUTE);
    expect(setup.sendTimes).toHaveLength(9);
  });

  it('sends the first request 15 s after another request has failed', async () => {
    using setup = new MonitorSetup();
    setup.hasQueuedComment = false;
    setup.monitor.reportOutcome(true);
    setup.monitor.reportOutcome(false);
    setup.hasQueuedComment = true;
    setup.monitor.reportQueuedComment();
    await setup.clock.advance(14_999);
    expect(setup.sendTimes).toEqual([]);
    await setup.clock.advance(1);
    expect(setup.sendTimes).toEqual([15]);
  });

  it('reports once that the server can be reached as soon as the server responds to any request', async () => {
    using setup = new MonitorSetup();
    setup.monitor.reportQueuedComment();
    await setup.clock.advance(MINUTE);
    const sendCountBefore = setup.sendTimes.length;
    setup.monitor.reportOutcome(true);
    setup.monitor.reportOutcome(true);
    await setup.clock.advance(60 * MINUTE);
    expect(setup.reconnectCount).toBe(1);
    expect(setup.sendTimes).toHaveLength(sendCountBefore);
    setup.monitor.reportOutcome(false);
    setup.monitor.reportOutcome(true);
    expect(setup.reconnectCount).toBe(2);
  });

  it('sends no request while the window has no focus, and one request when the window has focus again', async () => {
    using setup = new MonitorSetup();
    setup.hasFocus = false;
    setup.monitor.reportQueuedComment();
    await setup.clock.advance(60 * MINUTE);
    expect(setup.sendTimes).toEqual([]);
    setup.hasFocus = true;
    setup.monitor.reportWindowFocus();
    await setup.clock.advance(0);
    expect(setup.sendTimes).toHaveLength(1);
    for (let times = 0; times < 5; times += 1) {
      setup.monitor.reportWindowFocus();
      await setup.clock.advance(1_000);
    }
    expect(setup.sendTimes).toHaveLength(1);
  });

  it('sends no request if no comment is queued, or if the server can be reached', async () => {
    using setup = new MonitorSetup();
    setup.hasQueuedComment = false;
    setup.monitor.reportOutcome(true);
    setup.monitor.reportOutcome(false);
    await setup.clock.advance(60 * MINUTE);
    setup.monitor.reportOutcome(true);
    expect([setup.sendTimes, setup.reconnectCount]).toEqual([[], 2]);
    setup.hasQueuedComment = true;
    setup.monitor.reportQueuedComment();
    expect([setup.sendTimes, setup.reconnectCount]).toEqual([[], 3]);
  });

  it('sends no more requests after it is disposed', async () => {
    const setup = new MonitorSetup();
    setup.monitor.reportQueuedComment();
    await setup.clock.advance(1);
    setup.monitor.dispose();
    await setup.clock.advance(60 * MINUTE);
    expect(setup.sendTimes).toEqual([0]);
    expect(setup.clock.sleeperCount).toBe(0);
  });
});

describe('A client', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await createSetup();
  });
  afterEach(() => setup[Symbol.asyncDispose]());

  it('reports for each request whether the server could be reached, except after a 401 response', async () => {
    const outcomes: boolean[] = [];
    setup.client.onDidUpdateReachability((isReached) => outcomes.push(isReached));
    const sendRequest = () =>
      setup.whileTimePasses(
        setup.client.call.getCurrentUser({}).then(
          () => 'good' as const,
          (error: unknown) => faultOf(error).kind,
        ),
      );
    const isUserRequest = matchRequest('GET', '/users/me/');
    expect([await sendRequest(), outcomes]).toEqual(['good', [true]]);
    setup.proxy.inject(isUserRequest, { kind: 'closed' });
    expect([await sendRequest(), outcomes]).toEqual(['network', [true, false]]);
    setup.proxy.removeFaults();
    setup.proxy.inject(isUserRequest, answerWith(502, 'Bad Gateway', 'text/html'));
    expect([await sendRequest(), outcomes]).toEqual(['intercepted', [true, false, false]]);
    setup.proxy.removeFaults();
    setup.proxy.inject(isUserRequest, answerWith(401, { detail: 'expired' }));
    expect([await sendRequest(), outcomes]).toEqual(['unauthorized', [true, false, false]]);
    setup.proxy.removeFaults();
    expect([await sendRequest(), outcomes]).toEqual(['good', [true, false, false, true]]);
  });
});
