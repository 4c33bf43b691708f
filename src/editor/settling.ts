// Owns what becomes of a draft once the service has answered: what it holds is no draft any more, what was written since is one still. Pure.
import type { Draft } from '../store/draft.ts';
import type { FieldSpec } from './fieldSpec.ts';
import type { Kind } from './kinds.ts';
import { isSame, touchedFields, type Values } from './values.ts';
import type { FieldValue } from './words/fields.ts';

/** Fields with what they were sent with. */
export type Fields = readonly (readonly [FieldSpec, FieldValue])[];

/** What was sent and not edited since is no draft any more; what was edited since is based on what the service has now. */
export function settled(before: Draft, sent: Fields, told: Values): Pick<Draft, 'touched' | 'base'> {
  const done = new Set(sent.filter(([spec, value]) => isSame(before.touched[spec.name] ?? null, value, spec)).map(([{ name }]) => name));
  const unsettled = <T>(fields: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !done.has(name)));
  const touched = unsettled(before.touched);
  const rebased = sent.flatMap(([{ name }]) => {
    const there = told[name];
    return touched[name] === undefined || there === undefined ? [] : [[name, there] as const];
  });
  return { touched, base: { ...unsettled(before.base ?? {}), ...Object.fromEntries(rebased) } };
}

/** The touched fields that the service holds just so: they were sent and the answer was lost, or somebody else did the same. */
export function arrivedIn({ fields }: Kind, touched: Draft['touched'], told: Values): Fields {
  return touchedFields(fields, touched).filter(([spec, value]) => {
    const there = told[spec.name];
    return there !== undefined && isSame(value, there, spec);
  });
}

/** What the draft of a new record holds beyond what the record was made of. */
export function writtenSince({ fields }: Kind, touched: Draft['touched'], of: Values): Draft['touched'] {
  const rest = touchedFields(fields, touched).filter(([spec, value]) => !isSame(value, of[spec.name] ?? null, spec));
  return Object.fromEntries(rest.map(([{ name }, value]) => [name, value]));
}
