// Owns the wire: one HTTP exchange over undici, and files on their way to and from an object store. Bundled apart and
// loaded at the first request, so it shares types with the rest, never code.
import type { RawAnswer } from './call.ts';
import { Connections } from './network/connections.ts';
import { type Inspection, inspect } from './network/inspect.ts';
import { type Network, plainNetwork } from './network/network.ts';
import { proxyError } from './network/refusal.ts';
import { Agent, request } from './network/undici.ts';

/** One request, ready to be sent as it is. */
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
   * The next part is taken when the connection has room for it, so that whoever makes the parts can tell how far it
   * got. What it throws ends the sending.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Bytes in all. */
  readonly length: number;
  readonly signal: AbortSignal | undefined;
}

/** A GET whose answer is a file. */
export interface WireDownload {
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A larger file is broken off, announced or not. */
  readonly maxBytes: number;
  /** Told with the bytes that have come so far, and with how many there will be where the answer says so. */
  readonly onReceived: (bytes: number, total: number | undefined) => void;
  readonly signal: AbortSignal | undefined;
}

/** An answer, any status, with its body as it came. */
export interface WireFile {
  readonly status: number;
  readonly headers: RawAnswer['headers'];
  readonly bytes: Uint8Array;
}

/**
 * Each resolves with any answer, whatever its status; a redirect is an answer and is never followed. Each rejects with
 * the raw error.
 */
export interface Wire {
  exchange(request: WireRequest): Promise<RawAnswer>;
  /** Exchanges a streamed body for an answer. */
  send(upload: WireUpload): Promise<RawAnswer>;
  /** Takes in a file. */
  receive(download: WireDownload): Promise<WireFile>;
  /**
   * Goes the way to a server and says what is found on it; no request is sent. Rejects only when the signal is aborted.
   */
  inspect(origin: string, signal: AbortSignal): Promise<Inspection>;
  /** Ends every exchange under way and every idle connection. */
  close(): Promise<void>;
}

export interface WireOptions {
  /**
   * Asked before each exchange: with another object than before, connections are made anew. Default: no proxy, and the
   * certificates that Node trusts.
   */
  readonly network?: () => Network;
  /** The origin that may see the client certificate which is set for it. */
  readonly signedInTo?: string;
  /** Answers whose body is larger are broken off. Default 32 MiB. */
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
    // Time is the deadline layer's: two clocks on one exchange would give one fault two names.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });
}

/** The agents for one saying about the network. They open nothing until they are asked. */
class Agents {
  readonly connections: Connections;
  readonly #answers: Agent;
  /** Files have agents of their own, because the limit on answers is an agent's. */
  readonly #files: Agent;
  /** To a proxy that is asked for whole addresses, as proxies are for http. */
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

  /** Lets what is under way end. */
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

/** In the words of undici, which knows no limit for one answer alone. */
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

/** Opens a wire with connections of its own, kept alive between exchanges. Nothing process-wide is read or set. */
export function createWire(options: WireOptions = {}): Wire {
  const {
    network = () => plainNetwork,
    signedInTo,
    maxBodyBytes = MAX_BODY_BYTES,
    connectTimeoutMs: timeoutMs = CONNECT_TIMEOUT_MS,
  } = options;
  const connect = (said: Network): Connections => new Connections({ network: said, signedInTo, timeoutMs });
  const open = (said: Network): Agents => new Agents(connect(said), maxBodyBytes);
  let current = open(network());
  const left = new Set<Agents>();
  const agents = (): Agents => {
    const said = network();
    if (said === current.connections.network) return current;
    const before = current;
    left.add(before);
    void before.close().then(() => left.delete(before));
    current = open(said);
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
    // By connections of its own: one that takes up an earlier session of TLS shows no certificates.
    inspect: (origin, signal) => inspect(connect(network()), origin, signal),
    close: async () => {
      await Promise.all([...left, current].map((one) => one.destroy()));
    },
  };
}
