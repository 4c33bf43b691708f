// Updates a draft after a response: removes what the server has, keeps what was edited since. Pure.
import { type Draft, withoutSent } from '../../drafts/draft.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import type { RecordForm } from '../fields/recordForm.ts';
import { type FieldValues, isSameFieldValue, touchedFields } from '../fields/values.ts';
import type { FieldValue } from '../protocol/fields.ts';
import { fingerprint } from './fingerprint.ts';

/** Fields with the values that were sent. */
export type Fields = readonly (readonly [FieldSpec, FieldValue])[];

export function valuesOf(fields: Fields): FieldValues {
  return Object.fromEntries(fields.map(([{ name }, value]) => [name, value]));
}

/** Removes the fields that were not edited since they were sent; the others get the server's value as their base. */
export function settleDraft(
  before: Draft,
  sent: Fields,
  confirmed: FieldValues,
): Pick<Draft, 'touched' | 'base' | 'sent'> {
  const done = new Set(
    sent
      .filter(([spec, value]) => isSameFieldValue(before.touched[spec.name] ?? null, value, spec))
      .map(([{ name }]) => name),
  );
  const unsettled = <T>(fields: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !done.has(name)));
  const touched = unsettled(before.touched);
  const rebased = sent.flatMap(([{ name }]) => {
    const there = confirmed[name];
    return touched[name] === undefined || there === undefined ? [] : [[name, there] as const];
  });
  return {
    touched,
    base: { ...unsettled(before.base ?? {}), ...Object.fromEntries(rebased) },
    ...withoutSent(
      before,
      sent.map(([{ name }]) => name),
    ),
  };
}

/**
 * Returns the touched fields whose value on the server is the draft's, or one that was sent without a response. Each
 * comes with the value to settle: if the field was edited since, that is the server's value.
 */
export function hasArrived(
  fields: readonly FieldSpec[],
  draft: Pick<Draft, 'touched' | 'base' | 'sent'>,
  confirmed: FieldValues,
): Fields {
  return touchedFields(fields, draft.touched).flatMap(([spec, value]) => {
    const there = confirmed[spec.name];
    if (there === undefined) return [];
    // A request without a response may still arrive: an edit back to the earlier value must be sent.
    const isBack =
      draft.sent?.[spec.name] !== undefined && isSameFieldValue(draft.base?.[spec.name] ?? null, there, spec);
    if (isSameFieldValue(value, there, spec)) return isBack ? [] : [[spec, value]];
    if (!isOwnChange(spec, draft, there)) return [];
    return [[spec, fingerprint(spec, value) === fingerprint(spec, there) ? value : there]];
  });
}

/** Whether the server has a value that was sent from here without a response, and not the draft's base. */
export function isOwnChange(spec: FieldSpec, { base, sent }: Pick<Draft, 'base' | 'sent'>, there: FieldValue): boolean {
  const fingerprints = sent?.[spec.name];
  const before = base?.[spec.name];
  if (fingerprints === undefined || (before !== undefined && isSameFieldValue(before, there, spec))) return false;
  return fingerprints.includes(fingerprint(spec, there));
}

/** Number of fingerprints per field: older values have arrived or never will. */
const MOST_SENT = 8;

/** Adds the fingerprints of the values that are about to be sent. */
export function markSent(before: Draft, sent: Fields): Pick<Draft, 'sent'> {
  const added = sent.map(([spec, value]) => {
    const print = fingerprint(spec, value);
    const others = (before.sent?.[spec.name] ?? []).filter((one) => one !== print);
    return [spec.name, [...others, print].slice(-MOST_SENT)] as const;
  });
  return { sent: { ...before.sent, ...Object.fromEntries(added) } };
}

/**
 * Removes the last fingerprints, because those values did not arrive. Values sent `earlier` may have arrived and stay.
 */
export function unmarkSent(before: Draft, due: Fields, earlier: Draft['sent']): Pick<Draft, 'sent'> {
  const names = due.map(([{ name }]) => name);
  const left = Object.entries(earlier ?? {}).filter(
    ([name]) => names.includes(name) && before.sent?.[name] !== undefined,
  );
  const sent = { ...withoutSent(before, names).sent, ...Object.fromEntries(left) };
  return { sent: Object.keys(sent).length === 0 ? undefined : sent };
}

/** Returns the fields of a new record's draft that differ from the values that the record was created with. */
export function writtenSince({ fields }: RecordForm, touched: Draft['touched'], of: FieldValues): Draft['touched'] {
  const rest = touchedFields(fields, touched).filter(
    ([spec, value]) => !isSameFieldValue(value, of[spec.name] ?? null, spec),
  );
  return valuesOf(rest);
}
