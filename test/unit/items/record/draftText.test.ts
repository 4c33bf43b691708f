// Tests the texts that describe drafts in lists and messages.
import { describe, expect, it } from 'vitest';
import { commentStartWithOrigin, fileNameWithLines } from '../../../../src/core/comments/codeComment.ts';
import { type Draft, emptyDraft } from '../../../../src/core/drafts/draft.ts';
import { type DraftEntry, entriesOf, withoutEntry } from '../../../../src/core/drafts/entries.ts';
import {
  draftEntryLabel,
  draftTooLargeText,
  entryExcerpt,
  entryText,
  identifierInTitle,
  textNotSaved,
} from '../../../../src/items/record/draftText.ts';

const draftWith = (changes: Partial<Draft>): Draft => ({ ...emptyDraft('WEB-1 Name', 0), ...changes });
const comment = (text: string) => ({ text, access: 'INTERNAL' as const, externalId: 'e' });

const CODE_ID = 'code:github.com/acme/web@0123456789abcdef0123456789abcdef01234567:src/prices.py#L8-9';

/** Returns the Markdown of a comment on code: the code block, followed by the text. */
const commentOnCode = (text: string): string => {
  const origin = {
    path: 'src/prices.py',
    lines: { first: 8, last: 9 },
    commit: '0123456789',
    link: 'https://x.test/y',
    changed: 'no',
  } as const;
  return commentStartWithOrigin(origin, 'python', 'if share > 1:\n    raise') + text;
};

const entryLabels = (key: string, draft: Draft): string[] =>
  entriesOf(draft).map((entry) => draftEntryLabel(key, draft, entry, fileNameWithLines));
const MENTION = '<mention-component entity_identifier="u1" entity_name="user_mention"></mention-component>';
const userName = (id: string): string | undefined => (id === 'u1' ? 'Ada Park' : undefined);
const entryExcerpts = (draft: Draft, maxLength?: number): string[] =>
  entriesOf(draft).map((entry) => entryExcerpt(draft, entry, userName, maxLength));

describe('The list of drafts', () => {
  it('shows HTML without markup, and does not remove tags from plain text', () => {
    expect(entryExcerpts(draftWith({ touched: { name: 'List<Foo>  breaks' } }))).toEqual(['List<Foo> breaks']);
    expect(entryExcerpts(draftWith({ touched: { description_html: '<p>a &amp; b</p><p>c</p>' } }))).toEqual([
      'a & b · c',
    ]);
    expect(entryExcerpts(draftWith({ composer: comment('<p>a</p>'), palette: comment('a <b> c') }))).toEqual([
      'a',
      'a <b> c',
    ]);
  });

  it('shows mentions as the names of the users', () => {
    const html = `<p>Ask ${MENTION} first</p>`;
    const draft = draftWith({ touched: { description_html: html }, composer: comment(html) });
    expect(entryExcerpts(draft)).toEqual(['Ask @Ada Park first', 'Ask @Ada Park first']);
    expect(entriesOf(draft).map((entry) => entryText(draft, entry, () => undefined))).toEqual([
      'Ask @… first',
      'Ask @… first',
    ]);
  });

  it('has a row with the label of each edited field, and a row for each comment', () => {
    const draft = draftWith({
      touched: { name: 'x', target_date: null },
      composer: comment('<p>a</p>'),
      palette: comment('b'),
      code: { [CODE_ID]: comment(commentOnCode('c')) },
      edits: { c: { html: '', base: '' } },
      subItem: { name: 'Release', pending: 'Review', externalId: 'e' },
    });
    expect(entryLabels('project/item', draft)).toEqual([
      'Title',
      'Due date',
      'Comment',
      'Comment from the Command Palette',
      'Comment on prices.py:8-9',
      'Edited comment',
      'New sub-item',
    ]);
  });

  it('has a row for a new record only after the user has changed it, sent it, or started it from code', () => {
    const newRecord = { externalId: 'e', initialValues: { priority: 'high' } };
    const cycle = { id: 'c', name: 'Sprint' };
    const rowCount = (draft: Partial<Draft>): number => entryLabels('new workItem p', draftWith(draft)).length;
    expect(rowCount({ newRecord })).toBe(0);
    expect(rowCount({ newRecord: { ...newRecord, cycle } })).toBe(0);
    expect(rowCount({ newRecord, touched: { name: 'x' } })).toBe(1);
    expect(rowCount({ newRecord: { ...newRecord, cycle: { ...cycle, isChosen: true } } })).toBe(1);
    expect(rowCount({ newRecord: { ...newRecord, areModulesChosen: true } })).toBe(1);
    expect(rowCount({ newRecord: { ...newRecord, sent: { at: 1, values: {} } } })).toBe(1);
    expect(rowCount({ newRecord: { ...newRecord, origin: 'code' } })).toBe(1);
  });

  it.each<[Partial<Draft>, string, string]>([
    [{ edits: { c: { html: '<p>a</p><p>b</p>', base: '' } } }, 'Edited comment', 'a\nb'],
    [
      { subItem: { name: 'Release', pending: 'Review', queued: ['Test'], externalId: 'e' } },
      'New sub-item',
      'Review\nTest\nRelease',
    ],
    [{ links: { new: { url: 'https://x.test', title: 'X' } } }, 'New link', 'X\nhttps://x.test'],
    [{ links: { l1: { url: 'https://x.test' } } }, 'Edited link', 'https://x.test'],
    [{ links: { l1: { title: 'X' } } }, 'Edited link', 'X'],
    [{ description: { markdown: '# A' } }, 'Description as Markdown', '# A'],
    [{ code: { [CODE_ID]: comment(commentOnCode('c')) } }, 'Comment on prices.py:8-9', 'c'],
    [
      { newRecord: { initialValues: {}, externalId: 'e', sent: { at: 1, values: {} } }, touched: { name: 'x' } },
      'Sent, no response received, Title',
      'x',
    ],
  ])('has a row with its label and its whole text (case %#)', (changes, label, whole) => {
    const draft = draftWith(changes);
    const key = draft.newRecord === undefined ? 'project/item' : 'new workItem p';
    expect(entryLabels(key, draft)).toEqual([label]);
    expect(entriesOf(draft).map((entry) => entryText(draft, entry, userName))).toEqual([whole]);
  });

  it('has a generic label for a comment on code if the name of the file is unknown', () => {
    const draft = draftWith({ code: { [CODE_ID]: comment('c') } });
    expect(entriesOf(draft).map((entry) => draftEntryLabel('project/item', draft, entry, () => undefined))).toEqual([
      'Comment on code',
    ]);
  });

  it('shows the API name of a field that is not in the form of the record', () => {
    expect(entryLabels('project/item', draftWith({ touched: { odd: 'x' } }))).toEqual(['odd']);
  });

  it('has one row for a new record, with the labels of the edited fields', () => {
    const newRecord = { initialValues: {}, externalId: 'e' };
    expect(entryLabels('new workItem p', draftWith({ newRecord: { ...newRecord, origin: 'code' } }))).toEqual([
      'Not created yet',
    ]);
    expect(entryLabels('new workItem p', draftWith({ newRecord, touched: { name: 'x', priority: 'low' } }))).toEqual([
      'Not created yet, Title, Priority',
    ]);
  });

  it('provides the complete text of each draft without markup for copying', () => {
    const lines = Array.from({ length: 40 }, (_, number) => `Line ${number}`);
    const html = lines.map((line) => `<p>${line}</p>`).join('');
    const draft = draftWith({
      touched: { description_html: html },
      composer: comment(html),
      palette: comment('a\n\n<b>'),
    });
    expect(entriesOf(draft).map((entry) => entryText(draft, entry, userName))).toEqual([
      lines.join('\n'),
      lines.join('\n'),
      'a\n\n<b>',
    ]);
  });

  it('has no row for a comment whose text was deleted', () => {
    expect(
      entryLabels('p/w', draftWith({ composer: { ...comment(''), sentText: 'x' }, palette: comment('') })),
    ).toEqual([]);
  });

  it('shows the truncated start of each text without markup', () => {
    expect(entryExcerpts(draftWith({ composer: comment('<p>Three <b>paragraphs</b></p><p>of text</p>') }))).toEqual([
      'Three paragraphs · of text',
    ]);
    const html = '<h2>Measure</h2><ul><li><p>Try a window</p></li><li><p></p></li></ul><p>Long boards</p>';
    expect(entryExcerpts(draftWith({ touched: { description_html: html } }))).toEqual([
      'Measure · Try a window · Long boards',
    ]);
    expect(entryExcerpts(draftWith({ touched: { labels: ['a'], name: 'abc def' } }), 5)).toEqual(['', 'abc d…']);
    expect(
      entryExcerpts(
        draftWith({ newRecord: { initialValues: {}, externalId: 'e' }, touched: { labels: ['a'], name: 'abc' } }),
      ),
    ).toEqual(['abc']);
    expect(entryExcerpts(draftWith({ edits: { c: { html: '<p>Mended</p>', base: '' } } }))).toEqual(['Mended']);
  });

  it('shows the text of a comment on code without the code', () => {
    const shownTexts = (text: string): string[] => entryExcerpts(draftWith({ code: { [CODE_ID]: comment(text) } }));
    expect(shownTexts(commentOnCode('Should one be refused?'))).toEqual(['Should one be refused?']);
    expect(shownTexts(commentOnCode(''))).toEqual(['']);
    expect(shownTexts(commentOnCode('See\n\n```\nx\n```\n'))).toEqual(['See ``` x ```']);
    expect(shownTexts('Everything was rewritten.')).toEqual(['Everything was rewritten.']);
  });

  it.each<[DraftEntry, Partial<Draft>]>([
    [
      { kind: 'field', name: 'name' },
      { touched: { labels: ['l'] }, base: { labels: [] } },
    ],
    [{ kind: 'comment', slot: 'composer' }, { composer: undefined }],
    [{ kind: 'comment', slot: { code: CODE_ID } }, { code: {} }],
    [{ kind: 'edit', id: 'c' }, { edits: {} }],
    [{ kind: 'record' }, { touched: {}, base: {}, newRecord: undefined }],
  ])('keeps all other entries when the user discards the entry %o', (entry, expectedChanges) => {
    const draft = draftWith({
      touched: { name: 'x', labels: ['l'] },
      base: { name: 'y', labels: [] },
      composer: comment('a'),
      code: { [CODE_ID]: comment('c') },
      edits: { c: { html: 'd', base: '' } },
    });
    expect({ ...draft, ...withoutEntry(draft, entry) }).toEqual({ ...draft, ...expectedChanges });
  });
});

describe('A draft that is too large', () => {
  it('has a message with the size limit and the possible actions', () => {
    expect(draftTooLargeText('draft')).toMatch(/exceeds 1 MB\..* not saved to disk .*\. Send or shorten the draft\.$/);
    expect(draftTooLargeText('account')).toMatch(
      /exceed 20 MB in total\..* not saved to disk .*\. Send or discard some drafts\.$/,
    );
  });
});

it.each([
  ['WEB-12 Name', 'WEB-12'],
  ['WEB-12', 'WEB-12'],
  ['WEB-12x Name', ''],
  ['Name WEB-12', ''],
])('The title %s starts with the identifier “%s”', (title, identifier) => {
  expect(identifierInTitle(title)).toBe(identifier);
});

it('The message about a text that was not saved says whether the server may have received it', () => {
  expect(textNotSaved('No network.', false)).toBe(
    'Not saved. No network. Your text is kept, and saving again is safe.',
  );
  expect(textNotSaved('No network.', true)).toBe(
    'Not saved. No network. The server may have received the changes. Your text is kept, and saving again is safe.',
  );
});
