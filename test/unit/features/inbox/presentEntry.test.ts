// Tests the texts of inbox rows.
import { describe, expect, it } from 'vitest';
import type { InboxChange, InboxEntry } from '../../../../src/features/inbox/entry.ts';
import { changeText, presentEntry, presentOffer } from '../../../../src/features/inbox/presentEntry.ts';

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

describe('The row of an inbox entry', () => {
  it('begins with who changed what, and is decorated while it is unread', () => {
    expect(presentEntry(entry(change({ kind: 'state', value: 'Done' })), NOW)).toEqual({
      label: 'Bruno: state Done',
      description: 'WEB-1 Fix login · 5 minutes ago',
      icon: { id: 'contrail-started-half' },
      tooltip: 'WEB-1 Fix login\nBruno changed the state to Done · 5 minutes ago',
      decoration: 'unread',
      collapsible: false,
      context: 'workItem inbox unread',
      accessibleName: 'Bruno changed the state to Done, WEB-1 Fix login, unread, 5 minutes ago',
    });
  });

  it('has the context value for a read entry, and no decoration, when the user has read the entry', () => {
    const row = presentEntry(entry(change({ isRead: true })), NOW);
    expect([row.decoration, row.context]).toEqual([undefined, 'workItem inbox read']);
    expect(row.accessibleName).toContain('Fix login, read,');
  });

  it('shows the latest of several changes, says the number of the others, and has all of them in the tooltip', () => {
    const row = presentEntry(entry(change({ value: 'Hi' }), change({ kind: 'dueDate', value: '2026-12-01' })), NOW);
    expect(row.label).toBe('Bruno commented');
    expect(row.accessibleName).toMatch(/^Bruno commented: Hi \(and 1 more\), WEB-1 Fix login, unread, /);
    expect(row.tooltip?.split('\n')).toHaveLength(3);
  });

  it('has the work item and the time in its description', () => {
    const row = presentEntry(entry(change({ value: 'Hi' })), NOW);
    expect(row).toMatchObject({ label: 'Bruno commented', description: 'WEB-1 Fix login · 5 minutes ago' });
  });

  it.each<[Partial<InboxChange>, string, string]>([
    [{ kind: 'assigned' }, 'Bruno assigned this to you', 'Assigned to you'],
    [{ kind: 'state', value: 'Done' }, 'Bruno: state Done', 'State changed to Done'],
    [{ kind: 'state' }, 'Bruno changed the state', 'State changed'],
    [{ kind: 'dueDate', value: '2026-12-01' }, 'Bruno: due Dec 1', 'Due date set to Tue, Dec 1, 2026'],
    [{ kind: 'dueDate' }, 'Bruno cleared the due date', 'Due date cleared'],
    [{ kind: 'comment', value: 'Hi' }, 'Bruno commented', 'New comment'],
    [{ kind: 'mention', value: 'Hi' }, 'Bruno mentioned you', 'You were mentioned'],
  ])('has for the change %j of Bruno the label “%s”, and without a name “%s”', (changes, withUser, withoutUser) => {
    const { actor, ...anonymous } = change(changes);
    const labelOf = (one: InboxChange): string => presentEntry(entry(one), NOW).label;
    expect([labelOf({ ...anonymous, ...(actor === undefined ? {} : { actor }) }), labelOf(anonymous)]).toEqual([
      withUser,
      withoutUser,
    ]);
  });

  it('has only the identifier in its description if the name of the work item is not known', () => {
    const row = presentEntry({ ...entry(change({ value: 'Hi' })), name: '' }, NOW);
    expect([row.label, row.description]).toEqual(['Bruno commented', 'WEB-1 · 5 minutes ago']);
  });

  it('omits characters that would reorder or hide text, such as text direction overrides', () => {
    const hostile = { ...entry(change({ actor: 'Bru\u202Eno', value: 'a\u200Bb\nc' })), name: 'Fix\u202E login\n' };
    const row = presentEntry(hostile, NOW);
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

describe('The row of an offered link', () => {
  it('asks whether to link, and names the page', () => {
    const item = { project: 'p1', id: 'w1' };
    const url = 'https://git.example/acme/web/tree/web-1-login';
    expect(presentOffer({ item, identifier: 'WEB-1', url, title: 'Branch web-1-login' })).toEqual({
      label: 'Link to WEB-1?',
      description: 'Branch web-1-login',
      icon: { id: 'link' },
      tooltip: `Link to WEB-1?\nBranch web-1-login\n${url}`,
      collapsible: false,
      context: 'linkOffer',
      accessibleName: 'Link to WEB-1?, Branch web-1-login',
    });
  });
});
