// Owns the opening of connections: straight or through a proxy's tunnel, with the certificates that are trusted.
// Nothing process-wide is read or set.
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Network } from './network.ts';
import { codeOf, proxyError, settingError } from './refusal.ts';
import { type Proxy, type Route, routeTo } from './route.ts';
import { type Authorities, authoritiesOf, secureContext } from './trust.ts';
import { buildConnector, Client, connect } from './undici.ts';

/** What undici says of a connection that it wants. */
export type ConnectionTarget = buildConnector.Target;
/** Calls back with an open connection, or an error. */
export type Connector = buildConnector.Connector;
/** A way that can be gone. */
export type UsableRoute = Exclude<Route, { kind: 'unusable' }>;

export interface ConnectionOptions {
  readonly network: Network;
  /** The one origin that may see the client certificate which is set for it. */
  readonly signedInTo: string | undefined;
  readonly timeoutMs: number;
}

/** A long way takes more than the quarter of a second that Node gives an address before it tries the next. */
const ATTEMPT_MS = 1000;

/**
 * With whom: a proxy or server over http, a server, the one that may see the client certificate, anybody at all, or a
 * proxy over https.
 */
type Kind = 'plain' | 'server' | 'signedIn' | 'anybody' | 'proxy';

function originOf({ protocol, host }: ConnectionTarget): string {
  return new URL(`${protocol}//${host}`).origin;
}

function portIn(socket: unknown): number | undefined {
  const port = typeof socket === 'object' && socket !== null && 'localPort' in socket ? socket.localPort : undefined;
  return typeof port === 'number' ? port : undefined;
}

/** A connection that breaks while it is made has carried nothing: its error says so, as the system's own do. */
function whileConnecting(error: unknown): unknown {
  return codeOf(error) === 'ECONNRESET' ? Object.assign(Object(error), { syscall: 'connect' }) : error;
}

function opened(connector: Connector, target: ConnectionTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => (socket == null ? reject(whileConnecting(error)) : resolve(socket)));
  });
}

/** Calls back, as undici wants it. */
async function handed(opening: Promise<Socket>, done: Parameters<Connector>[1]): Promise<void> {
  const [error, socket] = await opening.then(
    (one) => [null, one] as const,
    (thrown: unknown) => [thrown, null] as const,
  );
  done(error, socket);
}

/** One for each saying about the network. Certificates are read when the first connection needs them. */
export class Connections {
  readonly network: Network;
  readonly #options: ConnectionOptions;
  #authorities: Promise<readonly Authorities[]> | undefined;
  readonly #connectors = new Map<Kind, Promise<Connector>>();

  /** What the other side said when it ended a connection, by our port of it: undici tells only that it ended. */
  readonly #lastWords = new Map<number, Error>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.network = options.network;
  }

  /** What undici connects to servers with. */
  readonly toServer: Connector = (target, done) => void handed(this.open(target), done);

  /** What undici connects to the proxy itself with. Its name is the proxy's, whatever host the request names. */
  readonly toProxy: Connector = (target, done) => void handed(this.#openProxy(target), done);

  /**
   * What was thrown, or what the other side said before: a server may refuse a client certificate when all hands seem
   * shaken.
   */
  reasonOf(thrown: unknown): unknown {
    const port = thrown instanceof Error && 'socket' in thrown ? portIn(thrown.socket) : undefined;
    return (port === undefined ? undefined : this.#lastWords.get(port)) ?? thrown;
  }

  /** Throws `settingError` where a proxy is set that cannot be used. */
  routeTo(url: URL): UsableRoute {
    const route = routeTo(url, this.network.proxy);
    if (route.kind !== 'unusable') return route;
    throw settingError(
      `${route.source}: ${route.scheme === undefined ? 'no address' : `${route.scheme} proxies are not spoken to`}`,
    );
  }

  /** Those who are trusted; read once, and again when it failed. */
  authorities(): Promise<readonly Authorities[]> {
    this.#authorities ??= authoritiesOf(this.network.trust).catch((error: unknown) => {
      this.#authorities = undefined;
      throw error;
    });
    return this.#authorities;
  }

  /** A connection that is ready for requests. Throws as the system does, or `proxyError`, or `settingError`. */
  open(target: ConnectionTarget): Promise<Socket> {
    return this.#open(target, originOf(target) === this.#options.signedInTo ? 'signedIn' : 'server');
  }

  /**
   * The same with whoever is there, trusted or not, and without a client certificate: only to look at what he shows.
   * Nothing may be sent to him.
   */
  look(target: ConnectionTarget): Promise<Socket> {
    return this.#open(target, 'anybody');
  }

  /** Whether a client certificate is set for the origin, and it is the one that may see it. */
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
    return this.#heard(await opened(connector, httpSocket === undefined ? target : { ...target, httpSocket }));
  }

  #heard(socket: Socket): Socket {
    const { localPort } = socket;
    const remember = (error: Error): void => {
      if (localPort !== undefined && codeOf(error).startsWith('ERR_SSL_')) this.#lastWords.set(localPort, error);
    };
    if (localPort !== undefined) this.#lastWords.delete(localPort);
    return socket.on('error', remember);
  }

  /** The raw connection to the other side of the proxy. */
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
      // Said, so that no environment can say otherwise. A server's certificate is verified whatever is set.
      rejectUnauthorized: kind === 'proxy' ? network.proxy.isVerified : kind !== 'anybody',
      ...(context === undefined ? {} : { secureContext: context }),
    });
  }
}
