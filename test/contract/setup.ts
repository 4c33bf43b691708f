// Owns what the contract suite stands on: somewhere to send requests, and what only a service of our own can be given.
import type { Dialect } from '../../src/server/dialect.ts';

/** Takes requests, with a credential to send along. */
export interface Door {
  /** Origin, without a slash at the end. */
  readonly baseUrl: string;
  readonly credential: Readonly<Record<string, string>>;
  /** Takes addresses of the object store too. Follows no redirect. */
  fetch(address: string, init: RequestInit): Promise<Response>;
}

/** What only a service of our own can be given. */
export interface House {
  readonly dialect: Dialect;
  /** Milliseconds since the epoch, by the service's clock. */
  now(): number;
  /** Its key has expired. */
  readonly expired: Door;
  /** Its token has a scope that opens nothing. */
  readonly narrow: Door;
  /** Has nothing left of its allowance, and will not for a minute. */
  readonly spent: Door;
}

export interface Setup extends Door {
  readonly name: string;
  /** Slug of the workspace. */
  readonly workspace: string;
  /** Undefined at a stranger's: nothing but the API is known of it. */
  readonly house: House | undefined;
  stop(): Promise<void>;
}

/**
 * Why a case was not held, which is neither a success nor a failure: the server's edition lacks the row, the case
 * cannot be put to it, or it takes what the contract refuses.
 */
export class Unheld extends Error {
  readonly kind: 'lacking' | 'inapplicable' | 'laxer';

  constructor(kind: Unheld['kind'], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined when there is no body; text when it is no JSON. */
  readonly body: unknown;
}

interface Sent {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  /** In place of the door's own. */
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
