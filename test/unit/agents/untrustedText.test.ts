// Tests that text of other users cannot end the quotation marks or the `| ` lines that mark it as untrusted in a result
// of a tool.
import { describe, expect, it } from 'vitest';
import { frameLines, quoteName } from '../../../src/agents/untrustedText.ts';
import { promptInjections, withoutUserText } from '../../support/hostile/promptInjections.ts';

const texts = promptInjections();
/** Text that a Markdown renderer would show as a link that runs a command, or as an HTML element. */
const EXECUTABLE_TEXT = /\]\(|\]:|\]\[|command:|<a\b|<cursor:|javascript:/iu;

/** Returns a text as a Markdown renderer reads the target of a link. */
function decoded(text: string): string {
  return text
    .replace(/&#(x?)([0-9a-f]+);?/giu, (_, hexMark: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hexMark === '' ? 10 : 16)),
    )
    .replace(/&colon;/giu, ':')
    .replace(/&(?:Tab|NewLine);|\\(?=[:a-z])/giu, '');
}

/** Line breaks, control characters, characters that reorder text, and tag characters. */
const HIDDEN_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u{e0000}-\u{e007f}]/u;

describe('A text of another user', () => {
  it('is tested with more than 100 prompt injections', () => {
    expect(texts.length).toBeGreaterThan(100);
  });

  it.each(texts)('cannot break out of the quotes that `quoteName` adds: %j', (text) => {
    const quotedText = quoteName(text);
    expect(quotedText).not.toMatch(HIDDEN_CHARACTER);
    expect(withoutUserText(`State: ${quotedText}.`)).toBe('State: “”.');
    expect(decoded(quotedText)).not.toMatch(EXECUTABLE_TEXT);
  });

  it.each(texts)('cannot break out of the lines that `frameLines` returns: %j', (text) => {
    const lines = frameLines(text);
    expect(withoutUserText(['Description:', ...lines, 'Comments:'].join('\n'))).toBe('Description:\nComments:');
    expect(lines.every((line) => line.startsWith('| ') && !HIDDEN_CHARACTER.test(line))).toBe(true);
    expect(decoded(lines.join('\n'))).not.toMatch(EXECUTABLE_TEXT);
  });

  it('has the same words, line breaks and code in the lines that `frameLines` returns', () => {
    expect(frameLines('\n\nTwo *lines*\n\n  if (a < b) return x;\n\n')).toEqual([
      '| Two *lines*',
      '| ',
      '|   if (a < b) return x;',
    ]);
    expect(quoteName(' Ada  Lovelace ')).toBe('“Ada Lovelace”');
  });

  it.each([`<${' '.repeat(200_000)}b`, ']['.repeat(100_000), '&#0'.repeat(100_000), '<a:'.repeat(100_000)])(
    'is framed on one line if it has many characters of links: %.5s',
    (text) => {
      expect(frameLines(text)).toHaveLength(1);
    },
  );

  it('is cut to 200 characters if it is quoted as a name', () => {
    expect(quoteName('x'.repeat(500))).toHaveLength(202);
  });

  it('causes `frameLines` to return no lines if the text is blank', () => {
    expect(frameLines(' \n\t\n')).toEqual([]);
  });
});
