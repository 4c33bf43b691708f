// Tests rewriting the ids of users and files in HTML.
import { describe, expect, it } from 'vitest';
import { rewriteReferences, withAuthor } from '../../../src/copy/references.ts';

const ADA = '11111111-1111-4111-8111-111111111111';
const FILE = '22222222-2222-4222-8222-222222222222';
const NO_REPLACEMENTS = new Map<string, string>();

describe('rewriteReferences', () => {
  it('replaces the id of a mentioned user and changes nothing else', () => {
    const html = `<p title="${ADA}"> ${ADA}</p><mention-component id="m" entity_identifier="${ADA}" entity_name="user_mention"></mention-component>`;
    expect(rewriteReferences(html, new Map([[ADA, 'other']]), NO_REPLACEMENTS)).toEqual({
      html: `<p title="${ADA}"> ${ADA}</p><mention-component id="m" entity_identifier="other" entity_name="user_mention"></mention-component>`,
      unknownUsers: [],
      unknownFiles: [],
    });
  });

  it('replaces the id of an image, even in single quotes and in an uppercase tag', () => {
    const html = `<IMAGE-COMPONENT src='${FILE}' width="3"></IMAGE-COMPONENT>`;
    expect(rewriteReferences(html, NO_REPLACEMENTS, new Map([[FILE, 'copy']])).html).toBe(
      `<IMAGE-COMPONENT src='copy' width="3"></IMAGE-COMPONENT>`,
    );
  });

  it('keeps the ids of unknown users and files, and returns each of these ids once', () => {
    const html = `<mention-component entity_identifier="${ADA}"></mention-component><mention-component entity_identifier="${ADA}"/><image-component src="${FILE}">`;
    expect(rewriteReferences(html, NO_REPLACEMENTS, NO_REPLACEMENTS)).toEqual({
      html,
      unknownUsers: [ADA],
      unknownFiles: [FILE],
    });
  });

  it('ignores an image whose source is a URL', () => {
    const html = '<image-component src="https://contrail.example/a.png"></image-component>';
    expect(rewriteReferences(html, NO_REPLACEMENTS, NO_REPLACEMENTS)).toEqual({
      html,
      unknownUsers: [],
      unknownFiles: [],
    });
  });

  it('returns HTML with an unfinished tag unchanged', () => {
    const html = `<p>x</p><mention-component entity_identifier="${ADA}`;
    expect(rewriteReferences(html, new Map([[ADA, 'other']]), NO_REPLACEMENTS).html).toBe(html);
  });
});

describe('withAuthor', () => {
  it('puts the author and the date before the comment, and escapes HTML in the name of the author', () => {
    expect(withAuthor('<p>Text</p>', '<b>Eve</b> & co', '2026-11-20T10:00:00Z')).toBe(
      '<p><em>&lt;b&gt;Eve&lt;/b&gt; &amp; co, 2026-11-20</em></p><p>Text</p>',
    );
  });

  it('omits the date if it is null', () => {
    expect(withAuthor('<p>Text</p>', 'Eve', null)).toBe('<p><em>Eve</em></p><p>Text</p>');
  });
});
