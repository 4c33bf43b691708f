// Owns the proof of giving up.
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { linkSignals, raceAbort } from '../../../src/client/abort.ts';
import { faultFrom } from './calls.ts';

describe('work that may be left', () => {
  it('settles like itself where nobody gives up, and leaves nothing on the signal', async () => {
    const { signal } = new AbortController();
    expect(await raceAbort(Promise.resolve(7), signal)).toBe(7);
    await expect(raceAbort(Promise.reject(new Error('own')), signal)).rejects.toThrow('own');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('is left at once, also when it was given up before, and its own failure is nobody’s afterwards', async () => {
    expect(await faultFrom(raceAbort(new Promise(() => undefined), AbortSignal.abort()))).toEqual({
      kind: 'cancelled',
    });
    expect(await faultFrom(raceAbort(Promise.reject(new Error('own')), AbortSignal.abort()))).toEqual({
      kind: 'cancelled',
    });
  });
});

describe('a tied signal', () => {
  it('follows the first of its sources, also one that was aborted before', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const tie = linkSignals(one.signal, undefined, other.signal);
    expect(tie.signal.aborted).toBe(false);
    other.abort();
    expect(tie.signal.aborted).toBe(true);
    expect(linkSignals(other.signal).signal.aborted).toBe(true);
  });

  it('leaves nothing on its sources once undone', () => {
    const source = new AbortController();
    const tie = linkSignals(source.signal);
    tie.undo();
    expect(getEventListeners(source.signal, 'abort')).toEqual([]);
    source.abort();
    expect(tie.signal.aborted).toBe(false);
  });
});
