// Tests that a click on a row is not lost while VS Code reloads the rows of the view.
import { expect, it } from 'vitest';
import { selectedRow } from '../../../../src/shell/tree/selectedRow.ts';
import { FakeClock } from '../../../support/clock.ts';

it('selectedRow resolves with the selected row at once', async () => {
  const clock = new FakeClock();
  expect(await selectedRow({ selection: ['WEB-1'] }, clock)).toBe('WEB-1');
});

it('selectedRow waits up to two seconds until VS Code has reloaded the rows and selected a row', async () => {
  const clock = new FakeClock();
  const view: { selection: string[] } = { selection: [] };
  const row = selectedRow(view, clock);
  await clock.advance(1_000);
  view.selection = ['WEB-1'];
  await clock.advance(100);
  expect(await row).toBe('WEB-1');
});

it('selectedRow resolves with undefined if no row is selected for two seconds', async () => {
  const clock = new FakeClock();
  const row = selectedRow({ selection: [] }, clock);
  await clock.advance(2_100);
  expect(await row).toBeUndefined();
});
