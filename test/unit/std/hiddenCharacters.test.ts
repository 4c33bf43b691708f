// Tests that no text keeps a message in characters that a reader does not see, and that usual texts do not change.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayName, displayText, plainName, visibleText } from '../../../src/std/displayName.ts';
import { anyCodePoint } from '../../support/anyCodePoint.ts';
import { HIDING_SCHEMES, longestKnownPart, SECRET } from '../../support/hostile/hidingSchemes.ts';
import { LEGITIMATE_EMOJI, LEGITIMATE_TEXTS } from '../../support/legitimateTexts.ts';

/** As many characters of a message can remain by chance, or in the few characters that real texts need. */
const MAX_KNOWN_PART = 6;
const HIDDEN = /[\p{DI}\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2800\uFFF9-\uFFFC]/gu;
const alphabet = fc.oneof(
  fc.constantFrom(...Array.from('aب1क्ക്ි 😀❤👩⭐☺🏴🇩ᠮ$](👨🏽♂️')),
  fc.constantFrom(
    ...Array.from(
      '\u200B\u200C\u200D\uFE0E\uFE0F\u180B\u2060\u2068\u2069\u00A0\u202F\u2003\u2800\u3000\u0301\u0327\u20E3\u17D2\u202E\uFFFE',
    ),
  ),
  fc.integer({ min: 0xe_00_00, max: 0xe_01_ff }).map((code) => String.fromCodePoint(code)),
  anyCodePoint,
);
const anyText = fc.array(alphabet, { maxLength: 60 }).map((parts) => parts.join(''));

describe('A message that is hidden in a text', () => {
  it.each(HIDING_SCHEMES)('is lost in names, in texts for models and in displayed texts: $name', ({ hide, reveal }) => {
    const hidingText = hide(SECRET);
    expect(reveal(hidingText)).toBe(SECRET);
    for (const shown of [plainName(hidingText), visibleText(hidingText), displayText(hidingText, { keepLines: true })])
      expect(longestKnownPart(reveal(shown))).toBeLessThanOrEqual(MAX_KNOWN_PART);
  });
});

describe('Text without hidden characters', () => {
  it.each([...Object.entries(LEGITIMATE_TEXTS), ...LEGITIMATE_EMOJI.map((emoji) => [emoji, emoji] as const)])(
    'is the text itself in %s',
    (_, text) => {
      expect(visibleText(text)).toBe(text);
      expect(displayText(displayName(text))).toBe(displayName(text));
    },
  );

  it('is the text itself if it has 500 words with joiners', () => {
    const text = 'می‌خواهم این کتاب‌ها را بخوانم و هیچ کاری نکنم. '.repeat(50).trim();
    expect(visibleText(text)).toBe(text);
  });

  it.each([
    ['many accents', `a${'\u0301\u0327'.repeat(40)}b`, 'a\u0301\u0327\u0301\u0327b'],
    ['many different marks', 'a\u0300\u0301\u0302\u0303\u0304\u0305\u0306b', 'a\u0300\u0301\u0302\u0303b'],
    ['a repeated mark', 'e\u0301\u0301\u0301', 'e\u0301'],
    ['a flag of a region', '🏴\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}!', '🏴!'],
    ['one letter of a flag', '🇭 🇮', 'H I'],
    ['emoji that no font joins', '😀\u200D😀', '😀😀'],
    ['a selector after a letter', 'a\uFE0F葛\u{E0100}城', 'a葛城'],
    ['two selectors', '❤\uFE0F\uFE0F\uFE0E', '❤\uFE0F'],
    ['emoji with and without a selector', '❤\uFE0F a ❤ b ☀\uFE0F', '❤ a ❤ b ☀\uFE0F'],
    ['rare spaces', 'a\u2003\u2009 b\u00A0c\u3000d', 'a b c d'],
    ['blank letters', 'a\u3164\u115F\u1160\uFFA0\u2800b', 'a b'],
    ['unknown characters', 'a\uE000\uE001\u{10FFFF}b\uD800', 'a�b�'],
    ['a zero-width space', '$\u200B(x) ]\u200B(y)', '$(x) ](y)'],
    ['two joiners in a row', 'می\u200C\u200Cخواهم', 'میخواهم'],
    ['joiners in Latin letters', 'a\u200Cb\u200Dc', 'abc'],
    ['a stacking sign after a Latin letter', 'a\u17D2b', 'ab'],
  ])('is the visible part of a text with %s', (_, text, expected) => {
    expect(plainName(text)).toBe(expected);
  });

  it('has only invisible characters that change their neighbors', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const rest = visibleText(text)
          .replace(/🏴[\u{E0061}-\u{E007A}]{5}\u{E007F}/gu, '')
          .replace(/[\p{Emoji}\u{1F3FB}-\u{1F3FF}][\uFE0E\uFE0F]/gu, '')
          .replace(/(?<=[\p{L}\p{M}])[\u200C\u200D]|(?<=\p{Emoji})\u200D(?=\p{Emoji})|[\n\t]/gu, '');
        expect(rest.match(HIDDEN) ?? []).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not change again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visibleText(visibleText(text))).toBe(visibleText(text));
        expect(displayText(displayText(text))).toBe(displayText(text));
      }),
      { numRuns: 2000 },
    );
  });

  // A time that grows with the square of the length, or a call for each character, would end with an error.
  it.each([
    ['\u0301', '\u0301'.repeat(200_000), '\u0301'],
    ['\u2003', `a${' \u2003'.repeat(100_000)}b`, 'a b'],
    ['\u3000', `${'\u3000'.repeat(200_000)}a`, ' a'],
    ['\u200B', `a${'\u200B'.repeat(1_000_000)}`, 'a'],
    ['\uE000', '\uE000'.repeat(1_000_000), '�'],
    ['\u200D', `क${'\u200D'.repeat(200_000)}`, 'क'],
    ['\u2068', '\u2068'.repeat(200_000), ''],
  ])('is found in a text with many of %j', (_, text, expected) => {
    expect(visibleText(text)).toBe(expected);
    expect(displayText(text)).toBe(expected);
  });
});
