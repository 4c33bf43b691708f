// Merges two versions of a draft that two windows changed at the same time, part by part.
import { isDeepStrictEqual } from 'node:util';
import { type Draft, emptyDraft } from './draft.ts';

type EntriesByKey<T> = Readonly<Record<string, T>> | undefined;

/**
 * Merges the changes of two windows. `before` is the version that both windows started from. If only one window has
 * changed a part, the result has the value of that window. If both windows have changed it, the result has the value of
 * `mine`. Undefined means an empty draft. The result has no keys whose value is undefined.
 */
export function mergeDrafts(before: Draft | undefined, mine: Draft | undefined, theirs: Draft | undefined): Draft {
  const [original, ownDraft, otherDraft] = [draftOrEmpty(before), draftOrEmpty(mine), draftOrEmpty(theirs)];
  const fields = mergeEntries(fieldsOf(original), fieldsOf(ownDraft), fieldsOf(otherDraft));
  const parts = {
    newRecord: mergePart(original.newRecord, ownDraft.newRecord, otherDraft.newRecord),
    composer: mergePart(original.composer, ownDraft.composer, otherDraft.composer),
    palette: mergePart(original.palette, ownDraft.palette, otherDraft.palette),
    code: mergeEntries(original.code, ownDraft.code, otherDraft.code),
    subItem: mergePart(original.subItem, ownDraft.subItem, otherDraft.subItem),
    edits: mergeEntries(original.edits, ownDraft.edits, otherDraft.edits),
    links: mergeEntries(original.links, ownDraft.links, otherDraft.links),
    description: mergePart(original.description, ownDraft.description, otherDraft.description),
  };
  const sent = Object.entries(fields ?? {}).flatMap(([name, field]) =>
    field.sent === undefined ? [] : [[name, field.sent] as const],
  );
  return withoutUndefinedKeys({
    version: 1,
    title: ownDraft.title || otherDraft.title,
    touched: Object.fromEntries(Object.entries(fields ?? {}).map(([name, { value }]) => [name, value])),
    base: Object.fromEntries(
      Object.entries(fields ?? {}).flatMap(([name, { base }]) => (base === undefined ? [] : [[name, base]])),
    ),
    ...(sent.length === 0 ? {} : { sent: Object.fromEntries(sent) }),
    ...parts,
    at: Math.max(ownDraft.at, otherDraft.at),
  });
}

/** Returns each field of a draft with its base value and its fingerprints, so that all three are merged as one part. */
function fieldsOf({ touched, base, sent }: Draft): EntriesByKey<{
  readonly value: Draft['touched'][string];
  readonly base?: Draft['touched'][string];
  readonly sent?: string[];
}> {
  return Object.fromEntries(
    Object.entries(touched).map(([name, value]) => [
      name,
      {
        value,
        ...(base?.[name] === undefined ? {} : { base: base[name] }),
        ...(sent?.[name] === undefined ? {} : { sent: sent[name] }),
      },
    ]),
  );
}

function mergeEntries<T>(before: EntriesByKey<T>, mine: EntriesByKey<T>, theirs: EntriesByKey<T>): EntriesByKey<T> {
  const keys = new Set([...Object.keys(mine ?? {}), ...Object.keys(theirs ?? {})]);
  const mergedEntries = [...keys].flatMap((name) => {
    const value = mergePart(before?.[name], mine?.[name], theirs?.[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return mergedEntries.length === 0 ? undefined : Object.fromEntries(mergedEntries);
}

function mergePart<T>(before: T, mine: T, theirs: T): T {
  return isDeepStrictEqual(before, mine) ? theirs : mine;
}

function draftOrEmpty(content: Draft | undefined): Draft {
  return withoutUndefinedKeys(content ?? emptyDraft('', 0));
}

/** Returns a copy of the draft without keys whose value is undefined, as if it had been read from disk. */
export function withoutUndefinedKeys(content: Draft): Draft {
  return JSON.parse(JSON.stringify(content)) as Draft;
}
