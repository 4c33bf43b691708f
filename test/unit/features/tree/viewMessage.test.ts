// Tests the message above the rows of a view.
import { expect, it } from 'vitest';
import { type ViewStatus, viewMessage } from '../../../../src/features/tree/presentation/viewMessage.ts';

const NOW = new Date(2026, 10, 21, 23, 40).getTime();
const USUAL: ViewStatus = {
  isKeyRejected: false,
  filter: '',
  unreachableSince: undefined,
  staleSince: undefined,
  waitingUntil: undefined,
};
const [STALE_SINCE, UNREACHABLE_SINCE] = [new Date(2026, 10, 21, 23, 31), new Date(2026, 10, 21, 23, 35)].map((date) =>
  date.getTime(),
);

it.each<[string, Partial<ViewStatus>, string]>([
  ['nothing is unusual', {}, ''],
  ['a filter is set', { filter: 'open · me · Bug' }, 'Filter: open · me · Bug'],
  ['the rows are those of an earlier run', { staleSince: STALE_SINCE }, 'Shown as of 11:31 PM'],
  ['the server cannot be reached', { unreachableSince: UNREACHABLE_SINCE }, 'Not reachable since 11:35 PM'],
  [
    'the rows are those of an earlier run and the server cannot be reached',
    { staleSince: STALE_SINCE, unreachableSince: UNREACHABLE_SINCE },
    'Not reachable since 11:35 PM, shown as of 11:31 PM',
  ],
  ['the key is rejected', { isKeyRejected: true }, 'The server rejects the key or token'],
  ['requests wait', { waitingUntil: NOW + 5_000 }, 'Rate limit reached until 11:40:05 PM'],
  [
    'a filter is set and the server cannot be reached',
    { filter: 'open', unreachableSince: UNREACHABLE_SINCE },
    'Filter: open · Not reachable since 11:35 PM',
  ],
])('The message of a view if %s', (_, changes, message) => {
  expect(viewMessage({ ...USUAL, ...changes }, NOW).replaceAll('\u202f', ' ')).toBe(message);
});

it('The message of a view has the date of a time that was not today', () => {
  const staleSince = new Date(2026, 10, 19, 9, 30).getTime();
  expect(viewMessage({ ...USUAL, staleSince }, NOW)).toMatch(/19.*0?9:30/);
});
