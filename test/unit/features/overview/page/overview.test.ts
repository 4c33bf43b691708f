// Tests the texts of the overview page that contain counts.
import { describe, expect, it } from 'vitest';
import { countsText, loadedCountText } from '../../../../../src/features/overview/page/counts.ts';

describe('The text of an overview', () => {
  it('lists only the state groups that have work items', () => {
    expect(countsText({ done: 1200, started: 0, open: 2, cancelled: 1 })).toBe(
      '1,200 completed, 2 not started, 1 canceled',
    );
    expect(countsText({ done: 0, started: 0, open: 0, cancelled: 0 })).toBe('No work items');
  });

  it.each([
    [1, undefined, '1 work item'],
    [28, 28, '28 work items'],
    [0, 1, '0 of 1 work items'],
    [100, 1300, '100 of 1,300 work items'],
  ])('shows how many work items the charts are based on: %i of %s', (loaded, total, expected) => {
    expect(loadedCountText(loaded, total)).toBe(expected);
  });
});
