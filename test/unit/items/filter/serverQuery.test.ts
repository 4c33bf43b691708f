// Tests the translation of filters into Plane's query language.
import { describe, expect, it } from 'vitest';
import { filterQuery, type QueryContext } from '../../../../src/items/filter/serverQuery.ts';
import { parseQuery } from '../../../../src/items/query/parseQuery.ts';

const ME = '6d1b1d5e-0000-4000-8000-000000000001';
const names: QueryContext = {
  me: ME,
  today: '2026-11-20',
  prefix: 'WEB',
  recordsOf: (source) =>
    ({
      states: [
        { id: 's-1', name: 'Todo' },
        { id: 's-2', name: 'Done' },
      ],
      labels: [{ id: 'l-1', name: 'Bug' }],
      types: [{ id: 'x"y', name: 'Task' }],
    })[source],
};

function pqlOf(text: string): string | undefined {
  const parsed = parseQuery(text, () => ({ values: [], isComplete: false }));
  if (!('query' in parsed)) throw new Error(parsed.problems[0].message);
  return filterQuery(parsed.query.filter, names)?.pql;
}

describe('The query of a filter', () => {
  it.each([
    ['is:open', 'stateGroup NOT IN ("completed", "cancelled")'],
    ['-is:open', 'stateGroup IN ("completed", "cancelled")'],
    ['is:done,started', 'stateGroup IN ("completed", "cancelled", "started")'],
    ['is:overdue', 'dueDate < "2026-11-20" AND stateGroup NOT IN ("completed", "cancelled")'],
    ['priority:high,none', 'priority IN ("high", "none")'],
    ['-priority:low', 'priority NOT IN ("low")'],
    ['state:todo', 'state IN ("s-1")'],
    ['label:Bug assignee:me', `label IN ("l-1") AND assignee IN ("${ME}")`],
    ['creator:me', `createdBy IN ("${ME}")`],
    ['due:today', 'dueDate >= "2026-11-20" AND dueDate < "2026-11-21"'],
    ['due:overdue', 'dueDate < "2026-11-20" AND stateGroup NOT IN ("completed", "cancelled")'],
    ['start:<7d', 'startDate < "2026-11-27"'],
    ['login', 'title ~ "login"'],
  ])('for %s is %s', (text, pql) => {
    expect(pqlOf(text)).toBe(pql);
  });

  it.each([
    ['a name that no loaded record has', 'state:Backlog'],
    ['an id that would need escaping', 'type:Task'],
    ['work items without a value', 'assignee:none'],
    ['a user by name', 'assignee:Bruno'],
    ['an excluded field with several values', '-label:Bug'],
    ['several ranges of dates', 'due:today,overdue'],
    ['a time, which depends on the time zone of the server', 'updated:<7d'],
    ['a cycle', 'cycle:"Sprint 1"'],
    ['text that can be part of an identifier', 'WEB-12'],
    ['text with a quotation mark', "'x'"],
  ])('omits %s', (_case, text) => {
    expect(pqlOf(text)).toBeUndefined();
    expect(pqlOf(`${text} priority:high`)).toBe('priority IN ("high")');
  });

  it('has at most five conditions', () => {
    const text = 'priority:high is:open state:todo label:bug due:today creator:me';
    expect(pqlOf(text)?.split(' AND ')).toHaveLength(5);
    expect(pqlOf(text)).not.toContain('dueDate');
  });
});
