// Inspects the route to a server for the connection report. No request, no secrets.
import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import type { Connections, ConnectionTarget, UsableRoute } from './connections.ts';
import type { ProxySource } from './route.ts';
import type { Authorities } from './trust.ts';

/** A route without the proxy's credentials. */
export type SeenRoute =
  | Extract<UsableRoute, { kind: 'straight' }>
  | { readonly kind: 'proxy'; readonly source: ProxySource; readonly origin: string; readonly signs: boolean };

export interface SeenCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

export interface SeenTls {
  readonly protocol: string;
  readonly certificate: SeenCertificate | undefined;
  /** Source of the authority that issued the certificate; undefined when it could not be determined. */
  readonly vouchedBy: Authorities['from'] | undefined;
  /** Whether a client certificate is set for this server. */
  readonly showsClientCertificate: boolean;
}

/** What was found in a step, or what was thrown in it, as raw as the wire's own errors. */
export type InspectedRoute<T> = { readonly found: T } | { readonly failed: unknown };

/** Steps after one that failed are undefined. */
export interface ConnectionInspection {
  readonly route: InspectedRoute<SeenRoute>;
  /** Addresses of the host of the connection: the server's, or the proxy's. */
  readonly addresses: InspectedRoute<readonly string[]> | undefined;
  /** Milliseconds until each of a few connections was ready for requests. */
  readonly connections: InspectedRoute<readonly number[]> | undefined;
  /** Undefined also for http. */
  readonly tls: InspectedRoute<SeenTls> | undefined;
  /** The certificate that the server sent although it is not trusted; nothing was sent over that connection. */
  readonly untrusted: SeenCertificate | undefined;
  /** All trusted authorities that could be read. */
  readonly authorities: readonly {
    readonly from: Authorities['from'];
    readonly count: number;
    readonly trouble: string | undefined;
  }[];
}

const TIMES = 3;

const NOTHING = { addresses: undefined, connections: undefined, tls: undefined, untrusted: undefined, authorities: [] };

function plainName({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function target(url: URL): ConnectionTarget {
  return { protocol: url.protocol, host: url.host, hostname: plainName(url), port: url.port };
}

function named(name: tls.Certificate | undefined): string {
  const [plain] = [name?.CN, name?.O, name?.OU].flat().filter((part) => part !== undefined && part !== '');
  return plain ?? '';
}

function seen(certificate: tls.PeerCertificate): SeenCertificate | undefined {
  if (certificate.raw === undefined) return undefined;
  const { subject, issuer, valid_from, valid_to } = certificate;
  return { subject: named(subject), issuer: named(issuer), from: Date.parse(valid_from), until: Date.parse(valid_to) };
}

/** The last certificate of the chain is the authority, or was issued by it. */
function voucher(
  certificate: tls.DetailedPeerCertificate,
  all: readonly Authorities[],
): Authorities['from'] | undefined {
  let last = certificate;
  while (last.issuerCertificate !== undefined && last.issuerCertificate.fingerprint256 !== last.fingerprint256)
    last = last.issuerCertificate;
  const end = new X509Certificate(last.raw);
  const vouches = (pem: string): boolean => {
    const one = new X509Certificate(pem);
    return one.fingerprint256 === end.fingerprint256 || end.checkIssued(one);
  };
  // Authorities that the user configured come before the built-in ones.
  return all.toReversed().find(({ certificates }) => certificates.some(vouches))?.from;
}

function seenTls(socket: Socket, all: readonly Authorities[], showsClientCertificate: boolean): SeenTls | undefined {
  if (!(socket instanceof tls.TLSSocket)) return undefined;
  const certificate = socket.getPeerCertificate(true);
  return {
    protocol: socket.getProtocol() ?? '',
    certificate: seen(certificate),
    vouchedBy: certificate.raw === undefined ? undefined : voucher(certificate, all),
    showsClientCertificate,
  };
}

async function found<T>(work: () => Promise<T> | T): Promise<InspectedRoute<T>> {
  try {
    return { found: await work() };
  } catch (thrown) {
    return { failed: thrown };
  }
}

function withoutSecrets(route: UsableRoute): SeenRoute {
  if (route.kind === 'straight') return route;
  const { source, origin, authorization } = route.proxy;
  return { kind: 'proxy', source, origin, signs: authorization !== undefined };
}

/** Returns the certificate of the server, trusted or not. */
async function certificateAt(connections: Connections, url: URL): Promise<SeenCertificate | undefined> {
  const socket = await connections.look(target(url));
  const certificate = socket instanceof tls.TLSSocket ? seen(socket.getPeerCertificate()) : undefined;
  socket.on('error', () => undefined).destroy();
  return certificate;
}

interface Connected {
  readonly times: readonly number[];
  readonly tls: SeenTls | undefined;
}

async function connect(connections: Connections, url: URL, signal: AbortSignal): Promise<Connected> {
  const times: number[] = [];
  let first: SeenTls | undefined;
  while (times.length < TIMES) {
    signal.throwIfAborted();
    const start = performance.now();
    const socket = await connections.open(target(url));
    times.push(performance.now() - start);
    if (times.length === 1)
      first = seenTls(
        socket,
        url.protocol === 'https:' ? await connections.authorities() : [],
        connections.showsCertificateTo(url.origin),
      );
    socket.on('error', () => undefined).destroy();
  }
  return { times, tls: first };
}

/** Inspects the route up to the first step that fails. Rejects only with the signal's reason. */
export async function inspect(
  connections: Connections,
  origin: string,
  signal: AbortSignal,
): Promise<ConnectionInspection> {
  const url = new URL(origin);
  const isSecure = url.protocol === 'https:';
  const route = await found(() => withoutSecrets(connections.routeTo(url)));
  if ('failed' in route) return { ...NOTHING, route };
  const host = route.found.kind === 'proxy' ? new URL(route.found.origin) : url;
  const addresses = await found(async () =>
    (await lookup(plainName(host), { all: true })).map(({ address }) => address),
  );
  signal.throwIfAborted();
  const authorities = isSecure ? await found(() => connections.authorities()) : undefined;
  const read = authorities !== undefined && 'found' in authorities ? authorities.found : [];
  const trusted = read.map(({ from, certificates, trouble }) => ({ from, count: certificates.length, trouble }));
  if ('failed' in addresses) return { ...NOTHING, route, addresses, authorities: trusted };
  const connected = await found(() => connect(connections, url, signal));
  signal.throwIfAborted();
  if ('found' in connected) {
    const { times, tls: spoken } = connected.found;
    const secured = spoken === undefined ? undefined : { found: spoken };
    return { ...NOTHING, route, addresses, connections: { found: times }, tls: secured, authorities: trusted };
  }
  const shown = isSecure ? await found(() => certificateAt(connections, url)) : undefined;
  const untrusted = shown !== undefined && 'found' in shown ? shown.found : undefined;
  // A server that sends a certificate is reached; what fails is the certificate.
  return untrusted === undefined
    ? { ...NOTHING, route, addresses, connections: connected, authorities: trusted }
    : { ...NOTHING, route, addresses, connections: { found: [] }, tls: connected, untrusted, authorities: trusted };
}
