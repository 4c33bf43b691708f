// Owns the wire: one HTTP exchange over undici, and files on their way to and from an object store. Bundled apart and loaded at the first request, so it shares types with the rest, never code.
// Only the agent and its request are loaded, by their deep paths: the package's front door takes over the host's process-wide dispatcher.
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { RawAnswer } from './call.ts';

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
  /** The next part is taken when the connection has room for it, so that whoever makes the parts can tell how far it got. What it throws ends the sending. */
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

/** Each resolves with any answer, whatever its status; a redirect is an answer and is never followed. Each rejects with the raw error. */
export interface Wire {
  exchange(request: WireRequest): Promise<RawAnswer>;
  /** Exchanges a streamed body for an answer. */
  send(upload: WireUpload): Promise<RawAnswer>;
  /** Takes in a file. */
  receive(download: WireDownload): Promise<WireFile>;
  /** Ends every exchange under way and every idle connection. */
  close(): Promise<void>;
}

export interface WireOptions {
  /** Certificates in PEM trusted besides or instead of the built-in ones, as node's TLS takes them. Default: the built-in ones. */
  readonly ca?: readonly string[];
  /** False trusts any certificate. Default true. */
  readonly rejectUnauthorized?: boolean;
  /** Answers whose body is larger are broken off. Default 32 MiB. */
  readonly maxBodyBytes?: number;
  readonly connectTimeoutMs?: number;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 8;
const NO_LIMIT = -1;

type Answered = Awaited<ReturnType<typeof request>>;

function agentOptions(options: WireOptions, maxResponseSize: number): Readonly<Record<string, unknown>> {
  return {
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    maxResponseSize,
    // Time is the deadline layer's: two clocks on one exchange would give one fault two names.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      rejectUnauthorized: options.rejectUnauthorized ?? true,
      ...(options.ca === undefined ? {} : { ca: [...options.ca] }),
    },
  };
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  );
}

function target(url: string): { readonly origin: string; readonly path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
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
export function openWire(options: WireOptions = {}): Wire {
  const limit = options.maxBodyBytes ?? MAX_BODY_BYTES;
  const agent = new Agent(agentOptions(options, limit));
  // Agents open nothing until they are asked; files have one of their own, because the limit on answers is an agent's.
  const files = new Agent(agentOptions(options, NO_LIMIT));
  return {
    async exchange({ method, url, headers, body, signal }) {
      const answer = await request.call(agent, { ...target(url), method, headers, body: body ?? null, signal });
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: await answer.body.text() };
    },
    async send({ url, headers, body, length, signal }) {
      const sized = { ...headers, 'content-length': String(length) };
      const answer = await request.call(agent, { ...target(url), method: 'POST', headers: sized, body, signal });
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: await answer.body.text() };
    },
    async receive(download) {
      const { url, headers, signal } = download;
      return taken(await request.call(files, { ...target(url), method: 'GET', headers, body: null, signal }), download);
    },
    close: async () => {
      await Promise.all([agent.destroy(), files.destroy()]);
    },
  };
}
