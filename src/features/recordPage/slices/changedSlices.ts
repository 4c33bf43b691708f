// Finds the slices of a page's model that have changed since the last update. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { PageModel } from '../../../shell/protocol/messages.ts';
import type { PageSlices } from '../../../shell/protocol/slices.ts';
import { definedFields } from '../../../std/objects/definedFields.ts';

/** Splits a model into its slices. */
export function toSlices(model: PageModel): PageSlices {
  const {
    ackSequence: _ackSequence,
    fields,
    people,
    unloadedPeopleStatus,
    comments,
    composer,
    discussion,
    subItems,
    contents,
    newItem,
    ...record
  } = model;
  return {
    record,
    fieldNames: fields.map(({ name }) => name),
    fields: Object.fromEntries(fields.map((field) => [field.name, field])),
    people: definedFields({ people, unloadedPeopleStatus }),
    comments,
    composer,
    ...(discussion === undefined ? {} : discussionSlices(discussion)),
    ...definedFields({ subItems, contents, newItem }),
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
export function changedSlices(sentSlices: Partial<PageSlices>, current: PageSlices): Partial<PageSlices> {
  const { fields: currentFields, ...otherCurrentSlices } = current;
  const fields = changedEntries(sentSlices.fields ?? {}, currentFields);
  return {
    ...changedEntries<Partial<PageSlices>>(sentSlices, otherCurrentSlices),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

function changedEntries<Parts extends Partial<PageSlices> | PageSlices['fields']>(sent: object, current: Parts): Parts {
  const entries = Object.entries(current).filter(([name, value]) => !isDeepStrictEqual(Reflect.get(sent, name), value));
  return Object.fromEntries(entries) as Parts;
}
