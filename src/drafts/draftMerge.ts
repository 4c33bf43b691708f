// Owns the union of one draft that two windows hold: what only one of them changed is as that one has it.
import { isDeepStrictEqual } from 'node:util';
import { type Draft, emptyDraft } from './draft.ts';

type Entries<T> = Readonly<Record<string, T>> | undefined;

/**
 * `before` is what both windows started from. What both changed since is as `mine` has it. Undefined stands for an
 * empty draft; what comes out is as it would be read from disk.
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

/** What is touched in a field goes with what it is based on, and with what was sent of it. */
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

/** The draft as it would be read from disk: what is undefined is absent. */
export function parseStored(one: Draft): Draft {
  return JSON.parse(JSON.stringify(one)) as Draft;
}
