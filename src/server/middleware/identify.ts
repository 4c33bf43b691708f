// Authenticates requests: checks the credential in the headers (§5).
import { createHash } from 'node:crypto';
import type { Clock } from '../../std/clock.ts';
import type { Dialect } from '../dialect.ts';
import { forbidden, unauthenticated } from '../refusal.ts';

/** A credential that the server accepts. */
export interface RequestCredential {
  readonly text: string;
  /** Scopes of an access token; an API key has them all. */
  readonly scopes: 'all' | readonly string[];
  /** When it expires, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
}

/** A recognized credential, without its text. */
export interface Identity {
  /** The same for every request with the same credential; reveals nothing about its text. */
  readonly fingerprint: string;
  readonly scopes: 'all' | ReadonlySet<string>;
}

const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Recognizes credentials. They are looked up by fingerprint, so that neither their text nor the time of comparing it
 * leaks.
 */
export class Authenticator {
  readonly #known: ReadonlyMap<string, RequestCredential>;
  readonly #clock: Clock;

  constructor(credentials: readonly RequestCredential[], clock: Clock) {
    this.#known = new Map(credentials.map((credential) => [fingerprintOf(credential.text), credential]));
    this.#clock = clock;
  }

  /** Returns the identity of these headers; `missing` without a credential, `wrong` if it is unknown or expired. */
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

/** Returns the credential in the headers. Open-source servers know API keys only and ignore a token. */
function presented(headers: Headers, dialect: Dialect): string | undefined {
  if (dialect === 'community') return headers.get('X-API-Key')?.trim() || undefined;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('Authorization')?.trim() ?? '');
  return headers.get('X-API-Key')?.trim() || bearer?.[1];
}

/**
 * Returns the identity.
 * @throws Refusal 401 with the reason if there is none; from open-source servers, 403 for a wrong key.
 */
export function admitted(found: Identity | 'missing' | 'wrong', dialect: Dialect): Identity {
  if (found === 'missing') throw unauthenticated('Authentication credentials were not provided.');
  if (found === 'wrong') throw (dialect === 'community' ? forbidden : unauthenticated)('Given API token is not valid');
  return found;
}

/** Throws a 403 that names the scope if a token does not have it. */
export function requireScope(identity: Identity, scope: string | null): void {
  if (scope === null || identity.scopes === 'all' || identity.scopes.has(scope)) return;
  throw forbidden(`The access token does not have the scope ${scope}.`);
}
