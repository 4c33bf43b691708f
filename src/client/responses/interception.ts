// Recognizes responses that are not from Plane but from something in front of it, for example a proxy. Pure.
import { STATUS } from '../../contract/status.ts';
import { plainName } from '../../std/displayName.ts';
import { tokenizeHtml } from '../../std/htmlTokens.ts';
import { oneLine, truncate } from '../../std/truncate.ts';
import type { Fault } from '../apiError.ts';
import type { RawResponse } from '../call.ts';
import { isHtml, isJsonObject, parseResponseJson } from './errorText.ts';

const MAX_TITLE_LENGTH = 60;
const SEARCHED_LENGTH = 20_000;
/** The titles of the pages that Django, the framework of Plane, sends if a request fails outside of the API. */
const DJANGO_TITLES: ReadonlySet<string> = new Set(['Server Error (500)', 'Bad Request (400)']);
/** Plane sends these statuses only with JSON. Anything else with them is about another key, permission or address. */
const JSON_STATUSES: ReadonlySet<number> = new Set([STATUS.unauthenticated, STATUS.forbidden, STATUS.notFound]);
/** Plane sends none of these statuses itself. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/** The meaning of these statuses does not depend on who sends them. */
const UNAMBIGUOUS_STATUSES: ReadonlySet<number> = new Set([STATUS.tooLarge, STATUS.throttled]);

function elementText(html: string, tag: string): string {
  const content =
    new RegExp(`<${tag}\\b[^>]*>(.*?)(?:</${tag}\\b|$)`, 'is').exec(html.slice(0, SEARCHED_LENGTH))?.[1] ?? '';
  const parts: string[] = [];
  const ignore = (): void => undefined;
  tokenizeHtml(content, { open: ignore, close: ignore, text: (text) => void parts.push(text) });
  return parts.join('');
}

/** Returns a short line without invisible characters: the title of a page, its heading, or the start of a text. */
function titleOfInterception(response: RawResponse): string {
  const { body, headers } = response;
  const realm = /\brealm="([^"]*)"/i.exec(headers['www-authenticate'] ?? '')?.[1] ?? '';
  const candidates = isHtml(response)
    ? [elementText(body, 'title'), elementText(body, 'h1'), realm]
    : [parseResponseJson(body) === undefined ? body.slice(0, SEARCHED_LENGTH) : '', realm];
  const title = candidates.map((candidate) => oneLine(plainName(candidate))).find((candidate) => candidate !== '');
  return truncate(title ?? '', MAX_TITLE_LENGTH);
}

/** Whether the response asks for a sign-in that Plane does not have. Plane uses no scheme, or `Bearer` with JSON. */
function asksForOtherSignIn({ status, headers, body }: RawResponse): boolean {
  const challenge = headers['www-authenticate'];
  if (status !== STATUS.unauthenticated || challenge === undefined) return false;
  return !/^\s*bearer\b/i.test(challenge) || !isJsonObject(parseResponseJson(body));
}

function isIntercepted(response: RawResponse): boolean {
  const { status, headers, body } = response;
  if (UNAMBIGUOUS_STATUSES.has(status) || (status >= 300 && status < 400)) return false;
  // An object store behind Plane answers with XML.
  if (/^\s*(?:application|text)\/xml\b/i.test(headers['content-type'] ?? '')) return false;
  if (body.trim() !== '' && isHtml(response) && parseResponseJson(body) === undefined)
    return !DJANGO_TITLES.has(oneLine(elementText(body, 'title')));
  const isText = body.trim() !== '' && /^\s*text\//i.test(headers['content-type'] ?? '');
  return (
    asksForOtherSignIn(response) ||
    ((JSON_STATUSES.has(status) || (GATEWAY_STATUSES.has(status) && isText)) && parseResponseJson(body) === undefined)
  );
}

/**
 * Returns the fault of a response that is not from Plane; undefined for any other response. Plane's API sends JSON, so
 * a page is from a proxy, a sign-in in front of the server, a bot check or a network that requires a sign-in.
 */
export function interceptionFault(response: RawResponse): Fault | undefined {
  return isIntercepted(response)
    ? { kind: 'intercepted', status: response.status, title: titleOfInterception(response) }
    : undefined;
}
