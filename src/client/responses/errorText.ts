// Extracts the server's error message from a response. Pure.

import { parseJson } from '../../std/json.ts';
import { oneLine, truncate } from '../../std/truncate.ts';
import type { RawResponse } from '../call.ts';
import { fieldOfMessage, readableMessage } from './messageReplacements.ts';

const MAX_TEXT_LENGTH = 300;
/** Keys under which servers send a message about the whole request, in the order in which they are read. */
const MESSAGE_KEYS = ['detail', 'error', 'message', 'error_message'];
const NON_FIELD_KEYS = new Set([...MESSAGE_KEYS, 'non_field_errors', 'code', 'error_code', 'status', 'id']);

/**
 * Names of the status codes that servers and proxies send. Not taken from `node:http`, because importing it loads the
 * extension host's `fetch`.
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
  return truncate(oneLine(text), MAX_TEXT_LENGTH);
}

/** Returns the response's body as JSON, or undefined when it is not JSON. */
export function parseResponseJson(body: string): unknown {
  return parseJson(body.replace(/^\uFEFF/, ''));
}

export function isHtml(response: RawResponse): boolean {
  return (
    /^\s*(?:text\/html|application\/xhtml)/i.test(response.headers['content-type'] ?? '') ||
    /^\uFEFF?\s*</.test(response.body)
  );
}

/** Returns the title of an HTML page that was sent instead of JSON; '' if the page has no title. */
function titleOf(html: string): string {
  return shorten(/<title[^>]*>([^<]*)/i.exec(html.slice(0, 20_000))?.[1] ?? '');
}

/** Returns all strings in a JSON value, including nested arrays and objects, as one text. */
function flattenText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value)
    .map(flattenText)
    .filter((text) => text !== '')
    .join(' ');
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the server's error messages. The keys are the names of the rejected fields. */
export function errorFields(json: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(json)) return {};
  const message = shorten(flattenText(json['non_field_errors']));
  const fieldName = fieldOfMessage(message);
  return Object.fromEntries([
    ...(fieldName === undefined ? [] : [[fieldName, readableMessage(message)]]),
    ...Object.entries(json)
      .filter(([name]) => !NON_FIELD_KEYS.has(name))
      .map(([name, value]) => [name, readableMessage(shorten(flattenText(value)))])
      .filter(([, text]) => text !== ''),
  ]);
}

function messageInJson(json: unknown): string {
  if (!isJsonObject(json)) return flattenText(json);
  const code = flattenText(json['code']);
  if (readableMessage(code) !== code) return readableMessage(code);
  const message = [...MESSAGE_KEYS, 'non_field_errors']
    .map((name) => flattenText(json[name]))
    .find((text) => text !== '');
  if (message !== undefined) return readableMessage(message);
  return Object.entries(errorFields(json))
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
}

/** Returns the server's error message on one line; the name of the status code if there is no message. */
export function detailOf(response: RawResponse): string {
  const json = parseResponseJson(response.body);
  const message = isHtml(response) ? titleOf(response.body) : json === undefined ? response.body : messageInJson(json);
  return shorten(message) || (STATUS_NAMES[response.status] ?? `Status ${response.status}`);
}
