// Owns telling at a glance that a value is already what its schema would make of it. Pure.
import * as z from 'zod';
import { VALID_AS_IS } from '../../contract/wire.ts';

/** True: the schema accepts the value and gives back its equal. False: only the schema itself can tell. */
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

/** Whether every field that a schema knows is plain in a record. What it does not know is none of its business. */
export function plainRecord({ shape }: z.ZodObject): (record: Readonly<Record<string, unknown>>) => boolean {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, isPlain: plainnessOf(schema) }));
  return (record) => fields.every(({ name, isPlain }) => isPlain(record[name]));
}
