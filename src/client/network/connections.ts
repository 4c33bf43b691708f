// Opens connections, direct or through a proxy's tunnel. Uses no process-wide state.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Network } from './network.ts';
import { codeOf, proxyError, settingError } from './refusal.ts';
import { type Proxy, type Route, routeTo } from './route.ts';
import { type Authorities, authoritiesOf, secureContext } from './trust.ts';
import { buildConnector, Client, connect } from './undici.ts';

/** The target of a connection, as undici describes it. */
export type ConnectionTarget = buildConnector.Target;
/** Calls back with an open connection, or an error. */
export type Connector = buildConnector.Connector;
/** A route that a connection can use. */
export type UsableRoute = Exclude<Route, { kind: 'unusable' }>;

export interface ConnectionOptions {
  readonly network: Network;
  /** The one origin that its configured client certificate may be sent to. */
  readonly signedInTo: string | undefined;
  readonly timeoutMs: number;
}

/** A distant server takes more than the 250 ms that Node allows an address before it tries the next. */
const ATTEMPT_MS = 1000;

/**
 * Peer of a connection: a proxy or server over http, a server, the server that may receive the client certificate, any
 * server whether trusted or not, or a proxy over https.
 */
type Kind = 'plain' | 'server' | 'signedIn' | 'anybody' | 'proxy';

function originOf({ protocol, host }: ConnectionTarget): string {
  return new URL(`${protocol}//${host}`).origin;
}

function portIn(socket: unknown): number | undefined {
  const port = typeof socket === 'object' && socket !== null && 'localPort' in socket ? socket.localPort : undefined;
  return typeof port === 'number' ? port : undefined;
}

/** A connection that breaks while it is opened has carried nothing: marks its error as the system marks its own. */
function whileConnecting(error: unknown): unknown {
  return codeOf(error) === 'ECONNRESET' ? Object.assign(Object(error), { syscall: 'connect' }) : error;
}

function opened(connector: Connector, target: ConnectionTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => (socket == null ? reject(whileConnecting(error)) : resolve(socket)));
  });
}

/** Passes the result to undici's callback. */
async function handed(opening: Promise<Socket>, done: Parameters<Connector>[1]): Promise<void> {
  const [error, socket] = await opening.then(
    (one) => [null, one] as const,
    (thrown: unknown) => [thrown, null] as const,
  );
  done(error, socket);
}

/** The connections of one network configuration. Certificates are read when the first connection needs them. */
export class Connections {
  readonly network: Network;
  readonly #options: ConnectionOptions;
  #authorities: Promise<readonly Authorities[]> | undefined;
  readonly #connectors = new Map<Kind, Promise<Connector>>();

  /** TLS error that the peer sent when it ended a connection, by our local port: undici reports only that it ended. */
  readonly #lastWords = new Map<number, Error>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.network = options.network;
  }

  /** Connects undici to servers. */
  readonly toServer: Connector = (target, done) => void handed(this.open(target), done);

  /** Connects undici to the proxy itself. The TLS name is the proxy's, whatever host the request names. */
  readonly toProxy: Connector = (target, done) => void handed(this.#openProxy(target), done);

  /**
   * Returns the TLS error that the peer sent before, else what was thrown: a server may reject a client certificate
   * after the handshake seems complete.
   */
  reasonOf(thrown: unknown): unknown {
    const port = thrown instanceof Error && 'socket' in thrown ? portIn(thrown.socket) : undefined;
    return (port === undefined ? undefined : this.#lastWords.get(port)) ?? thrown;
  }

  /** @throws `settingError` when the configured proxy cannot be used. */
  routeTo(url: URL): UsableRoute {
    const route = routeTo(url, this.network.proxy);
    if (route.kind !== 'unusable') return route;
    const { source, scheme } = route;
    throw settingError(source, scheme === undefined ? { kind: 'noAddress' } : { kind: 'unsupportedProxy', scheme });
  }

  /** Resolves with the trusted authorities; they are read once, and again after a failure. */
  authorities(): Promise<readonly Authorities[]> {
    this.#authorities ??= authoritiesOf(this.network.trust).catch((error: unknown) => {
      this.#authorities = undefined;
      throw error;
    });
    return this.#authorities;
  }

  /** Opens a connection that is ready for requests. Rejects with a system error, `proxyError` or `settingError`. */
  open(target: ConnectionTarget): Promise<Socket> {
    return this.#open(target, originOf(target) === this.#options.signedInTo ? 'signedIn' : 'server');
  }

  /**
   * Opens a connection to any server, trusted or not, and without a client certificate: only to inspect its
   * certificate. Send nothing over it.
   */
  look(target: ConnectionTarget): Promise<Socket> {
    return this.#open(target, 'anybody');
  }

  /** Whether a client certificate is configured for the origin, and the origin may receive it. */
  showsCertificateTo(origin: string): boolean {
    return origin === this.#options.signedInTo && this.network.clientCertificates[origin] !== undefined;
  }

  async #openProxy(target: ConnectionTarget): Promise<Socket> {
    return opened(await this.#connectorFor(target.protocol === 'https:' ? 'proxy' : 'plain'), {
      ...target,
      servername: '',
    });
  }

  async #open(target: ConnectionTarget, kind: 'server' | 'signedIn' | 'anybody'): Promise<Socket> {
    const route = this.routeTo(new URL(originOf(target)));
    const isSecure = target.protocol === 'https:';
    const connector = await this.#connectorFor(isSecure ? kind : 'plain');
    const httpSocket = route.kind === 'straight' ? undefined : await this.#tunnel(route.proxy, target);
    if (!isSecure) return httpSocket ?? opened(connector, target);
    return this.#recordTlsErrors(
      await opened(connector, httpSocket === undefined ? target : { ...target, httpSocket }),
    );
  }

  #recordTlsErrors(socket: Socket): Socket {
    const { localPort } = socket;
    const onError = (error: Error): void => {
      if (localPort !== undefined && codeOf(error).startsWith('ERR_SSL_')) this.#lastWords.set(localPort, error);
    };
    if (localPort !== undefined) this.#lastWords.delete(localPort);
    return socket.on('error', onError);
  }

  /** Opens a raw connection through the proxy. */
  async #tunnel({ origin, authorization }: Proxy, { host, port, protocol }: ConnectionTarget): Promise<Socket> {
    const proxy = new URL(origin).host;
    const path = port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host;
    const headers = { host: path, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) };
    const client = new Client(origin, { connect: this.toProxy });
    try {
      const { statusCode, socket } = await connect.call(client, {
        path,
        headers,
        signal: AbortSignal.timeout(this.#options.timeoutMs),
      });
      if (statusCode >= 200 && statusCode < 300) return socket;
      socket.on('error', () => undefined).destroy();
      throw proxyError(proxy, String(statusCode));
    } catch (thrown) {
      const code = codeOf(thrown);
      throw code === 'ERR_PROXY' || code === 'ERR_SETTING' ? thrown : proxyError(proxy, code);
    } finally {
      void client.destroy();
    }
  }

  #connectorFor(kind: Kind): Promise<Connector> {
    const known = this.#connectors.get(kind);
    if (known !== undefined) return known;
    const building = this.#build(kind).catch((error: unknown) => {
      this.#connectors.delete(kind);
      throw error;
    });
    this.#connectors.set(kind, building);
    return building;
  }

  async #build(kind: Kind): Promise<Connector> {
    const { network, signedInTo = '', timeoutMs } = this.#options;
    const client = kind === 'signedIn' ? network.clientCertificates[signedInTo] : undefined;
    const context: SecureContext | undefined =
      kind === 'plain' ? undefined : await secureContext(await this.authorities(), client);
    return buildConnector({
      timeout: timeoutMs,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      // Set explicitly, so that no environment variable overrides it. A server's certificate is always verified.
      rejectUnauthorized: kind === 'proxy' ? network.proxy.isVerified : kind !== 'anybody',
      ...(context === undefined ? {} : { secureContext: context }),
    });
  }
}
