// Owns who is asking: credentials, and what a request's headers say about them (§5).
import { createHash } from 'node:crypto';
import type { Clock } from '../../std/clock.ts';
import type { Dialect } from '../dialect.ts';
import { forbidden, unauthenticated } from '../refusal.ts';

/** What the server accepts as proof. */
export interface RequestCredential {
  readonly text: string;
  /** Scopes of an access token; an API key has them all. */
  readonly scopes: 'all' | readonly string[];
  /** Milliseconds since the epoch, from when on it is refused. */
  readonly expiresAt?: number | undefined;
}

/** A recognised credential, without its text. */
export interface Identity {
  /** Same for every request with the same credential; tells nothing about its text. */
  readonly fingerprint: string;
  readonly scopes: 'all' | ReadonlySet<string>;
}

const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Recognises credentials. They are looked up by fingerprint, so neither their text nor the time it takes to compare it
 * leaks.
 */
export class Authenticator {
  readonly #known: ReadonlyMap<string, RequestCredential>;
  readonly #clock: Clock;

  constructor(credentials: readonly RequestCredential[], clock: Clock) {
    this.#known = new Map(credentials.map((credential) => [fingerprintOf(credential.text), credential]));
    this.#clock = clock;
  }

  /** Who sends these headers; `missing` without a credential, `wrong` with one that is unknown or expired. */
  identify(headers: Headers, dialect: Dialect): Identity | 'missing' | 'wrong' {
    const text = presented(headers, dialect);
    if (text === undefined) return 'missing';
    const fingerprint = fingerprintOf(text);
    const credential = this.#known.get(fingerprint);
    if (credential === undefined || (credential.expiresAt ?? Number.POSITIVE_INFINITY) <= this.#clock.now())
      return 'wrong';
    return { fingerprint, scopes: credential.scopes === 'all' ? 'all' : new Set(credential.scopes) };
  }
}

/** Open-source servers know keys only: a token counts as nothing. */
function presented(headers: Headers, dialect: Dialect): string | undefined {
  if (dialect === 'community') return headers.get('X-API-Key')?.trim() || undefined;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('Authorization')?.trim() ?? '');
  return headers.get('X-API-Key')?.trim() || bearer?.[1];
}

/** The identity, or the 401 that says why there is none; open-source servers answer a wrong key with 403. */
export function admitted(found: Identity | 'missing' | 'wrong', dialect: Dialect): Identity {
  if (found === 'missing') throw unauthenticated('Authentication credentials were not provided.');
  if (found === 'wrong') throw (dialect === 'community' ? forbidden : unauthenticated)('Given API token is not valid');
  return found;
}

/** Refuses with 403, naming the scope, when a token was not granted it. */
export function requireScope(identity: Identity, scope: string | null): void {
  if (scope === null || identity.scopes === 'all' || identity.scopes.has(scope)) return;
  throw forbidden(`The access token does not have the scope ${scope}.`);
}
