// Tests when VS Code's proxy resolver is loaded and called, how long its answers are valid, and what is logged.
import { describe, expect, it } from 'vitest';
import type { LoadedProxyResolver } from '../../../../src/shell/network/proxyAgent.ts';
import { ProxyLookup } from '../../../../src/shell/network/proxyLookup.ts';
import { FakeClock } from '../../../support/clock.ts';
import { recordingLogger } from '../../client/calls.ts';

const PLANE = 'https://plane.test';
const NO_ANSWER = "VS Code's proxy resolver did not respond, so connections are direct";
const DIRECT = { url: undefined, type: 'DIRECT', source: 'system' };

function openLookup(answer: (url: string) => Promise<unknown>, agent?: LoadedProxyResolver) {
  const clock = new FakeClock();
  const { logger, entries } = recordingLogger();
  const resolvedUrls: string[] = [];
  const ask = (url: string): Promise<unknown> => {
    resolvedUrls.push(url);
    return answer(url);
  };
  let loadCount = 0;
  const load = (): LoadedProxyResolver => {
    loadCount += 1;
    return agent ?? { ask };
  };
  return {
    lookup: new ProxyLookup({ loadResolver: load, clock, logger }),
    clock,
    entries,
    resolvedUrls,
    loadCount: () => loadCount,
  };
}

describe('ProxyLookup', () => {
  it('loads the resolver once, at the first lookup', async () => {
    const { lookup, loadCount } = openLookup(async () => DIRECT);
    expect(loadCount()).toBe(0);
    await lookup.resolve(PLANE);
    await lookup.resolve('https://files.test');
    expect(loadCount()).toBe(1);
  });

  it('passes only the origin to the resolver, and returns the proxy', async () => {
    const { lookup, resolvedUrls } = openLookup(async () => ({ url: 'http://proxy.test:3128', source: 'system' }));
    const url = new URL('http://proxy.test:3128');
    expect(await lookup.resolve(PLANE)).toEqual({ kind: 'proxy', url, source: 'system' });
    expect(resolvedUrls).toEqual(['https://plane.test/']);
  });

  it('calls the resolver once a minute for each origin, even if several lookups start at the same time', async () => {
    const { lookup, clock, resolvedUrls } = openLookup(async () => DIRECT);
    await Promise.all([lookup.resolve(PLANE), lookup.resolve(PLANE), lookup.resolve('https://files.test')]);
    await clock.advance(59_999);
    await lookup.resolve(PLANE);
    expect(resolvedUrls).toEqual(['https://plane.test/', 'https://files.test/']);
    await clock.advance(1);
    await lookup.resolve(PLANE);
    expect(resolvedUrls).toEqual(['https://plane.test/', 'https://files.test/', 'https://plane.test/']);
  });

  it('returns no answer after two seconds, logs this once, and calls the resolver again after a minute', async () => {
    let isHanging = true;
    const { lookup, clock, entries, resolvedUrls } = openLookup(
      (): Promise<unknown> => (isHanging ? new Promise(() => undefined) : Promise.resolve(DIRECT)),
    );
    const first = lookup.resolve(PLANE);
    await clock.advance(1999);
    expect(entries).toEqual([]);
    await clock.advance(1);
    expect(await first).toEqual({ kind: 'noAnswer', problem: 'timeout' });
    await lookup.resolve(PLANE);
    expect(resolvedUrls).toHaveLength(1);
    const second = lookup.resolve('https://files.test');
    await clock.advance(2000);
    expect(await second).toEqual({ kind: 'noAnswer', problem: 'timeout' });
    expect(entries).toEqual([{ level: 'info', message: NO_ANSWER, values: { problem: 'timeout', code: undefined } }]);
    isHanging = false;
    await clock.advance(60_000);
    expect(await lookup.resolve(PLANE)).toEqual({ kind: 'direct' });
    expect(clock.sleeperCount).toBe(0);
  });

  it('returns no answer when the resolver fails, and logs only the code of the error', async () => {
    const error = Object.assign(new Error('no way to http://mika:geheim@proxy.test'), { code: 'EPIPE' });
    const { lookup, clock, entries } = openLookup(() => Promise.reject(error));
    expect(await lookup.resolve(PLANE)).toEqual({ kind: 'noAnswer', problem: 'failed' });
    await lookup.resolve('https://files.test');
    expect(entries).toEqual([{ level: 'info', message: NO_ANSWER, values: { problem: 'failed', code: 'EPIPE' } }]);
    expect(clock.sleeperCount).toBe(0);
  });

  it('returns no answer when the resolver returns an invalid proxy', async () => {
    const { lookup, entries } = openLookup(async () => ({ url: 'not an address' }));
    expect(await lookup.resolve(PLANE)).toEqual({ kind: 'noAnswer', problem: 'failed' });
    expect(entries).toHaveLength(1);
  });

  it('returns no answer when VS Code has no resolver, and logs this once', async () => {
    const { lookup, entries } = openLookup(async () => DIRECT, { missing: 'MODULE_NOT_FOUND' });
    expect(await lookup.resolve(PLANE)).toEqual({ kind: 'noAnswer', problem: 'unavailable' });
    expect(await lookup.resolve('https://files.test')).toEqual({ kind: 'noAnswer', problem: 'unavailable' });
    expect(entries).toEqual([
      { level: 'info', message: NO_ANSWER, values: { problem: 'unavailable', code: 'MODULE_NOT_FOUND' } },
    ]);
  });
});
