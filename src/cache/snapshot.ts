// Creates the snapshot of a workspace's cache that outlives the run, and restores it.
// Nothing in it is trusted when it is read.
import * as z from 'zod';
import { comment } from '../contract/resources/comment.ts';
import { label } from '../contract/resources/label.ts';
import { module_ } from '../contract/resources/module.ts';
import { state } from '../contract/resources/state.ts';
import { user } from '../contract/resources/user.ts';
import { workItemType } from '../contract/resources/workItemType.ts';
import { keyOf, RECORD_KINDS } from './address.ts';
import { type ListKind, listKeyText, parseListKey, projectOfItems } from './lists/listKey.ts';
import type { PagedList } from './lists/pagedList.ts';
import type { ProjectLists } from './lists/projectLists.ts';
import type { Store } from './store.ts';

/** Maximum number of work items in a snapshot, those of lists first. All others are read again. */
export const MAX_SNAPSHOT_ITEMS = 3000;
/** Maximum number of other records of a kind, including comments. */
const MOST_RECORDS = 1000;

const maybe = z.string().optional();
/** In milliseconds. */
const moment = z.number().positive();
/** Work items have their own array in the file, without a key for each record. */
const keptItem = z.tuple([z.looseObject({ id: z.string(), project: z.string() }), moment]);
const named = z.object({ id: z.string(), name: z.string(), color: z.string().nullish(), group: z.string().nullish() });
const listing = z.object({
  key: z.string(),
  ids: z.array(z.string()),
  pages: z.number().int().positive(),
  next: maybe,
  total: z.number().int().nonnegative().optional(),
  /** When the list was known to be correct, if that is before the snapshot was taken. */
  asOf: moment.optional(),
});
const place = z.object({ kind: z.enum(RECORD_KINDS), within: z.string(), id: z.string() });
const keyed = <Schema extends z.ZodType>(schema: Schema) => z.array(z.tuple([z.string(), z.array(schema)]));

const snapshot = z.object({
  version: z.literal(2),
  /** When the snapshot was taken. */
  takenAt: moment,
  /** Each record, and when the server sent it. */
  items: z.array(z.unknown()),
  /** For each resource store by its name: the key, the record, and when the server sent it. */
  shelves: z.record(z.string(), z.array(z.tuple([z.string(), z.unknown(), moment]))),
  comments: z.array(z.unknown()),
  lists: z.array(listing),
  seen: z.object({ states: z.array(named), labels: z.array(named), types: z.array(named), users: z.array(user) }),
  parts: z.object({
    people: keyed(user),
    states: keyed(state),
    labels: keyed(label),
    members: keyed(user),
    modules: keyed(module_),
    types: keyed(workItemType),
  }),
  /** For each association by its name: the id, and the address of the record. */
  places: z.record(z.string(), z.array(z.tuple([z.string(), place]))),
});
export type Snapshot = z.output<typeof snapshot>;

/**
 * Returns undefined if the value is not a snapshot of this version. Single records are validated when they are
 * restored.
 */
export function parseSnapshot(value: unknown): Snapshot | undefined {
  const parsed = snapshot.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** Returns what the server has sent, without unanswered changes. `now` is in milliseconds. */
export function takeSnapshot(store: Store, now: number): Snapshot {
  const lists = whole(store);
  const listed = lists.flatMap(({ key, state }) => {
    const project = projectOfItems(key);
    return project === undefined ? [] : state.ids.map((id) => keyOf({ project, id }));
  });
  const { workItems, ...resources } = store.resources;
  const keys = new Set([...listed, ...workItems.records.all().keys()].slice(0, MAX_SNAPSHOT_ITEMS));
  const { states, labels, types, users } = store.seen.all;
  return {
    version: 2,
    takenAt: now,
    items: [...keys].flatMap((key) => {
      const confirmed = workItems.records.confirmed(key);
      return confirmed === undefined ? [] : [[confirmed, workItems.records.fetchedAt(key) ?? now]];
    }),
    shelves: Object.fromEntries(
      Object.entries(resources).map(([name, { records }]) => [
        name,
        [...records.all()].slice(0, MOST_RECORDS).map(([key, record]) => [key, record, records.fetchedAt(key) ?? now]),
      ]),
    ),
    comments: [...store.comments.records.all().values()].slice(-MOST_RECORDS),
    lists: lists.map(({ key, state: { ids, pages, next, total, asOf } }) => {
      return { key: listKeyText(key), ids: [...ids], pages, next, total, asOf };
    }),
    seen: { states: [...states], labels: [...labels], types: [...types], users: [...users] },
    parts: {
      people: knownOf(store.people),
      states: knownOf(store.states),
      labels: knownOf(store.labels),
      members: knownOf(store.members),
      modules: knownOf(store.modules),
      types: knownOf(store.types),
    },
    places: Object.fromEntries(
      Object.entries(store.associations).map(([name, tie]) => [name, [...tie.places].slice(0, MOST_RECORDS)]),
    ),
  };
}

/** Restores the valid part of the snapshot. What the store already has stays. */
export function restoreSnapshot(store: Store, { takenAt, parts, ...one }: Snapshot): void {
  store.seen.add(one.seen);
  restoreParts(store.people, parts.people);
  restoreParts(store.states, parts.states);
  restoreParts(store.labels, parts.labels);
  restoreParts(store.members, parts.members);
  restoreParts(store.modules, parts.modules);
  restoreParts(store.types, parts.types);
  const { workItems, ...resources } = store.resources;
  workItems.restore(valid(keptItem, one.items).map(([item, fetchedAt]) => [keyOf(item), item, fetchedAt]));
  for (const [name, resource] of Object.entries(resources)) resource.restore(one.shelves[name] ?? []);
  store.comments.records.confirm(valid(comment, one.comments).map((good) => [good.id, good]));
  for (const [name, tie] of Object.entries(store.associations))
    for (const [id, stands] of one.places[name] ?? []) tie.restore(id, stands);
  for (const { key: text, ids, pages, next, total, asOf } of one.lists) {
    const key = parseListKey(text);
    if (key !== undefined) store.lists.get(key).restore({ ids, pages, next, total }, asOf ?? takenAt);
  }
}

/** Kinds of lists whose records are not stored. */
const NOT_KEPT: readonly ListKind[] = ['attachments', 'activities'];

/** Returns the lists whose records are all stored: a missing record would look as if it were deleted. */
function whole(store: Store): PagedList[] {
  let items = 0;
  return store.lists.ready().filter(({ key, state: { ids } }) => {
    if (NOT_KEPT.includes(key.of)) return false;
    if (projectOfItems(key) === undefined) return ids.length <= MOST_RECORDS;
    if (items + ids.length > MAX_SNAPSHOT_ITEMS) return false;
    items += ids.length;
    return true;
  });
}

function knownOf<T>(part: ProjectLists<T>): [string, T[]][] {
  return part.known().map(([project, records]) => [project, [...records]]);
}

function restoreParts<T>(part: ProjectLists<T>, known: readonly (readonly [string, readonly T[]])[]): void {
  for (const [project, records] of known) part.restore(project, records);
}

/** Returns the valid records: one invalid record does not lose the others. */
function valid<Schema extends z.ZodType>(schema: Schema, records: readonly unknown[]): z.output<Schema>[] {
  return records.flatMap((record) => {
    const parsed = schema.safeParse(record);
    return parsed.success ? [parsed.data] : [];
  });
}
