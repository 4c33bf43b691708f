// Tests the stored view choices, the `order_by` for the server, and the description of the choices.
import { describe, expect, it } from 'vitest';
import { type Filter, NO_FILTER, withTypedText, withValues } from '../../../../src/items/filter/filter.ts';
import {
  choicesText,
  DEFAULT_CHOICES,
  INITIAL_CHOICES,
  orderByParameter,
  parseViewChoices,
  SORTS,
} from '../../../../src/items/grouping/choices.ts';

describe('Stored view choices (grouping, order, filter)', () => {
  it('are parsed without changes', () => {
    const filter = withValues(withTypedText(NO_FILTER, 'login'), 'label', ['Bug', '']);
    const choices = { ...DEFAULT_CHOICES, groupBy: 'state', filter, initiativesBy: 'state' } as const;
    expect(parseViewChoices(JSON.parse(JSON.stringify(choices)))).toEqual(choices);
  });

  it('are parsed if they were stored before initiatives could be grouped', () => {
    const { initiativesBy: _omitted, ...earlier } = { ...DEFAULT_CHOICES, groupBy: 'priority' } as const;
    expect(parseViewChoices(earlier)).toEqual({ ...earlier, initiativesBy: 'none' });
  });

  it('from version 0.1.0 are converted, because that version stored the filter in another form', () => {
    const filterOfVersion010 = {
      text: 'log in',
      states: ['Todo', ''],
      priorities: ['high'],
      assignees: [],
      labels: ['Bug'],
      types: [],
    };
    const filter: Filter = [
      { field: 'text', values: ['log'], isExcluded: false },
      { field: 'text', values: ['in'], isExcluded: false },
      { field: 'state', values: ['Todo', ''], isExcluded: false },
      { field: 'priority', values: ['high'], isExcluded: false },
      { field: 'label', values: ['Bug'], isExcluded: false },
    ];
    expect(parseViewChoices({ ...DEFAULT_CHOICES, filter: filterOfVersion010 })).toEqual({
      ...DEFAULT_CHOICES,
      filter,
    });
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { ...DEFAULT_CHOICES, groupBy: 'moon' },
    { ...DEFAULT_CHOICES, filter: { text: 1 } },
    { ...DEFAULT_CHOICES, filter: [{ field: 'moon', values: ['full'], isExcluded: false }] },
  ])('that are missing or invalid are replaced by choices that group by state: %j', (stored) => {
    expect(parseViewChoices(stored)).toEqual(INITIAL_CHOICES);
  });
});

describe('The order_by parameter', () => {
  it.each([
    ['created', '-created_at', 'created_at'],
    ['updated', '-updated_at', 'updated_at'],
    ['priority', '-priority', 'priority'],
    ['target', '-target_date', 'target_date'],
    ['identifier', '-sequence_id', 'sequence_id'],
    ['name', undefined, undefined],
  ] as const)('for the order %s is supported by the server or omitted', (sortBy, descendingOrder, ascendingOrder) => {
    expect(orderByParameter({ ...DEFAULT_CHOICES, sortBy, descending: true })).toBe(
      sortBy === 'created' ? undefined : descendingOrder,
    );
    expect(orderByParameter({ ...DEFAULT_CHOICES, sortBy, descending: false })).toBe(ascendingOrder);
    expect(SORTS).toContain(sortBy);
  });
});

describe('The description of view choices', () => {
  it('is empty for the initial choices, and for the default choices', () => {
    expect(choicesText(INITIAL_CHOICES)).toBe('');
    expect(choicesText(DEFAULT_CHOICES)).toBe('');
  });

  it('contains grouping and order, but not the filter, which the message of the view contains', () => {
    const filter = withTypedText(NO_FILTER, 'log in');
    const choices = { ...INITIAL_CHOICES, sortBy: 'target', descending: false, filter } as const;
    expect(choicesText({ ...choices, groupBy: 'assignee' })).toBe('by assignee · Due date: earliest first');
    expect(choicesText(choices)).toBe('Due date: earliest first');
  });
});
