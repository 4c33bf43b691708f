// Tests the text form of filters: `parseQuery` parses what `formatQuery` returns, and reports errors at their position.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUPINGS } from '../../../../src/items/fields.ts';
import { describeFilter, shortFilterText } from '../../../../src/items/filter/describeFilter.ts';
import { FIELD_TABLE, FILTER_FIELDS, type FilterField, fixedValues } from '../../../../src/items/filter/fields.ts';
import type { FilterTerm } from '../../../../src/items/filter/filter.ts';
import type { GetFieldNames } from '../../../../src/items/filter/names.ts';
import { DEFAULT_CHOICES, SORTS, type ViewQuery } from '../../../../src/items/grouping/choices.ts';
import { completeQuery } from '../../../../src/items/query/completeQuery.ts';
import { formatQuery } from '../../../../src/items/query/formatQuery.ts';
import { parseQuery, problemText } from '../../../../src/items/query/parseQuery.ts';

const LABELS = [
  'Bug',
  'bug',
  'needs review',
  'none',
  'me',
  'a,b',
  'say "hi"',
  "'tis",
  '“q”',
  '=',
  'back\\slash',
  'tab\there',
  ':',
  '-x',
];
const USERS = [
  { value: 'u1', name: 'Ada Park' },
  { value: 'u2', name: 'Bruno' },
  { value: 'u3', name: 'bruno' },
  { value: 'u4', name: 'me' },
];

const names: GetFieldNames = (field) => ({
  values: field === 'assignee' || field === 'creator' ? USERS : LABELS.map((name) => ({ value: name, name })),
  isComplete: true,
});
const incompleteNames: GetFieldNames = (field) => ({ ...names(field), isComplete: false });

const { groupBy, sortBy, descending } = DEFAULT_CHOICES;
const ORDER = { groupBy, sortBy, descending };

function queryOf(text: string, knownNames = names): ViewQuery {
  const parsed = parseQuery(text, knownNames);
  if ('problems' in parsed) throw new Error(parsed.problems[0].message);
  return parsed.query;
}

function term(field: FilterField, values: readonly string[], isExcluded = false): FilterTerm {
  return { field, values, isExcluded };
}

describe('The text form of a filter', () => {
  it('contains fields, exclusions, phrases, the order and the grouping', () => {
    const text = 'is:open assignee:me -label:bug,"needs review" due:<7d "some words" word sort:priority group:state';
    expect(queryOf(text)).toEqual({
      filter: [
        term('is', ['open']),
        term('assignee', ['me']),
        term('label', ['bug', 'needs review'], true),
        term('due', ['<7d']),
        term('text', ['some words']),
        term('text', ['word']),
      ],
      groupBy: 'state',
      sortBy: 'priority',
      descending: false,
    });
    expect(formatQuery(queryOf(text), names)).toBe(text);
  });

  it.each([
    ['IS:Open Priority:HIGH', 'is:open priority:high'],
    ['assignee:"ada park",u2', 'assignee:"Ada Park",u2'],
    ['label:NONE', 'label:none'],
    ['label:"None"', 'label:"none"'],
    ['assignee:"me"', 'assignee:"me"'],
    ['sort:created', ''],
    ['sort:created-asc group:none', 'sort:created-asc'],
    ['"http://x" - "-28"', '"http://x" "-" "-28"'],
    ['sort:created-desc', ''],
    ['sort:due-asc', 'sort:due'],
    ['sort:Priority-Asc', 'sort:priority'],
    ['assignee:@me -creator:@Bruno', 'assignee:me -creator:u2'],
    ["label:'needs review','none'", 'label:"needs review","none"'],
    ['label:“needs review”,„none“', 'label:"needs review","none"'],
    ['!is:open', '-is:open'],
    ['is：open priority = high label=bug', 'is:open priority:high label:bug'],
    ['due:2026-11-20..2026-11-30', 'due:2026-11-20..2026-11-30'],
    ['due:>=Tomorrow created:yesterday..today', 'due:>=tomorrow created:yesterday..today'],
    ['"=" "a=b" "x：y"', '"=" "a=b" "x：y"'],
  ])('is normalized from “%s” to “%s”', (text, canonical) => {
    expect(formatQuery(queryOf(text), names)).toBe(canonical);
  });

  const valueOf = (field: FilterField): fc.Arbitrary<string> => {
    const fixedNames = fixedValues(field);
    if (fixedNames !== undefined) return fc.constantFrom(...fixedNames);
    const { kind, none } = FIELD_TABLE[field];
    const withoutValue = none === undefined ? [] : [''];
    if (kind === 'text') return fc.string({ minLength: 1 }).filter((word) => word.trim() !== '');
    if (kind === 'day' || kind === 'time')
      return fc.constantFrom(
        'today',
        'week',
        '<7d',
        '>=2w',
        '2026-11-20',
        '<=2026-02-28',
        'today..2026-12-01',
        ...withoutValue,
      );
    if (kind === 'user') return fc.constantFrom('me', ...USERS.map(({ value }) => value), ...withoutValue);
    return fc.constantFrom(...LABELS, ...withoutValue);
  };
  const terms = fc.constantFrom(...FILTER_FIELDS).chain((field) =>
    fc.record({
      field: fc.constant(field),
      values: fc.array(valueOf(field), { minLength: 1, maxLength: field === 'text' ? 1 : 4 }),
      isExcluded: fc.boolean(),
    }),
  );
  const queries: fc.Arbitrary<ViewQuery> = fc.record({
    filter: fc.array(terms, { maxLength: 6 }),
    groupBy: fc.constantFrom('none' as const, ...GROUPINGS),
    sortBy: fc.constantFrom(...SORTS),
    descending: fc.boolean(),
  });

  it('is parsed as the filter from which it was formatted', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(queryOf(formatQuery(query, names))).toEqual(query);
        expect(queryOf(formatQuery(query, incompleteNames), incompleteNames)).toEqual(query);
      }),
      { numRuns: 500 },
    );
  });

  it('is parsed without an exception if it is random text, and every problem has a range inside of the text', () => {
    const parts = fc.constantFrom(
      'is:',
      'label',
      ':',
      '=',
      'NOT ',
      'no:due',
      '“',
      "'",
      '"',
      ',',
      '-',
      ' ',
      '\\',
      'open',
      'due:<',
      'sort:',
      'x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 3 }))), (words) => {
        const text = words.join('');
        const parsed = parseQuery(text, names);
        for (const { start, end } of 'problems' in parsed ? parsed.problems : parsed.warnings) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        for (const offset of [0, Math.floor(text.length / 2), text.length]) {
          const { start, end } = completeQuery(text, offset, names);
          expect([start <= offset, offset <= end, end <= text.length]).toEqual([true, true, true]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('A mistake in the text form of a filter', () => {
  it.each([
    ['is:opne', 'opne', 'Unknown value “opne”. Did you mean “open”?', 'open'],
    ['prioritty:high', 'prioritty', 'Unknown field “prioritty”. Did you mean “priority”?', 'priority'],
    ['see http://x', 'http', 'Unknown field “http”. To search for this text, put it in quotation marks.', undefined],
    ['x label:bgu y', 'bgu', 'Label: there is no “bgu”. Did you mean “Bug”?', 'Bug'],
    [
      'label:"needs reviw"',
      '"needs reviw"',
      'Label: there is no “needs reviw”. Did you mean “needs review”?',
      '"needs review"',
    ],
    ['label:elephant', 'elephant', 'Label: there is no “elephant”', undefined],
    ['label:bug,,bug', '', 'Missing value', undefined],
    [
      'is:',
      '',
      'Missing value. Enter one of: open, done, overdue, backlog, unstarted, started, completed, cancelled.',
      undefined,
    ],
    ['label:"bug', '"bug', 'Missing closing quotation mark', undefined],
    ['creator:"Ada Prak"', '"Ada Prak"', 'Created by: there is no “Ada Prak”. Did you mean “Ada Park”?', '"Ada Park"'],
    [
      'due:2026-02-30',
      '2026-02-30',
      '“2026-02-30” is not a date. Enter a value such as overdue, today, tomorrow, week, none, 2026-11-20, <2026-11-20, <7d, >2w, 2026-11-20..2026-11-30.',
      undefined,
    ],
    [
      'created:overdue',
      'overdue',
      '“overdue” is not a date. Enter a value such as today, tomorrow, week, none, 2026-11-20, <2026-11-20, <7d, >2w, 2026-11-20..2026-11-30.',
      undefined,
    ],
    [
      '-sort:name',
      '-sort:name',
      "Only one value is allowed. “sort” and “group” can't have a “-” before them.",
      undefined,
    ],
    ['sort:deu', 'deu', 'Unknown value “deu”. Did you mean “due”?', 'due'],
    ['status:Bug', 'status', 'Unknown field “status”. Did you mean “state”?', 'state'],
    ['author:@me', 'author', 'Unknown field “author”. Did you mean “creator”?', 'creator'],
    ['created-by:me', 'created-by', 'Unknown field “created-by”. Did you mean “creator”?', 'creator'],
    ['no:assignee', 'no:assignee', 'Unknown field “no”. Did you mean “assignee:none”?', 'assignee:none'],
    ['-state:closed', '-state:closed', 'State: there is no “closed”. Did you mean “-is:done”?', '-is:done'],
    ['is:closed', 'closed', 'Unknown value “closed”. Did you mean “done”?', 'done'],
    ['priority:highest', 'highest', 'Unknown value “highest”. Did you mean “urgent”?', 'urgent'],
    ['assignee:unassigned', 'unassigned', 'Assignee: there is no “unassigned”. Did you mean “none”?', 'none'],
    ['is:open AND x', 'AND', '“AND” is not used in filters. Work items must meet all conditions.', ''],
    ['NOT is:open', 'NOT ', '“NOT” is not used in filters. Did you mean “-”?', '-'],
    [
      'label:bug OR label:Bug',
      'OR',
      '“OR” is not used in filters. Separate the values of a field with commas, for example label:bug,ui.',
      undefined,
    ],
    [
      'due:2026-11-20..2026-02-30',
      '2026-11-20..2026-02-30',
      '“2026-11-20..2026-02-30” is not a date. Enter a value such as overdue, today, tomorrow, week, none, 2026-11-20, <2026-11-20, <7d, >2w, 2026-11-20..2026-11-30.',
      undefined,
    ],
  ])('such as “%s” is reported at “%s”: %s', (text, part, message, fix) => {
    const parsed = parseQuery(text, names);
    if (!('problems' in parsed)) throw new Error('The text was accepted.');
    const [problem] = parsed.problems;
    expect([text.slice(problem.start, problem.end), problemText(problem), problem.fix]).toEqual([part, message, fix]);
  });

  it('is only a warning if it is an unknown name and not all names are loaded', () => {
    expect(parseQuery('label:bgu', incompleteNames)).toEqual({
      query: { ...ORDER, filter: [term('label', ['bgu'])] },
      warnings: [{ start: 6, end: 9, message: 'Label: “bgu” is not known', hint: 'Did you mean “Bug”?', fix: 'Bug' }],
    });
  });
});

describe('The completion of a filter', () => {
  const completionsOf = (text: string, offset = text.length): readonly string[] => {
    const { start, end, suggestions } = completeQuery(text, offset, names);
    return suggestions.map((suggestion) => text.slice(0, start) + suggestion.text + text.slice(end));
  };

  it.each([
    ['pri', ['priority:']],
    ['is:open -la', ['is:open -label:']],
    ['priority:h', ['priority:high']],
    ['priority:high,ur', ['priority:high,urgent']],
    ['assignee:ad', ['assignee:"Ada Park"']],
    ['assignee:"ad', ['assignee:"Ada Park"']],
    ['label:needs', ['label:"needs review"']],
    ['sort:due', ['sort:due', 'sort:due-desc']],
    ['group:lab', ['group:label']],
    ['moon:f', []],
  ])('suggests for “%s” the texts %j', (text, expected) => {
    expect(completionsOf(text)).toEqual(expected);
  });

  it('returns all fields for an empty text, and all values for a typed field, with `none` at the end', () => {
    expect(completionsOf('is:open ')).toHaveLength(FILTER_FIELDS.length + 1);
    expect(completionsOf('label:').at(-1)).toBe('label:none');
    expect(completionsOf('due:')).toEqual(expect.arrayContaining(['due:overdue', 'due:week', 'due:<7d', 'due:none']));
  });

  it('replaces the complete word if the cursor is inside of the word', () => {
    expect(completionsOf('is:overdue x', 'is:o'.length)).toEqual(expect.arrayContaining(['is:open x']));
  });
});

describe('The description of a filter', () => {
  it('contains fields, values and exclusions in the display language', () => {
    const { filter } = queryOf('log in is:overdue assignee:me,u1,none -state:Bug priority:high,none due:week,none');
    expect(describeFilter(filter, (id) => USERS.find(({ value }) => value === id)?.name ?? id)).toBe(
      '“log in” · Open or closed: Overdue · Assignee: Me, Ada Park, Unassigned · not State: Bug · Priority: High, No priority · Due date: This week, No due date',
    );
  });

  it('contains only the values in the short form, unless they do not say which field they are of', () => {
    const short = (text: string): string =>
      shortFilterText(queryOf(text).filter, (id) => USERS.find(({ value }) => value === id)?.name ?? id);
    expect(short('is:open assignee:me label:Bug')).toBe('open · me · Bug');
    expect(short('log in is:overdue assignee:me,u1,none -label:Bug priority:high,none')).toBe(
      '“log in” · overdue · me, Ada Park, Unassigned · not Bug · High, No priority',
    );
    expect(short('due:week creator:me')).toBe('Due date: This week · Created by: Me');
  });
});
