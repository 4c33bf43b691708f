// Tests the fingerprints by which a saved text is recognized on the server after a lost response.
import { describe, expect, it } from 'vitest';
import { fingerprintOfHtml } from '../../../../src/items/edits/fingerprint.ts';

describe('fingerprintOfHtml', () => {
  it("returns the same hash for the sent HTML and for the HTML that a server's sanitizer stores", () => {
    const sent = '<p>One <a href="https://a.example">two</a></p>\n<ul><li>three</li></ul>';
    const storedHtml =
      '<div><p>One <a rel="noopener" href="https://a.example">two</a></p><ul><li>three</li></ul></div>';
    expect(fingerprintOfHtml(storedHtml)).toBe(fingerprintOfHtml(sent));
  });

  it('returns different hashes when a word, an element or the target of a link differs', () => {
    const texts = [
      '<p>one two</p>',
      '<p>one <b>two</b></p>',
      '<p>onetwo</p>',
      '<p>one</p><p>two</p>',
      '<p><a href="/x">one two</a></p>',
    ];
    expect(new Set(texts.map(fingerprintOfHtml)).size).toBe(texts.length);
  });

  it('returns the hash of an empty text for 300,000 nested elements', () => {
    expect(fingerprintOfHtml('<b>'.repeat(300_000))).toBe(fingerprintOfHtml(''));
  });
});
