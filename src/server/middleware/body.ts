// Reads request bodies and queries, limits their size, and parses them by the row's schema.
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation.ts';
import { STATUS } from '../../contract/status.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import { badRequest, invalidBody, Refusal } from '../refusal.ts';
import { shapeOf } from '../shape.ts';

type Schema = NonNullable<Operation['body']>;
type Failure = NonNullable<ReturnType<Schema['safeParse']>['error']>;
type Issue = Failure['issues'][number];

/** Bytes that are read beyond the limit and discarded, so that a client that is still sending can read the response. */
const DRAINED_BYTES = 4 * MAX_BODY_BYTES;

/** Reads the text of the body. Rejects with a 413 Refusal above the limit. */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  if (bytes !== undefined) return new TextDecoder().decode(bytes);
  throw new Refusal(STATUS.tooLarge, {
    error: 'REQUEST_BODY_TOO_LARGE',
    detail: `The request body is larger than ${MAX_BODY_BYTES} bytes.`,
  });
}

/** Reads the bytes of the body. Resolves with undefined above the limit. Never holds more than the limit in memory. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit + DRAINED_BYTES) break;
  }
  if (size > limit) return undefined;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * Parses a body by the row's schema, without keys that the schema does not know. An empty body counts as an empty
 * object.
 * @throws Refusal 400.
 */
export function parseBody(schema: Schema, text: string): Record<string, unknown> {
  const given = text.trim() === '' ? {} : parseJson(text);
  if (!isObject(given)) throw invalidBody(`Invalid data. Expected a dictionary, but got ${kindOf(given)}.`);
  const shape = shapeOf(schema);
  return parsed(schema, Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(shape, key))));
}

/**
 * Parses by a schema.
 * @throws Refusal 400 with `{field: [message]}` for each invalid field.
 */
export function parsed(schema: Schema, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new Refusal(STATUS.badRequest, fieldErrors(result.error.issues, given));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`JSON parse error - ${errorMessage(error, 'unreadable')}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function fieldErrors(issues: readonly Issue[], given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const errors: Record<string, unknown> = {};
  for (const issue of issues) {
    const [field = 'non_field_errors', entry] = issue.path.map(String);
    // One message for each field: the first one names what to correct.
    if (Object.hasOwn(errors, field)) continue;
    const message = [messageOf(issue, given[field], entry !== undefined)];
    errors[field] = entry === undefined ? message : { [entry]: message };
  }
  return errors;
}

function messageOf(issue: Issue, value: unknown, inside: boolean): string {
  if (!inside && value === undefined) return 'This field is required.';
  if (!inside && value === null) return 'This field may not be null.';
  return issue.message;
}
