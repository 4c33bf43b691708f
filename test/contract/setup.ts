// Defines the server under test, and the function that sends a request to the server.
import type { Dialect } from '../../src/server/http/dialect.ts';

/** A server with the credential for its requests. */
export interface Endpoint {
  /** The origin of the server, without a slash at the end. */
  readonly baseUrl: string;
  readonly credential: Readonly<Record<string, string>>;
  /** Sends a request to any URL of the API or the object store. */
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Features of the local server that cannot be tested on a foreign server. */
export interface OwnServer {
  readonly dialect: Dialect;
  /** Returns the time of the server's clock, in milliseconds since the epoch. */
  now(): number;
  /** A server whose API key has expired. */
  readonly expiredKeyEndpoint: Endpoint;
  /** A server with an access token whose only scope permits no operation. */
  readonly noScopeEndpoint: Endpoint;
  /** A server whose rate limit has been reached. */
  readonly rateLimitedEndpoint: Endpoint;
}

export interface Setup extends Endpoint {
  readonly name: string;
  /** Slug of the workspace. */
  readonly workspace: string;
  /**
   * The additional features of the local server; undefined for a foreign server, which is accessible only through its
   * API.
   */
  readonly ownServer: OwnServer | undefined;
  stop(): Promise<void>;
}

/**
 * Thrown by a case that neither passed nor failed. `unsupported`: the server's edition does not include the operation;
 * `inapplicable`: the case cannot be tested on this server; `lenient`: the server accepts an invalid request.
 */
export class NotTestedError extends Error {
  readonly kind: 'unsupported' | 'inapplicable' | 'lenient';

  constructor(kind: NotTestedError['kind'], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; the text of a body that is not JSON; undefined for an empty body. */
  readonly body: unknown;
}

interface RequestOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that are sent instead of the credential headers of the endpoint. */
  readonly credential?: Readonly<Record<string, string>>;
}

/** Sends one request to a path of the API, without following redirects, and reads the response. */
export async function sendApiRequest(
  endpoint: Endpoint,
  method: string,
  path: string,
  { body, query, credential }: RequestOptions = {},
): Promise<ApiResponse> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const response = await endpoint.fetch(endpoint.baseUrl + path + search, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...(credential ?? endpoint.credential) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : parseBody(text) };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return text;
    throw cause;
  }
}
