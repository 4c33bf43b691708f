// Creates and restores the snapshot of a workspace's cache that is stored for the next start.
// A stored snapshot is untrusted, so every part is validated.
import * as z from 'zod';
import { comment } from '../../../contract/resources/comment.ts';
import { label } from '../../../contract/resources/label.ts';
import { link } from '../../../contract/resources/link.ts';
import { module_ } from '../../../contract/resources/module.ts';
import { estimatePoint } from '../../../contract/resources/project.ts';
import { RELATION_TYPES } from '../../../contract/resources/relation.ts';
import { state } from '../../../contract/resources/state.ts';
import { user } from '../../../contract/resources/user.ts';
import { workItemType } from '../../../contract/resources/workItemType.ts';
import { keyOf, RECORD_KINDS } from '../address.ts';
import { type ListKind, listKeyText, parseListKey, projectOfItems } from '../lists/listKey.ts';
import type { PagedList } from '../lists/pagedList.ts';
import { hasDescription } from '../record.ts';
import type { RecordStore, StoredRecord } from '../resources/recordStore.ts';
import type { Store } from './store.ts';

/**
 * Maximum number of work items in a snapshot. Work items in lists come first; work items that do not fit are requested
 * again.
 */
export const MAX_SNAPSHOT_ITEMS = 3000;
/** Maximum number of records of any other kind in a snapshot, including comments. */
const MAX_OTHER_RECORDS = 1000;

const optionalText = z.string().optional();
/** A time in milliseconds since the epoch. */
const timestamp = z.number().positive();
/** A work item and the time when the server sent it. Unlike other records, a work item is stored without its key. */
const storedItem = z.tuple([z.looseObject({ id: z.string(), project: z.string() }), timestamp]);
const namedRecord = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string().nullish(),
  group: z.string().nullish(),
});
const storedList = z.object({
  key: z.string(),
  ids: z.array(z.string()),
  pages: z.number().int().positive(),
  next: optionalText,
  total: z.number().int().nonnegative().optional(),
  /** When the list was last known to be correct; absent if the list was correct when the snapshot was taken. */
  asOf: timestamp.optional(),
});
const recordAddress = z.object({ kind: z.enum(RECORD_KINDS), within: z.string(), id: z.string() });
const storedRelation = z.tuple([
  z.string(),
  z
    .object({ id: z.string(), type: z.enum(RELATION_TYPES), otherId: z.string(), otherProject: optionalText })
    .transform(({ otherProject, ...relation }) => ({ ...relation, otherProject })),
]);
const byProject = <Schema extends z.ZodType>(schema: Schema) => z.array(z.tuple([z.string(), z.array(schema)]));

const snapshot = z.object({
  version: z.literal(2),
  /** When the snapshot was taken. */
  takenAt: timestamp,
  /** Each work item with the time when the server sent it. */
  items: z.array(z.unknown()),
  /** For each resource store, by its name: each record with its key and the time when the server sent it. */
  shelves: z.record(z.string(), z.array(z.tuple([z.string(), z.unknown(), timestamp]))),
  comments: z.array(z.unknown()),
  /** The links of work items. Absent in snapshots of earlier releases. */
  links: z.array(z.unknown()).optional(),
  /** Each relation with its key. Absent in snapshots of earlier releases. */
  relations: z.array(z.unknown()).optional(),
  lists: z.array(storedList),
  seen: z.object({
    states: z.array(namedRecord),
    labels: z.array(namedRecord),
    types: z.array(namedRecord),
    users: z.array(user),
  }),
  parts: z.object({
    people: byProject(user),
    states: byProject(state),
    labels: byProject(label),
    members: byProject(user),
    modules: byProject(module_),
    types: byProject(workItemType),
    /** The points of estimate systems. Absent in snapshots of earlier releases. */
    estimatePoints: byProject(estimatePoint).optional(),
  }),
  /** For each association, by its name: the id and the address of each associated record. */
  places: z.record(z.string(), z.array(z.tuple([z.string(), recordAddress]))),
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

/** Returns the content of the store as the server last sent it, without pending changes. `now` is in milliseconds. */
export function takeSnapshot(store: Store, now: number): Snapshot {
  const lists = listsForSnapshot(store);
  const listedKeys = lists.flatMap(({ key, state }) => {
    const project = projectOfItems(key);
    return project === undefined ? [] : state.ids.map((id) => keyOf({ project, id }));
  });
  const { workItems, ...resources } = store.resources;
  // A work item that is in no list is included only if the cache has its description: without the description, the
  // files of the background synchronization contain the same record.
  const keysWithDescription = [...workItems.records.all()].flatMap(([key, record]) =>
    hasDescription(record) ? [key] : [],
  );
  const keys = new Set([...listedKeys, ...keysWithDescription].slice(0, MAX_SNAPSHOT_ITEMS));
  const { states, labels, types, users } = store.seenNames.all;
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
        [...records.all()]
          .slice(0, MAX_OTHER_RECORDS)
          .map(([key, record]) => [key, record, records.fetchedAt(key) ?? now]),
      ]),
    ),
    comments: [...store.comments.records.all().values()].slice(-MAX_OTHER_RECORDS),
    links: [...store.links.all()].slice(-MAX_OTHER_RECORDS),
    relations: [...store.relations.all()].slice(-MAX_OTHER_RECORDS),
    lists: lists.map(({ key, state: { ids, pages, next, total, asOf } }) => {
      return { key: listKeyText(key), ids: [...ids], pages, next, total, asOf };
    }),
    seen: { states: [...states], labels: [...labels], types: [...types], users: [...users] },
    parts: {
      people: listedRecords(store, store.workspaceUsers),
      states: listedRecords(store, resources.states),
      labels: listedRecords(store, resources.labels),
      members: listedRecords(store, store.members),
      modules: listedRecords(store, resources.modules),
      types: listedRecords(store, store.types),
      estimatePoints: listedRecords(store, store.estimatePoints),
    },
    places: Object.fromEntries(
      Object.entries(store.associations).map(([name, { addressById: places }]) => [
        name,
        [...places].slice(0, MAX_OTHER_RECORDS),
      ]),
    ),
  };
}

/** Restores the valid parts of the snapshot. Does not replace lists or newer records that the store already has. */
export function restoreSnapshot(store: Store, { takenAt, parts, ...stored }: Snapshot): void {
  store.seenNames.add(stored.seen);
  const { workItems, ...resources } = store.resources;
  workItems.restore(validRecords(storedItem, stored.items).map(([item, fetchedAt]) => [keyOf(item), item, fetchedAt]));
  for (const [name, resource] of Object.entries(resources)) resource.restore(stored.shelves[name] ?? []);
  store.comments.records.confirm(validRecords(comment, stored.comments).map((record) => [record.id, record]));
  store.links.restore(validRecords(link, stored.links ?? []));
  store.relations.restore(validRecords(storedRelation, stored.relations ?? []));
  for (const [name, association] of Object.entries(store.associations))
    for (const [id, address] of stored.places[name] ?? []) association.restore(id, address);
  for (const { key: text, ids, pages, next, total, asOf } of stored.lists) {
    const key = parseListKey(text);
    if (key !== undefined) store.lists.get(key).restore({ ids, pages, next, total }, asOf ?? takenAt);
  }
  restoreParts(store.workspaceUsers, parts.people, takenAt);
  restoreParts(resources.states, parts.states, takenAt);
  restoreParts(resources.labels, parts.labels, takenAt);
  restoreParts(store.members, parts.members, takenAt);
  restoreParts(resources.modules, parts.modules, takenAt);
  restoreParts(store.types, parts.types, takenAt);
  restoreParts(store.estimatePoints, parts.estimatePoints ?? [], takenAt);
}

/** Kinds of lists that are left out of a snapshot because it does not contain their records. */
const OMITTED_LIST_KINDS: readonly ListKind[] = ['attachments', 'activities', 'foundItems'];

/**
 * Returns the lists whose records all fit into the snapshot. A record that is in a list but not in the snapshot would
 * look as if it had been deleted.
 */
function listsForSnapshot(store: Store): PagedList[] {
  let itemCount = 0;
  return store.lists.readyLists().filter(({ key, state: { ids }, isSynchronized }) => {
    if (OMITTED_LIST_KINDS.includes(key.of) || isSynchronized) return false;
    if (projectOfItems(key) === undefined) return ids.length <= MAX_OTHER_RECORDS;
    if (itemCount + ids.length > MAX_SNAPSHOT_ITEMS) return false;
    itemCount += ids.length;
    return true;
  });
}

/** Returns the confirmed records of each complete list of one kind, with its owner. */
function listedRecords<R extends StoredRecord>(
  { lists }: Store,
  store: Pick<RecordStore<R, never>, 'of' | 'records' | 'key'>,
): [string, R[]][] {
  return lists
    .readyLists()
    .filter(({ key, state }) => key.of === store.of && state.next === undefined)
    .map(({ key: { owner }, state: { ids } }) => [
      owner,
      ids.flatMap((id) => store.records.confirmed(store.key(owner, id)) ?? []),
    ]);
}

function restoreParts<R extends StoredRecord>(
  store: Pick<RecordStore<R, never>, 'restoreList'>,
  recordsByOwner: readonly (readonly [string, readonly R[]])[],
  asOf: number,
): void {
  for (const [owner, records] of recordsByOwner) store.restoreList(owner, records, asOf);
}

/** Returns the records that match the schema, and omits all others. */
function validRecords<Schema extends z.ZodType>(schema: Schema, records: readonly unknown[]): z.output<Schema>[] {
  return records.flatMap((record) => {
    const parsed = schema.safeParse(record);
    return parsed.success ? [parsed.data] : [];
  });
}
