// Owns the proof of events.
import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../src/std/event.ts';

/** What reaches the process as unhandled while `work` runs. The test runner's own listener is put aside meanwhile. */
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

describe('an emitter', () => {
  it('tells every listener, in the order in which they came', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    emitter.event((value) => heard.push(`first ${value}`));
    emitter.event((value) => heard.push(`second ${value}`));
    emitter.fire(1);
    emitter.fire(2);
    expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
  });

  it('tells a listener that listens twice twice, and lets go of one subscription at a time', () => {
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

  it('tells those who listened when it fired: neither one that came meanwhile, nor twice', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    emitter.event((value) => {
      heard.push(`old ${value}`);
      emitter.event((later) => heard.push(`new ${later}`));
    });
    emitter.fire(1);
    expect(heard).toEqual(['old 1']);
  });

  it('tells nobody after it was disposed of', () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event((value) => heard.push(value));
    emitter.dispose();
    emitter.fire(1);
    expect(heard).toEqual([]);
  });

  it('goes on to the next listener when one throws, and what was thrown comes up as an error of its own', async () => {
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
