// Tests what a click on a bar of an overview shows in the views.
import { expect, it } from 'vitest';
import type { RecordAddress } from '../../../../src/core/cache/address.ts';
import { filterViewsByBar } from '../../../../src/features/overview/filterViewsByBar.ts';
import type { ViewChoices } from '../../../../src/items/grouping/choices.ts';

it('A click on an overview bar filters the views by the bar’s value, and expands the row of the record', async () => {
  const calls: unknown[] = [];
  const views = {
    choose: async (changes: Partial<ViewChoices>) => void calls.push(changes),
    reveal: async (...args: readonly unknown[]) => calls.push(args) > 0,
  };
  const project: RecordAddress = { kind: 'project', within: '', id: 'p1' };
  await filterViewsByBar(views, project, { field: 'assignee', value: '' });
  expect(calls).toEqual([
    { filter: [{ field: 'assignee', values: [''], isExcluded: false }] },
    [project, { focus: true, expand: true }],
  ]);
});

it.each([
  ['done', ['completed']],
  ['open', ['backlog', 'unstarted']],
])('A click on the segment %s of an overview filters the views by the statuses %o', async (value, values) => {
  const filters: unknown[] = [];
  const views = {
    choose: async ({ filter }: Partial<ViewChoices>) => void filters.push(filter),
    reveal: async () => true,
  };
  const project: RecordAddress = { kind: 'project', within: '', id: 'p1' };
  await filterViewsByBar(views, project, { field: 'chartGroup', value });
  expect(filters).toEqual([[{ field: 'is', values, isExcluded: false }]]);
});
