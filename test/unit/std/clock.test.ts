// Tests the system clock, and that the fake clock of the tests behaves in the same way.
import { describe, expect, it } from 'vitest';
import { type Clock, sleepUnlessAborted, systemClock } from '../../../src/std/clock.ts';
import { FakeClock } from '../../support/clock.ts';

describe.each<[string, () => Clock]>([
  ['the system clock', () => systemClock],
  ['the clock of tests', () => new FakeClock()],
])('sleep of %s', (_name, createClock) => {
  it('rejects immediately if the signal is already aborted', async () => {
    const reason = new Error('enough');
    await expect(createClock().sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('rejects with the reason of the signal as soon as the signal is aborted', async () => {
    const controller = new AbortController();
    const sleeping = createClock().sleep(60_000, controller.signal);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
  });
});

describe('sleepUnlessAborted', () => {
  it('resolves with true after the time, and with false as soon as the signal is aborted', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const uninterrupted = sleepUnlessAborted(clock, 1_000);
    const interrupted = sleepUnlessAborted(clock, 60_000, controller.signal);
    await clock.advance(1_000);
    controller.abort(new Error('enough'));
    expect(await Promise.all([uninterrupted, interrupted])).toEqual([true, false]);
  });

  it('rejects with an error of the clock that is not the reason of the signal', async () => {
    const defect = new Error('no timer');
    const clock: Clock = { now: () => 0, sleep: () => Promise.reject(defect) };
    await expect(sleepUnlessAborted(clock, 1)).rejects.toBe(defect);
    await expect(sleepUnlessAborted(clock, 1, AbortSignal.abort(new Error('enough')))).rejects.toBe(defect);
  });
});

describe('systemClock', () => {
  it('returns the current time in milliseconds', () => {
    const startTime = Date.now();
    const now = systemClock.now();
    expect(now).toBeGreaterThanOrEqual(startTime);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it('resolves several sleeps in the order of their end times', async () => {
    const wakeOrder: string[] = [];
    const longSleep = systemClock.sleep(20).then(() => wakeOrder.push('later'));
    const shortSleep = systemClock.sleep(1).then(() => wakeOrder.push('sooner'));
    await Promise.all([longSleep, shortSleep]);
    expect(wakeOrder).toEqual(['sooner', 'later']);
  });

  it('removes its listener from the signal after sleep has resolved', async () => {
    const listeners = new Set<unknown>();
    const signal = new AbortController().signal;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (name: string, listener: EventListenerOrEventListenerObject) => {
      listeners.add(listener);
      add(name, listener);
    };
    signal.removeEventListener = (name: string, listener: EventListenerOrEventListenerObject) => {
      listeners.delete(listener);
      remove(name, listener);
    };
    const sleeping = systemClock.sleep(1, signal);
    expect(listeners.size).toBe(1);
    await sleeping;
    expect(listeners.size).toBe(0);
  });
});
