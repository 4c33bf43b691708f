// Owns the wire: one HTTP exchange over undici. Bundled apart and loaded at the first request, so it shares types with the rest, never code.
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

export interface Wire {
  /** Resolves with any answer, whatever its status; a redirect is an answer and is never followed. Rejects with the raw error. */
  exchange(request: WireRequest): Promise<RawAnswer>;
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

function agentOptions(options: WireOptions): Readonly<Record<string, unknown>> {
  return {
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    maxResponseSize: options.maxBodyBytes ?? MAX_BODY_BYTES,
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

/** Opens a wire with connections of its own, kept alive between exchanges. Nothing process-wide is read or set. */
export function openWire(options: WireOptions = {}): Wire {
  const agent = new Agent(agentOptions(options));
  return {
    async exchange({ method, url, headers, body, signal }) {
      const { origin, pathname, search } = new URL(url);
      const answer = await request.call(agent, { origin, path: pathname + search, method, headers, body: body ?? null, signal });
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: await answer.body.text() };
    },
    close: () => agent.destroy(),
  };
}
