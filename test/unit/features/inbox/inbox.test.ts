// Tests how changes are added to an inbox, marked, merged and limited.
import { describe, expect, it } from 'vitest';
import type { InboxChange, InboxItem } from '../../../../src/features/inbox/entry.ts';
import {
  addChanges,
  emptyInbox,
  isUnread,
  markEntries,
  mergeInboxes,
  sortUnreadFirst,
} from '../../../../src/features/inbox/inbox.ts';

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;
const item = (id: string): InboxItem => ({ project: 'p', id, identifier: `WEB-${id}`, name: `Item ${id}` });
const change = (id: string, changes: Partial<InboxChange> = {}): InboxChange => ({
  id,
  kind: 'comment',
  at: NOW,
  isRead: false,
  ...changes,
});
const EMPTY_INBOX = emptyInbox(NOW);

describe('addChanges', () => {
  it('combines the changes of a work item, newest first, and uses the latest name of the work item', () => {
    const inboxWithFirst = addChanges(EMPTY_INBOX, item('1'), [change('a', { at: NOW - 2 })], NOW);
    const renamedItem = { ...item('1'), name: 'Renamed' };
    const inboxWithBoth = addChanges(
      inboxWithFirst,
      renamedItem,
      [change('b', { at: NOW - 1 }), change('a', { at: NOW - 2 })],
      NOW,
    );
    expect(inboxWithBoth.entries).toMatchObject([{ name: 'Renamed', changes: [{ id: 'b' }, { id: 'a' }] }]);
  });

  it('keeps only the latest change of the state and of the due date', () => {
    const changes = [
      change('s1', { kind: 'state', at: NOW - 4 }),
      change('d1', { kind: 'dueDate', at: NOW - 3 }),
      change('s2', { kind: 'state', at: NOW - 2 }),
      change('c1', { at: NOW - 1 }),
      change('c2', { at: NOW }),
    ];
    const { entries } = addChanges(EMPTY_INBOX, item('1'), changes, NOW);
    expect(entries[0]?.changes.map(({ id }) => id)).toEqual(['c2', 'c1', 's2', 'd1']);
  });

  it('keeps at most 200 entries of the last 30 days, with at most 20 changes each', () => {
    let inbox = EMPTY_INBOX;
    for (let number = 1; number <= 210; number += 1)
      inbox = addChanges(inbox, item(`${number}`), [change('a', { at: NOW - number })], NOW);
    expect(inbox.entries.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => `${index + 1}`));
    const laterInbox = addChanges(
      inbox,
      item('new'),
      [change('b', { at: NOW + 30 * DAY_MS - 5 })],
      NOW + 30 * DAY_MS - 5,
    );
    expect(laterInbox.entries.map(({ id }) => id)).toEqual(['new', '1', '2', '3', '4']);
    const comments = Array.from({ length: 25 }, (_, index) => change(`c${index}`, { at: NOW - index }));
    expect(addChanges(EMPTY_INBOX, item('1'), comments, NOW).entries[0]?.changes).toHaveLength(20);
  });
});

describe('sortUnreadFirst', () => {
  it('returns the unread entries before the read entries, both newest first', () => {
    let inbox = EMPTY_INBOX;
    for (const [index, id] of ['1', '2', '3', '4'].entries())
      inbox = addChanges(inbox, item(id), [change('a', { at: NOW - index })], NOW);
    inbox = markEntries(inbox, new Set(['p/1', 'p/3']), true, NOW);
    expect(sortUnreadFirst(inbox).map(({ id }) => id)).toEqual(['2', '4', '1', '3']);
  });
});

describe('markEntries', () => {
  const inbox = addChanges(EMPTY_INBOX, item('1'), [change('a', { at: NOW - 1 }), change('b')], NOW);

  it('marks all changes of an entry as read, but only the latest change as unread', () => {
    const readInbox = markEntries(inbox, 'all', true, NOW);
    expect(readInbox.entries.some(isUnread)).toBe(false);
    const unreadInbox = markEntries(readInbox, new Set(['p/1']), false, NOW);
    expect(unreadInbox.entries[0]?.changes.map(({ isRead }) => isRead)).toEqual([false, true]);
  });

  it('does not mark changes as read that are added afterwards', () => {
    const readInbox = markEntries(inbox, 'all', true, NOW);
    const inboxWithLaterChange = addChanges(readInbox, item('1'), [change('c', { at: NOW + 1 })], NOW + 1);
    expect(inboxWithLaterChange.entries[0]?.changes.map(({ id, isRead }) => `${id} ${isRead}`)).toEqual([
      'c false',
      'b true',
      'a true',
    ]);
  });
});

describe('mergeInboxes', () => {
  const baseInbox = addChanges(EMPTY_INBOX, item('1'), [change('a')], NOW);

  it('returns the entries and changes of both inboxes, for either order of the arguments', () => {
    const firstInbox = addChanges(baseInbox, item('2'), [change('b', { at: NOW - 1 })], NOW);
    const secondInbox = addChanges(baseInbox, item('1'), [change('c', { at: NOW + 1 })], NOW);
    const merged = mergeInboxes(firstInbox, secondInbox, NOW);
    expect(merged.entries.map(({ id, changes }) => `${id}: ${changes.map((entry) => entry.id).join()}`)).toEqual([
      '1: c,a',
      '2: b',
    ]);
    expect(mergeInboxes(secondInbox, firstInbox, NOW)).toEqual(merged);
    expect(mergeInboxes(merged, merged, NOW)).toEqual(merged);
  });

  it('uses the read state of an entry that was set most recently', () => {
    const readInbox = markEntries(baseInbox, 'all', true, NOW + 1);
    const unreadInbox = markEntries(readInbox, 'all', false, NOW + 2);
    for (const [one, other] of [
      [readInbox, unreadInbox],
      [unreadInbox, readInbox],
    ] as const)
      expect(mergeInboxes(one, other, NOW).entries.some(isUnread)).toBe(true);
    expect(mergeInboxes(baseInbox, readInbox, NOW).entries.some(isUnread)).toBe(false);
  });
});
