// Reads one record: validates the fields of its schema, and keeps all other fields unchanged.
import * as z from 'zod';
import { isRecord } from './errorText.ts';
import { firstIssue } from './issues.ts';
import { plainRecord } from './plainText.ts';

export type ReadRecord =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly trouble: string };

/** Reads one record. The argument is not modified. */
export type ReadsRecord = (json: unknown) => ReadRecord;

/** Which fields of a record the response must have: `some` when the request named the fields. */
export type Extent = 'whole' | 'some';

function by(schema: z.ZodType): ReadsRecord {
  return (json) => {
    const read = schema.safeParse(json);
    return read.success ? { ok: true, value: read.data } : { ok: false, trouble: firstIssue(read.error.issues) };
  };
}

function isLoose(schema: z.ZodType): schema is z.ZodObject {
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown;
}

/**
 * Returns the record with the validated values in place. A field that would be taken for the prototype of a copy
 * (`__proto__`) is left out.
 */
function merged(json: unknown, read: unknown): unknown {
  const record = { ...(json as object), ...(read as object) };
  if (Object.hasOwn(record, '__proto__')) Reflect.deleteProperty(record, '__proto__');
  return record;
}

/**
 * Checking unknown fields one by one takes a schema longer than all fields that it knows, so they bypass it. A record
 * that needs no changes is returned itself.
 */
function byWhatIsKnown({ shape }: z.ZodObject, extent: Extent): ReadsRecord {
  const known = extent === 'some' ? z.object(shape).partial() : z.object(shape);
  const isPlain = plainRecord(known);
  const read = by(known);
  return (json) => {
    if (isRecord(json) && isPlain(json) && !Object.hasOwn(json, '__proto__')) return { ok: true, value: json };
    const reading = read(json);
    return reading.ok ? { ok: true, value: merged(json, reading.value) } : reading;
  };
}

/** Creates the function that reads a schema's records, once for each schema. */
export class RecordReaders {
  readonly #made: Readonly<Record<Extent, Map<z.ZodType, ReadsRecord>>> = { whole: new Map(), some: new Map() };

  of(schema: z.ZodType, extent: Extent = 'whole'): ReadsRecord {
    const made = this.#made[extent].get(schema);
    if (made !== undefined) return made;
    const reader = isLoose(schema) ? byWhatIsKnown(schema, extent) : by(schema);
    this.#made[extent].set(schema, reader);
    return reader;
  }
}
