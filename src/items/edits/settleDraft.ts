// Removes from a draft the values that the server has confirmed, and keeps later edits. Pure.
import { type Draft, withoutFingerprints } from '../../core/drafts/draft.ts';
import type { FieldValue } from '../form/fieldProtocol.ts';
import type { FieldSpec } from '../form/fieldSpec.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { type FieldValues, isSameFieldValue, touchedFields } from '../form/values.ts';
import { addFingerprint, fingerprint } from './fingerprint.ts';

/** Pairs of a field and its value. */
export type FieldEntries = readonly (readonly [FieldSpec, FieldValue])[];

export function valuesOf(fields: FieldEntries): FieldValues {
  return Object.fromEntries(fields.map(([{ name }, value]) => [name, value]));
}

/**
 * Removes the sent fields from the draft. A field that was edited during the request stays, with the server's value as
 * its base value.
 */
export function settleDraft(
  before: Draft,
  sent: FieldEntries,
  confirmed: FieldValues,
): Pick<Draft, 'touched' | 'base' | 'sent'> {
  const settledFieldNames = new Set(
    sent
      .filter(([spec, value]) => isSameFieldValue(before.touched[spec.name] ?? null, value, spec))
      .map(([{ name }]) => name),
  );
  const withoutSettled = <T>(fields: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !settledFieldNames.has(name)));
  const touched = withoutSettled(before.touched);
  const newBaseValues = sent.flatMap(([{ name }]) => {
    const serverValue = confirmed[name];
    return touched[name] === undefined || serverValue === undefined ? [] : [[name, serverValue] as const];
  });
  return {
    touched,
    base: { ...withoutSettled(before.base ?? {}), ...Object.fromEntries(newBaseValues) },
    ...withoutFingerprints(
      before,
      sent.map(([{ name }]) => name),
    ),
  };
}

/**
 * Returns the fields of the draft that the server has already stored: the server's value is the draft's value, or a
 * value that was sent in a request without a response. Each field is returned with its value in the draft, or with the
 * server's value if the user has edited the field after that request.
 */
export function findAlreadySavedFields(
  fields: readonly FieldSpec[],
  draft: Pick<Draft, 'touched' | 'base' | 'sent'>,
  confirmed: FieldValues,
): FieldEntries {
  return touchedFields(fields, draft.touched).flatMap(([spec, value]) => {
    const serverValue = confirmed[spec.name];
    if (serverValue === undefined) return [];
    // A request without a response may still be processed, so an edit back to the earlier value must be sent.
    const isEditedBack =
      draft.sent?.[spec.name] !== undefined && isSameFieldValue(draft.base?.[spec.name] ?? null, serverValue, spec);
    if (isSameFieldValue(value, serverValue, spec)) return isEditedBack ? [] : [[spec, value]];
    if (!isOwnChange(spec, draft, serverValue)) return [];
    return [[spec, fingerprint(spec, value) === fingerprint(spec, serverValue) ? value : serverValue]];
  });
}

/**
 * Whether the server's value is a value that this client sent in a request that got no response, and not the draft's
 * base value.
 */
export function isOwnChange(
  spec: FieldSpec,
  { base, sent }: Pick<Draft, 'base' | 'sent'>,
  serverValue: FieldValue,
): boolean {
  const fingerprints = sent?.[spec.name];
  const baseValue = base?.[spec.name];
  if (fingerprints === undefined || (baseValue !== undefined && isSameFieldValue(baseValue, serverValue, spec)))
    return false;
  return fingerprints.includes(fingerprint(spec, serverValue));
}

/** Adds the fingerprints of the values to the draft, before the values are sent. */
export function addFingerprints(before: Draft, sent: FieldEntries): Pick<Draft, 'sent'> {
  const addedFingerprints = sent.map(
    ([spec, value]) => [spec.name, addFingerprint(before.sent?.[spec.name], fingerprint(spec, value))] as const,
  );
  return { sent: { ...before.sent, ...Object.fromEntries(addedFingerprints) } };
}

/**
 * Removes the fingerprints of a request that the server has certainly not received. Restores the fingerprints of
 * requests before it (`earlier`), because the server may have received those.
 */
export function restoreFingerprints(
  before: Draft,
  unsentFields: FieldEntries,
  earlier: Draft['sent'],
): Pick<Draft, 'sent'> {
  const names = unsentFields.map(([{ name }]) => name);
  const earlierFingerprints = Object.entries(earlier ?? {}).filter(
    ([name]) => names.includes(name) && before.sent?.[name] !== undefined,
  );
  const sent = { ...withoutFingerprints(before, names).sent, ...Object.fromEntries(earlierFingerprints) };
  return { sent: Object.keys(sent).length === 0 ? undefined : sent };
}

/** Returns the values of a new record's draft that differ from the values that the record was created with. */
export function valuesEditedSince(
  { fields }: RecordForm,
  touched: Draft['touched'],
  createdWith: FieldValues,
): Draft['touched'] {
  const changedFields = touchedFields(fields, touched).filter(
    ([spec, value]) => !isSameFieldValue(value, createdWith[spec.name] ?? null, spec),
  );
  return valuesOf(changedFields);
}
