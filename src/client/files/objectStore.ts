// Handles the URLs and error responses of the object store, which stores attachments. Pure.
import * as l10n from '@vscode/l10n';
import { STATUS } from '../../contract/status.ts';
import { ApiError, type Fault } from '../apiError.ts';
import type { RawResponse } from '../call.ts';
import { detailOf, shorten } from '../responses/errorText.ts';

const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The only headers that are sent to an object store, which must never receive the key. */
export const STORE_HEADERS = { 'user-agent': 'Contrail' };

/**
 * Returns the URL of the object store, to which the request is sent. A server behind a proxy that terminates TLS may
 * return an http URL with its own host: the result is then an https URL. The signature in the URL does not include the
 * scheme.
 * @throws ApiError: `invalidResponse` when `address` is not an http(s) URL, `network` when the server uses https and
 *   the URL is an http URL with another host.
 */
export function objectStoreUrl(address: string, baseUrl: string): URL {
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new ApiError({
      kind: 'invalidResponse',
      status: STATUS.ok,
      detail: l10n.t('the response has no valid URL for the file'),
    });
  }
  const serverUrl = new URL(baseUrl);
  if (serverUrl.protocol === 'https:' && url.protocol === 'http:' && url.host === serverUrl.host)
    url.protocol = 'https:';
  return requireSecureTarget(serverUrl, url);
}

/**
 * Returns `to`, the next URL after `from`.
 * @throws ApiError (`network`, `insecure`) when `from` is an https URL and `to` is an http URL, unless the host of `to`
 *   is this machine.
 */
export function requireSecureTarget(from: URL, to: URL): URL {
  if (
    from.protocol === 'https:' &&
    to.protocol === 'http:' &&
    !/^(?:localhost|\[::1\]|127\.[\d.]+)$/.test(to.hostname)
  ) {
    throw new ApiError({ kind: 'network', reason: 'insecure', host: to.host, detail: '' });
  }
  return to;
}

function elementText(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`, 'i').exec(xml)?.[1] ?? '';
  return shorten(text.replaceAll(/&(\w+);/g, (whole, entity: string) => XML_ENTITIES[entity] ?? whole));
}

/** Returns the object store's error message; if the response has no message, its error code or its text. */
function errorTextOf(response: RawResponse): string {
  const xml = response.body.slice(0, 20_000);
  return elementText(xml, 'Message') || elementText(xml, 'Code') || detailOf(response);
}

/**
 * Returns the fault for a response of the object store; undefined for a success. The fault is never `unauthorized`,
 * because the object store does not receive the key or token of the user.
 */
export function objectStoreFault(response: RawResponse, url: URL): Fault | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return { kind: 'network', reason: 'redirected', host: url.host, detail: '' };
  const detail = errorTextOf(response);
  if (status >= 500) return { kind: 'serverError', status, detail };
  return status < 400 ? { kind: 'invalidResponse', status, detail } : { kind: 'rejected', status, detail, fields: {} };
}
