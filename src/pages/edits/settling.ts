// Owns what becomes of a draft once the service has answered: what it holds is no draft any more, what was written
// since is one still. Pure.
import { type Draft, withoutSent } from '../../drafts/draft.ts';
import type { FieldSpec } from '../fields/fieldSpec.ts';
import type { RecordForm } from '../fields/recordForm.ts';
import { type FieldValues, isSameFieldValue, touchedFields } from '../fields/values.ts';
import type { FieldValue } from '../protocol/fields.ts';
import { fingerprint } from './fingerprint.ts';

/** Fields with what they were sent with. */
export type Fields = readonly (readonly [FieldSpec, FieldValue])[];

export function valuesOf(fields: Fields): FieldValues {
  return Object.fromEntries(fields.map(([{ name }, value]) => [name, value]));
}

/**
 * What was sent and not edited since is no draft any more; what was edited since is based on what the service has now.
 */
export function settleDraft(before: Draft, sent: Fields, told: FieldValues): Pick<Draft, 'touched' | 'base' | 'sent'> {
  const done = new Set(
    sent
      .filter(([spec, value]) => isSameFieldValue(before.touched[spec.name] ?? null, value, spec))
      .map(([{ name }]) => name),
  );
  const unsettled = <T>(fields: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !done.has(name)));
  const touched = unsettled(before.touched);
  const rebased = sent.flatMap(([{ name }]) => {
    const there = told[name];
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
 * The touched fields of which the service has what is here, or what was sent from here without an answer. Each with the
 * value that is to be settled: where something was typed since, that is what the service has.
 */
export function hasArrived(
  fields: readonly FieldSpec[],
  draft: Pick<Draft, 'touched' | 'base' | 'sent'>,
  told: FieldValues,
): Fields {
  return touchedFields(fields, draft.touched).flatMap(([spec, value]) => {
    const there = told[spec.name];
    if (there === undefined) return [];
    // What was sent without an answer may still arrive: an edit back to what was there before it is to be sent.
    const isBack =
      draft.sent?.[spec.name] !== undefined && isSameFieldValue(draft.base?.[spec.name] ?? null, there, spec);
    if (isSameFieldValue(value, there, spec)) return isBack ? [] : [[spec, value]];
    if (!isOwnChange(spec, draft, there)) return [];
    return [[spec, fingerprint(spec, value) === fingerprint(spec, there) ? value : there]];
  });
}

/** Whether the service has what was sent from here without an answer, rather than what the draft is based on. */
export function isOwnChange(spec: FieldSpec, { base, sent }: Pick<Draft, 'base' | 'sent'>, there: FieldValue): boolean {
  const fingerprints = sent?.[spec.name];
  const before = base?.[spec.name];
  if (fingerprints === undefined || (before !== undefined && isSameFieldValue(before, there, spec))) return false;
  return fingerprints.includes(fingerprint(spec, there));
}

/** As many as are remembered of one field: older ones have arrived or never will. */
const MOST_SENT = 8;

/** Remembers what is about to be sent. */
export function markSent(before: Draft, sent: Fields): Pick<Draft, 'sent'> {
  const added = sent.map(([spec, value]) => {
    const print = fingerprint(spec, value);
    const others = (before.sent?.[spec.name] ?? []).filter((one) => one !== print);
    return [spec.name, [...others, print].slice(-MOST_SENT)] as const;
  });
  return { sent: { ...before.sent, ...Object.fromEntries(added) } };
}

/** What was marked last has certainly not arrived; what had been sent `earlier` may have. */
export function unmarkSent(before: Draft, due: Fields, earlier: Draft['sent']): Pick<Draft, 'sent'> {
  const names = due.map(([{ name }]) => name);
  const left = Object.entries(earlier ?? {}).filter(
    ([name]) => names.includes(name) && before.sent?.[name] !== undefined,
  );
  const sent = { ...withoutSent(before, names).sent, ...Object.fromEntries(left) };
  return { sent: Object.keys(sent).length === 0 ? undefined : sent };
}

/** What the draft of a new record holds beyond what the record was made of. */
export function writtenSince({ fields }: RecordForm, touched: Draft['touched'], of: FieldValues): Draft['touched'] {
  const rest = touchedFields(fields, touched).filter(
    ([spec, value]) => !isSameFieldValue(value, of[spec.name] ?? null, spec),
  );
  return valuesOf(rest);
}
