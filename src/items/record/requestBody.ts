// Builds the request body from the values of the form.
import { isEmptyValue } from '../form/fieldSpec.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { type FieldValues, toRequestValue } from '../form/values.ts';

/** Returns the body of an update request. The values must be valid. */
export function updateRequestBody(form: RecordForm, values: FieldValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const spec of form.fields) {
    const value = values[spec.name];
    if (value === undefined) continue;
    const sent = toRequestValue(spec, value);
    if ('problem' in sent || sent.value === undefined) continue;
    body[spec.name] = sent.value;
    if (spec.alsoSentAs !== undefined) body[spec.alsoSentAs] = sent.value;
  }
  return body;
}

/** Returns the body of a create request, without empty values. */
export function createRequestBody(form: RecordForm, values: FieldValues): Record<string, unknown> {
  return updateRequestBody(
    form,
    Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value))),
  );
}
