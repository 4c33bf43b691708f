// Tests the stored view choices, the `order_by` for the server, and the description of the choices.
import { describe, expect, it } from 'vitest';
import {
  choicesText,
  DEFAULT_CHOICES,
  filterText,
  isFiltering,
  NO_FILTER,
  parseViewChoices,
  SORTS,
  sortOf,
} from '../../../src/tree/grouping/choices.ts';

const userName = (id: string): string => ({ u1: 'Ada' })[id] ?? id;

describe('Stored view choices', () => {
  it('are parsed without changes', () => {
    const filter = { ...NO_FILTER, text: 'login', labels: ['Bug', ''] };
    const choices = { ...DEFAULT_CHOICES, groupBy: 'state', filter, initiativesBy: 'state' } as const;
    expect(parseViewChoices(JSON.parse(JSON.stringify(choices)))).toEqual(choices);
  });

  it('are parsed if they were stored before initiatives could be grouped', () => {
    const { initiativesBy: _later, ...earlier } = { ...DEFAULT_CHOICES, groupBy: 'priority' } as const;
    expect(parseViewChoices(earlier)).toEqual({ ...earlier, initiativesBy: 'none' });
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { ...DEFAULT_CHOICES, groupBy: 'moon' },
    { ...DEFAULT_CHOICES, filter: { text: 1 } },
  ])('that are invalid are replaced by the default choices: %j', (stored) => {
    expect(parseViewChoices(stored)).toEqual(DEFAULT_CHOICES);
  });
});

describe('The order_by sent to the server', () => {
  it.each([
    ['created', '-created_at', 'created_at'],
    ['updated', '-updated_at', 'updated_at'],
    ['priority', '-priority', 'priority'],
    ['target', '-target_date', 'target_date'],
    ['identifier', '-sequence_id', 'sequence_id'],
    ['name', undefined, undefined],
  ] as const)('for the order %s is a value that the server supports', (sortBy, descendingOrder, ascendingOrder) => {
    expect(sortOf({ ...DEFAULT_CHOICES, sortBy, descending: true })).toBe(
      sortBy === 'created' ? undefined : descendingOrder,
    );
    expect(sortOf({ ...DEFAULT_CHOICES, sortBy, descending: false })).toBe(ascendingOrder);
    expect(SORTS).toContain(sortBy);
  });
});

describe('The description of view choices', () => {
  it('is empty for the default choices', () => {
    expect(choicesText(DEFAULT_CHOICES, userName)).toBe('');
    expect(isFiltering({ ...NO_FILTER, text: '  ' })).toBe(false);
  });

  it('contains grouping, order and filter', () => {
    const filter = { ...NO_FILTER, text: ' log in ', priorities: ['high', 'none'], assignees: ['u1', ''] };
    expect(
      choicesText({ ...DEFAULT_CHOICES, groupBy: 'assignee', sortBy: 'target', descending: false, filter }, userName),
    ).toBe(
      'by assignee · Due date: earliest first · filter “log in” · Priority: High, No priority · Assignee: Ada, Unassigned',
    );
    expect(filterText({ ...NO_FILTER, states: [''], labels: ['Bug', ''] }, userName)).toBe(
      'State: No state · Label: Bug, No label',
    );
  });
});
