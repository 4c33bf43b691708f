// Tests that waits for the rate limit are reported, even when the session changes.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunningServer } from '../../../src/server/startServer.ts';
import {
  followRateLimit,
  followSessionRateLimit,
  type RateLimit,
  rateLimitMessage,
} from '../../../src/session/rateLimit.ts';
import { Emitter } from '../../../src/std/event.ts';
import { answersFor, SessionsSetup, startSample } from './setup.ts';

let server: RunningServer;
let setup: SessionsSetup;

beforeEach(async () => {
  server = await startSample();
  setup = await SessionsSetup.open();
});
afterEach(async () => {
  await setup[Symbol.asyncDispose]();
  await server.stop();
});

it('followRateLimit calls the listener with the current wait, and after each change until disposal', () => {
  const changed = new Emitter<void>();
  const state: { until: number | undefined } = { until: 5 };
  const rateLimit: RateLimit = {
    get waitingUntil() {
      return state.until;
    },
    onDidChange: changed.event,
  };
  const waits: (number | undefined)[] = [];
  const subscription = followRateLimit(rateLimit, (until) => waits.push(until));
  state.until = undefined;
  changed.fire();
  subscription.dispose();
  changed.fire();
  expect(waits).toEqual([5, undefined]);
});

it('followSessionRateLimit calls the listener at once, after sign-in, and after signing out', async () => {
  const window = setup.window();
  const waits: (number | undefined)[] = [];
  const subscription = followSessionRateLimit(window.sessions, (until) => waits.push(until));
  await window.sessions.signIn(answersFor(server), AbortSignal.timeout(10_000));
  await window.sessions.signOut();
  subscription.dispose();
  expect(waits).toEqual([undefined, undefined, undefined]);
});

it('The message about the rate limit contains the local time with seconds', () => {
  const until = Date.UTC(2026, 10, 20, 9, 30, 15);
  expect(rateLimitMessage(until)).toBe(
    `Rate limit reached. Requests resume at ${new Date(until).toLocaleTimeString('en')}.`,
  );
});
