// Reads request bodies up to a size limit, and parses bodies and queries by the operation's schema.

import type { Operation } from '../../contract/operation.ts';
import { MAX_BODY_BYTES } from '../../contract/schema/limits.ts';
import { STATUS } from '../../contract/status.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import { HttpError, invalidBody, invalidQueryOrJson } from '../http/httpError.ts';
import { shapeOf } from '../http/shape.ts';

type Schema = NonNullable<Operation['body']>;
type ParseError = NonNullable<ReturnType<Schema['safeParse']>['error']>;
type Issue = ParseError['issues'][number];

/** Bytes beyond the limit that are read and discarded, so that a client that is still sending receives the response. */
const MAX_DISCARDED_BYTES = 4 * MAX_BODY_BYTES;

/** Resolves with the text of the body. Rejects with HttpError 413 if the body is larger than `MAX_BODY_BYTES`. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  if (bytes !== undefined) return new TextDecoder().decode(bytes);
  throw new HttpError(STATUS.tooLarge, {
    error: 'REQUEST_BODY_TOO_LARGE',
    detail: `The request body is larger than ${MAX_BODY_BYTES} bytes.`,
  });
}

/**
 * Resolves with the bytes of the body, or with undefined if there are more than `limit` bytes. Never keeps more than
 * `limit` bytes in memory.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit + MAX_DISCARDED_BYTES) break;
  }
  if (size > limit) return undefined;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/**
 * Parses a body by the operation's schema. Keys that the schema does not declare are ignored. An empty body counts as
 * an empty object.
 * @throws HttpError 400 for an invalid body.
 */
export function parseBody(schema: Schema, text: string): Record<string, unknown> {
  const json = text.trim() === '' ? {} : parseJson(text);
  if (!isObject(json)) throw invalidBody(`Invalid data. Expected a dictionary, but got ${typeNameOf(json)}.`);
  const shape = shapeOf(schema);
  return parseFields(schema, Object.fromEntries(Object.entries(json).filter(([key]) => Object.hasOwn(shape, key))));
}

/**
 * Returns the fields, parsed by the schema.
 * @throws HttpError 400 with `{field: [message]}` for each invalid field.
 */
export function parseFields(schema: Schema, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  throw new HttpError(STATUS.badRequest, fieldErrors(result.error.issues, fields));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidQueryOrJson(`JSON parse error - ${errorMessage(error, 'unreadable')}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function fieldErrors(issues: readonly Issue[], fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const errors: Record<string, unknown> = {};
  for (const issue of issues) {
    const [field = 'non_field_errors', entry] = issue.path.map(String);
    // Only the first issue of each field is reported.
    if (Object.hasOwn(errors, field)) continue;
    const message = [messageOf(issue, fields[field], entry !== undefined)];
    errors[field] = entry === undefined ? message : { [entry]: message };
  }
  return errors;
}

function messageOf(issue: Issue, value: unknown, isInList: boolean): string {
  if (!isInList && value === undefined) return 'This field is required.';
  if (!isInList && value === null) return 'This field may not be null.';
  return issue.message;
}
