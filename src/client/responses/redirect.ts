// Owns the redirect as an answer: where it leads, and whether that is the address which a row promises. Pure.
import type { Operation } from '../../contract/operation.ts';
import type { RawAnswer } from '../call.ts';

/** The absolute http(s) address that a redirect leads to; undefined where there is none, or one of another kind. */
export function locationIn(answer: RawAnswer, url: string | undefined): string | undefined {
  const told = answer.headers['location'] ?? '';
  if (answer.status < 300 || answer.status >= 400 || told === '' || !URL.canParse(told, url)) return undefined;
  const target = new URL(told, url);
  return target.protocol === 'https:' || target.protocol === 'http:' ? target.href : undefined;
}

/**
 * Whether the answer is the address that its row promises. The same path again, elsewhere, is not: then the whole
 * service is to be asked there (https instead of http, a new host), which is a redirect like any other.
 */
export function isPromisedRedirect({ returns }: Operation, answer: RawAnswer, url: string): boolean {
  const location = returns.shape === 'redirect' ? locationIn(answer, url) : undefined;
  return location !== undefined && new URL(location).pathname !== new URL(url).pathname;
}
