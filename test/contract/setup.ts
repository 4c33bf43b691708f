// Defines where the contract suite sends its requests, and what only the local server provides.
import type { Dialect } from '../../src/server/dialect.ts';

/** Sends requests, with a credential. */
export interface Door {
  /** Origin, without a slash at the end. */
  readonly baseUrl: string;
  readonly credential: Readonly<Record<string, string>>;
  /** Also accepts addresses of the object store. Follows no redirect. */
  fetch(address: string, init: RequestInit): Promise<Response>;
}

/** What only the local server provides. */
export interface OwnServer {
  readonly dialect: Dialect;
  /** Milliseconds since the epoch, by the server's clock. */
  now(): number;
  /** A door whose key has expired. */
  readonly expired: Door;
  /** A door whose token has a scope that permits nothing. */
  readonly narrow: Door;
  /** A door whose rate limit is spent, for one more minute. */
  readonly spent: Door;
}

export interface Setup extends Door {
  readonly name: string;
  /** Slug of the workspace. */
  readonly workspace: string;
  /** Undefined for a foreign server: only its API is known. */
  readonly ownServer: OwnServer | undefined;
  stop(): Promise<void>;
}

/**
 * Why a case was not tested, which is neither a success nor a failure: the server's edition does not include the row,
 * the case does not apply to the server, or the server accepts what the contract rejects.
 */
export class NotTested extends Error {
  readonly kind: 'unsupported' | 'inapplicable' | 'lenient';

  constructor(kind: NotTested['kind'], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if there is no body; text if it is not JSON. */
  readonly body: unknown;
}

interface Sent {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** Replaces the credential of the door. */
  readonly credential?: Readonly<Record<string, string>>;
}

/** Sends one request to a path of the API and reads the answer. */
export async function ask(
  door: Door,
  method: string,
  path: string,
  { body, query, credential }: Sent = {},
): Promise<Answer> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const answer = await door.fetch(door.baseUrl + path + search, {
    method,
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...(credential ?? door.credential) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : readable(text) };
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return text;
    throw cause;
  }
}
