// Tests which changes between two versions of a work item concern the user, and who made them.
import { describe, expect, it } from 'vitest';
import type { Activity } from '../../../../src/contract/resources/activity.ts';
import type { ItemRecord } from '../../../../src/core/cache/record.ts';
import { activityOf, changesOf, mentionsUser } from '../../../../src/features/inbox/changesOf.ts';
import { item } from '../tree/treeData.ts';

const ME = 'u1';
const MENTION = `<p>Hi <mention-component entity_identifier="${ME}" entity_name="user_mention"></mention-component></p>`;

const formatChanges = (before: Partial<ItemRecord> | undefined, after: Partial<ItemRecord>): string =>
  changesOf(before && item('w1', before), item('w1', after), ME)
    .map(({ kind, value }) => `${kind} ${value}`)
    .join();

describe('changesOf', () => {
  it.each<[string, Partial<ItemRecord> | undefined, Partial<ItemRecord>, string]>([
    ['an assignment to the user', { assignees: ['u2'] }, { assignees: ['u2', ME] }, 'assigned u1'],
    ['no assignment to another user', {}, { assignees: ['u2'] }, ''],
    ['a new state', { state: 's1' }, { state: 's2' }, 'state s2'],
    ['a new due date', {}, { target_date: '2026-12-01' }, 'dueDate 2026-12-01'],
    ['a cleared due date', { target_date: '2026-12-01' }, {}, 'dueDate null'],
    ['a mention in the description', { description_html: '<p></p>' }, { description_html: MENTION }, 'mention null'],
    ['no mention if the earlier description is unknown', {}, { description_html: MENTION }, ''],
    [
      'no mention that the earlier description contained',
      { description_html: MENTION },
      { description_html: `${MENTION}!` },
      '',
    ],
    ['only the assignment of a new work item', undefined, { assignees: [ME], state: 's1' }, 'assigned u1'],
    ['nothing if only other fields differ', { name: 'One' }, { name: 'Two', priority: 'high' }, ''],
  ])('returns %s', (_, before, after, expected) => {
    expect(formatChanges(before, after)).toBe(expected);
  });
});

describe('mentionsUser', () => {
  it('returns true only for the id in a mention element', () => {
    expect(mentionsUser(MENTION, ME)).toBe(true);
    expect(mentionsUser(`<p>${ME} <a href="${ME}">${ME}</a></p>`, ME)).toBe(false);
    expect(mentionsUser(MENTION, 'u2')).toBe(false);
    expect(mentionsUser(null, ME)).toBe(false);
  });
});

describe('activityOf', () => {
  const activity = (id: string, field: string, minute: number, changes: Partial<Activity> = {}): Activity => ({
    id,
    field,
    created_at: `2026-11-20T10:0${minute}:00Z`,
    ...changes,
  });
  const since = Date.parse('2026-11-20T10:01:00Z');

  it('returns the latest activity of the field with the new value', () => {
    const activities = [
      activity('a1', 'state', 2, { new_identifier: 's2' }),
      activity('a2', 'state', 3, { new_identifier: 's2' }),
      activity('a3', 'state', 4, { new_identifier: 's3' }),
      activity('a4', 'priority', 5),
    ];
    expect(activityOf({ kind: 'state', value: 's2' }, activities, since)?.id).toBe('a2');
  });

  it('returns undefined if the server does not list the activity of the change yet', () => {
    const activities = [activity('a1', 'target_date', 1, { new_value: '2026-12-01' })];
    expect(activityOf({ kind: 'dueDate', value: '2026-12-01' }, activities, since)).toBeUndefined();
  });

  it('uses the field `epoch` of an activity that has no created_at', () => {
    const activities = [activity('a1', 'assignees', 1, { created_at: null, epoch: since / 1000 + 60 })];
    expect(activityOf({ kind: 'assigned', value: 'u1' }, activities, since)?.id).toBe('a1');
  });
});
