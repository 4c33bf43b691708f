// Tests the text of the confirmation before a deletion.
import { describe, expect, it } from 'vitest';
import { deletionDetail } from '../../../../src/features/records/deletionText.ts';

const detailFor = (count: number, isComplete: boolean, draftCount = 0): string =>
  deletionDetail('workItem', { count, isComplete }, draftCount);

describe('The confirmation before a work item is deleted', () => {
  it.each([
    [0, true, "Its comments and attachments are deleted with it. This can't be undone."],
    [1, true, "This also deletes its 1 sub-item, with all comments and attachments. This can't be undone."],
    [3, true, "This also deletes its 3 sub-items, with all comments and attachments. This can't be undone."],
    [0, false, "This also deletes any sub-items, with all comments and attachments. This can't be undone."],
    [
      3,
      false,
      "This also deletes its sub-items (at least 3), with all comments and attachments. This can't be undone.",
    ],
  ])('mentions the sub-items that are deleted (%i loaded, all loaded: %s)', (count, isComplete, detail) => {
    expect(detailFor(count, isComplete)).toBe(detail);
  });

  it('mentions that unsent drafts are kept if there are any', () => {
    expect(detailFor(0, true, 1)).toBe(
      "Its comments and attachments are deleted with it. Your unsent draft is kept in Drafts. This can't be undone.",
    );
    expect(detailFor(2, true, 2)).toContain('Your 2 unsent drafts are kept in Drafts.');
  });
});

it('The confirmation before a cycle is deleted mentions that its work items are not deleted', () => {
  expect(deletionDetail('cycle', { count: 0, isComplete: true }, 0)).toBe(
    "Its work items are not deleted. This can't be undone.",
  );
});

it('The confirmation before a sticky is deleted mentions only that the deletion can’t be undone', () => {
  expect(deletionDetail('sticky', { count: 0, isComplete: true }, 0)).toBe("This can't be undone.");
});
