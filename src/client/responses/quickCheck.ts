// Checks quickly whether a schema would accept a value and return it unchanged. Pure.
import * as z from 'zod';
import { QUICK_CHECK_BY_SCHEMA } from '../../contract/schema/wire.ts';

/** Returns true if the schema would accept the value and return it unchanged. False means that only zod can decide. */
type QuickCheck = (value: unknown) => boolean;

function hasNoChecks({ def }: z.ZodString | z.ZodBoolean): boolean {
  return (def.checks ?? []).length === 0 && !('format' in def) && !('coerce' in def && def.coerce);
}

function quickCheckOf(schema: unknown): QuickCheck {
  const predefinedCheck = schema instanceof z.ZodType ? QUICK_CHECK_BY_SCHEMA.get(schema) : undefined;
  if (predefinedCheck !== undefined) return predefinedCheck;
  if (schema instanceof z.ZodString && hasNoChecks(schema)) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodBoolean && hasNoChecks(schema)) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const innerCheck = quickCheckOf(schema.def.innerType);
    const emptyValue = schema instanceof z.ZodOptional ? undefined : null;
    return (value) => value === emptyValue || innerCheck(value);
  }
  return () => false;
}

/**
 * Returns a function that checks whether the schema would accept a record and return its fields unchanged. Fields that
 * are not in the schema are ignored.
 */
export function quickRecordCheck({ shape }: z.ZodObject): (record: Readonly<Record<string, unknown>>) => boolean {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, isParsedUnchanged: quickCheckOf(schema) }));
  return (record) => fields.every(({ name, isParsedUnchanged }) => isParsedUnchanged(record[name]));
}
