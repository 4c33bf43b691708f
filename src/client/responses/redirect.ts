// Decides where a redirect leads, and whether the operation declares it. Pure.
import type { Operation } from '../../contract/operation.ts';
import type { RawResponse } from '../call.ts';

/**
 * Returns the absolute http(s) URL that a redirect leads to; undefined when the response is not a redirect to an
 * http(s) URL.
 */
export function redirectLocation(response: RawResponse, url: string | undefined): string | undefined {
  const header = response.headers['location'] ?? '';
  if (response.status < 300 || response.status >= 400 || header === '' || !URL.canParse(header, url)) return undefined;
  const target = new URL(header, url);
  return target.protocol === 'https:' || target.protocol === 'http:' ? target.href : undefined;
}

/**
 * Whether the response is a redirect that the operation declares. A redirect to the same path on another origin does
 * not count as declared: it means that the whole server has moved, for example to https or to a new host.
 */
export function isDeclaredRedirect({ returns }: Operation, response: RawResponse, url: string): boolean {
  const location = returns.shape === 'redirect' ? redirectLocation(response, url) : undefined;
  return location !== undefined && new URL(location).pathname !== new URL(url).pathname;
}
