// Owns the proof of the choices: what is kept of them, what the service is asked to sort by, and how they are put into
// words.
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

describe('kept choices', () => {
  it('come back as they were', () => {
    const filter = { ...NO_FILTER, text: 'login', labels: ['Bug', ''] };
    const choices = { ...DEFAULT_CHOICES, groupBy: 'state', filter, initiativesBy: 'state' } as const;
    expect(parseViewChoices(JSON.parse(JSON.stringify(choices)))).toEqual(choices);
  });

  it('come back from before initiatives could be gathered', () => {
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
  ])('that make no sense are the usual ones: %j', (kept) => {
    expect(parseViewChoices(kept)).toEqual(DEFAULT_CHOICES);
  });
});

describe('the order that the service is asked for', () => {
  it.each([
    ['created', '-created_at', 'created_at'],
    ['updated', '-updated_at', 'updated_at'],
    ['priority', '-priority', 'priority'],
    ['target', '-target_date', 'target_date'],
    ['identifier', '-sequence_id', 'sequence_id'],
    ['name', undefined, undefined],
  ] as const)('by %s is one that servers know', (sortBy, down, up) => {
    expect(sortOf({ ...DEFAULT_CHOICES, sortBy, descending: true })).toBe(sortBy === 'created' ? undefined : down);
    expect(sortOf({ ...DEFAULT_CHOICES, sortBy, descending: false })).toBe(up);
    expect(SORTS).toContain(sortBy);
  });
});

describe('words', () => {
  it('say nothing of what is usual', () => {
    expect(choicesText(DEFAULT_CHOICES, person)).toBe('');
    expect(isFiltering({ ...NO_FILTER, text: '  ' })).toBe(false);
  });

  it('name grouping, order and filter', () => {
    const filter = { ...NO_FILTER, text: ' log in ', priorities: ['high', 'none'], assignees: ['u1', ''] };
    expect(
      choicesText({ ...DEFAULT_CHOICES, groupBy: 'assignee', sortBy: 'target', descending: false, filter }, person),
    ).toBe(
      'by assignee · due date, earliest first · filter “log in” · Priority: High, No priority · Assignee: Ada, Nobody',
    );
    expect(filterText({ ...NO_FILTER, states: [''], labels: ['Bug', ''] }, person)).toBe(
      'State: No state · Label: Bug, No label',
    );
  });
});
