// Defines a credential: a key or a token, and the one origin that it may be sent to.
import type { Secret } from '../std/secret.ts';

export interface Credential {
  /** An API key is sent in `X-API-Key`, an OAuth access token in `Authorization: Bearer` (specification §5). */
  readonly kind: 'key' | 'token';
  readonly secret: Secret;
  /**
   * Scheme, host and port of the server that the credential belongs to. The key or token is never sent to another
   * origin.
   */
  readonly origin: string;
}
