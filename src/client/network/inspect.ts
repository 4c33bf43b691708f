// Inspects the connection to a server for the connection report, without sending a request.
import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import type { Authorities } from './certificates.ts';
import type { Connections, ConnectionTarget, UsableRoute } from './connections.ts';
import type { ProxySource } from './route.ts';

/** A route without the proxy's credentials. */
export type RouteWithoutSecrets =
  | Extract<UsableRoute, { kind: 'direct' }>
  | { readonly kind: 'proxy'; readonly source: ProxySource; readonly origin: string; readonly hasCredentials: boolean };

export interface CertificateSummary {
  readonly subject: string;
  readonly issuer: string;
  /** Milliseconds since the epoch. */
  readonly validFrom: number;
  readonly validUntil: number;
}

export interface TlsSummary {
  readonly protocol: string;
  readonly certificate: CertificateSummary | undefined;
  /** Source of the trusted authority that issued the certificate; undefined when no trusted authority was found. */
  readonly trustedBy: Authorities['from'] | undefined;
  /** Whether a client certificate is set for this server. */
  readonly sendsClientCertificate: boolean;
}

/** The result of a step, or the unchanged error that it threw. */
export type StepResult<T> = { readonly found: T } | { readonly failed: unknown };

/** The results of all steps. The steps after a failed step are undefined. */
export interface ConnectionInspection {
  readonly route: StepResult<RouteWithoutSecrets>;
  /** IP addresses of the server, or of the proxy if one is used. */
  readonly addresses: StepResult<readonly string[]> | undefined;
  /** For each of the test connections: milliseconds until the connection was ready for requests. */
  readonly connectTimesMs: StepResult<readonly number[]> | undefined;
  /** Also undefined if the server is connected over http. */
  readonly tls: StepResult<TlsSummary> | undefined;
  /**
   * The certificate of the server, if the certificate is not trusted. Nothing was sent over the connection that
   * inspected it.
   */
  readonly untrustedCertificate: CertificateSummary | undefined;
  /** All trusted certificate authorities that could be read. */
  readonly authorities: readonly {
    readonly from: Authorities['from'];
    readonly count: number;
    readonly problem: string | undefined;
  }[];
}

const TEST_CONNECTION_COUNT = 3;

const NO_RESULTS = {
  addresses: undefined,
  connectTimesMs: undefined,
  tls: undefined,
  untrustedCertificate: undefined,
  authorities: [],
};

function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function connectionTarget(url: URL): ConnectionTarget {
  return { protocol: url.protocol, host: url.host, hostname: hostnameOf(url), port: url.port };
}

function displayNameOf(name: tls.Certificate | undefined): string {
  const [firstPart] = [name?.CN, name?.O, name?.OU].flat().filter((part) => part !== undefined && part !== '');
  return firstPart ?? '';
}

function summarizeCertificate(certificate: tls.PeerCertificate): CertificateSummary | undefined {
  if (certificate.raw === undefined) return undefined;
  const { subject, issuer, valid_from, valid_to } = certificate;
  return {
    subject: displayNameOf(subject),
    issuer: displayNameOf(issuer),
    validFrom: Date.parse(valid_from),
    validUntil: Date.parse(valid_to),
  };
}

/**
 * Returns the source of the trusted authority: the last certificate in the chain is this authority itself, or was
 * issued by it.
 */
function issuingSource(
  certificate: tls.DetailedPeerCertificate,
  authorities: readonly Authorities[],
): Authorities['from'] | undefined {
  let chainEnd = certificate;
  while (
    chainEnd.issuerCertificate !== undefined &&
    chainEnd.issuerCertificate.fingerprint256 !== chainEnd.fingerprint256
  )
    chainEnd = chainEnd.issuerCertificate;
  const chainEndCertificate = new X509Certificate(chainEnd.raw);
  const isIssuer = (pem: string): boolean => {
    const authority = new X509Certificate(pem);
    return (
      authority.fingerprint256 === chainEndCertificate.fingerprint256 || chainEndCertificate.checkIssued(authority)
    );
  };
  // Searches from the end, where the authorities are that the user has configured: they take precedence over Node's
  // authorities.
  return authorities.toReversed().find(({ certificates }) => certificates.some(isIssuer))?.from;
}

function summarizeTls(
  socket: Socket,
  authorities: readonly Authorities[],
  sendsClientCertificate: boolean,
): TlsSummary | undefined {
  if (!(socket instanceof tls.TLSSocket)) return undefined;
  const certificate = socket.getPeerCertificate(true);
  return {
    protocol: socket.getProtocol() ?? '',
    certificate: summarizeCertificate(certificate),
    trustedBy: certificate.raw === undefined ? undefined : issuingSource(certificate, authorities),
    sendsClientCertificate,
  };
}

async function resultOrError<T>(work: () => Promise<T> | T): Promise<StepResult<T>> {
  try {
    return { found: await work() };
  } catch (thrown) {
    return { failed: thrown };
  }
}

function withoutSecrets(route: UsableRoute): RouteWithoutSecrets {
  if (route.kind === 'direct') return route;
  const { source, origin, authorization } = route.proxy;
  return { kind: 'proxy', source, origin, hasCredentials: authorization !== undefined };
}

/** Returns the certificate of the server, even if it is not trusted. */
async function certificateAt(connections: Connections, url: URL): Promise<CertificateSummary | undefined> {
  const socket = await connections.openForInspection(connectionTarget(url));
  const certificate = socket instanceof tls.TLSSocket ? summarizeCertificate(socket.getPeerCertificate()) : undefined;
  socket.on('error', () => undefined).destroy();
  return certificate;
}

interface OpenedConnections {
  readonly connectTimesMs: readonly number[];
  readonly tls: TlsSummary | undefined;
}

async function connectSeveralTimes(
  connections: Connections,
  url: URL,
  signal: AbortSignal,
): Promise<OpenedConnections> {
  const connectTimesMs: number[] = [];
  let firstTls: TlsSummary | undefined;
  while (connectTimesMs.length < TEST_CONNECTION_COUNT) {
    signal.throwIfAborted();
    const start = performance.now();
    const socket = await connections.open(connectionTarget(url));
    connectTimesMs.push(performance.now() - start);
    if (connectTimesMs.length === 1)
      firstTls = summarizeTls(
        socket,
        url.protocol === 'https:' ? await connections.authorities() : [],
        connections.sendsCertificateTo(url.origin),
      );
    socket.on('error', () => undefined).destroy();
  }
  return { connectTimesMs, tls: firstTls };
}

/** Runs all steps until one fails. Rejects only when the signal is aborted, with the signal's reason. */
export async function inspectNetworkPath(
  connections: Connections,
  origin: string,
  signal: AbortSignal,
): Promise<ConnectionInspection> {
  const url = new URL(origin);
  const isSecure = url.protocol === 'https:';
  const route = await resultOrError(async () => withoutSecrets(await connections.routeTo(url)));
  if ('failed' in route) return { ...NO_RESULTS, route };
  const host = route.found.kind === 'proxy' ? new URL(route.found.origin) : url;
  const addresses = await resultOrError(async () =>
    (await lookup(hostnameOf(host), { all: true })).map(({ address }) => address),
  );
  signal.throwIfAborted();
  const authorities = isSecure ? await resultOrError(() => connections.authorities()) : undefined;
  const loadedAuthorities = authorities !== undefined && 'found' in authorities ? authorities.found : [];
  const authoritySummaries = loadedAuthorities.map(({ from, certificates, problem }) => ({
    from,
    count: certificates.length,
    problem,
  }));
  if ('failed' in addresses) return { ...NO_RESULTS, route, addresses, authorities: authoritySummaries };
  const connectStep = await resultOrError(() => connectSeveralTimes(connections, url, signal));
  signal.throwIfAborted();
  if ('found' in connectStep) {
    const { connectTimesMs, tls: tlsResult } = connectStep.found;
    const tlsStep = tlsResult === undefined ? undefined : { found: tlsResult };
    return {
      ...NO_RESULTS,
      route,
      addresses,
      connectTimesMs: { found: connectTimesMs },
      tls: tlsStep,
      authorities: authoritySummaries,
    };
  }
  const certificateStep = isSecure ? await resultOrError(() => certificateAt(connections, url)) : undefined;
  const untrustedCertificate =
    certificateStep !== undefined && 'found' in certificateStep ? certificateStep.found : undefined;
  // A server that sent a certificate was reached, so the failed step is the check of the certificate.
  return untrustedCertificate === undefined
    ? { ...NO_RESULTS, route, addresses, connectTimesMs: connectStep, authorities: authoritySummaries }
    : {
        ...NO_RESULTS,
        route,
        addresses,
        connectTimesMs: { found: [] },
        tls: connectStep,
        untrustedCertificate,
        authorities: authoritySummaries,
      };
}
