// Authenticates requests: checks the credential in the headers (specification §5).
import { createHash } from 'node:crypto';
import type { Clock } from '../../std/clock.ts';
import type { Dialect } from '../http/dialect.ts';
import { forbidden, unauthenticated } from '../http/httpError.ts';

/** A credential that the server accepts. */
export interface RequestCredential {
  readonly text: string;
  /** Scopes of an access token; `all` for an API key. */
  readonly scopes: 'all' | readonly string[];
  /** The id of the user; by default, the caller of the workspace. */
  readonly user?: string;
  /** The time of expiry, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
}

/** A valid credential, without its text. */
export interface Identity {
  /** A hash that identifies the credential without revealing its text. */
  readonly fingerprint: string;
  readonly scopes: 'all' | ReadonlySet<string>;
  readonly user: string | undefined;
}

const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Identifies the credentials of requests. Credentials are looked up by a hash, so the response time reveals nothing
 * about the text of a valid credential.
 */
export class Authenticator {
  readonly #credentialByFingerprint: ReadonlyMap<string, RequestCredential>;
  readonly #clock: Clock;

  constructor(credentials: readonly RequestCredential[], clock: Clock) {
    this.#credentialByFingerprint = new Map(
      credentials.map((credential) => [fingerprintOf(credential.text), credential]),
    );
    this.#clock = clock;
  }

  /**
   * Returns the identity for the credential in the headers, `missing` if there is no credential, and `wrong` if the
   * credential is unknown or expired.
   */
  identify(headers: Headers, dialect: Dialect): Identity | 'missing' | 'wrong' {
    const text = credentialIn(headers, dialect);
    if (text === undefined) return 'missing';
    const fingerprint = fingerprintOf(text);
    const credential = this.#credentialByFingerprint.get(fingerprint);
    if (credential === undefined || (credential.expiresAt ?? Number.POSITIVE_INFINITY) <= this.#clock.now())
      return 'wrong';
    const scopes = credential.scopes === 'all' ? 'all' : new Set(credential.scopes);
    return { fingerprint, scopes, user: credential.user };
  }
}

/** Returns the text of the credential in the headers. Open-source servers accept API keys only, and ignore a token. */
function credentialIn(headers: Headers, dialect: Dialect): string | undefined {
  if (dialect === 'community') return headers.get('X-API-Key')?.trim() || undefined;
  const bearerMatch = /^Bearer +(\S+)$/i.exec(headers.get('Authorization')?.trim() ?? '');
  return headers.get('X-API-Key')?.trim() || bearerMatch?.[1];
}

/**
 * Returns the identity of an authenticated request.
 * @throws HttpError 401 if the credential is missing or wrong; 403 if it is wrong in the open-source dialect.
 */
export function requireIdentity(authentication: Identity | 'missing' | 'wrong', dialect: Dialect): Identity {
  if (authentication === 'missing') throw unauthenticated('Authentication credentials were not provided.');
  if (authentication === 'wrong')
    throw (dialect === 'community' ? forbidden : unauthenticated)('Given API token is not valid');
  return authentication;
}

/** @throws HttpError 403 with the name of the scope if the credential is a token without this scope. */
export function requireScope(identity: Identity, scope: string | null): void {
  if (scope === null || identity.scopes === 'all' || identity.scopes.has(scope)) return;
  throw forbidden(`The access token does not have the scope ${scope}.`);
}
