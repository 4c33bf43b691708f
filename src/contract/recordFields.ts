// Defines the fields of records that are stored in another form than responses have.
// One row for each field: the schema of a response, the record, the schema of the record and the body of a change
// follow from it.
import * as z from 'zod';
import {
  id,
  idOf,
  numberedReference,
  numeric,
  optionalReference,
  type Reference,
  reference,
  references,
} from './wire.ts';

/** A field: its form in a response, its form in the record, and what may be sent for it. */
interface Field {
  /** Schema in a response. */
  readonly answer: z.ZodType;
  /** Schema in the record; a field without it is not stored. */
  readonly record?: z.ZodType;
  /** Converts the response's value to the record's. */
  readonly normalize?: (value: never) => unknown;
  /** Schema of what may be sent; a field without it cannot be changed. */
  readonly change?: z.ZodType;
}
type Fields = Readonly<Record<string, Field>>;

function field<A extends z.ZodType, R>(answer: A, record: z.ZodType<R>, normalize: (value: z.output<A>) => R) {
  return { answer, record, normalize };
}

// The defaults are for a record that was written to disk before the field existed.
const textOrNull = z.string().nullable().default(null);
const optionalText = z.string().optional();
const bareId = (value: Reference | null | undefined): string | null =>
  value === null || value === undefined ? null : idOf(value);

/** The record's own id. */
export const ID = field(id, z.string(), (value) => value);
export const TEXT = field(z.string(), z.string(), (value) => value);
/** Undefined when the response omits it. */
export const OPTIONAL_TEXT = field(z.string().nullish(), optionalText, (value) => value ?? undefined);
/** Null when there is no value. */
export const NULLABLE_TEXT = field(z.string().nullish(), textOrNull, (value) => value ?? null);
export const NUMBER = field(numeric, z.number(), (value) => value);
/** Stored as the id, whether or not the response contains the record itself. */
export const REFERENCE = field(reference, z.string(), idOf);
export const OPTIONAL_REFERENCE = field(optionalReference, textOrNull, bareId);
/** A number is converted to text. */
export const NUMBERED_REFERENCE = field(numberedReference, textOrNull, bareId);
/** Null also when the response omits it. */
export const LOOSE_REFERENCE = field(optionalReference.optional(), textOrNull, bareId);
/** Undefined when the server does not have the field. */
export const REFERENCE_IF_SERVED = field(optionalReference.optional(), z.string().nullish(), (value) =>
  value === undefined ? undefined : bareId(value),
);
export const REFERENCES = field<typeof references, readonly string[]>(
  references,
  z.array(z.string()).default([]),
  (values) => values.map(idOf),
);

/** A text field whose value is `none` when the response has no text. */
export function textOr(none: string) {
  return field(z.string().nullish(), z.string().default(none), (value) => value ?? none);
}

/** Converts a record of a response to the stored record, and reads a stored record. */
export interface Kept<A, R> {
  normalize(answer: A): R;
  /** Returns the record that an earlier run stored; undefined when the value is not such a record. */
  restore(value: unknown): R | undefined;
}

/** Stores records in the form of the response. */
export function asAnswered<S extends z.ZodType>(schema: S): Kept<z.output<S>, z.output<S>> {
  return { normalize: (answer) => answer, restore: (value) => schema.safeParse(value).data };
}

type AnswerShape<F extends Fields> = { [N in keyof F]: F[N]['answer'] };
type ChangeShape<F extends Fields> = {
  [N in keyof F as F[N] extends { readonly change: z.ZodType } ? N : never]: NonNullable<F[N]['change']>;
};
type RecordOf<F extends Fields> = {
  readonly [N in keyof F as F[N] extends { readonly record: z.ZodType } ? N : never]: z.output<
    NonNullable<F[N]['record']>
  >;
};

/** Returns the schema of a response; unknown fields are kept. */
export function answerSchema<F extends Fields>(fields: F) {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { answer }]) => [name, answer]));
  return z.looseObject(shape as AnswerShape<F>);
}

/** Returns the schemas of the fields that can be changed. */
export function changeShape<F extends Fields>(fields: F): ChangeShape<F> {
  const rules = Object.entries(fields).flatMap(([name, { change }]) =>
    change === undefined ? [] : [[name, change] as const],
  );
  return Object.fromEntries(rules) as ChangeShape<F>;
}

/** Every record has every name, including fields that are undefined: records are also compared by their names. */
export function keptFields<F extends Fields>(
  fields: F,
): Kept<z.output<ReturnType<typeof answerSchema<F>>>, RecordOf<F>> {
  const kept = Object.entries(fields).flatMap(([name, { record, normalize }]) =>
    record === undefined || normalize === undefined
      ? []
      : [{ name, record, normalize: normalize as (value: unknown) => unknown }],
  );
  const schema = z.object(Object.fromEntries(kept.map(({ name, record }) => [name, record])));
  const recordWith = (valueOf: (one: (typeof kept)[number]) => unknown): RecordOf<F> => {
    const record: Record<string, unknown> = {};
    for (const one of kept) record[one.name] = valueOf(one);
    return record as RecordOf<F>;
  };
  return {
    normalize: (answer) => {
      const held = answer as Readonly<Record<string, unknown>>;
      return recordWith(({ name, normalize }) => normalize(held[name]));
    },
    restore: (value) => {
      const { data } = schema.safeParse(value);
      return data === undefined ? undefined : recordWith(({ name }) => data[name]);
    },
  };
}
