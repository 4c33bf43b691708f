// Derives invalid values of a field from its schema: of a wrong type, or not permitted.
import * as z from 'zod';
import { date, hexColor, id } from '../../src/contract/schema/wire.ts';
import { UNKNOWN_ID } from './pathParameters.ts';

export interface InvalidValue {
  readonly value: unknown;
  /**
   * `type`: of a wrong type. `value`: of the right type, but not permitted. `unknownId`: a well-formed id that no
   * record has. `instant`: a timestamp instead of a date.
   */
  readonly kind: 'type' | 'value' | 'unknownId' | 'instant';
}

type Schema = z.core.$ZodType;

/**
 * Values to test with a field whose schema contains a validation function: the function decides which of them are
 * invalid.
 */
const INVALID_TEXTS = ['8', '-1', '3.5', 'soon', 'A+B'];
/** A text that is neither a URL nor an email address, and a URL whose scheme is not permitted. */
const INVALID_FORMATS = ['nothing of the kind', 'ftp://contrail.example'];
const INVALID_DATES = ['', 'soon', '2026-02-30'];
/**
 * Timestamps that replace a date are this far in the future, so that a server that accepts the timestamp does not end a
 * cycle.
 */
const TIMESTAMP_OFFSET_MS = 30 * 24 * 3_600_000;
const INVALID_COLORS = ['red', '#12345', '3b82f6'];

/** Returns the fields of an object schema; an empty array for any other schema. */
export function fieldsOf(schema: unknown): [name: string, schema: Schema][] {
  return schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
}

export function isRequired(schema: Schema): boolean {
  return !z.safeParse(schema, undefined).success;
}

/**
 * Returns values that the schema rejects, at least one of them of a wrong type.
 * @throws Error for a type of schema that is not supported yet.
 */
export function invalidValues(schema: Schema): InvalidValue[] {
  const innerSchema = unwrap(schema);
  const nullValue: InvalidValue[] = z.safeParse(schema, null).success ? [] : [{ value: null, kind: 'type' }];
  return [...nullValue, ...valuesForType(innerSchema)];
}

function unwrap(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' || def.type === 'nullable' ? unwrap(def.innerType) : schema;
}

function valuesForType(schema: Schema): InvalidValue[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return [wrongTypeValue({}), ...valuesForText(schema)];
    case 'number':
      return [wrongTypeValue('many'), ...valuesForNumber(schema)];
    case 'boolean':
      return [wrongTypeValue('perhaps')];
    case 'enum':
      return [wrongTypeValue({}), notPermittedValue('NO_SUCH')];
    case 'union':
      return [wrongTypeValue({}), ...['nothing of the kind', 7].map(notPermittedValue)];
    case 'record':
      return [wrongTypeValue('text')];
    case 'array':
      return [
        wrongTypeValue('nobody'),
        wrongTypeValue([{}]),
        ...(z.safeParse(schema, []).success ? [] : [notPermittedValue([])]),
        ...(def.element === id ? [unknownId([UNKNOWN_ID])] : []),
      ];
    default:
      throw new Error(`No invalid values are defined for the type ${def.type}`);
  }
}

function valuesForText(schema: Schema): InvalidValue[] {
  if (schema === id) return [unknownId(UNKNOWN_ID)];
  if (schema === date)
    return [
      ...INVALID_DATES.map(notPermittedValue),
      { value: new Date(Date.now() + TIMESTAMP_OFFSET_MS).toISOString(), kind: 'instant' },
    ];
  if (schema === hexColor) return INVALID_COLORS.map(notPermittedValue);
  const { def } = (schema as z.core.$ZodString)._zod;
  const { minLength, maxLength } = schema instanceof z.ZodString ? schema : { minLength: null, maxLength: null };
  const tooLongValues = maxLength === null ? [] : [notPermittedValue('x'.repeat(maxLength + 1))];
  const emptyValues = minLength === null || minLength === 0 ? [] : [notPermittedValue('')];
  const invalidFormatValues = 'format' in def ? INVALID_FORMATS.map(notPermittedValue) : [];
  return [...tooLongValues, ...emptyValues, ...invalidFormatValues, ...valuesForCustomRule(schema, def.checks ?? [])];
}

function valuesForCustomRule(schema: Schema, checks: readonly z.core.$ZodCheck[]): InvalidValue[] {
  if (!checks.some((check) => check._zod.def.check === 'custom')) return [];
  const rejectedTexts = INVALID_TEXTS.filter((text) => !z.safeParse(schema, text).success);
  if (rejectedTexts.length === 0) throw new Error('The field accepts all INVALID_TEXTS: add a text that it rejects');
  return rejectedTexts.map(notPermittedValue);
}

function valuesForNumber(schema: Schema): InvalidValue[] {
  return [1.5, -1].filter((number) => !z.safeParse(schema, number).success).map(notPermittedValue);
}

const wrongTypeValue = (value: unknown): InvalidValue => ({ value, kind: 'type' });
const notPermittedValue = (value: unknown): InvalidValue => ({ value, kind: 'value' });
const unknownId = (value: unknown): InvalidValue => ({ value, kind: 'unknownId' });
