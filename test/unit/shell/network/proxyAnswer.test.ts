// Tests how the answers of VS Code's proxy resolver are read.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProxyAnswer } from '../../../../src/shell/network/proxyAnswer.ts';

const PROXY = 'http://mika:geheim@proxy.test:3128';

describe('readProxyAnswer', () => {
  it.each([
    ['system', 'system'],
    ['system_cached', 'system'],
    ['fallback', 'system'],
    ['setting', 'resolver'],
    ['env', 'resolver'],
    [undefined, 'resolver'],
    [7, 'resolver'],
  ])('returns the proxy of an answer with the source %s', (source, expected) => {
    expect(readProxyAnswer({ url: PROXY, type: 'PROXY', source })).toEqual({
      kind: 'proxy',
      url: new URL(PROXY),
      source: expected,
    });
  });

  it('returns the proxy of an answer that is only a URL, even if it is a SOCKS proxy', () => {
    const url = new URL('socks4a://proxy.test:1080');
    expect(readProxyAnswer('socks4a://proxy.test:1080')).toEqual({ kind: 'proxy', url, source: 'resolver' });
  });

  it.each([undefined, null, '', { url: undefined, type: 'DIRECT', source: 'system' }, { url: '' }])(
    'returns a direct connection for %o',
    (raw) => {
      expect(readProxyAnswer(raw)).toEqual({ kind: 'direct' });
    },
  );

  it.each([7, true, {}, [], { url: 7 }, 'no address', { url: 'http://', source: 'system' }])(
    'returns a failure for %o',
    (raw) => {
      expect(readProxyAnswer(raw)).toEqual({ kind: 'noAnswer', problem: 'failed' });
    },
  );

  it('accepts any value without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ url: fc.anything(), source: fc.anything() })), (raw) => {
        expect(['direct', 'proxy', 'noAnswer']).toContain(readProxyAnswer(raw).kind);
      }),
    );
  });
});
