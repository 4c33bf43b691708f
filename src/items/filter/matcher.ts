// Evaluates a filter. Everything that depends only on the filter is computed once, so that testing a work item is fast.
import type { ItemRecord } from '../../core/cache/record.ts';
import { startOfDay } from '../../std/calendarDay.ts';
import { dueDay } from '../fields.ts';
import { type DayRange, dayRange } from './dateValue.ts';
import { FIELD_TABLE, type FieldRow } from './fields.ts';
import type { Filter, FilterTerm } from './filter.ts';
import type { FilterContext } from './filterContext.ts';

/** `index` is the position of the work item in the list to which the filter is applied. */
type ItemTest = (item: ItemRecord, index: number) => boolean;

/** Returns a function that tests whether a work item matches. It is valid until a name or the date changes. */
export function matcherOf(filter: Filter, context: FilterContext): ItemTest {
  const isText = ({ field }: FilterTerm): boolean => field === 'text';
  const cachingContext = { ...context, state: cachedLookup(context.state) };
  // Words are tested last: searching a text costs more than the tests of the other fields.
  const terms = [...filter.filter((term) => !isText(term)), ...filter.filter(isText)];
  const tests = terms.map((term) => createTermTest(term, cachingContext));
  return (item, index) => {
    for (const test of tests) if (!test(item, index)) return false;
    return true;
  };
}

/** Returns the lookup with a cache: the lookups of the store are too slow for each work item. Ids are unique across projects. */
function cachedLookup<Found>(lookup: (project: string, id: string) => Found): (project: string, id: string) => Found {
  const foundById = new Map<string, Found>();
  return (project, id) => {
    const cached = foundById.get(id);
    if (cached !== undefined || foundById.has(id)) return cached as Found;
    const found = lookup(project, id);
    foundById.set(id, found);
    return found;
  };
}

/** Whether the work item is not in a state of the groups completed and canceled. */
export function isOpen(item: ItemRecord, context: Pick<FilterContext, 'state'>): boolean {
  const group = item.state === null ? undefined : context.state(item.project, item.state)?.group;
  return group !== 'completed' && group !== 'cancelled';
}

function createTermTest(term: FilterTerm, context: FilterContext): ItemTest {
  const test = inclusionTest(term, context);
  return term.isExcluded ? (item, index) => !test(item, index) : test;
}

function inclusionTest({ field, values }: FilterTerm, context: FilterContext): ItemTest {
  const row = FIELD_TABLE[field];
  switch (row.kind) {
    case 'text': {
      const words = values.map((word) => word.toLowerCase());
      return matchesAnyTest(words.map((word) => (item, index) => context.searchText(item, index).includes(word)));
    }
    case 'status':
      return matchesAnyTest(values.map((status) => statusTest(status, context)));
    case 'priority': {
      const priorities = new Set(values.map((value) => value || 'none'));
      return ({ priority }) => priorities.has(priority);
    }
    case 'name':
    case 'user':
      return referenceTest(row, values, context);
    case 'day': {
      const { dayOf } = row;
      const ranges = values.filter(Boolean).map((value) => ({ value, range: dayRange(value, context.today, false) }));
      const tests = ranges.map(({ value, range }): ItemTest => {
        const isOverdue = value === 'overdue';
        return (item) => {
          const day = dayOf(item);
          return day !== null && isInRange(day, range.from, range.until) && (!isOverdue || isOpen(item, context));
        };
      });
      return matchesAnyTest(values.includes('') ? [...tests, (item) => dayOf(item) === null] : tests);
    }
    case 'time': {
      const { timeOf } = row;
      const tests = values.filter(Boolean).map((value): ItemTest => {
        const { from, until } = timeRange(dayRange(value, context.today, true));
        return (item) => isInRange(timeOf(item, context), from, until);
      });
      return matchesAnyTest(values.includes('') ? [...tests, (item) => Number.isNaN(timeOf(item, context))] : tests);
    }
    default:
      return row satisfies never;
  }
}

function matchesAnyTest(tests: readonly ItemTest[]): ItemTest {
  const [first] = tests;
  if (tests.length === 1 && first !== undefined) return first;
  return (item, index) => tests.some((test) => test(item, index));
}

function statusTest(status: string, context: FilterContext): ItemTest {
  switch (status) {
    case 'open':
      return (item) => isOpen(item, context);
    case 'done':
      return (item) => !isOpen(item, context);
    case 'overdue':
      return (item) => {
        const due = dueDay(item);
        return due !== undefined && due < context.today && isOpen(item, context);
      };
    default:
      return ({ project, state }) => state !== null && context.state(project, state)?.group === status;
  }
}

/** Tests ids by their names, ignoring case. Each id is looked up once: ids are unique across projects. */
function referenceTest(
  row: Extract<FieldRow, { kind: 'name' | 'user' }>,
  values: readonly string[],
  context: FilterContext,
): ItemTest {
  const selectedValues = new Set(
    values.map((value) => (row.kind === 'user' && value === 'me' ? context.me : value).toLowerCase()),
  );
  const matchesWithoutValue = selectedValues.delete('');
  const resultById = new Map<string, boolean>();
  const isSelected = (id: string, project: string): boolean => {
    const cachedResult = resultById.get(id);
    if (cachedResult !== undefined) return cachedResult;
    const name = row.kind === 'user' ? context.userName(project, id) : row.nameOf(id, project, context);
    const result =
      (row.kind === 'user' && selectedValues.has(id.toLowerCase())) ||
      (name !== undefined && selectedValues.has(name.toLowerCase()));
    resultById.set(id, result);
    return result;
  };
  return (item) => {
    const ids = row.idsOf(item, context);
    if (ids === null || ids.length === 0) return matchesWithoutValue;
    if (typeof ids === 'string') return isSelected(ids, item.project);
    for (const id of ids) if (isSelected(id, item.project)) return true;
    return false;
  };
}

function timeRange({ from, until }: DayRange): {
  readonly from: number | undefined;
  readonly until: number | undefined;
} {
  return {
    from: from === undefined ? undefined : startOfDay(from),
    until: until === undefined ? undefined : startOfDay(until),
  };
}

/** `from` is in the range, `until` is not. NaN, an unknown time, is in no range. */
function isInRange<T extends number | string>(value: T, from: T | undefined, until: T | undefined): boolean {
  if (from !== undefined && !(value >= from)) return false;
  return until === undefined ? from !== undefined : value < until;
}
