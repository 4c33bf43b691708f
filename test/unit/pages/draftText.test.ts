// Tests how a draft is described in a list.
import { describe, expect, it } from 'vitest';
import { codeMarkdown, shortName } from '../../../src/codeLinks/codeComment.ts';
import { type Draft, emptyDraft } from '../../../src/drafts/draft.ts';
import { type DraftPiece, piecesOf, withoutPiece } from '../../../src/drafts/pieces.ts';
import { allText, draftPlaceText, draftTooLargeText, firstWords } from '../../../src/pages/draftText.ts';

const draft = (more: Partial<Draft>): Draft => ({ ...emptyDraft('WEB-1 Name', 0), ...more });
const comment = (text: string) => ({ text, access: 'INTERNAL' as const, externalId: 'e' });

const CODE = 'code:github.com/acme/web@0123456789abcdef0123456789abcdef01234567:src/prices.py#L8-9';

/** Returns a comment on code with its leading code block, followed by the text. */
const withCode = (said: string): string => {
  const origin = {
    path: 'src/prices.py',
    lines: { first: 8, last: 9 },
    commit: '0123456789',
    link: 'https://x.test/y',
    changed: 'no',
  } as const;
  return codeMarkdown(origin, 'python', 'if share > 1:\n    raise') + said;
};

const wheres = (key: string, one: Draft): string[] =>
  piecesOf(one).map((piece) => draftPlaceText(key, one, piece, shortName));
const words = (one: Draft, most?: number): string[] => piecesOf(one).map((piece) => firstWords(one, piece, most));

describe('A draft in a list', () => {
  it('shows HTML without markup, and plain text as it was typed', () => {
    expect(words(draft({ touched: { name: 'List<Foo>  breaks' } }))).toEqual(['List<Foo> breaks']);
    expect(words(draft({ touched: { description_html: '<p>a &amp; b</p><p>c</p>' } }))).toEqual(['a & b c']);
    expect(words(draft({ composer: comment('<p>a</p>'), palette: comment('a <b> c') }))).toEqual(['a', 'a <b> c']);
  });

  it('has a row per field with its label, and a row per comment with its place', () => {
    const one = draft({
      touched: { name: 'x', target_date: null },
      composer: comment('<p>a</p>'),
      palette: comment('b'),
      code: { [CODE]: comment(withCode('c')) },
      edits: { c: { html: '', base: '' } },
    });
    expect(wheres('project/item', one)).toEqual([
      'Name',
      'Due date',
      'Comment',
      'Comment from the Command Palette',
      'Comment on prices.py:8-9',
      'Edited comment',
    ]);
  });

  it('shows a comment on code whose place has no name', () => {
    const one = draft({ code: { [CODE]: comment('c') } });
    expect(piecesOf(one).map((piece) => draftPlaceText('project/item', one, piece, () => undefined))).toEqual([
      'Comment on code',
    ]);
  });

  it('shows the name of a field that its kind does not have', () => {
    expect(wheres('project/item', draft({ touched: { odd: 'x' } }))).toEqual(['odd']);
  });

  it('has one row for a new record, with its edited fields', () => {
    const making = { implied: {}, externalId: 'e' };
    expect(wheres('new workItem p', draft({ making }))).toEqual(['Not created yet']);
    expect(wheres('new workItem p', draft({ making, touched: { name: 'x', priority: 'low' } }))).toEqual([
      'Not created yet, Name, Priority',
    ]);
  });

  it('provides its whole text for copying, line by line', () => {
    const lines = Array.from({ length: 40 }, (_, number) => `Line ${number}`);
    const html = lines.map((line) => `<p>${line}</p>`).join('');
    const one = draft({ touched: { description_html: html }, composer: comment(html), palette: comment('a\n\n<b>') });
    expect(piecesOf(one).map((piece) => allText(one, piece))).toEqual([lines.join('\n'), lines.join('\n'), 'a\n\n<b>']);
  });

  it('has no row for a comment whose text was deleted', () => {
    expect(wheres('p/w', draft({ composer: { ...comment(''), sentText: 'x' }, palette: comment('') }))).toEqual([]);
  });

  it('shows the start of its text without markup, truncated', () => {
    expect(words(draft({ composer: comment('<p>Three <b>paragraphs</b></p><p>of text</p>') }))).toEqual([
      'Three paragraphs of text',
    ]);
    expect(words(draft({ touched: { labels: ['a'], name: 'abc def' } }), 5)).toEqual(['', 'abc d…']);
    expect(words(draft({ making: { implied: {}, externalId: 'e' }, touched: { labels: ['a'], name: 'abc' } }))).toEqual(
      ['abc'],
    );
    expect(words(draft({ edits: { c: { html: '<p>Mended</p>', base: '' } } }))).toEqual(['Mended']);
  });

  it('shows the text of a comment on code without the code', () => {
    const said = (text: string): string[] => words(draft({ code: { [CODE]: comment(text) } }));
    expect(said(withCode('Should one be refused?'))).toEqual(['Should one be refused?']);
    expect(said(withCode(''))).toEqual(['']);
    expect(said(withCode('See\n\n```\nx\n```\n'))).toEqual(['See ``` x ```']);
    expect(said('Everything was rewritten.')).toEqual(['Everything was rewritten.']);
  });

  it.each<[DraftPiece, Partial<Draft>]>([
    [
      { kind: 'field', name: 'name' },
      { touched: { labels: ['l'] }, base: { labels: [] } },
    ],
    [{ kind: 'comment', slot: 'composer' }, { composer: undefined }],
    [{ kind: 'comment', slot: { code: CODE } }, { code: {} }],
    [{ kind: 'edit', id: 'c' }, { edits: {} }],
    [{ kind: 'record' }, { touched: {}, base: {}, making: undefined }],
  ])('loses only the discarded piece: %o', (piece, left) => {
    const one = draft({
      touched: { name: 'x', labels: ['l'] },
      base: { name: 'y', labels: [] },
      composer: comment('a'),
      code: { [CODE]: comment('c') },
      edits: { c: { html: 'd', base: '' } },
    });
    expect({ ...one, ...withoutPiece(one, piece) }).toEqual({ ...one, ...left });
  });
});

describe('A draft that is too large', () => {
  it('has a message with the limit and what to do', () => {
    expect(draftTooLargeText('draft')).toMatch(/exceeds 1 MB\..* not saved to disk .*\. Send or shorten the draft\.$/);
    expect(draftTooLargeText('account')).toMatch(
      /exceed 20 MB in total\..* not saved to disk .*\. Send or discard some drafts\.$/,
    );
  });
});
