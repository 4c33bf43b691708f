// Owns the fields of records that are kept in another form than answers bring them: one row for each field, from which
// the schema of an answer, the record, the schema of the record and the body of a change follow.
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

/** A field: what an answer holds, what is kept of it, and what may be sent. */
interface Field {
  /** In an answer. */
  readonly answer: z.ZodType;
  /** In the record; a field without it is not kept. */
  readonly record?: z.ZodType;
  /** What is kept of what an answer holds. */
  readonly normalize?: (value: never) => unknown;
  /** The rule of what may be sent for it; a field without it cannot be changed. */
  readonly change?: z.ZodType;
}
type Fields = Readonly<Record<string, Field>>;

function field<A extends z.ZodType, R>(answer: A, record: z.ZodType<R>, normalize: (value: z.output<A>) => R) {
  return { answer, record, normalize };
}

// A record that was written to disk before a field existed has none of it.
const textOrNull = z.string().nullable().default(null);
const optionalText = z.string().optional();
const bareId = (value: Reference | null | undefined): string | null =>
  value === null || value === undefined ? null : idOf(value);

/** The record's own id. */
export const ID = field(id, z.string(), (value) => value);
export const TEXT = field(z.string(), z.string(), (value) => value);
/** Undefined where the answer leaves it out. */
export const OPTIONAL_TEXT = field(z.string().nullish(), optionalText, (value) => value ?? undefined);
/** Null where there is none. */
export const NULLABLE_TEXT = field(z.string().nullish(), textOrNull, (value) => value ?? null);
export const NUMBER = field(numeric, z.number(), (value) => value);
/** Kept as the id, whether or not the answer holds the record itself. */
export const REFERENCE = field(reference, z.string(), idOf);
export const OPTIONAL_REFERENCE = field(optionalReference, textOrNull, bareId);
/** Numbers stand for their text. */
export const NUMBERED_REFERENCE = field(numberedReference, textOrNull, bareId);
/** Null also where the answer leaves it out. */
export const LOOSE_REFERENCE = field(optionalReference.optional(), textOrNull, bareId);
/** Undefined where the server does not have such a field. */
export const REFERENCE_IF_SERVED = field(optionalReference.optional(), z.string().nullish(), (value) =>
  value === undefined ? undefined : bareId(value),
);
export const REFERENCES = field<typeof references, readonly string[]>(
  references,
  z.array(z.string()).default([]),
  (values) => values.map(idOf),
);

/** Text in place of which the record has another where there is none. */
export function textOr(none: string) {
  return field(z.string().nullish(), z.string().default(none), (value) => value ?? none);
}

/** The ways to a record as it is kept. */
export interface Kept<A, R> {
  normalize(answer: A): R;
  /** The record of an earlier run; undefined for what is no such record. */
  restore(value: unknown): R | undefined;
}

/** Records that are kept as they come. */
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

/** What an answer holds; fields that nobody knows are kept. */
export function answerSchema<F extends Fields>(fields: F) {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { answer }]) => [name, answer]));
  return z.looseObject(shape as AnswerShape<F>);
}

/** The rules of the fields that can be changed. */
export function changeShape<F extends Fields>(fields: F): ChangeShape<F> {
  const rules = Object.entries(fields).flatMap(([name, { change }]) =>
    change === undefined ? [] : [[name, change] as const],
  );
  return Object.fromEntries(rules) as ChangeShape<F>;
}

/** Every record has every name, also of what is undefined: records are compared by their names as well. */
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
