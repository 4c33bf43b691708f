// Tests events and their listeners.
import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../src/std/event.ts';

/** Returns the unhandled errors while `work` runs, during which the listener of the test runner is removed. */
async function collectUncaughtErrors(work: () => void): Promise<unknown[]> {
  const listenersBefore = process.listeners('uncaughtException');
  const errors: unknown[] = [];
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => errors.push(error));
  try {
    work();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    return errors;
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of listenersBefore) process.on('uncaughtException', listener);
  }
}

describe('Emitter', () => {
  it('calls all listeners in the order of their subscription', () => {
    const emitter = new Emitter<number>();
    const calls: string[] = [];
    emitter.event((value) => calls.push(`first ${value}`));
    emitter.event((value) => calls.push(`second ${value}`));
    emitter.fire(1);
    emitter.fire(2);
    expect(calls).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
  });

  it('calls a listener with two subscriptions twice, and once after one subscription is disposed of', () => {
    const emitter = new Emitter<number>();
    const calls: number[] = [];
    const listener = (value: number): number => calls.push(value);
    const secondSubscription = emitter.event(listener);
    emitter.event(listener);
    emitter.fire(1);
    secondSubscription.dispose();
    secondSubscription.dispose();
    emitter.fire(2);
    expect(calls).toEqual([1, 1, 2]);
  });

  it('does not call a listener that another listener adds during the event', () => {
    const emitter = new Emitter<number>();
    const calls: string[] = [];
    emitter.event((value) => {
      calls.push(`old ${value}`);
      emitter.event((later) => calls.push(`new ${later}`));
    });
    emitter.fire(1);
    expect(calls).toEqual(['old 1']);
  });

  it('calls no listener after the emitter is disposed of', () => {
    const emitter = new Emitter<number>();
    const calls: number[] = [];
    emitter.event((value) => calls.push(value));
    emitter.dispose();
    emitter.fire(1);
    expect(calls).toEqual([]);
  });

  it('calls the remaining listeners when a listener throws, and rethrows the error as an unhandled error', async () => {
    const emitter = new Emitter<number>();
    const calls: number[] = [];
    emitter.event(() => {
      throw new Error('a listener failed');
    });
    emitter.event((value) => calls.push(value));
    const uncaughtErrors = await collectUncaughtErrors(() => emitter.fire(7));
    expect(calls).toEqual([7]);
    expect(uncaughtErrors).toEqual([new Error('a listener failed')]);
  });
});
