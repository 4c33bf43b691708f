// Decides whether a server is connected directly or through a proxy. Pure.
import { isThisMachine, matchingPattern } from './exceptions.ts';
import type { ProxyEnvironment, ProxySettings } from './network.ts';

/** The setting or environment variable that contains the URL of the proxy. */
export type ProxySource = 'http.proxy' | keyof ProxyEnvironment;

export interface Proxy {
  readonly source: ProxySource;
  /** Scheme, host and port, without a user name or password. */
  readonly origin: string;
  /** The whole `Proxy-Authorization` header. */
  readonly authorization: string | undefined;
}

export type Route =
  /** `none`: no proxy is configured. `off`: proxies are switched off. `thisMachine`: the server is on this machine. */
  | { readonly kind: 'straight'; readonly because: 'none' | 'off' | 'thisMachine' }
  /** A pattern in `source` excludes the server. `exception` is this pattern. */
  | {
      readonly kind: 'straight';
      readonly because: 'exception';
      readonly source: 'http.noProxy' | 'NO_PROXY';
      readonly exception: string;
    }
  | { readonly kind: 'proxy'; readonly proxy: Proxy }
  /**
   * The configured proxy cannot be used, so nothing is sent: a direct connection would contradict the configuration.
   * `scheme` is the scheme of the proxy's URL; undefined when the value is not a URL.
   */
  | { readonly kind: 'unusable'; readonly source: ProxySource; readonly scheme: string | undefined };

/** Parses the URL of a proxy. As in curl, an address without a scheme is an http proxy. */
function parseProxyUrl(address: string): URL | undefined {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  return URL.canParse(withScheme) ? new URL(withScheme) : undefined;
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const [decodedName, decodedPassword] = [username, password].map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      // A part with a percent sign that does not start an escape is not decoded.
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
  const candidates = [
    { source: 'http.proxy' as const, address },
    ...[...variables, 'ALL_PROXY' as const].map((source) => ({ source, address: environment[source] ?? '' })),
  ];
  return candidates
    .map((candidate) => ({ ...candidate, address: candidate.address.trim() }))
    .find((candidate) => candidate.address !== '');
}

/**
 * Decides as VS Code does: this machine is always connected directly; `http.proxy` takes precedence over the
 * environment, and `http.noProxy` over `NO_PROXY`.
 */
export function routeTo(url: URL, settings: ProxySettings): Route {
  if (!settings.isUsed) return { kind: 'straight', because: 'off' };
  if (isThisMachine(url)) return { kind: 'straight', because: 'thisMachine' };
  const configured = configuredProxy(settings, url.protocol);
  if (configured === undefined) return { kind: 'straight', because: 'none' };
  const hasNoProxySetting = settings.exceptions.length > 0;
  const exceptions = hasNoProxySetting
    ? settings.exceptions
    : (settings.environment.NO_PROXY ?? '').split(/[\s,]+/).filter((pattern) => pattern !== '');
  const exception = matchingPattern(url, exceptions);
  if (exception !== undefined) {
    return {
      kind: 'straight',
      because: 'exception',
      source: hasNoProxySetting ? 'http.noProxy' : 'NO_PROXY',
      exception,
    };
  }
  const proxy = parseProxyUrl(configured.address);
  if (proxy === undefined || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')) {
    return { kind: 'unusable', source: configured.source, scheme: proxy?.protocol.slice(0, -1) };
  }
  return {
    kind: 'proxy',
    proxy: {
      source: configured.source,
      origin: proxy.origin,
      authorization: settings.authorization ?? basicAuthorization(proxy),
    },
  };
}
