// Combines updates from the host into the page's model, even if updates arrive in the wrong order.
import { definedFields } from '../../../std/objects/definedFields.ts';
import type { PageModel } from '../../protocol/messages.ts';
import type { PageSlices, PageUpdate } from '../../protocol/slices.ts';
import { reuseEqualObjects } from './reuseEqualObjects.ts';

/** The slices that the page has received, and the model built from them. Each update replaces the object. */
export interface ReceivedState {
  readonly slices: Partial<PageSlices>;
  /**
   * The versions of the slices and of the fields. The key is the name of the slice, or `field ` followed by the name of
   * the field.
   */
  readonly versions: Readonly<Record<string, number>>;
  /** The latest version up to which the page has received all updates; 0 before the first update with all slices. */
  readonly latestVersion: number;
  readonly ackSequence: number;
  /** Whether the last received update is based on an update that has not arrived. */
  readonly isUpdateMissing: boolean;
  readonly model: PageModel | undefined;
}

export const INITIAL_RECEIVED_STATE: ReceivedState = {
  slices: {},
  versions: {},
  latestVersion: 0,
  ackSequence: 0,
  isUpdateMissing: false,
  model: undefined,
};

/**
 * Replaces the slices for which the update has a newer version. `ackSequence` is replaced only when no update is
 * missing: the values that it acknowledges could be in the missing update.
 */
export function applyUpdate(received: ReceivedState, update: PageUpdate): ReceivedState {
  const { version, since } = update;
  const versions: Record<string, number> = { ...received.versions };
  const mergeNewerParts = <Parts extends object>(before: Parts, parts: Parts, prefix = ''): Parts => {
    const newerParts = Object.entries(parts).filter(([name]) => version > (versions[prefix + name] ?? 0));
    for (const [name] of newerParts) versions[prefix + name] = version;
    return {
      ...before,
      ...Object.fromEntries(
        newerParts.map(([name, part]) => [name, reuseEqualObjects(Reflect.get(before, name), part)]),
      ),
    };
  };
  const { fields, ...otherSlices } = update.slices;
  const slices = {
    ...mergeNewerParts(received.slices, otherSlices),
    fields: mergeNewerParts(received.slices.fields ?? {}, fields ?? {}, 'field '),
  };
  const isUpdateMissing = since > received.latestVersion;
  const latestVersion = isUpdateMissing ? received.latestVersion : Math.max(received.latestVersion, version);
  // `ackSequence` of the latest update is used even if it is smaller than the previous value: the previous value may be
  // from an update for an earlier page in this tab, whose messages had other sequence numbers.
  const ackSequence = isUpdateMissing || version < received.latestVersion ? received.ackSequence : update.ackSequence;
  return {
    slices,
    versions,
    latestVersion,
    ackSequence,
    isUpdateMissing,
    model: latestVersion === 0 ? undefined : reuseEqualObjects(received.model, modelOf(slices, ackSequence)),
  };
}

function modelOf(slices: Partial<PageSlices>, ackSequence: number): PageModel | undefined {
  const { record, people, comments, composer, subItems, contents, newItem, fieldNames = [], fields = {} } = slices;
  if (record === undefined || people === undefined || comments === undefined || composer === undefined)
    return undefined;
  return {
    ...record,
    ...people,
    ackSequence,
    fields: fieldNames.flatMap((name) => fields[name] ?? []),
    comments,
    composer,
    ...definedFields({ discussion: discussionOf(slices), subItems, contents, newItem }),
  };
}

function discussionOf({
  ownComments,
  commentEdits,
  attachments,
  activity,
  relations,
  links,
  code,
}: Partial<PageSlices>): PageModel['discussion'] {
  if (ownComments === undefined || commentEdits === undefined) return undefined;
  if (attachments === undefined || activity === undefined || code === undefined) return undefined;
  if (relations === undefined || links === undefined) return undefined;
  return { comments: { mine: ownComments, ...commentEdits }, attachments, activity, relations, links, code };
}
