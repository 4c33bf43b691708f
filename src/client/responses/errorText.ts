// Extracts the server's error text from a response, whatever its shape. Pure.

import { oneLine, truncate } from '../../std/truncate.ts';
import type { RawAnswer } from '../call.ts';
import { fieldOfReason, reasonText } from './reasons.ts';

const LONGEST = 300;
/** Keys with a message about the whole request, the most reliable first. */
const WHOLE = ['detail', 'error', 'message', 'error_message'];
const NOT_FIELDS = new Set([...WHOLE, 'non_field_errors', 'code', 'error_code', 'status', 'id']);

/**
 * Names of the statuses that servers and their proxies answer with. Not taken from `node:http`: importing it loads the
 * extension host's fetch.
 */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Returns the text on one line, truncated for display. */
export function shorten(text: string): string {
  return truncate(oneLine(text), LONGEST);
}

/** Returns the response's body as JSON, or undefined when it is not JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body.startsWith('\uFEFF') ? body.slice(1) : body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function isHtml(answer: RawAnswer): boolean {
  return (
    /^\s*(?:text\/html|application\/xhtml)/i.test(answer.headers['content-type'] ?? '') ||
    /^\uFEFF?\s*</.test(answer.body)
  );
}

/** Returns the title of an HTML page that was sent instead of data; '' when it has none. */
export function titleOf(html: string): string {
  return shorten(/<title[^>]*>([^<]*)/i.exec(html.slice(0, 20_000))?.[1] ?? '');
}

/** Returns a message, a list of messages, or a map of positions to lists as one text. */
function flat(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map(flat)
    .filter((text) => text !== '')
    .join(' ');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the server's message for each field of the body that it rejected. */
export function errorFields(json: unknown): Readonly<Record<string, string>> {
  if (!isRecord(json)) return {};
  const whole = shorten(flat(json['non_field_errors']));
  const meant = fieldOfReason(whole);
  return Object.fromEntries([
    ...(meant === undefined ? [] : [[meant, reasonText(whole)]]),
    ...Object.entries(json)
      .filter(([name]) => !NOT_FIELDS.has(name))
      .map(([name, value]) => [name, reasonText(shorten(flat(value)))])
      .filter(([, text]) => text !== ''),
  ]);
}

function wordsInJson(json: unknown): string {
  if (!isRecord(json)) return flat(json);
  const code = flat(json['code']);
  if (reasonText(code) !== code) return reasonText(code);
  const whole = [...WHOLE, 'non_field_errors'].map((name) => flat(json[name])).find((text) => text !== '');
  if (whole !== undefined) return reasonText(whole);
  return Object.entries(errorFields(json))
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
}

/** Returns the server's error text on one line; the name of the status when there is none. */
export function detailOf(answer: RawAnswer): string {
  const json = jsonOf(answer.body);
  const words = isHtml(answer) ? titleOf(answer.body) : json === undefined ? answer.body : wordsInJson(json);
  return shorten(words) || (STATUS_NAMES[answer.status] ?? `Status ${answer.status}`);
}
