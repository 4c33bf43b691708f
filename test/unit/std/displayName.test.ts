// Tests that displayed text has no invisible characters and none that reorder text.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayName, displayText, plainName } from '../../../src/std/displayName.ts';
import { anyCodePoint } from '../../support/anyCodePoint.ts';
import { misleadingNames, misleadingPattern, textPerMisleadingCharacter } from '../../support/hostile/misleading.ts';

/** Text that may contain invisible characters and characters that reorder text. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...misleadingNames(), ...textPerMisleadingCharacter()),
      fc.string({ unit: anyCodePoint, maxLength: 6 }),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));

describe('plainName', () => {
  it('removes all invisible and reordering characters and all line breaks from any text', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        expect(plainName(name)).not.toMatch(misleadingPattern({ allowsIsolates: false }));
      }),
    );
  });

  it('returns its own result unchanged', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        expect(plainName(plainName(name))).toBe(plainName(name));
      }),
    );
  });

  it('replaces line breaks by a space', () => {
    expect(plainName('Low\r\nHigh\u2028Top')).toBe('Low High Top');
  });

  it.each([
    ['a family', '👩\u200D👩\u200D👧'],
    ['a heart', '❤️\u200D🔥'],
    ['a skin tone', '🧑🏽\u200D💻'],
    ['the flag of Wales', '🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}'],
    ['Persian', 'می\u200Cخواهم'],
    ['Hindi', 'क्\u200Dष'],
    ['accents', 'Zoë Müller — 名前'],
  ])('does not change %s', (_, name) => {
    expect(plainName(name)).toBe(name);
  });
});

describe('displayName', () => {
  it('removes a right-to-left override', () => {
    expect(displayName('\u202EwoL')).toBe('woL');
  });

  it('adds isolate characters only to a name in a right-to-left script', () => {
    expect(displayName('שלום 5')).toBe('\u2068שלום 5\u2069');
    expect(displayName('Ada')).toBe('Ada');
  });
});

describe('displayText', () => {
  it('keeps pairs of isolate characters, and removes all other invisible and reordering characters', () => {
    fc.assert(
      fc.property(hostileText, fc.boolean(), (text, keepLines) => {
        const displayed = displayText(text, { keepLines });
        expect(displayed).not.toMatch(misleadingPattern({ allowsIsolates: true, allowsLineBreaks: keepLines }));
        let depth = 0;
        for (const character of displayed) {
          if (character === '\n') expect(depth).toBe(0);
          depth += character === '\u2068' ? 1 : character === '\u2069' ? -1 : 0;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
        expect(displayText(displayed, { keepLines })).toBe(displayed);
      }),
    );
  });

  it('does not change a name from displayName within a longer text', () => {
    const text = `WEB-1 ${displayName('שלום\u202E')} · High`;
    expect(displayText(text)).toBe(text);
  });
});
