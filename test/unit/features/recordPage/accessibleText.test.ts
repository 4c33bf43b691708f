// Tests the page of a record as a Markdown document for screen readers.
import { describe, expect, it } from 'vitest';
import { accessibleText, fieldText } from '../../../../src/features/recordPage/accessibleText.ts';
import type { PageModel } from '../../../../src/shell/protocol/messages.ts';
import { field, model } from './page/modelFixture.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const people = { u1: 'Ada Park' };

function text(more: Partial<PageModel>): string {
  return accessibleText(model({ people, ...more }), NOW);
}

/** The lines that Markdown interprets: all others are in a code block. */
function interpretedLines(document: string): readonly string[] {
  return document.split('\n').filter((line) => line !== '' && !line.startsWith('    '));
}

describe('The document of a page', () => {
  it('contains the title, the fields with a value, the description and the comments, each comment under a heading', () => {
    const html = '<p>Looks <strong>good</strong>, <mention-component entity_identifier="u1"></mention-component></p>';
    const comment = { id: 'c1', author: 'Elif Aydin', createdAt: '2026-11-20T10:00:00Z', edited: false, html };
    const groups: PageModel['groups'] = [{ action: 'changeCycle', label: 'Cycle', value: 'Cycle 7' }];
    const comments: PageModel['comments'] = { status: 'ready', items: [{ ...comment, access: undefined }] };
    expect(text({ groups, comments })).toBe(`# API-1

    A name

## Fields

    State: Todo
    Labels: bug
    Cycle: Cycle 7

## Description

    text

## Comments

### Comment 1 of 1

    Elif Aydin, 2 hours ago
    Looks good, @Ada Park
`);
  });

  it('says what is not loaded, and why', () => {
    const fields = model().fields.filter(({ kind }) => kind !== 'richText');
    const unloadedText = { name: 'description_html', label: 'Description' };
    const problem = { message: 'The description could not be loaded. The server does not respond.', retry: true };
    const document = text({ fields, unloadedText, problem, comments: { status: 'failed', items: [] } });
    expect(document).toContain(
      '## Description\n\n    The description could not be loaded. The server does not respond.\n',
    );
    expect(document.match(/does not respond/g)).toHaveLength(1);
    expect(document).toContain('## Comments\n\n    The comments could not be loaded.\n');
  });

  it.each([
    '# Heading\n\n![x](https://example.com/p.png)',
    '</code><script>alert(1)</script>',
    '\u2028# Out\u2029[link](command:x)',
    '```\n[link](command:x)\n```',
  ])('keeps the text of other people inside of code blocks: %j', (hostile) => {
    const comment = { id: 'c1', author: hostile, createdAt: undefined, edited: false, access: undefined };
    const document = text({
      identifier: hostile,
      placeName: hostile,
      fields: [
        field('name', 'text', hostile),
        field('description_html', 'richText', `<pre>${hostile.replaceAll('<', '&lt;')}</pre>`, { label: hostile }),
        field('state', 'choice', 's', { label: hostile, choices: [{ id: 's', label: hostile }] }),
        field('description', 'plainText', hostile, { label: 'Text' }),
      ],
      comments: { status: 'ready', items: [{ ...comment, html: `<p>${hostile}</p>` }] },
    });
    for (const line of interpretedLines(document)) expect(line).toMatch(/^#{1,3} [\p{L}\p{N} -]*$/u);
    expect(interpretedLines(document)).toHaveLength(6);
  });
});

describe('A part of the document', () => {
  const noComments: PageModel['comments'] = { status: 'ready', items: [] };
  const one = { id: 'c', author: 'Ada', createdAt: undefined, edited: false, access: undefined, html: '' };

  it.each<[Partial<PageModel>, string]>([
    [{ comments: { status: 'loading', items: [] } }, 'Loading comments…'],
    [{ comments: { status: 'failed', items: [], problem: { message: 'No network.', retry: true } } }, 'No network.'],
    [{ comments: noComments }, 'No comments yet.'],
    [{ comments: { status: 'ready', items: [one], more: 5 } }, 'The page can show more comments.'],
    [{ problem: { message: 'Not saved.', retry: false } }, 'Not saved.'],
    [{ unloadedText: { name: 'description_html', label: 'Description' } }, 'Loading…'],
    [
      { fields: [field('name', 'text', ''), field('description_html', 'richText', '', { label: 'Description' })] },
      'No description.',
    ],
  ])('of %.80j says %s', (more, words) => {
    expect(text(more).split('\n')).toContain(`    ${words}`);
  });

  it('is left out if it has nothing to say', () => {
    const document = text({ hasComments: false, fields: [field('name', 'text', '')], comments: noComments });
    expect(document).not.toMatch(/Comments|Fields|Loading/);
    expect(text({ comments: { status: 'ready', items: [one] } })).not.toContain('show more');
  });

  it.each([
    [field('a', 'flag', true), 'Yes'],
    [field('a', 'flag', null), 'No'],
    [field('a', 'date', '2026-11-20'), 'Fri, Nov 20, 2026'],
    [field('a', 'date', null), ''],
    [field('a', 'text', 'words'), 'words'],
    [field('a', 'text', true), ''],
    [field('a', 'choices', ['x', 'y'], { choices: [{ id: 'x', label: 'X' }] }), 'X, y'],
    [field('a', 'choices', [], { valueLabel: 'Loading…' }), 'Loading…'],
  ])('for %.60j is the value as a person reads it', (view, words) => {
    expect(fieldText(view)).toBe(words);
  });
});
