// Defines the fields of records that the cache stores in another form than the server sends. Each field is defined
// once. The schema of responses, the type and schema of the stored record, and the schema of changes are derived from
// this definition.
import * as z from 'zod';
import {
  id,
  idOf,
  numeric,
  optionalReference,
  optionalReferenceOrNumber,
  type Reference,
  reference,
  references,
} from './wire.ts';

/** A field, with the schemas of its value in a response, in the stored record and in a change. */
interface Field {
  /** Schema of the value in a response. */
  readonly response: z.ZodType;
  /** Schema of the value in the stored record. A field without this schema is not stored. */
  readonly record?: z.ZodType;
  /** Converts a value of a response to a value of the stored record. */
  readonly normalize?: (value: never) => unknown;
  /** Schema of the value in a change. A field without this schema cannot be changed. */
  readonly change?: z.ZodType;
}
type Fields = Readonly<Record<string, Field>>;

function field<A extends z.ZodType, R>(response: A, record: z.ZodType<R>, normalize: (value: z.output<A>) => R) {
  return { response, record, normalize };
}

// The defaults are for records that were written to disk before the field was introduced.
const textOrNull = z.string().nullable().default(null);
const optionalText = z.string().optional();
const idOrNull = (value: Reference | null | undefined): string | null =>
  value === null || value === undefined ? null : idOf(value);

/** The id of the record itself, not a reference to another record. */
export const ID = field(id, z.string(), (value) => value);
export const TEXT = field(z.string(), z.string(), (value) => value);
/** A text. When the response omits the field or sends null, the record has undefined. */
export const TEXT_OR_UNDEFINED = field(z.string().nullish(), optionalText, (value) => value ?? undefined);
/** A text. When the response omits the field or sends null, the record has null. */
export const NULLABLE_TEXT = field(z.string().nullish(), textOrNull, (value) => value ?? null);
export const NUMBER = field(numeric, z.number(), (value) => value);
/** A reference that is stored as an id, even if the response contains the related record. */
export const REFERENCE = field(reference, z.string(), idOf);
/**
 * A reference. When the response omits the field, or sends null or an empty reference, the record has null; the
 * validated response also has null instead of an omitted field.
 */
export const NULLABLE_REFERENCE = field(optionalReference, textOrNull, idOrNull);
/**
 * A reference or a number, which is stored as text. When the response omits the field or sends null, the record has
 * null.
 */
export const REFERENCE_OR_NUMBER = field(optionalReferenceOrNumber, textOrNull, idOrNull);
/** Like NULLABLE_REFERENCE, but a field that the response omits is also missing from the validated response. */
export const NULLABLE_REFERENCE_MAY_BE_OMITTED = field(optionalReference.optional(), textOrNull, idOrNull);
/**
 * A reference. When the response omits the field, the record has undefined; when the response sends null or an empty
 * reference, the record has null.
 */
export const NULLABLE_REFERENCE_OR_UNDEFINED = field(optionalReference.optional(), z.string().nullish(), (value) =>
  value === undefined ? undefined : idOrNull(value),
);
/**
 * A list of references, which are stored as ids. When the response omits the field or sends null, the list is empty.
 */
export const REFERENCES = field<typeof references, readonly string[]>(
  references,
  z.array(z.string()).default([]),
  (values) => values.map(idOf),
);

/** Creates a text field. When the response omits the field or sends null, the record has `fallback`. */
export function textWithFallback(fallback: string) {
  return field(z.string().nullish(), z.string().default(fallback), (value) => value ?? fallback);
}

/** Converts the record of a response to the stored form, and validates a stored record. */
export interface RecordCodec<A, R> {
  normalize(response: A): R;
  /** Validates a record that was read from disk. Returns undefined when the record is invalid. */
  restore(value: unknown): R | undefined;
}

/** Returns the codec for records that are stored as the server sends them. */
export function unchangedRecordCodec<S extends z.ZodType>(schema: S): RecordCodec<z.output<S>, z.output<S>> {
  return { normalize: (response) => response, restore: (value) => schema.safeParse(value).data };
}

type ResponseShape<F extends Fields> = { [N in keyof F]: F[N]['response'] };
type ChangeShape<F extends Fields> = {
  [N in keyof F as F[N] extends { readonly change: z.ZodType } ? N : never]: NonNullable<F[N]['change']>;
};
type RecordOf<F extends Fields> = {
  readonly [N in keyof F as F[N] extends { readonly record: z.ZodType } ? N : never]: z.output<
    NonNullable<F[N]['record']>
  >;
};

/** Returns the schema of a record in a response. The schema keeps unknown fields. */
export function responseSchema<F extends Fields>(fields: F) {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { response }]) => [name, response]));
  return z.looseObject(shape as ResponseShape<F>);
}

/** Returns the schemas of the fields that can be changed. */
export function changeShape<F extends Fields>(fields: F): ChangeShape<F> {
  const rules = Object.entries(fields).flatMap(([name, { change }]) =>
    change === undefined ? [] : [[name, change] as const],
  );
  return Object.fromEntries(rules) as ChangeShape<F>;
}

/**
 * Returns the codec for records that are stored with these fields. A stored record has a key for every field, even if
 * the value is undefined: otherwise two equal records, only one of which has the key, would count as different.
 */
export function recordCodec<F extends Fields>(
  fields: F,
): RecordCodec<z.output<ReturnType<typeof responseSchema<F>>>, RecordOf<F>> {
  const storedFields = Object.entries(fields).flatMap(([name, { record, normalize }]) =>
    record === undefined || normalize === undefined
      ? []
      : [{ name, record, normalize: normalize as (value: unknown) => unknown }],
  );
  const schema = z.object(Object.fromEntries(storedFields.map(({ name, record }) => [name, record])));
  const buildRecord = (valueOf: (storedField: (typeof storedFields)[number]) => unknown): RecordOf<F> => {
    const record: Record<string, unknown> = {};
    for (const storedField of storedFields) record[storedField.name] = valueOf(storedField);
    return record as RecordOf<F>;
  };
  return {
    normalize: (response) => {
      const valuesByName = response as Readonly<Record<string, unknown>>;
      return buildRecord(({ name, normalize }) => normalize(valuesByName[name]));
    },
    restore: (value) => {
      const { data } = schema.safeParse(value);
      return data === undefined ? undefined : buildRecord(({ name }) => data[name]);
    },
  };
}
