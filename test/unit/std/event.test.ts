// Tests of events.
import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../src/std/event.ts';

/** Returns the errors that are unhandled while `work` runs. The test runner's own listener is removed for that time. */
async function uncaughtDuring(work: () => void): Promise<unknown[]> {
  const before = process.listeners('uncaughtException');
  const caught: unknown[] = [];
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => caught.push(error));
  try {
    work();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    return caught;
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of before) process.on('uncaughtException', listener);
  }
}

describe('Emitter', () => {
  it('calls every listener, in the order of subscription', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    emitter.event((value) => heard.push(`first ${value}`));
    emitter.event((value) => heard.push(`second ${value}`));
    emitter.fire(1);
    emitter.fire(2);
    expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
  });

  it('calls a listener twice that subscribed twice, and removes one subscription at a time', () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    const listener = (value: number): number => heard.push(value);
    const once = emitter.event(listener);
    emitter.event(listener);
    emitter.fire(1);
    once.dispose();
    once.dispose();
    emitter.fire(2);
    expect(heard).toEqual([1, 1, 2]);
  });

  it('calls only the listeners that were subscribed when it fired, each once', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    emitter.event((value) => {
      heard.push(`old ${value}`);
      emitter.event((later) => heard.push(`new ${later}`));
    });
    emitter.fire(1);
    expect(heard).toEqual(['old 1']);
  });

  it('calls no listener after it was disposed of', () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event((value) => heard.push(value));
    emitter.dispose();
    emitter.fire(1);
    expect(heard).toEqual([]);
  });

  it('calls the next listener when one throws, and rethrows the error as an unhandled one', async () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event(() => {
      throw new Error('a listener failed');
    });
    emitter.event((value) => heard.push(value));
    const uncaught = await uncaughtDuring(() => emitter.fire(7));
    expect(heard).toEqual([7]);
    expect(uncaught).toEqual([new Error('a listener failed')]);
  });
});
