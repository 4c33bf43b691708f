// Tests of raceAbort and linkSignals.
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { linkSignals, raceAbort } from '../../../src/client/abort.ts';
import { faultFrom } from './calls.ts';

describe('raceAbort', () => {
  it('settles with the result of its promise, and removes its listener from the signal', async () => {
    const { signal } = new AbortController();
    expect(await raceAbort(Promise.resolve(7), signal)).toBe(7);
    await expect(raceAbort(Promise.reject(new Error('own')), signal)).rejects.toThrow('own');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rejects immediately if the signal is already aborted, and handles a later rejection of the promise', async () => {
    expect(await faultFrom(raceAbort(new Promise(() => undefined), AbortSignal.abort()))).toEqual({
      kind: 'cancelled',
    });
    expect(await faultFrom(raceAbort(Promise.reject(new Error('own')), AbortSignal.abort()))).toEqual({
      kind: 'cancelled',
    });
  });
});

describe('A linked signal', () => {
  it('is aborted when one of its source signals is aborted, or was aborted before', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const linkedSignal = linkSignals(first.signal, undefined, second.signal);
    expect(linkedSignal.signal.aborted).toBe(false);
    second.abort();
    expect(linkedSignal.signal.aborted).toBe(true);
    expect(linkSignals(second.signal).signal.aborted).toBe(true);
  });

  it('has no listeners on its source signals after removeListeners was called', () => {
    const source = new AbortController();
    const linkedSignal = linkSignals(source.signal);
    linkedSignal.removeListeners();
    expect(getEventListeners(source.signal, 'abort')).toEqual([]);
    source.abort();
    expect(linkedSignal.signal.aborted).toBe(false);
  });
});
