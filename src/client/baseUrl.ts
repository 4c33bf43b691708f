// Owns the base address of a service: what people paste, in the one form that we keep. Pure.
import { ApiError } from './apiError.ts';

function unfit(rule: string): ApiError {
  return new ApiError({ kind: 'invalidRequest', fields: { base_url: rule } });
}

/**
 * Strips slashes, `/api` and `/api/v1` from the end, and any query. Throws the fault `unfit` (field `base_url`) for
 * what is no http(s) address, or holds a name and password.
 */
export function normalizeBaseUrl(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) throw unfit('Use a full address such as https://plane.example.org');
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw unfit('Use an address that starts with https:// or http://');
  if (url.username !== '' || url.password !== '') throw unfit('Leave the name and password out of the address');
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/, '')
      .replace(/\/api(?:\/v1)?$/, '')
      .replace(/\/+$/, '')
  );
}
