// Tests that waits for the rate limit are reported, even when the session changes.
import { expect, it } from 'vitest';
import {
  observeRateLimit,
  observeSessionRateLimit,
  type RateLimitStatus,
  rateLimitMessage,
} from '../../../../src/core/session/rateLimit.ts';
import { Emitter } from '../../../../src/std/event.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { answersFor, SessionsSetup } from './setup.ts';

const server = forEachTest(startSampleServer);
const setup = forEachTest(() => SessionsSetup.open());

it('observeRateLimit calls the listener with the current wait, and after each change until disposal', () => {
  const changeEmitter = new Emitter<void>();
  const state: { until: number | undefined } = { until: 5 };
  const rateLimit: RateLimitStatus = {
    get waitingUntil() {
      return state.until;
    },
    onDidChange: changeEmitter.event,
  };
  const waits: (number | undefined)[] = [];
  const subscription = observeRateLimit(rateLimit, (until) => waits.push(until));
  state.until = undefined;
  changeEmitter.fire();
  subscription.dispose();
  changeEmitter.fire();
  expect(waits).toEqual([5, undefined]);
});

it('observeSessionRateLimit calls the listener at once, after sign-in, and after signing out', async () => {
  const window = setup.window();
  const waits: (number | undefined)[] = [];
  const subscription = observeSessionRateLimit(window.sessions, (until) => waits.push(until));
  await window.sessions.signIn(answersFor(server), AbortSignal.timeout(10_000));
  await window.sessions.signOut();
  subscription.dispose();
  expect(waits).toEqual([undefined, undefined, undefined]);
});

it('The message about the rate limit contains the local time with seconds', () => {
  const until = Date.UTC(2026, 10, 20, 9, 30, 15);
  expect(rateLimitMessage(until)).toBe(
    `Plane's rate limit is reached. Continues at ${new Date(until).toLocaleTimeString('en')}.`,
  );
});
