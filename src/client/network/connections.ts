// Opens connections, directly or through a tunnel of a proxy, without process-wide state.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { type Authorities, createTlsContext, loadAuthorities } from './certificates.ts';
import { errorCodeOf, proxyError, settingError, unsupportedProxyError } from './connectErrors.ts';
import type { NetworkConfiguration } from './network.ts';
import type { ResolveProxy } from './resolver.ts';
import { type Proxy, type Route, resolvedRoute, routeTo } from './route.ts';
import { buildConnector, Client, connect } from './undici.ts';

/** The target of a connection, as undici describes it. */
export type ConnectionTarget = buildConnector.Target;
/** Opens a connection, and passes the connection or an error to its callback. */
export type Connector = buildConnector.Connector;
/** A direct route, or a route through a proxy that Contrail can use. */
export type UsableRoute = Exclude<Route, { kind: 'unusable' }>;

export interface ConnectionOptions {
  readonly network: NetworkConfiguration;
  /** Called if neither `http.proxy` nor the environment names a proxy. */
  readonly resolveProxy: ResolveProxy;
  /** The only origin that a client certificate may be sent to, if one is configured for this origin. */
  readonly signedInOrigin: string | undefined;
  readonly timeoutMs: number;
}

/**
 * Time for each IP address of a host before the next address is tried, in milliseconds. Node's default of 250 ms is too
 * short for a distant server.
 */
const ADDRESS_ATTEMPT_MS = 1000;

/**
 * The peer of a connection. `plain`: a proxy or server over http. `server`: a trusted server. `signedIn`: the trusted
 * server that may receive the client certificate. `unverified`: any server, even if it is not trusted. `proxy`: a proxy
 * over https.
 */
type PeerKind = 'plain' | 'server' | 'signedIn' | 'unverified' | 'proxy';

function originOf({ protocol, host }: ConnectionTarget): string {
  return new URL(`${protocol}//${host}`).origin;
}

function localPortOf(socket: unknown): number | undefined {
  const port = typeof socket === 'object' && socket !== null && 'localPort' in socket ? socket.localPort : undefined;
  return typeof port === 'number' ? port : undefined;
}

/**
 * Sets `syscall` to `connect` on the error of a connection that was reset before it was open, to show that no request
 * was sent.
 */
function withConnectSyscall(error: unknown): unknown {
  return errorCodeOf(error) === 'ECONNRESET' ? Object.assign(Object(error), { syscall: 'connect' }) : error;
}

function openSocket(connector: Connector, target: ConnectionTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => (socket == null ? reject(withConnectSyscall(error)) : resolve(socket)));
  });
}

/** Calls undici's callback with the socket or the error. */
async function passSocketToCallback(socketPromise: Promise<Socket>, done: Parameters<Connector>[1]): Promise<void> {
  const [error, socket] = await socketPromise.then(
    (openedSocket) => [null, openedSocket] as const,
    (thrown: unknown) => [thrown, null] as const,
  );
  done(error, socket);
}

/** Opens connections for one network configuration. Reads certificates when the first connection needs them. */
export class Connections {
  readonly network: NetworkConfiguration;
  readonly #options: ConnectionOptions;
  #authorities: Promise<readonly Authorities[]> | undefined;
  readonly #connectors = new Map<PeerKind, Promise<Connector>>();

  /** TLS errors of ended connections by local port. undici reports only that a connection ended, not the TLS error. */
  readonly #tlsErrors = new Map<number, Error>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.network = options.network;
  }

  /** Connects undici to servers. */
  readonly connectToServer: Connector = (target, done) => void passSocketToCallback(this.open(target), done);

  /** Connects undici to the proxy. TLS uses the host name of the proxy, not the host of the request. */
  readonly connectToProxy: Connector = (target, done) => void passSocketToCallback(this.#openProxy(target), done);

  /**
   * Returns the TLS error of the connection on which an error was thrown; if the connection has no TLS error, the
   * thrown error itself. Needed because a server may reject a client certificate after the handshake seems complete.
   */
  underlyingErrorOf(thrown: unknown): unknown {
    const port = thrown instanceof Error && 'socket' in thrown ? localPortOf(thrown.socket) : undefined;
    return (port === undefined ? undefined : this.#tlsErrors.get(port)) ?? thrown;
  }

  /**
   * Resolves with the route to the server. Rejects with `settingError` or `unsupportedProxyError` when the proxy cannot
   * be used.
   */
  async routeTo(url: URL): Promise<UsableRoute> {
    const settings = this.network.proxy;
    const configuredRoute = routeTo(url, settings);
    const route =
      configuredRoute.kind === 'unset'
        ? resolvedRoute(await this.#options.resolveProxy(url.origin), settings)
        : configuredRoute;
    if (route.kind !== 'unusable') return route;
    const { source, proxy } = route;
    throw proxy === undefined ? settingError(source, { kind: 'noAddress' }) : unsupportedProxyError(proxy, source);
  }

  /**
   * Resolves with the trusted certificate authorities. They are read once; if reading fails, the next call reads them
   * again.
   */
  authorities(): Promise<readonly Authorities[]> {
    this.#authorities ??= loadAuthorities(this.network.trust).catch((error: unknown) => {
      this.#authorities = undefined;
      throw error;
    });
    return this.#authorities;
  }

  /** Opens a connection that is ready for requests. Rejects with a system error, `proxyError` or `settingError`. */
  open(target: ConnectionTarget): Promise<Socket> {
    return this.#open(target, originOf(target) === this.#options.signedInOrigin ? 'signedIn' : 'server');
  }

  /**
   * Opens a connection to inspect the certificate of a server, even if the server is not trusted. Sends no client
   * certificate. The caller must send nothing over the connection.
   */
  openForInspection(target: ConnectionTarget): Promise<Socket> {
    return this.#open(target, 'unverified');
  }

  /** Whether a client certificate is configured for the origin and may be sent there. */
  sendsCertificateTo(origin: string): boolean {
    return origin === this.#options.signedInOrigin && this.network.clientCertificates[origin] !== undefined;
  }

  async #openProxy(target: ConnectionTarget): Promise<Socket> {
    return openSocket(await this.#connectorFor(target.protocol === 'https:' ? 'proxy' : 'plain'), {
      ...target,
      servername: '',
    });
  }

  async #open(target: ConnectionTarget, kind: 'server' | 'signedIn' | 'unverified'): Promise<Socket> {
    const route = await this.routeTo(new URL(originOf(target)));
    const isSecure = target.protocol === 'https:';
    const connector = await this.#connectorFor(isSecure ? kind : 'plain');
    const httpSocket = route.kind === 'direct' ? undefined : await this.#tunnel(route.proxy, target);
    if (!isSecure) return httpSocket ?? openSocket(connector, target);
    return this.#recordTlsErrors(
      await openSocket(connector, httpSocket === undefined ? target : { ...target, httpSocket }),
    );
  }

  #recordTlsErrors(socket: Socket): Socket {
    const { localPort } = socket;
    const onError = (error: Error): void => {
      if (localPort !== undefined && errorCodeOf(error).startsWith('ERR_SSL_')) this.#tlsErrors.set(localPort, error);
    };
    if (localPort !== undefined) this.#tlsErrors.delete(localPort);
    return socket.on('error', onError);
  }

  /** Opens a connection to the target through the proxy. */
  async #tunnel({ origin, authorization }: Proxy, { host, port, protocol }: ConnectionTarget): Promise<Socket> {
    const proxy = new URL(origin).host;
    const path = port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host;
    const headers = { host: path, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) };
    const proxyClient = new Client(origin, { connect: this.connectToProxy });
    try {
      const { statusCode, socket } = await connect.call(proxyClient, {
        path,
        headers,
        signal: AbortSignal.timeout(this.#options.timeoutMs),
      });
      if (statusCode >= 200 && statusCode < 300) return socket;
      socket.on('error', () => undefined).destroy();
      throw proxyError(proxy, String(statusCode));
    } catch (thrown) {
      const code = errorCodeOf(thrown);
      throw code === 'ERR_PROXY' || code === 'ERR_SETTING' ? thrown : proxyError(proxy, code);
    } finally {
      void proxyClient.destroy();
    }
  }

  #connectorFor(kind: PeerKind): Promise<Connector> {
    const existingConnector = this.#connectors.get(kind);
    if (existingConnector !== undefined) return existingConnector;
    const connectorPromise = this.#createConnector(kind).catch((error: unknown) => {
      this.#connectors.delete(kind);
      throw error;
    });
    this.#connectors.set(kind, connectorPromise);
    return connectorPromise;
  }

  async #createConnector(kind: PeerKind): Promise<Connector> {
    const { network, signedInOrigin = '', timeoutMs } = this.#options;
    const clientCertificate = kind === 'signedIn' ? network.clientCertificates[signedInOrigin] : undefined;
    const context: SecureContext | undefined =
      kind === 'plain' ? undefined : await createTlsContext(await this.authorities(), clientCertificate);
    return buildConnector({
      timeout: timeoutMs,
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
      // `rejectUnauthorized` is set explicitly, because the environment variable NODE_TLS_REJECT_UNAUTHORIZED changes
      // the default. A server's certificate is verified, unless the connection only inspects it.
      rejectUnauthorized: kind === 'proxy' ? network.proxy.verifiesCertificate : kind !== 'unverified',
      ...(context === undefined ? {} : { secureContext: context }),
    });
  }
}
