// Merges a draft that two windows changed, part by part.
import { isDeepStrictEqual } from 'node:util';
import { type Draft, emptyDraft } from './draft.ts';

type Entries<T> = Readonly<Record<string, T>> | undefined;

/**
 * `before` is the version that both windows started from. A part that only one window changed has the value of that
 * window; of a part that both changed, `mine` is used. Undefined is an empty draft. The result is as if read from disk.
 */
export function mergeDrafts(before: Draft | undefined, mine: Draft | undefined, theirs: Draft | undefined): Draft {
  const [from, own, other] = [orEmpty(before), orEmpty(mine), orEmpty(theirs)];
  const fields = mergeEntries(fieldsOf(from), fieldsOf(own), fieldsOf(other));
  const parts = {
    making: pick(from.making, own.making, other.making),
    composer: pick(from.composer, own.composer, other.composer),
    palette: pick(from.palette, own.palette, other.palette),
    code: mergeEntries(from.code, own.code, other.code),
    edits: mergeEntries(from.edits, own.edits, other.edits),
  };
  const sent = Object.entries(fields ?? {}).flatMap(([name, one]) =>
    one.sent === undefined ? [] : [[name, one.sent] as const],
  );
  return parseStored({
    version: 1,
    title: own.title || other.title,
    touched: Object.fromEntries(Object.entries(fields ?? {}).map(([name, { value }]) => [name, value])),
    base: Object.fromEntries(
      Object.entries(fields ?? {}).flatMap(([name, { base }]) => (base === undefined ? [] : [[name, base]])),
    ),
    ...(sent.length === 0 ? {} : { sent: Object.fromEntries(sent) }),
    ...parts,
    at: Math.max(own.at, other.at),
  });
}

/** Returns the fields of a draft, each with its base and with what was sent, because these belong together. */
function fieldsOf({ touched, base, sent }: Draft): Entries<{
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

function mergeEntries<T>(before: Entries<T>, mine: Entries<T>, theirs: Entries<T>): Entries<T> {
  const names = new Set([...Object.keys(mine ?? {}), ...Object.keys(theirs ?? {})]);
  const merged = [...names].flatMap((name) => {
    const one = pick(before?.[name], mine?.[name], theirs?.[name]);
    return one === undefined ? [] : [[name, one] as const];
  });
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}

function pick<T>(before: T, mine: T, theirs: T): T {
  return isDeepStrictEqual(before, mine) ? theirs : mine;
}

function orEmpty(one: Draft | undefined): Draft {
  return parseStored(one ?? emptyDraft('', 0));
}

/** Returns the draft as if read from disk: keys that are undefined are absent. */
export function parseStored(one: Draft): Draft {
  return JSON.parse(JSON.stringify(one)) as Draft;
}
