// Combines updates from the host into the page's model, whatever order they arrive in.
import type { EditorModel } from '../../pages/protocol/messages.ts';
import type { PageSlices, PageUpdate } from '../../pages/protocol/slices.ts';
import { reuse } from './reuse.ts';

/** What the page has received. Each update replaces the object. */
export interface Received {
  readonly slices: Partial<PageSlices>;
  /** Of each slice, and of each field. */
  readonly versions: Readonly<Record<string, number>>;
  /** The version up to which no update is missing; 0 before the first update with all slices. */
  readonly latest: number;
  readonly ackSequence: number;
  /** The update that the last one is based on did not arrive. */
  readonly isMissing: boolean;
  readonly model: EditorModel | undefined;
}

export const NOTHING_RECEIVED: Received = {
  slices: {},
  versions: {},
  latest: 0,
  ackSequence: 0,
  isMissing: false,
  model: undefined,
};

/**
 * Takes the slices that are newer than the known ones. `ackSequence` is taken only when no update is missing: the values that
 * it acknowledges could be in the missing update.
 */
export function receive(known: Received, update: PageUpdate): Received {
  const { version, since } = update;
  const versions: Record<string, number> = { ...known.versions };
  const take = <Parts extends object>(before: Parts, parts: Parts, prefix = ''): Parts => {
    const newer = Object.entries(parts).filter(([name]) => version > (versions[prefix + name] ?? 0));
    for (const [name] of newer) versions[prefix + name] = version;
    return {
      ...before,
      ...Object.fromEntries(newer.map(([name, part]) => [name, reuse(Reflect.get(before, name), part)])),
    };
  };
  const { fields, ...others } = update.slices;
  const slices = { ...take(known.slices, others), fields: take(known.slices.fields ?? {}, fields ?? {}, 'field ') };
  const isMissing = since > known.latest;
  const latest = isMissing ? known.latest : Math.max(known.latest, version);
  // Not the maximum: updates meant for the previous page may arrive first, and that page had its own numbers.
  const ackSequence = isMissing || version < known.latest ? known.ackSequence : update.ackSequence;
  return {
    slices,
    versions,
    latest,
    ackSequence,
    isMissing,
    model: latest === 0 ? undefined : reuse(known.model, modelOf(slices, ackSequence)),
  };
}

function modelOf(slices: Partial<PageSlices>, ackSequence: number): EditorModel | undefined {
  const { record, people, comments, composer, fieldNames = [], fields = {} } = slices;
  if (record === undefined || people === undefined || comments === undefined || composer === undefined)
    return undefined;
  const discussion = discussionOf(slices);
  return {
    ...record,
    ...people,
    ackSequence,
    fields: fieldNames.flatMap((name) => fields[name] ?? []),
    comments,
    composer,
    ...(discussion === undefined ? {} : { discussion }),
  };
}

function discussionOf({
  ownComments,
  commentEdits,
  attachments,
  activity,
  code,
}: Partial<PageSlices>): EditorModel['discussion'] {
  if (ownComments === undefined || commentEdits === undefined) return undefined;
  if (attachments === undefined || activity === undefined || code === undefined) return undefined;
  return { comments: { mine: ownComments, ...commentEdits }, attachments, activity, code };
}
