// Owns what a credential is: a key or a token, and the one origin that may see it.
import type { Secret } from '../std/secret.ts';

export interface Credential {
  /** An API key goes into `X-API-Key`, an OAuth access token into `Authorization: Bearer` (§5). */
  readonly kind: 'key' | 'token';
  readonly secret: Secret;
  /** Scheme, host and port it was stored with; it is sent nowhere else. */
  readonly origin: string;
}
