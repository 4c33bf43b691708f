// Sends HTTP requests over undici, and transfers files.
// Bundled separately and loaded for the first request. Other modules may import only types from this file.
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { RawResponse } from './call.ts';

import { errorCodeOf, proxyError } from './network/connectErrors.ts';
import { Connections, type UsableRoute } from './network/connections.ts';
import { type ConnectionInspection, inspectNetworkPath } from './network/inspect.ts';
import { defaultNetworkConfiguration, type NetworkConfiguration } from './network/network.ts';
import { type ResolveProxy, unavailableResolver } from './network/resolver.ts';
import { Agent, request } from './network/undici.ts';

/** Where a request is sent. */
interface RequestTarget {
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

/** A request with its final URL, headers and body. The transport does not retry it, and follows no redirects. */
export interface TransportRequest extends RequestTarget {
  readonly method: string;
  readonly body: string | undefined;
}

/** A POST whose body is streamed. */
export interface UploadRequest extends RequestTarget {
  /**
   * The next chunk is read only when the connection is ready to send it, so the iterable can report the progress. An
   * error that the iterable throws ends the upload.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Total number of bytes. */
  readonly length: number;
}

/** A GET whose response is a file. */
export interface DownloadRequest extends RequestTarget {
  /**
   * The maximum size in bytes. A larger download is aborted as soon as its `content-length` or the number of received
   * bytes is too large.
   */
  readonly maxBytes: number;
  /** Called with the number of bytes received so far, and with the total if the response has a `content-length`. */
  readonly onReceived: (bytes: number, total: number | undefined) => void;
}

/** A response with any status, and with its body as bytes. */
export interface FileResponse {
  readonly status: number;
  readonly headers: RawResponse['headers'];
  readonly bytes: Uint8Array;
}

/**
 * Sends requests. The methods resolve with a response of any status, including a redirect, which is never followed, and
 * reject with the unchanged error of undici or Node.
 */
export interface Transport {
  /** Sends a request, and reads the body of the response as text. */
  exchange(request: TransportRequest): Promise<RawResponse>;
  /** Sends a POST with a streamed body. */
  upload(upload: UploadRequest): Promise<RawResponse>;
  /** Sends a GET, and reads the response as bytes. */
  download(download: DownloadRequest): Promise<FileResponse>;
  /**
   * Inspects the connection to a server (proxy, DNS, TLS, certificates) without sending a request. Rejects only when
   * the signal is aborted.
   */
  inspect(origin: string, signal: AbortSignal): Promise<ConnectionInspection>;
  /** Aborts all requests in flight and closes all connections. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /**
   * Returns the configuration. Called before each request. When the function returns another object than before, new
   * connections are opened. Default: no proxy, and the certificates that Node trusts.
   */
  readonly network?: () => NetworkConfiguration;
  /**
   * Called if neither `http.proxy` nor the environment names a proxy. Default: `unavailableResolver`, so that
   * servers are connected directly.
   */
  readonly resolveProxy?: ResolveProxy;
  /** The only origin that a client certificate may be sent to, if one is configured for this origin. */
  readonly signedInOrigin?: string;
  /** The maximum size of a response body, in bytes. A response with a larger body is aborted. Default 32 MiB. */
  readonly maxResponseBodyBytes?: number;
  readonly connectTimeoutMs?: number;
}

const MAX_RESPONSE_BODY_BYTES = 32 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 8;
const NO_LIMIT = -1;
/** How often the route of a request is determined again because the configuration has changed. */
const MAX_ROUTES = 5;
const PROXY_AUTHENTICATION = 407;

type UndiciResponse = Awaited<ReturnType<typeof request>>;

interface AgentRequest extends RequestTarget {
  readonly method: string;
  readonly body: string | AsyncIterable<Uint8Array> | null;
}

function createAgent(connect: Connections['connectToServer'], maxResponseSize: number): Agent {
  return new Agent({
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    maxResponseSize,
    // The middleware `deadline` limits the time. undici's own timers are off, because their errors would be reported as
    // a different kind of fault.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });
}

/** The agents of one network configuration. They open no connection before the first request. */
class Agents {
  readonly connections: Connections;
  readonly #apiAgent: Agent;
  /**
   * Files need a separate agent without a size limit, because undici has one size limit for all responses of an agent.
   */
  readonly #fileAgent: Agent;
  /** Sends http requests through a proxy. There is no tunnel: the proxy receives a request with an absolute URL. */
  readonly #proxyAgent: Agent;

  constructor(connections: Connections, limit: number) {
    this.connections = connections;
    this.#apiAgent = createAgent(connections.connectToServer, limit);
    this.#fileAgent = createAgent(connections.connectToServer, NO_LIMIT);
    this.#proxyAgent = createAgent(connections.connectToProxy, NO_LIMIT);
  }

  async sendRequest(
    kind: 'response' | 'file',
    route: UsableRoute,
    { url, headers, ...rest }: AgentRequest,
  ): Promise<UndiciResponse> {
    const { origin, protocol, host, pathname, search } = new URL(url);
    if (route.kind === 'direct' || protocol === 'https:') {
      const agent = kind === 'file' ? this.#fileAgent : this.#apiAgent;
      try {
        return await request.call(agent, { ...rest, origin, path: pathname + search, headers });
      } catch (thrown) {
        throw this.connections.underlyingErrorOf(thrown);
      }
    }
    const { origin: proxy, authorization } = route.proxy;
    const proxyHeaders = {
      ...headers,
      host,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    };
    const response = await request.call(this.#proxyAgent, {
      ...rest,
      origin: proxy,
      path: origin + pathname + search,
      headers: proxyHeaders,
    });
    if (response.statusCode !== PROXY_AUTHENTICATION) return response;
    await response.body.text();
    throw proxyError(new URL(proxy).host, String(PROXY_AUTHENTICATION));
  }

  /** Resolves when the requests in flight have ended. */
  async close(): Promise<void> {
    await Promise.all([this.#apiAgent.close(), this.#fileAgent.close(), this.#proxyAgent.close()]);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#apiAgent.destroy(), this.#fileAgent.destroy(), this.#proxyAgent.destroy()]);
  }
}

function lowerCaseHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

/** The error for a file that is too large. undici uses the same code for its limit, which cannot be set per request. */
function tooLargeError(): Error {
  return Object.assign(new Error('The response is too large'), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
}

const DECODERS: ReadonlyMap<string, (data: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>> =
  new Map([
    ['gzip', promisify(gunzip)],
    ['x-gzip', promisify(gunzip)],
    ['deflate', promisify(inflate)],
    ['br', promisify(brotliDecompress)],
  ]);

/** Reads a body that the server, or a proxy, has compressed without being asked, which HTTP permits. */
async function readText({ body, headers }: UndiciResponse, maxOutputLength: number): Promise<string> {
  const decode = DECODERS.get(String(headers['content-encoding'] ?? '').toLowerCase());
  if (decode === undefined) return body.text();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const data = Buffer.concat(chunks);
  try {
    return (await decode(data, { maxOutputLength })).toString();
  } catch (error) {
    if (errorCodeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLargeError();
    // Not compressed as the header says: the text is reported as it is.
    return data.toString();
  }
}

async function readFile(response: UndiciResponse, { maxBytes, onReceived }: DownloadRequest): Promise<FileResponse> {
  const headers = lowerCaseHeaders(response.headers);
  const contentLength = Number(headers['content-length'] ?? Number.NaN);
  const chunks: Uint8Array[] = [];
  let receivedBytes = 0;
  for await (const chunk of response.body) {
    receivedBytes += chunk.byteLength;
    if (receivedBytes > maxBytes || contentLength > maxBytes) throw tooLargeError();
    chunks.push(chunk);
    onReceived(receivedBytes, Number.isNaN(contentLength) ? undefined : contentLength);
  }
  return { status: response.statusCode, headers, bytes: Buffer.concat(chunks) };
}

/** Creates a transport that uses its own keep-alive connections and no process-wide state. */
export function createTransport(options: TransportOptions = {}): Transport {
  const {
    network = () => defaultNetworkConfiguration,
    resolveProxy = unavailableResolver,
    signedInOrigin,
    maxResponseBodyBytes = MAX_RESPONSE_BODY_BYTES,
    connectTimeoutMs: timeoutMs = CONNECT_TIMEOUT_MS,
  } = options;
  const createConnections = (settings: NetworkConfiguration): Connections =>
    new Connections({ network: settings, resolveProxy, signedInOrigin, timeoutMs });
  const newAgents = (settings: NetworkConfiguration): Agents =>
    new Agents(createConnections(settings), maxResponseBodyBytes);
  let currentAgents = newAgents(network());
  const replacedAgents = new Set<Agents>();
  const agentsForNetwork = (): Agents => {
    const settings = network();
    if (settings === currentAgents.connections.network) return currentAgents;
    const oldAgents = currentAgents;
    replacedAgents.add(oldAgents);
    void oldAgents.close().then(() => replacedAgents.delete(oldAgents));
    currentAgents = newAgents(settings);
    return currentAgents;
  };
  const sendRequest = async (kind: 'response' | 'file', agentRequest: AgentRequest): Promise<UndiciResponse> => {
    const origin = new URL(new URL(agentRequest.url).origin);
    for (let attempt = 1; ; attempt += 1) {
      const agents = agentsForNetwork();
      const route = await agents.connections.routeTo(origin);
      // If the configuration has changed in the meantime, there are new agents, and these accept no more requests.
      if (attempt === MAX_ROUTES || agents === agentsForNetwork()) return agents.sendRequest(kind, route, agentRequest);
    }
  };
  return {
    async exchange({ method, url, headers, body, signal }) {
      const response = await sendRequest('response', { url, method, headers, body: body ?? null, signal });
      return {
        status: response.statusCode,
        headers: lowerCaseHeaders(response.headers),
        body: await readText(response, maxResponseBodyBytes),
      };
    },
    async upload({ url, headers, body, length, signal }) {
      const headersWithLength = { ...headers, 'content-length': String(length) };
      const response = await sendRequest('response', {
        url,
        method: 'POST',
        headers: headersWithLength,
        body,
        signal,
      });
      return {
        status: response.statusCode,
        headers: lowerCaseHeaders(response.headers),
        body: await readText(response, maxResponseBodyBytes),
      };
    },
    async download(download) {
      const { url, headers, signal } = download;
      return readFile(await sendRequest('file', { url, method: 'GET', headers, body: null, signal }), download);
    },
    // Uses new connections: certificates are not available on a connection that resumes an earlier TLS session.
    inspect: (origin, signal) => inspectNetworkPath(createConnections(network()), origin, signal),
    close: async () => {
      await Promise.all([...replacedAgents, currentAgents].map((oldOrCurrent) => oldOrCurrent.destroy()));
    },
  };
}
