// Normalizes the base address of a server. Pure.
import * as l10n from '@vscode/l10n';
import { ApiError } from './apiError.ts';

function unfit(rule: string): ApiError {
  return new ApiError({ kind: 'invalidRequest', fields: { base_url: rule } });
}

/**
 * Returns the address without slashes, `/api` and `/api/v1` at the end, and without a query.
 * @throws ApiError (`invalidRequest`, field `base_url`) when it is not an http(s) address, or contains a user name or
 *   password.
 */
export function normalizeBaseUrl(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) throw unfit(l10n.t('Enter a full address such as https://plane.example.org'));
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw unfit(l10n.t('Enter an address that starts with https:// or http://'));
  if (url.username !== '' || url.password !== '')
    throw unfit(l10n.t('Remove the user name and password from the address'));
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/, '')
      .replace(/\/api(?:\/v1)?$/, '')
      .replace(/\/+$/, '')
  );
}
