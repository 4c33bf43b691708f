// Owns what is particular about the object store that files are kept in: its address, and its words when it says no.
// Pure.
import { STATUS } from '../../contract/status.ts';
import { ApiError, type Fault } from '../apiError.ts';
import type { RawAnswer } from '../call.ts';
import { detailOf, shorten } from '../responses/errorText.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What goes along to an object store, and nothing else: it must never see the key. */
export const STORE_HEADERS = { 'user-agent': 'Contrail' };

/**
 * The address as it is to be asked. Behind a proxy that speaks TLS a service takes its own address for http: that one
 * is raised to https, which no signature covers. Nothing is ever lowered. Throws `unreadable` for what is no http(s)
 * address, `unreached` for another host's http.
 */
export function storeAddress(address: string, baseUrl: string): URL {
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new ApiError({ kind: 'invalidResponse', status: STATUS.ok, detail: 'no address of an object store' });
  }
  const base = new URL(baseUrl);
  if (base.protocol === 'https:' && url.protocol === 'http:' && url.host === base.host) url.protocol = 'https:';
  return notLowered(base, url);
}

/** The address to which https leads. Throws `unreached` where that is http, on another machine than this. */
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

/** The store's own words: its message, else its code, else whatever there is. */
function wordsOf(answer: RawAnswer): string {
  const xml = answer.body.slice(0, 20_000);
  return elementIn(xml, 'Message') || elementIn(xml, 'Code') || detailOf(answer);
}

/**
 * The fault that a store's answer stands for; undefined for a success. What it says of keys and tokens is never about
 * ours.
 */
export function objectStoreError(answer: RawAnswer, url: URL): Fault | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return { kind: 'network', reason: 'redirected', host: url.host, detail: '' };
  const detail = wordsOf(answer);
  if (status >= 500) return { kind: 'serverError', status, detail };
  return status < 400 ? { kind: 'invalidResponse', status, detail } : { kind: 'rejected', status, detail, fields: {} };
}
