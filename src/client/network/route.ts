// Chooses the route to a server: direct, or through which proxy, and why. Pure.
import { exceptionFor, isThisMachine } from './exceptions.ts';
import type { ProxyEnvironment, ProxySettings } from './network.ts';

/** The setting or variable that names the proxy. */
export type ProxySource = 'http.proxy' | keyof ProxyEnvironment;

export interface Proxy {
  readonly source: ProxySource;
  /** Scheme, host and port, without a user name or password. */
  readonly origin: string;
  /** The whole `Proxy-Authorization` header. */
  readonly authorization: string | undefined;
}

export type Route =
  /** `exception` is the pattern that matched. */
  | { readonly kind: 'straight'; readonly because: 'none' | 'off' | 'thisMachine' }
  | {
      readonly kind: 'straight';
      readonly because: 'exception';
      readonly source: 'http.noProxy' | 'NO_PROXY';
      readonly exception: string;
    }
  | { readonly kind: 'proxy'; readonly proxy: Proxy }
  /**
   * The configured proxy cannot be used, so nothing is sent; a direct connection would contradict the configuration.
   * `scheme` is undefined when the value is not an address.
   */
  | { readonly kind: 'unusable'; readonly source: ProxySource; readonly scheme: string | undefined };

/** An address without a scheme is an http proxy, as for curl. */
function parsed(address: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function basic({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const [name, word] = [username, password].map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      // A percent sign that does not start an escape is kept as it is.
      return part;
    }
  });
  return `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}`;
}

function named(
  { address, environment }: ProxySettings,
  protocol: string,
): { source: ProxySource; address: string } | undefined {
  const own = protocol === 'https:' ? (['HTTPS_PROXY', 'HTTP_PROXY'] as const) : (['HTTP_PROXY'] as const);
  const candidates = [
    { source: 'http.proxy' as const, address },
    ...[...own, 'ALL_PROXY' as const].map((source) => ({ source, address: environment[source] ?? '' })),
  ];
  return candidates.map((one) => ({ ...one, address: one.address.trim() })).find((one) => one.address !== '');
}

/**
 * Chooses as VS Code does: this machine is always contacted directly; the setting takes precedence over the
 * environment, and its exceptions over `NO_PROXY`.
 */
export function routeTo(url: URL, settings: ProxySettings): Route {
  if (!settings.isUsed) return { kind: 'straight', because: 'off' };
  if (isThisMachine(url)) return { kind: 'straight', because: 'thisMachine' };
  const chosen = named(settings, url.protocol);
  if (chosen === undefined) return { kind: 'straight', because: 'none' };
  const isSet = settings.exceptions.length > 0;
  const exceptions = isSet
    ? settings.exceptions
    : (settings.environment.NO_PROXY ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const exception = exceptionFor(url, exceptions);
  if (exception !== undefined) {
    return { kind: 'straight', because: 'exception', source: isSet ? 'http.noProxy' : 'NO_PROXY', exception };
  }
  const proxy = parsed(chosen.address);
  if (proxy === undefined || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')) {
    return { kind: 'unusable', source: chosen.source, scheme: proxy?.protocol.slice(0, -1) };
  }
  return {
    kind: 'proxy',
    proxy: { source: chosen.source, origin: proxy.origin, authorization: settings.authorization ?? basic(proxy) },
  };
}
