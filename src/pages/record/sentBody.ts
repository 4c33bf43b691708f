// Owns the body that carries the form's values to the service.
import { isNone } from '../fields/fieldSpec.ts';
import type { RecordForm } from '../fields/recordForm.ts';
import { type FieldValues, toRequestValue } from '../fields/values.ts';

/** The values are known to keep the rules. */
export function sentBody(kind: RecordForm, values: FieldValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const spec of kind.fields) {
    const value = values[spec.name];
    if (value === undefined) continue;
    const sent = toRequestValue(spec, value);
    if ('problem' in sent || sent.value === undefined) continue;
    body[spec.name] = sent.value;
    if (spec.also !== undefined) body[spec.also] = sent.value;
  }
  return body;
}

/** The body of a new record: what holds nothing is left out. */
export function newBody(kind: RecordForm, values: FieldValues): Record<string, unknown> {
  return sentBody(kind, Object.fromEntries(Object.entries(values).filter(([, value]) => !isNone(value))));
}
