// Finds the slices of a page's model that have changed since the last update. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { PageModel } from '../protocol/messages.ts';
import type { PageSlices } from '../protocol/slices.ts';

/** Splits a model into its slices. */
export function slicesOf(model: PageModel): PageSlices {
  const {
    ackSequence: _ackSequence,
    fields,
    people,
    peoplePending,
    comments,
    composer,
    discussion,
    subItems,
    newItem,
    ...record
  } = model;
  return {
    record,
    fieldNames: fields.map(({ name }) => name),
    fields: Object.fromEntries(fields.map((field) => [field.name, field])),
    people: { people, ...(peoplePending === undefined ? {} : { peoplePending }) },
    comments,
    composer,
    ...(discussion === undefined ? {} : discussionSlices(discussion)),
    ...(subItems === undefined ? {} : { subItems }),
    ...(newItem === undefined ? {} : { newItem }),
  };
}

function discussionSlices({
  comments,
  attachments,
  activity,
  relations,
  links,
  code,
}: NonNullable<PageModel['discussion']>): Partial<PageSlices> {
  const { mine, ...commentEdits } = comments;
  return { ownComments: mine, commentEdits, attachments, activity, relations, links, code };
}

/** Returns the slices that differ from the slices sent before. The slice `fields` contains only the changed fields. */
export function changedSlices(sent: Partial<PageSlices>, now: PageSlices): Partial<PageSlices> {
  const { fields: fieldsNow, ...othersNow } = now;
  const fields = changedEntries(sent.fields ?? {}, fieldsNow);
  return {
    ...changedEntries<Partial<PageSlices>>(sent, othersNow),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

function changedEntries<Parts extends Partial<PageSlices> | PageSlices['fields']>(sent: object, now: Parts): Parts {
  const entries = Object.entries(now).filter(([name, value]) => !isDeepStrictEqual(Reflect.get(sent, name), value));
  return Object.fromEntries(entries) as Parts;
}
