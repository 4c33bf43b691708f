// Derives invalid values of a field from its schema: of another type, or not allowed by the field.
import * as z from 'zod';
import { date, hexColor, id } from '../../src/contract/wire.ts';
import { UNKNOWN_ID } from './address.ts';

export interface Wrong {
  readonly value: unknown;
  /** `unknownId`: well-formed, but the id of no record. `instant`: a date with a time in place of a date. */
  readonly kind: 'type' | 'value' | 'unknownId' | 'instant';
}

type Schema = z.core.$ZodType;

/** Texts that are invalid for a field if its own rule rejects them. */
const ODD_TEXTS = ['8', '-1', '3.5', 'soon', 'A+B'];
/** No address of any kind, and an address that is not allowed. */
const ODD_FORMATS = ['nothing of the kind', 'ftp://contrail.example'];
const ODD_DATES = ['', 'soon', '2026-02-30'];
/** How far in the future the instant is that replaces a date: a server that accepts it must not end anything. */
const AHEAD_MS = 30 * 24 * 3_600_000;
const ODD_COLORS = ['red', '#12345', '3b82f6'];

/** Returns the fields of an object schema; none for any other. */
export function fieldsOf(schema: unknown): [name: string, schema: Schema][] {
  return schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
}

export function isRequired(schema: Schema): boolean {
  return !z.safeParse(schema, undefined).success;
}

/**
 * Returns at least one value of another type.
 * @throws an Error for a kind of schema that no field has had so far.
 */
export function wrongValues(schema: Schema): Wrong[] {
  const inner = unwrapped(schema);
  const nothing: Wrong[] = z.safeParse(schema, null).success ? [] : [{ value: null, kind: 'type' }];
  return [...nothing, ...ofType(inner)];
}

function unwrapped(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' || def.type === 'nullable' ? unwrapped(def.innerType) : schema;
}

function ofType(schema: Schema): Wrong[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return [type({}), ...ofText(schema)];
    case 'number':
      return [type('many'), ...ofNumber(schema)];
    case 'boolean':
      return [type('perhaps')];
    case 'enum':
      return [type({}), value('NO_SUCH')];
    case 'union':
      return [type({}), ...['nothing of the kind', 7].map(value)];
    case 'record':
      return [type('text')];
    case 'array':
      return [
        type('nobody'),
        type([{}]),
        ...(z.safeParse(schema, []).success ? [] : [value([])]),
        ...(def.element === id ? [unknownId([UNKNOWN_ID])] : []),
      ];
    default:
      throw new Error(`Nothing is known to be wrong for a field of the sort ${def.type}`);
  }
}

function ofText(schema: Schema): Wrong[] {
  if (schema === id) return [unknownId(UNKNOWN_ID)];
  if (schema === date)
    return [...ODD_DATES.map(value), { value: new Date(Date.now() + AHEAD_MS).toISOString(), kind: 'instant' }];
  if (schema === hexColor) return ODD_COLORS.map(value);
  const { def } = (schema as z.core.$ZodString)._zod;
  const { minLength, maxLength } = schema instanceof z.ZodString ? schema : { minLength: null, maxLength: null };
  const longest = maxLength === null ? [] : [value('x'.repeat(maxLength + 1))];
  const empty = minLength === null || minLength === 0 ? [] : [value('')];
  const format = 'format' in def ? ODD_FORMATS.map(value) : [];
  return [...longest, ...empty, ...format, ...ofRule(schema, def.checks ?? [])];
}

function ofRule(schema: Schema, checks: readonly z.core.$ZodCheck[]): Wrong[] {
  if (!checks.some((check) => check._zod.def.check === 'custom')) return [];
  const wrong = ODD_TEXTS.filter((text) => !z.safeParse(schema, text).success);
  if (wrong.length === 0) throw new Error('None of the odd texts is wrong for this field: add one that is');
  return wrong.map(value);
}

function ofNumber(schema: Schema): Wrong[] {
  return [1.5, -1].filter((number) => !z.safeParse(schema, number).success).map(value);
}

const type = (given: unknown): Wrong => ({ value: given, kind: 'type' });
const value = (given: unknown): Wrong => ({ value: given, kind: 'value' });
const unknownId = (given: unknown): Wrong => ({ value: given, kind: 'unknownId' });
