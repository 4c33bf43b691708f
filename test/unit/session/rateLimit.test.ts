// Tests that a wait for the rate limit is reported, also across sessions.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunningServer } from '../../../src/server/startServer.ts';
import {
  followRateLimit,
  followSessionRateLimit,
  type RateLimit,
  rateLimitMessage,
} from '../../../src/session/rateLimit.ts';
import { Emitter } from '../../../src/std/event.ts';
import { answersFor, SessionsGround, startSample } from './setup.ts';

let server: RunningServer;
let setup: SessionsGround;

beforeEach(async () => {
  server = await startSample();
  setup = await SessionsGround.open();
});
afterEach(async () => {
  await setup[Symbol.asyncDispose]();
  await server.stop();
});

it('followRateLimit reports the current wait, its changes, and nothing after it is disposed of', () => {
  const changed = new Emitter<void>();
  const state: { until: number | undefined } = { until: 5 };
  const rateLimit: RateLimit = {
    get waitingUntil() {
      return state.until;
    },
    onDidChange: changed.event,
  };
  const seen: (number | undefined)[] = [];
  const following = followRateLimit(rateLimit, (until) => seen.push(until));
  state.until = undefined;
  changed.fire();
  following.dispose();
  changed.fire();
  expect(seen).toEqual([5, undefined]);
});

it('followSessionRateLimit reports no wait without a session and after signing out', async () => {
  const window = setup.window();
  const seen: (number | undefined)[] = [];
  const following = followSessionRateLimit(window.sessions, (until) => seen.push(until));
  await window.sessions.signIn(answersFor(server), AbortSignal.timeout(10_000));
  await window.sessions.signOut();
  following.dispose();
  expect(seen).toEqual([undefined, undefined, undefined]);
});

it('rateLimitMessage gives the local time with seconds', () => {
  const until = Date.UTC(2026, 10, 20, 9, 30, 15);
  expect(rateLimitMessage(until)).toBe(
    `Rate limit reached. Requests resume at ${new Date(until).toLocaleTimeString('en')}.`,
  );
});
