// Owns the proof that a draft in a list says what it is about.
import { describe, expect, it } from 'vitest';
import { agoWords, firstWords, heldWords } from '../../../src/editor/draftWords.ts';
import { type Draft, emptyDraft } from '../../../src/store/draft.ts';

const draft = (more: Partial<Draft>): Draft => ({ ...emptyDraft('WEB-1 Name', 0), ...more });
const comment = (text: string) => ({ text, access: 'INTERNAL' as const, externalId: 'e' });

describe('a draft in the list', () => {
  it('names the fields by their labels, and counts comments', () => {
    const one = draft({
      touched: { name: 'x', target_date: null },
      composer: comment('<p>a</p>'),
      palette: comment('b'),
      edits: { c: { html: '', base: '' } },
    });
    expect(heldWords('project/item', one)).toBe('Name, Due date, 2 comments, a changed comment');
  });

  it('names a field that its kind does not know by the field’s own name', () => {
    expect(heldWords('project/item', draft({ touched: { odd: 'x' } }))).toBe('odd');
  });

  it('says that a record is not there yet', () => {
    expect(heldWords('new workItem p', draft({ making: { implied: {}, externalId: 'e' } }))).toBe('not created yet');
  });

  it('shows the first words without their markup, cut to fit', () => {
    expect(firstWords(draft({ composer: comment('<p>Three <b>paragraphs</b></p><p>of text</p>') }))).toBe('Three paragraphs of text');
    expect(firstWords(draft({ touched: { labels: ['a'], name: 'abc def' } }), 5)).toBe('abc d…');
    expect(firstWords(draft({}))).toBe('');
  });

  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 minute ago'],
    [7_200_000, '2 hours ago'],
    [86_400_000 * 3, '3 days ago'],
    [-5, 'just now'],
  ])('is %i ms old: %s', (age, words) => {
    expect(agoWords(1_000_000_000_000 - age, 1_000_000_000_000)).toBe(words);
  });
});
