// Tests the texts of inbox rows.
import { describe, expect, it } from 'vitest';
import type { InboxChange, InboxEntry } from '../../../../src/sync/inbox/entry.ts';
import { changeText, presentEntry } from '../../../../src/tree/inbox/presentEntry.ts';
import type { Presentation } from '../../../../src/tree/presentation/presentation.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const change = (changes: Partial<InboxChange>): InboxChange => ({
  id: 'c1',
  kind: 'comment',
  at: NOW - 300_000,
  actor: 'Bruno',
  isRead: false,
  ...changes,
});
const entry = (...changes: InboxChange[]): InboxEntry => ({
  project: 'p1',
  id: 'w1',
  identifier: 'WEB-1',
  name: 'Fix login',
  changes,
  markedAt: 0,
});

const presentWithDefaultStyle = (inboxEntry: InboxEntry, now: number): Presentation =>
  presentEntry(inboxEntry, now, 'description');

describe('The row of an inbox entry', () => {
  it('shows who changed what and when, and is decorated while it is unread', () => {
    expect(presentWithDefaultStyle(entry(change({ kind: 'state', value: 'Done' })), NOW)).toEqual({
      label: 'Fix login',
      description: 'Bruno changed the state to Done · 5 minutes ago · WEB-1',
      icon: { id: 'contrail-started-half' },
      tooltip: 'WEB-1 Fix login\nBruno changed the state to Done · 5 minutes ago',
      decoration: 'unread',
      collapsible: false,
      context: 'workItem inbox unread',
      accessibleName: 'WEB-1 Fix login, unread, Bruno changed the state to Done, 5 minutes ago',
    });
  });

  it('has the context value for a read entry, and no decoration, when the user has read the entry', () => {
    const row = presentWithDefaultStyle(entry(change({ isRead: true })), NOW);
    expect([row.decoration, row.context]).toEqual([undefined, 'workItem inbox read']);
    expect(row.accessibleName).toContain('Fix login, read,');
  });

  it('shows the latest of several changes and the number of the other changes, and all changes in the tooltip', () => {
    const row = presentWithDefaultStyle(
      entry(change({ value: 'Hi' }), change({ kind: 'dueDate', value: '2026-12-01' })),
      NOW,
    );
    expect(row.description).toBe('Bruno commented: Hi (and 1 more) · 5 minutes ago · WEB-1');
    expect(row.tooltip?.split('\n')).toHaveLength(3);
  });

  it.each([
    ['prefix', 'WEB-1 Fix login', 'Bruno commented: Hi · 5 minutes ago'],
    ['none', 'Fix login', 'Bruno commented: Hi · 5 minutes ago'],
  ] as const)('with the identifier style %s has the label “%s” and description “%s”', (style, label, description) => {
    expect(presentEntry(entry(change({ value: 'Hi' })), NOW, style)).toMatchObject({ label, description });
  });

  it('has the identifier as label if the name of the work item is not known', () => {
    const row = presentWithDefaultStyle({ ...entry(change({ value: 'Hi' })), name: '' }, NOW);
    expect([row.label, row.description]).toEqual(['WEB-1', 'Bruno commented: Hi · 5 minutes ago']);
  });

  it('omits characters that would reorder or hide text, such as text direction overrides', () => {
    const hostile = { ...entry(change({ actor: 'Bru\u202Eno', value: 'a\u200Bb\nc' })), name: 'Fix\u202E login\n' };
    const row = presentWithDefaultStyle(hostile, NOW);
    expect(`${row.label}${row.description}${row.tooltip}${row.accessibleName}`).not.toMatch(/[\u202E\u200B]/);
    expect(row.tooltip?.split('\n')).toHaveLength(2);
  });
});

describe('changeText', () => {
  it.each<[Partial<InboxChange>, string, string]>([
    [{ kind: 'assigned' }, 'Bruno assigned this to you', 'Assigned to you'],
    [{ kind: 'state', value: 'Done' }, 'Bruno changed the state to Done', 'State changed to Done'],
    [{ kind: 'state' }, 'Bruno changed the state', 'State changed'],
    [
      { kind: 'dueDate', value: '2026-12-01' },
      'Bruno set the due date to Tue, Dec 1, 2026',
      'Due date set to Tue, Dec 1, 2026',
    ],
    [{ kind: 'dueDate' }, 'Bruno cleared the due date', 'Due date cleared'],
    [{ kind: 'comment', value: 'Hi' }, 'Bruno commented: Hi', 'New comment: Hi'],
    [{ kind: 'comment' }, 'Bruno commented', 'New comment'],
    [{ kind: 'mention', value: 'Hi' }, 'Bruno mentioned you: Hi', 'You were mentioned: Hi'],
  ])('returns for the change %j with an actor “%s”, and without an actor “%s”', (changes, withUser, withoutUser) => {
    const { actor, ...anonymous } = change(changes);
    expect([changeText({ ...anonymous, ...(actor === undefined ? {} : { actor }) }), changeText(anonymous)]).toEqual([
      withUser,
      withoutUser,
    ]);
  });
});
