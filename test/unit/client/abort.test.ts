// Tests of raceAbort and linkSignals.
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { linkSignals, raceAbort } from '../../../src/client/abort.ts';
import { faultFrom } from './calls.ts';

describe('raceAbort', () => {
  it('settles like the work and leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    expect(await raceAbort(Promise.resolve(7), signal)).toBe(7);
    await expect(raceAbort(Promise.reject(new Error('own')), signal)).rejects.toThrow('own');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rejects at once when the signal is already aborted, and a later failure of the work is handled', async () => {
    expect(await faultFrom(raceAbort(new Promise(() => undefined), AbortSignal.abort()))).toEqual({
      kind: 'cancelled',
    });
    expect(await faultFrom(raceAbort(Promise.reject(new Error('own')), AbortSignal.abort()))).toEqual({
      kind: 'cancelled',
    });
  });
});

describe('A linked signal', () => {
  it('is aborted with the first of its sources, including one that was already aborted', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const tie = linkSignals(one.signal, undefined, other.signal);
    expect(tie.signal.aborted).toBe(false);
    other.abort();
    expect(tie.signal.aborted).toBe(true);
    expect(linkSignals(other.signal).signal.aborted).toBe(true);
  });

  it('leaves no listener on its sources after undo', () => {
    const source = new AbortController();
    const tie = linkSignals(source.signal);
    tie.undo();
    expect(getEventListeners(source.signal, 'abort')).toEqual([]);
    source.abort();
    expect(tie.signal.aborted).toBe(false);
  });
});
