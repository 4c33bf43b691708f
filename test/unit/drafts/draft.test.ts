// Owns the proof that drafts of every kind are read back, and that a change of a comment is worth keeping.
import { expect, it } from 'vitest';
import { draft, emptyDraft, isEmpty } from '../../../src/drafts/draft.ts';

it('is read as it was written before there were changes of comments', () => {
  const early = { version: 1, title: 'WEB-1 A', touched: { name: 'B' }, at: 5 };
  expect(draft.parse(early)).toEqual(early);
});

it('keeps changes of comments, and is worth keeping for one', () => {
  const one = { ...emptyDraft('WEB-1 A', 5), edits: { c1: { html: '<p>b</p>', base: '<p>a</p>' } } };
  expect(draft.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
  expect(isEmpty(one)).toBe(false);
  expect(isEmpty({ ...one, edits: {} })).toBe(true);
});
