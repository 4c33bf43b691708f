// Checks quickly whether a value already equals what its schema would return. Pure.
import * as z from 'zod';
import { VALID_AS_IS } from '../../contract/wire.ts';

/** True: the schema accepts the value and returns an equal one. False: only the schema itself can decide. */
type IsPlain = (value: unknown) => boolean;

function isUnchecked({ def }: z.ZodString | z.ZodBoolean): boolean {
  return (def.checks ?? []).length === 0 && !('format' in def) && !('coerce' in def && def.coerce);
}

function plainnessOf(schema: unknown): IsPlain {
  const known = schema instanceof z.ZodType ? VALID_AS_IS.get(schema) : undefined;
  if (known !== undefined) return known;
  if (schema instanceof z.ZodString && isUnchecked(schema)) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodBoolean && isUnchecked(schema)) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = plainnessOf(schema.def.innerType);
    const nothing = schema instanceof z.ZodOptional ? undefined : null;
    return (value) => value === nothing || inner(value);
  }
  return () => false;
}

/** Whether all fields of the schema are plain in a record. Fields that are not in the schema are ignored. */
export function plainRecord({ shape }: z.ZodObject): (record: Readonly<Record<string, unknown>>) => boolean {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, isPlain: plainnessOf(schema) }));
  return (record) => fields.every(({ name, isPlain }) => isPlain(record[name]));
}
