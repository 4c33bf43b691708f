// Interprets a redirect: where it leads, and whether it is the address that a row declares. Pure.
import type { Operation } from '../../contract/operation.ts';
import type { RawAnswer } from '../call.ts';

/** Returns the absolute http(s) address that a redirect leads to; undefined when there is none. */
export function locationIn(answer: RawAnswer, url: string | undefined): string | undefined {
  const header = answer.headers['location'] ?? '';
  if (answer.status < 300 || answer.status >= 400 || header === '' || !URL.canParse(header, url)) return undefined;
  const target = new URL(header, url);
  return target.protocol === 'https:' || target.protocol === 'http:' ? target.href : undefined;
}

/**
 * Whether the response is the address that its row declares. The same path on another origin is not: it means that the
 * whole server has moved (https instead of http, a new host), which is an ordinary redirect.
 */
export function isPromisedRedirect({ returns }: Operation, answer: RawAnswer, url: string): boolean {
  const location = returns.shape === 'redirect' ? locationIn(answer, url) : undefined;
  return location !== undefined && new URL(location).pathname !== new URL(url).pathname;
}
