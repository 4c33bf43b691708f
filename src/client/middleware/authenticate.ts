// Adds the authentication header. Only this file of the client reads the key or token.

import { ApiError } from '../apiError.ts';
import type { Middleware } from '../call.ts';
import type { Credential } from '../credential.ts';
import { mayReceiveKey } from '../plainHttp.ts';

/** A key or token that contains only characters that are valid in a header. */
const HEADER_SAFE_SECRET = /^[\x21-\x7e]+$/;

function credentialError(detail: string): ApiError {
  return new ApiError({ kind: 'unauthorized', status: 0, detail });
}

function authenticationHeader({ kind, secret }: Credential): Readonly<Record<string, string>> {
  const text = secret.reveal();
  if (!HEADER_SAFE_SECRET.test(text))
    throw credentialError('The key or token is empty or contains characters that cannot be sent.');
  return kind === 'key' ? { 'x-api-key': text } : { authorization: `Bearer ${text}` };
}

/**
 * Returns middleware that adds the header with the key or token to each call. The middleware sends nothing and throws
 * an ApiError: `unauthorized`, status 0, when the URL of a call has another origin than the credential, or when a
 * header cannot contain the key or token; `insecure` when the key would be sent without encryption and the user has not
 * chosen this. `isHttpAllowed` returns whether the user has chosen http for an origin.
 */
export function authenticate(
  credential: Credential,
  baseUrl: string,
  isHttpAllowed: (origin: string) => boolean = () => false,
): Middleware {
  return (next) => async (call) => {
    const url = baseUrl + call.target;
    if (new URL(url).origin !== credential.origin) throw credentialError('The key or token belongs to another server.');
    if (!mayReceiveKey(url, isHttpAllowed))
      throw new ApiError({ kind: 'network', reason: 'insecure', host: new URL(url).host, detail: '' });
    return next({ ...call, headers: { ...call.headers, ...authenticationHeader(credential) } });
  };
}
