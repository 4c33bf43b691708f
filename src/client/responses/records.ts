// Parses a record: validates the fields in its schema, and keeps all other fields unchanged.
import * as z from 'zod';
import { isJsonObject } from './errorText.ts';
import { quickRecordCheck } from './quickCheck.ts';
import { formatFirstIssue } from './validationMessages.ts';

export type ParsedRecord =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** Parses one record. Does not modify the argument. */
export type RecordParser = (json: unknown) => ParsedRecord;

/**
 * Which fields a record in the response must have: `selectedFields` if the request selects fields, otherwise
 * `allFields`.
 */
export type FieldSelection = 'allFields' | 'selectedFields';

function parserFor(schema: z.ZodType): RecordParser {
  return (json) => {
    const parsed = schema.safeParse(json);
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, problem: formatFirstIssue(parsed.error.issues) };
  };
}

function keepsUnknownFields(schema: z.ZodType): schema is z.ZodObject {
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown;
}

/**
 * Returns a copy of the record with the validated values. Leaves out a field with the name `__proto__`, which could
 * replace the prototype of later copies.
 */
function withParsedFields(json: unknown, parsed: unknown): unknown {
  const record = { ...(json as object), ...(parsed as object) };
  if (Object.hasOwn(record, '__proto__')) Reflect.deleteProperty(record, '__proto__');
  return record;
}

/**
 * Parses only the fields in the schema with zod, which would need more time for the unknown fields than for all others.
 * A record that needs no changes is returned without copying.
 */
function partialParserFor({ shape }: z.ZodObject, fieldSelection: FieldSelection): RecordParser {
  const knownFields = fieldSelection === 'selectedFields' ? z.object(shape).partial() : z.object(shape);
  const isParsedUnchanged = quickRecordCheck(knownFields);
  const parseKnownFields = parserFor(knownFields);
  return (json) => {
    if (isJsonObject(json) && isParsedUnchanged(json) && !Object.hasOwn(json, '__proto__'))
      return { ok: true, value: json };
    const result = parseKnownFields(json);
    return result.ok ? { ok: true, value: withParsedFields(json, result.value) } : result;
  };
}

/** Creates the parsing function of each schema on the first use, and reuses it. */
export class RecordParsers {
  readonly #parsers: Readonly<Record<FieldSelection, Map<z.ZodType, RecordParser>>> = {
    allFields: new Map(),
    selectedFields: new Map(),
  };

  get(schema: z.ZodType, fieldSelection: FieldSelection = 'allFields'): RecordParser {
    const existingParser = this.#parsers[fieldSelection].get(schema);
    if (existingParser !== undefined) return existingParser;
    const parser = keepsUnknownFields(schema) ? partialParserFor(schema, fieldSelection) : parserFor(schema);
    this.#parsers[fieldSelection].set(schema, parser);
    return parser;
  }
}
