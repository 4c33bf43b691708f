// Handles the object store of attachments: its address and its error responses. Pure.
import * as l10n from '@vscode/l10n';
import { STATUS } from '../../contract/status.ts';
import { ApiError, type Fault } from '../apiError.ts';
import type { RawAnswer } from '../call.ts';
import { detailOf, shorten } from '../responses/errorText.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** All headers that are sent to an object store: it must never receive the key. */
export const STORE_HEADERS = { 'user-agent': 'Contrail' };

/**
 * Returns the address to send the request to. Behind a proxy that terminates TLS, a server takes its own address for
 * http: that one is changed to https, which no signature covers. https is never changed to http.
 * @throws ApiError: `invalidResponse` when it is not an http(s) address, `network` when it is http on another host.
 */
export function storeAddress(address: string, baseUrl: string): URL {
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new ApiError({
      kind: 'invalidResponse',
      status: STATUS.ok,
      detail: l10n.t('the address of the object store is missing'),
    });
  }
  const base = new URL(baseUrl);
  if (base.protocol === 'https:' && url.protocol === 'http:' && url.host === base.host) url.protocol = 'https:';
  return notLowered(base, url);
}

/**
 * Returns `to`, the address that `from` leads to.
 * @throws ApiError (`network`, `insecure`) when https leads to http, unless that is on this machine.
 */
export function notLowered(from: URL, to: URL): URL {
  if (
    from.protocol === 'https:' &&
    to.protocol === 'http:' &&
    !/^(?:localhost|\[::1\]|127\.[\d.]+)$/.test(to.hostname)
  ) {
    throw new ApiError({ kind: 'network', reason: 'insecure', host: to.host, detail: '' });
  }
  return to;
}

function elementIn(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`, 'i').exec(xml)?.[1] ?? '';
  return shorten(text.replaceAll(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole));
}

/** Returns the store's error text: its message, else its code, else any text in the response. */
function wordsOf(answer: RawAnswer): string {
  const xml = answer.body.slice(0, 20_000);
  return elementIn(xml, 'Message') || elementIn(xml, 'Code') || detailOf(answer);
}

/**
 * Returns the fault of a store's response; undefined for a success. It is never `unauthorized`: the store's messages
 * about keys and tokens are not about the user's.
 */
export function objectStoreError(answer: RawAnswer, url: URL): Fault | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return { kind: 'network', reason: 'redirected', host: url.host, detail: '' };
  const detail = wordsOf(answer);
  if (status >= 500) return { kind: 'serverError', status, detail };
  return status < 400 ? { kind: 'invalidResponse', status, detail } : { kind: 'rejected', status, detail, fields: {} };
}
