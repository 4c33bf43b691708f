// Normalizes the base URL of a server. Pure.
import * as l10n from '@vscode/l10n';
import { ApiError } from './apiError.ts';

function invalidBaseUrlError(rule: string): ApiError {
  return new ApiError({ kind: 'invalidRequest', fields: { base_url: rule } });
}

/**
 * Returns the URL without a query, and without `/api`, `/api/v1` and slashes at the end.
 * @throws ApiError (`invalidRequest`, field `base_url`) when the text is not an http(s) URL, or contains a user name or
 *   a password.
 */
export function normalizeBaseUrl(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed))
    throw invalidBaseUrlError(l10n.t('Enter a full address such as https://plane.example.org'));
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidBaseUrlError(l10n.t('Enter an address that starts with https:// or http://'));
  if (url.username !== '' || url.password !== '')
    throw invalidBaseUrlError(l10n.t('Remove the user name and password from the address'));
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/, '')
      .replace(/\/api(?:\/v1)?$/, '')
      .replace(/\/+$/, '')
  );
}
