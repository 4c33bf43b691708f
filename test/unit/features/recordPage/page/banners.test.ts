// @vitest-environment jsdom
// Tests which message the status line of a page shows.
import { expect, it } from 'vitest';
import type { PageModel } from '../../../../../src/shell/protocol/messages.ts';
import { model } from './modelFixture.ts';
import { type MountedPage, mount } from './pageFixture.ts';

let mounted: MountedPage;

const ALL_MESSAGES: Partial<PageModel> = {
  deletion: { message: 'This work item was deleted.', hasUnsentText: false },
  notice: { level: 'error', message: 'Not saved.' },
  problem: { message: 'From an hour ago.', retry: true },
  conflicts: [{ field: 'name', label: 'Title', comparable: false, theirs: 'Theirs', mine: 'Mine' }],
};
const { deletion: _deletion, ...WITHOUT_DELETION } = ALL_MESSAGES;
const { notice: _notice, ...WITHOUT_FAILURE } = WITHOUT_DELETION;
const { problem: _problem, ...ONLY_CONFLICTS } = WITHOUT_FAILURE;
const INFO: Partial<PageModel> = { notice: { level: 'info', message: 'Saved.' } };

it.each<[string, Partial<PageModel>, string]>([
  ['the deletion of the record', ALL_MESSAGES, 'This work item was deleted.'],
  ['a failed save', WITHOUT_DELETION, 'Not saved.'],
  ['the reason why the page may be out of date', { ...WITHOUT_FAILURE, ...INFO }, 'From an hour ago.'],
  ['the number of conflicts', { ...ONLY_CONFLICTS, ...INFO }, '1 conflict'],
  ['another message', INFO, 'Saved.'],
])('The status line shows only %s, although less important messages exist', async (_message, changes, text) => {
  mounted = await mount(model(changes));
  const lines = [...mounted.root.querySelectorAll('.top .banner-text')].map(({ textContent }) => textContent);
  expect(lines).toEqual([text]);
});
