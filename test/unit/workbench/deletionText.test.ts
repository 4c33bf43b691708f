// Tests the text of the confirmation before a deletion.
import { describe, expect, it } from 'vitest';
import { deletionDetail } from '../../../src/workbench/features/records/deletionText.ts';

const ask = (count: number, isComplete: boolean, drafts = 0): string =>
  deletionDetail('workItem', { count, isComplete }, drafts);

describe('The question before a work item is deleted', () => {
  it.each([
    [0, true, "Its comments and files are deleted with it. This can't be undone."],
    [1, true, "This also deletes its 1 sub-item, with all comments and files. This can't be undone."],
    [3, true, "This also deletes its 3 sub-items, with all comments and files. This can't be undone."],
    [0, false, "This also deletes any sub-items, with all comments and files. This can't be undone."],
    [3, false, "This also deletes its sub-items (at least 3), with all comments and files. This can't be undone."],
  ])('names its sub-items: %i loaded, complete: %s', (count, isComplete, detail) => {
    expect(ask(count, isComplete)).toBe(detail);
  });

  it('states where unsent drafts are stored', () => {
    expect(ask(0, true, 1)).toBe(
      "Its comments and files are deleted with it. Your unsent draft is kept in Drafts. This can't be undone.",
    );
    expect(ask(2, true, 2)).toContain('Your 2 unsent drafts are kept in Drafts.');
  });
});

it('The question before a cycle is deleted states that its work items are not deleted', () => {
  expect(deletionDetail('cycle', { count: 0, isComplete: true }, 0)).toBe(
    "Its work items are not deleted. This can't be undone.",
  );
});

it('The question before a record without consequences is deleted states only that it is final', () => {
  expect(deletionDetail('sticky', { count: 0, isComplete: true }, 0)).toBe("This can't be undone.");
});
