// Owns the header that signs a request: the only place in this room where the secret is revealed.

import { ApiError } from '../apiError.ts';
import type { Layer } from '../call.ts';
import type { Credential } from '../credential.ts';

/** What may stand in a header. */
const SENDABLE = /^[\x21-\x7e]+$/;

function unsigned(detail: string): ApiError {
  return new ApiError({ kind: 'unauthorized', status: 0, detail });
}

function header({ kind, secret }: Credential): Readonly<Record<string, string>> {
  const text = secret.reveal();
  if (!SENDABLE.test(text)) throw unsigned('The key or token is empty or holds characters that cannot be sent.');
  return kind === 'key' ? { 'x-api-key': text } : { authorization: `Bearer ${text}` };
}

/**
 * Throws `unsigned` with status 0, and sends nothing, where the call's address is not of the origin that the credential
 * belongs to.
 */
export function authenticate(credential: Credential, baseUrl: string): Layer {
  return (next) => async (call) => {
    if (new URL(baseUrl + call.target).origin !== credential.origin)
      throw unsigned('The key or token belongs to another address.');
    return next({ ...call, headers: { ...call.headers, ...header(credential) } });
  };
}
