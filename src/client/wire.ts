// Sends HTTP requests over undici, and transfers files.
// Bundled separately and loaded with the first request, so other modules share its types, never its code.
import type { RawAnswer } from './call.ts';
import { Connections } from './network/connections.ts';
import { type ConnectionInspection, inspect } from './network/inspect.ts';
import { type Network, plainNetwork } from './network/network.ts';
import { proxyError } from './network/refusal.ts';
import { Agent, request } from './network/undici.ts';

/** One request, sent as it is. */
export interface WireRequest {
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A POST whose body is streamed. */
export interface WireUpload {
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The next part is read when the connection can take it, so the source knows the progress. An error that it
   * throws ends the upload.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Total number of bytes. */
  readonly length: number;
  readonly signal: AbortSignal | undefined;
}

/** A GET whose response is a file. */
export interface WireDownload {
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A download that is larger is aborted, whether its length was announced or not. */
  readonly maxBytes: number;
  /** Called with the bytes received so far, and with the total when the response has a length. */
  readonly onReceived: (bytes: number, total: number | undefined) => void;
  readonly signal: AbortSignal | undefined;
}

/** A response with any status, with its unchanged body. */
export interface WireFile {
  readonly status: number;
  readonly headers: RawAnswer['headers'];
  readonly bytes: Uint8Array;
}

/**
 * Each method resolves with any response, whatever its status; a redirect is a response and is never followed. Each
 * rejects with the raw error.
 */
export interface Wire {
  exchange(request: WireRequest): Promise<RawAnswer>;
  /** Sends a streamed body. */
  send(upload: WireUpload): Promise<RawAnswer>;
  /** Downloads a file. */
  receive(download: WireDownload): Promise<WireFile>;
  /** Inspects the route to a server; sends no request. Rejects only when the signal is aborted. */
  inspect(origin: string, signal: AbortSignal): Promise<ConnectionInspection>;
  /** Ends all requests in flight and closes idle connections. */
  close(): Promise<void>;
}

export interface WireOptions {
  /**
   * Called before each request: when it returns another object than before, new connections are opened. Default: no
   * proxy, and the certificates that Node trusts.
   */
  readonly network?: () => Network;
  /** The one origin that its configured client certificate may be sent to. */
  readonly signedInTo?: string;
  /** A response whose body is larger is aborted. Default 32 MiB. */
  readonly maxBodyBytes?: number;
  readonly connectTimeoutMs?: number;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 8;
const NO_LIMIT = -1;
const PROXY_AUTHENTICATION = 407;

type Answered = Awaited<ReturnType<typeof request>>;

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array> | null;
  readonly signal: AbortSignal | undefined;
}

function openAgent(connect: Connections['toServer'], maxResponseSize: number): Agent {
  return new Agent({
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    maxResponseSize,
    // The deadline layer limits the time: with two timers on one request, one fault would have two names.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });
}

/** The agents of one network configuration. They open no connection before the first request. */
class Agents {
  readonly connections: Connections;
  readonly #answers: Agent;
  /** Files have an agent of their own, because the size limit of responses belongs to an agent. */
  readonly #files: Agent;
  /** Sends requests with absolute addresses to a proxy, as is usual for http. */
  readonly #proxied: Agent;

  constructor(connections: Connections, limit: number) {
    this.connections = connections;
    this.#answers = openAgent(connections.toServer, limit);
    this.#files = openAgent(connections.toServer, NO_LIMIT);
    this.#proxied = openAgent(connections.toProxy, NO_LIMIT);
  }

  async ask(kind: 'answer' | 'file', { url, headers, ...more }: Asked): Promise<Answered> {
    const { origin, protocol, host, pathname, search } = new URL(url);
    const route = this.connections.routeTo(new URL(origin));
    if (route.kind === 'straight' || protocol === 'https:') {
      const agent = kind === 'file' ? this.#files : this.#answers;
      try {
        return await request.call(agent, { ...more, origin, path: pathname + search, headers });
      } catch (thrown) {
        throw this.connections.reasonOf(thrown);
      }
    }
    const { origin: proxy, authorization } = route.proxy;
    const signed = {
      ...headers,
      host,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    };
    const answer = await request.call(this.#proxied, {
      ...more,
      origin: proxy,
      path: origin + pathname + search,
      headers: signed,
    });
    if (answer.statusCode !== PROXY_AUTHENTICATION) return answer;
    await answer.body.text();
    throw proxyError(new URL(proxy).host, String(PROXY_AUTHENTICATION));
  }

  /** Resolves when the requests in flight have ended. */
  async close(): Promise<void> {
    await Promise.all([this.#answers.close(), this.#files.close(), this.#proxied.close()]);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#answers.destroy(), this.#files.destroy(), this.#proxied.destroy()]);
  }
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

/** The same code as undici's: undici has no limit for a single response. */
function tooLarge(): Error {
  return Object.assign(new Error('The answer is too large'), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
}

async function taken(answer: Answered, { maxBytes, onReceived }: WireDownload): Promise<WireFile> {
  const headers = plainHeaders(answer.headers);
  const announced = Number(headers['content-length'] ?? Number.NaN);
  const parts: Uint8Array[] = [];
  let received = 0;
  for await (const part of answer.body) {
    received += part.byteLength;
    if (received > maxBytes || announced > maxBytes) throw tooLarge();
    parts.push(part);
    onReceived(received, Number.isNaN(announced) ? undefined : announced);
  }
  return { status: answer.statusCode, headers, bytes: Buffer.concat(parts) };
}

/** Creates a wire with its own keep-alive connections. Uses no process-wide state. */
export function createWire(options: WireOptions = {}): Wire {
  const {
    network = () => plainNetwork,
    signedInTo,
    maxBodyBytes = MAX_BODY_BYTES,
    connectTimeoutMs: timeoutMs = CONNECT_TIMEOUT_MS,
  } = options;
  const connect = (settings: Network): Connections => new Connections({ network: settings, signedInTo, timeoutMs });
  const open = (settings: Network): Agents => new Agents(connect(settings), maxBodyBytes);
  let current = open(network());
  const left = new Set<Agents>();
  const agents = (): Agents => {
    const settings = network();
    if (settings === current.connections.network) return current;
    const before = current;
    left.add(before);
    void before.close().then(() => left.delete(before));
    current = open(settings);
    return current;
  };
  return {
    async exchange({ method, url, headers, body, signal }) {
      const answer = await agents().ask('answer', { url, method, headers, body: body ?? null, signal });
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: await answer.body.text() };
    },
    async send({ url, headers, body, length, signal }) {
      const sized = { ...headers, 'content-length': String(length) };
      const answer = await agents().ask('answer', { url, method: 'POST', headers: sized, body, signal });
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: await answer.body.text() };
    },
    async receive(download) {
      const { url, headers, signal } = download;
      return taken(await agents().ask('file', { url, method: 'GET', headers, body: null, signal }), download);
    },
    // Over separate connections: one that resumes an earlier TLS session shows no certificates.
    inspect: (origin, signal) => inspect(connect(network()), origin, signal),
    close: async () => {
      await Promise.all([...left, current].map((one) => one.destroy()));
    },
  };
}
