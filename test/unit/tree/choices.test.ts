// Tests the stored choices, the `order_by` sent to the server, and the description of the choices.
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

const person = (id: string): string => ({ u1: 'Ada' })[id] ?? id;

describe('Stored choices', () => {
  it('are parsed unchanged', () => {
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
  ])('that are invalid are replaced by the defaults: %j', (kept) => {
    expect(parseViewChoices(kept)).toEqual(DEFAULT_CHOICES);
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
  ] as const)('for %s is one that the server supports', (sortBy, down, up) => {
    expect(sortOf({ ...DEFAULT_CHOICES, sortBy, descending: true })).toBe(sortBy === 'created' ? undefined : down);
    expect(sortOf({ ...DEFAULT_CHOICES, sortBy, descending: false })).toBe(up);
    expect(SORTS).toContain(sortBy);
  });
});

describe('The description of choices', () => {
  it('is empty for the default choices', () => {
    expect(choicesText(DEFAULT_CHOICES, person)).toBe('');
    expect(isFiltering({ ...NO_FILTER, text: '  ' })).toBe(false);
  });

  it('contains grouping, order and filter', () => {
    const filter = { ...NO_FILTER, text: ' log in ', priorities: ['high', 'none'], assignees: ['u1', ''] };
    expect(
      choicesText({ ...DEFAULT_CHOICES, groupBy: 'assignee', sortBy: 'target', descending: false, filter }, person),
    ).toBe(
      'by assignee · Due date: earliest first · filter “log in” · Priority: High, No priority · Assignee: Ada, Unassigned',
    );
    expect(filterText({ ...NO_FILTER, states: [''], labels: ['Bug', ''] }, person)).toBe(
      'State: No state · Label: Bug, No label',
    );
  });
});
