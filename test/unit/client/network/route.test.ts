// Tests which proxy is used, and which hosts bypass the proxy.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolvedRoute, routeTo } from '../../../../src/client/network/route.ts';
import { createNetwork, type NetworkChanges } from './setup.ts';

function route(url: string, proxy: NetworkChanges['proxy'] = {}): ReturnType<typeof routeTo> {
  return routeTo(new URL(url), createNetwork({ proxy }).proxy);
}

function proxyOrigin(url: string, proxy: NetworkChanges['proxy'] = {}): string {
  const chosenRoute = route(url, proxy);
  return chosenRoute.kind === 'proxy' ? `${chosenRoute.proxy.source} ${chosenRoute.proxy.origin}` : chosenRoute.kind;
}

const PROXY_SETTING = { address: 'http://proxy.test:3128' };

describe('The proxy', () => {
  it('comes from http.proxy, or else from the environment variable for the URL scheme, or else from ALL_PROXY', () => {
    const environment = {
      HTTPS_PROXY: 'http://secure.test',
      HTTP_PROXY: 'http://plain.test',
      ALL_PROXY: 'http://all.test',
    };
    expect(proxyOrigin('https://plane.test', { ...PROXY_SETTING, environment })).toBe(
      'http.proxy http://proxy.test:3128',
    );
    expect(proxyOrigin('https://plane.test', { environment })).toBe('HTTPS_PROXY http://secure.test');
    expect(proxyOrigin('http://plane.test', { environment })).toBe('HTTP_PROXY http://plain.test');
    expect(proxyOrigin('https://plane.test', { environment: { HTTP_PROXY: 'plain.test:8080' } })).toBe(
      'HTTP_PROXY http://plain.test:8080',
    );
    expect(proxyOrigin('http://plane.test', { environment: { HTTPS_PROXY: 'http://secure.test' } })).toBe('unset');
    expect(proxyOrigin('https://plane.test', { environment: { ALL_PROXY: 'https://all.test' } })).toBe(
      'ALL_PROXY https://all.test',
    );
    expect(route('https://plane.test')).toEqual({ kind: 'unset' });
  });

  it('is not used if http.proxySupport is off', () => {
    expect(route('https://plane.test', { ...PROXY_SETTING, isEnabled: false })).toEqual({
      kind: 'direct',
      reason: 'off',
    });
  });

  it.each([
    ['http://mika:geheim@proxy.test', 'mika:geheim'],
    ['http://mika@proxy.test', 'mika:'],
    ['http://m%40x:a%3Ab@proxy.test', 'm@x:a:b'],
    ['http://mika:100%@proxy.test', 'mika:100%'],
  ])('receives the credentials of its configured URL %s in Proxy-Authorization', (address, credentials) => {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    expect(route('https://plane.test', { address })).toMatchObject({
      proxy: { authorization, origin: 'http://proxy.test' },
    });
  });

  it('receives the configured Proxy-Authorization value instead of the credentials in its URL', () => {
    const chosenRoute = route('https://plane.test', {
      address: 'http://mika:geheim@proxy.test',
      authorization: 'Bearer t',
    });
    expect(chosenRoute).toMatchObject({ proxy: { authorization: 'Bearer t' } });
  });

  it.each([
    ['socks5://proxy.test:1080', 'socks5://proxy.test:1080'],
    ['socks4a://proxy.test', 'socks4a://proxy.test'],
    ['socks://mika:geheim@proxy.test:1080/', 'socks://proxy.test:1080'],
    ['ftp://proxy.test', 'ftp://proxy.test'],
  ])('is not bypassed but reported without credentials if its URL scheme is not supported: %s', (address, proxy) => {
    expect(route('https://plane.test', { address })).toEqual({ kind: 'unusable', source: 'http.proxy', proxy });
    expect(route('https://plane.test', { environment: { ALL_PROXY: address } })).toEqual({
      kind: 'unusable',
      source: 'ALL_PROXY',
      proxy,
    });
  });

  it('is not bypassed but reported as unusable if http.proxy is not a URL', () => {
    expect(route('https://plane.test', { address: 'http://' })).toEqual({
      kind: 'unusable',
      source: 'http.proxy',
      proxy: undefined,
    });
  });

  it('may have an IPv6 address', () => {
    expect(proxyOrigin('https://plane.test', { address: 'http://[fd00::1]:3128' })).toBe(
      'http.proxy http://[fd00::1]:3128',
    );
  });
});

describe('The result of the proxy resolver', () => {
  const routeOf = (address: string, proxy: NetworkChanges['proxy'] = {}) =>
    resolvedRoute({ kind: 'proxy', url: new URL(address), source: 'system' }, createNetwork({ proxy }).proxy);

  it('is used as the proxy, with the credentials in its URL or the configured Proxy-Authorization value', () => {
    expect(routeOf('http://proxy.test:3128')).toEqual({
      kind: 'proxy',
      proxy: { source: 'system', origin: 'http://proxy.test:3128', authorization: undefined },
    });
    expect(routeOf('https://mika:geheim@proxy.test')).toMatchObject({
      proxy: { origin: 'https://proxy.test', authorization: `Basic ${Buffer.from('mika:geheim').toString('base64')}` },
    });
    expect(routeOf('http://proxy.test', { authorization: 'Bearer t' })).toMatchObject({
      proxy: { authorization: 'Bearer t' },
    });
  });

  it('is not bypassed but reported without credentials if it is a SOCKS proxy', () => {
    expect(routeOf('socks://mika:geheim@proxy.test:1080')).toEqual({
      kind: 'unusable',
      source: 'system',
      proxy: 'socks://proxy.test:1080',
    });
  });

  it('leads to a direct connection if it contains no proxy, or if the resolver failed', () => {
    const { proxy } = createNetwork({});
    expect(resolvedRoute({ kind: 'direct' }, proxy)).toEqual({ kind: 'direct', reason: 'resolver' });
    for (const problem of ['unavailable', 'failed', 'timeout'] as const) {
      const expected = { kind: 'direct', reason: 'noAnswer', problem };
      expect(resolvedRoute({ kind: 'noAnswer', problem }, proxy)).toEqual(expected);
    }
  });
});

describe('The hosts of this machine', () => {
  const localHosts = fc.oneof(
    fc.constantFrom(
      'localhost',
      'LOCALHOST',
      'plane.localhost',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      'localhost.',
    ),
    fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rest) => `127.${rest.join('.')}`),
  );

  it('are never reached through a proxy, because the key may be sent to them over http', () => {
    fc.assert(
      fc.property(localHosts, fc.constantFrom('http', 'https'), fc.option(fc.nat(65_535)), (host, scheme, port) => {
        const address = `${scheme}://${host}${port === null ? '' : `:${port}`}`;
        const environment = { HTTPS_PROXY: 'http://p.test', HTTP_PROXY: 'http://p.test', ALL_PROXY: 'http://p.test' };
        expect(route(address, { ...PROXY_SETTING, environment })).toEqual({ kind: 'direct', reason: 'thisMachine' });
      }),
    );
  });

  it.each([
    'https://localhost.evil.test',
    'https://127.evil.test',
    'https://128.0.0.1',
    'https://[::2]',
    'https://notlocalhost',
  ])('do not include %s', (address) => {
    expect(proxyOrigin(address, PROXY_SETTING)).toBe('http.proxy http://proxy.test:3128');
  });
});

describe('A host pattern in http.noProxy or NO_PROXY', () => {
  it.each<[string, string, boolean]>([
    ['plane.test', 'https://plane.test', true],
    ['PLANE.test', 'https://plane.TEST', true],
    ['plane.test', 'https://eu.plane.test', true],
    ['.plane.test', 'https://eu.plane.test', true],
    ['.plane.test', 'https://plane.test', true],
    ['*.plane.test', 'https://eu.plane.test', true],
    ['plane.test', 'https://aeroplane.test', false],
    ['plane.test', 'https://plane.test.evil.test', false],
    ['plane.test:8443', 'https://plane.test:8443', true],
    ['plane.test:8443', 'https://plane.test', false],
    ['plane.test:443', 'https://plane.test', true],
    ['plane.test:80', 'http://plane.test', true],
    ['*', 'https://anything.test:9', true],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['10.1.2.3:443', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/8', 'https://plane.test', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['[fd12::1]:443', 'https://[fd12::1]', true],
    ['fd12::1', 'https://[fd12::1]:8443', true],
    ['fd12::2', 'https://[fd12::1]', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['', 'https://plane.test', false],
    ['.', 'https://plane.test', false],
  ])('such as %s excludes %s from the proxy: %s', (pattern, url, isExcepted) => {
    const chosenRoute = route(url, { ...PROXY_SETTING, exceptions: [pattern] });
    expect(chosenRoute).toMatchObject(
      isExcepted ? { reason: 'exception', source: 'http.noProxy', exception: pattern } : { kind: 'proxy' },
    );
  });

  it('is read from NO_PROXY, separated by commas or spaces, only if http.noProxy is empty', () => {
    const environment = { NO_PROXY: 'one.test, two.test three.test' };
    for (const host of ['one', 'two', 'three']) {
      expect(route(`https://${host}.test`, { ...PROXY_SETTING, environment })).toMatchObject({
        reason: 'exception',
        source: 'NO_PROXY',
      });
    }
    expect(proxyOrigin('https://one.test', { ...PROXY_SETTING, environment, exceptions: ['four.test'] })).toBe(
      'http.proxy http://proxy.test:3128',
    );
  });

  it('applies before the proxy resolver is called, if no setting and no variable contains a proxy', () => {
    expect(route('https://plane.test', { exceptions: ['plane.test'] })).toMatchObject({ source: 'http.noProxy' });
    expect(route('https://plane.test', { environment: { NO_PROXY: '*' } })).toMatchObject({ source: 'NO_PROXY' });
  });

  it('causes no error for any text', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (pattern) => route('https://plane.test', { ...PROXY_SETTING, exceptions: [pattern] }).kind !== 'unusable',
      ),
    );
  });
});
