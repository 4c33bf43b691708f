// Decides whether a server is connected directly or through a proxy. Pure.

import type { ProxyEnvironment, ProxySettings } from './network.ts';
import { isThisMachine, matchingPattern } from './proxyExceptions.ts';
import type { ResolverAnswer, ResolverProblem, ResolverSource } from './resolver.ts';

/** The setting or environment variable that contains the URL of the proxy, or the source that the resolver reports. */
export type ProxySource = 'http.proxy' | keyof ProxyEnvironment | ResolverSource;

export interface Proxy {
  readonly source: ProxySource;
  /** Scheme, host and port, without a user name or password. */
  readonly origin: string;
  /** The value of the header `Proxy-Authorization`, with the scheme; undefined if no header is sent. */
  readonly authorization: string | undefined;
}

export type Route =
  /**
   * `off`: proxies are disabled. `thisMachine`: the server is on this machine. `resolver`: neither `http.proxy` nor the
   * environment names a proxy, and VS Code's proxy resolver returned a direct connection.
   */
  | { readonly kind: 'direct'; readonly reason: 'off' | 'thisMachine' | 'resolver' }
  /** Neither `http.proxy` nor the environment names a proxy, and VS Code's proxy resolver failed. */
  | { readonly kind: 'direct'; readonly reason: 'noAnswer'; readonly problem: ResolverProblem }
  /** A pattern in `source` excludes the server. `exception` is this pattern. */
  | {
      readonly kind: 'direct';
      readonly reason: 'exception';
      readonly source: 'http.noProxy' | 'NO_PROXY';
      readonly exception: string;
    }
  | { readonly kind: 'proxy'; readonly proxy: Proxy }
  /**
   * The proxy cannot be used, so nothing is sent: a direct connection would contradict the configuration. `proxy` is
   * the scheme, host and port of a proxy that is neither an http nor an https proxy; undefined when the value is not a
   * URL.
   */
  | { readonly kind: 'unusable'; readonly source: ProxySource; readonly proxy: string | undefined };

/** Neither `http.proxy` nor the environment names a proxy, and no exception applies: the resolver decides. */
interface UnsetRoute {
  readonly kind: 'unset';
}

/** Parses the URL of a proxy. As in curl, a URL without a scheme is an http proxy. */
function parseProxyUrl(address: string): URL | undefined {
  const addressWithScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  return URL.canParse(addressWithScheme) ? new URL(addressWithScheme) : undefined;
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const [decodedName, decodedPassword] = [username, password].map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      // If a percent sign does not start an escape sequence, the text is returned without decoding.
      return part;
    }
  });
  return `Basic ${Buffer.from(`${decodedName}:${decodedPassword}`).toString('base64')}`;
}

function configuredProxy(
  { address, environment }: ProxySettings,
  protocol: string,
): { source: ProxySource; address: string } | undefined {
  const variables = protocol === 'https:' ? (['HTTPS_PROXY', 'HTTP_PROXY'] as const) : (['HTTP_PROXY'] as const);
  const candidateProxies = [
    { source: 'http.proxy' as const, address },
    ...[...variables, 'ALL_PROXY' as const].map((source) => ({ source, address: environment[source] ?? '' })),
  ];
  return candidateProxies
    .map((candidate) => ({ ...candidate, address: candidate.address.trim() }))
    .find((candidate) => candidate.address !== '');
}

function routeThroughProxy(proxy: URL | undefined, source: ProxySource, settings: ProxySettings): Route {
  if (proxy === undefined || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:'))
    return { kind: 'unusable', source, proxy: proxy === undefined ? undefined : `${proxy.protocol}//${proxy.host}` };
  const authorization = settings.authorization ?? basicAuthorization(proxy);
  return { kind: 'proxy', proxy: { source, origin: proxy.origin, authorization } };
}

/**
 * Decides as VS Code does: this machine is always connected directly; exceptions apply to every proxy; `http.proxy`
 * takes precedence over the environment, and `http.noProxy` over `NO_PROXY`.
 */
export function routeTo(url: URL, settings: ProxySettings): Route | UnsetRoute {
  if (!settings.isEnabled) return { kind: 'direct', reason: 'off' };
  if (isThisMachine(url)) return { kind: 'direct', reason: 'thisMachine' };
  const isNoProxySettingUsed = settings.exceptions.length > 0;
  const exceptions = isNoProxySettingUsed
    ? settings.exceptions
    : (settings.environment.NO_PROXY ?? '').split(/[\s,]+/).filter((pattern) => pattern !== '');
  const exception = matchingPattern(url, exceptions);
  if (exception !== undefined) {
    return {
      kind: 'direct',
      reason: 'exception',
      source: isNoProxySettingUsed ? 'http.noProxy' : 'NO_PROXY',
      exception,
    };
  }
  const proxySetting = configuredProxy(settings, url.protocol);
  if (proxySetting === undefined) return { kind: 'unset' };
  return routeThroughProxy(parseProxyUrl(proxySetting.address), proxySetting.source, settings);
}

/** Returns the route for the resolver's answer. `http.proxyAuthorization` applies to the resolver's proxy too. */
export function resolvedRoute(answer: ResolverAnswer, settings: ProxySettings): Route {
  switch (answer.kind) {
    case 'direct':
      return { kind: 'direct', reason: 'resolver' };
    case 'noAnswer':
      return { kind: 'direct', reason: 'noAnswer', problem: answer.problem };
    case 'proxy':
      return routeThroughProxy(answer.url, answer.source, settings);
    default:
      return answer satisfies never;
  }
}
