// Tests that drafts of earlier versions can be parsed, and that edits of comments are stored.
import { expect, it } from 'vitest';
import { draft, emptyDraft, isEmpty } from '../../../../src/core/drafts/draft.ts';

it('A draft from an earlier version, without edits of comments, is parsed without changes', () => {
  const earlierDraft = { version: 1, title: 'WEB-1 A', touched: { name: 'B' }, at: 5 };
  expect(draft.parse(earlierDraft)).toEqual(earlierDraft);
});

it('A draft with an edit of a comment is stored with the edit, and does not count as empty', () => {
  const draftWithEdit = { ...emptyDraft('WEB-1 A', 5), edits: { c1: { html: '<p>b</p>', base: '<p>a</p>' } } };
  expect(draft.parse(JSON.parse(JSON.stringify(draftWithEdit)))).toEqual(draftWithEdit);
  expect(isEmpty(draftWithEdit)).toBe(false);
  expect(isEmpty({ ...draftWithEdit, edits: {} })).toBe(true);
});
