// Adds the authentication header: the only place in the client where the secret is revealed.

import { ApiError } from '../apiError.ts';
import type { Layer } from '../call.ts';
import type { Credential } from '../credential.ts';

/** Characters that are valid in the header. */
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
 * @throws ApiError (`unauthorized`, status 0), and sends nothing, when the call's address is not of the credential's
 *   origin.
 */
export function authenticate(credential: Credential, baseUrl: string): Layer {
  return (next) => async (call) => {
    if (new URL(baseUrl + call.target).origin !== credential.origin)
      throw unsigned('The key or token belongs to another address.');
    return next({ ...call, headers: { ...call.headers, ...header(credential) } });
  };
}
