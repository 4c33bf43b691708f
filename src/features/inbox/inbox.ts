// Adds changes to an inbox, marks entries as read, and merges the inboxes of several windows. Pure.
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import type { Inbox, InboxChange, InboxEntry, InboxItem } from './entry.ts';

const MAX_ENTRIES = 200;
const MAX_CHANGES_OF_ENTRY = 20;
const MAX_AGE_MS = 30 * 86_400_000;
/** The kinds of changes of which an entry contains only the latest one. */
const KINDS_WITH_LATEST_CHANGE_ONLY: ReadonlySet<InboxChange['kind']> = new Set([
  'assigned',
  'state',
  'dueDate',
  'unblocked',
]);

export function emptyInbox(now: number): Inbox {
  return { version: 1, since: now, entries: [] };
}

/** Adds changes to the entry of the work item. Changes that the inbox already contains are ignored. */
export function addChanges(inbox: Inbox, item: InboxItem, changes: readonly InboxChange[], now: number): Inbox {
  if (changes.length === 0) return inbox;
  const newEntry = { ...item, changes: sortNewestFirst(changes), markedAt: 0 };
  return mergeInboxes(inbox, { ...inbox, entries: [newEntry] }, now);
}

/**
 * Merges two versions of an inbox, for example of two windows. If both versions contain an entry, its changes are read
 * or unread as in the version that the user marked later. The result has at most 200 entries, none older than 30 days.
 */
export function mergeInboxes(one: Inbox, other: Inbox, now: number): Inbox {
  const entries = new Map(one.entries.map((entry) => [keyOf(entry), entry]));
  for (const entry of other.entries) {
    const existingEntry = entries.get(keyOf(entry));
    entries.set(keyOf(entry), existingEntry === undefined ? applyLimits(entry) : mergeEntries(existingEntry, entry));
  }
  const recentEntries = [...entries.values()].filter((entry) => latestChangeTime(entry) > now - MAX_AGE_MS);
  return {
    version: 1,
    since: Math.min(one.since, other.since),
    entries: recentEntries
      .toSorted((first, second) => latestChangeTime(second) - latestChangeTime(first))
      .slice(0, MAX_ENTRIES),
  };
}

/** Marks the entries with these keys (see `keyOf`), or all entries, as read or unread. */
export function markEntries(inbox: Inbox, keys: ReadonlySet<string> | 'all', isRead: boolean, now: number): Inbox {
  const markEntry = (entry: InboxEntry): InboxEntry => ({
    ...entry,
    // If an entry is marked as unread, only its latest change becomes unread.
    changes: entry.changes.map((change, index) => (isRead || index === 0 ? { ...change, isRead } : change)),
    // Each mark must be later than the previous mark, even if the clock was set back or both marks are set in the same
    // millisecond.
    markedAt: Math.max(now, entry.markedAt + 1),
  });
  const isAffected = (entry: InboxEntry): boolean =>
    isUnread(entry) === isRead && (keys === 'all' || keys.has(keyOf(entry)));
  return { ...inbox, entries: inbox.entries.map((entry) => (isAffected(entry) ? markEntry(entry) : entry)) };
}

export function isUnread({ changes }: InboxEntry): boolean {
  return changes.some(({ isRead }) => !isRead);
}

/** Returns the unread entries and then the read entries. Both groups start with the newest entry. */
export function sortUnreadFirst({ entries }: Inbox): readonly InboxEntry[] {
  return [...entries.filter(isUnread), ...entries.filter((entry) => !isUnread(entry))];
}

/** Returns the entry of the work item. */
export function entryOf({ entries }: Inbox, address: ItemAddress): InboxEntry | undefined {
  return entries.find((entry) => keyOf(entry) === keyOf(address));
}

function mergeEntries(one: InboxEntry, other: InboxEntry): InboxEntry {
  const otherChanges = new Map(other.changes.map((change) => [change.id, change]));
  const changes = one.changes.map((change) => {
    const sameChange = otherChanges.get(change.id);
    otherChanges.delete(change.id);
    if (sameChange === undefined) return change;
    if (one.markedAt === other.markedAt) return { ...change, isRead: change.isRead || sameChange.isRead };
    return { ...change, isRead: (one.markedAt > other.markedAt ? change : sameChange).isRead };
  });
  const newestVersion = latestChangeTime(other) >= latestChangeTime(one) ? other : one;
  return applyLimits({
    ...newestVersion,
    changes: [...changes, ...otherChanges.values()],
    markedAt: Math.max(one.markedAt, other.markedAt),
  });
}

function applyLimits(entry: InboxEntry): InboxEntry {
  const seenKinds = new Set<InboxChange['kind']>();
  const changes = sortNewestFirst(entry.changes).filter(({ kind }) => {
    const isOutdated = KINDS_WITH_LATEST_CHANGE_ONLY.has(kind) && seenKinds.has(kind);
    seenKinds.add(kind);
    return !isOutdated;
  });
  return { ...entry, changes: changes.slice(0, MAX_CHANGES_OF_ENTRY) };
}

function sortNewestFirst(changes: readonly InboxChange[]): readonly InboxChange[] {
  return changes.toSorted((one, other) => other.at - one.at);
}

function latestChangeTime({ changes }: InboxEntry): number {
  return changes[0]?.at ?? 0;
}
