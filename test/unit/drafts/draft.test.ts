// Tests that drafts of every version are read, and that an edit of a comment is kept.
import { expect, it } from 'vitest';
import { draft, emptyDraft, isEmpty } from '../../../src/drafts/draft.ts';

it('A draft from before edits of comments is read as it was written', () => {
  const early = { version: 1, title: 'WEB-1 A', touched: { name: 'B' }, at: 5 };
  expect(draft.parse(early)).toEqual(early);
});

it('A draft keeps edits of comments, and one edit prevents it from being empty', () => {
  const one = { ...emptyDraft('WEB-1 A', 5), edits: { c1: { html: '<p>b</p>', base: '<p>a</p>' } } };
  expect(draft.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
  expect(isEmpty(one)).toBe(false);
  expect(isEmpty({ ...one, edits: {} })).toBe(true);
});
