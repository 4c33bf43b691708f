// Determines which slices of a page's model have changed. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { EditorModel } from '../protocol/messages.ts';
import type { PageSlices } from '../protocol/slices.ts';

/** Splits a model into its slices. */
export function slicesOf(model: EditorModel): PageSlices {
  const { ackSequence: _ackSequence, fields, people, peoplePending, comments, composer, discussion, ...record } = model;
  return {
    record,
    fieldNames: fields.map(({ name }) => name),
    fields: Object.fromEntries(fields.map((field) => [field.name, field])),
    people: { people, ...(peoplePending === undefined ? {} : { peoplePending }) },
    comments,
    composer,
    ...(discussion === undefined ? {} : discussionSlices(discussion)),
  };
}

function discussionSlices({
  comments,
  attachments,
  activity,
  code,
}: NonNullable<EditorModel['discussion']>): Partial<PageSlices> {
  const { mine, ...commentEdits } = comments;
  return { ownComments: mine, commentEdits, attachments, activity, code };
}

/** Returns the slices and the fields that differ from the ones that were sent. */
export function changedSlices(sent: Partial<PageSlices>, now: PageSlices): Partial<PageSlices> {
  const { fields: fieldsNow, ...othersNow } = now;
  const fields = changed(sent.fields ?? {}, fieldsNow);
  return { ...changed<Partial<PageSlices>>(sent, othersNow), ...(Object.keys(fields).length === 0 ? {} : { fields }) };
}

function changed<Parts extends Partial<PageSlices> | PageSlices['fields']>(sent: object, now: Parts): Parts {
  const entries = Object.entries(now).filter(([name, value]) => !isDeepStrictEqual(Reflect.get(sent, name), value));
  return Object.fromEntries(entries) as Parts;
}
