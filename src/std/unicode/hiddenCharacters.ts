// Removes characters that can carry text which a reader does not see. Keeps only characters of known categories, and
// those invisible ones that change how their neighbors look: at most one in a place, and a limited number.

import { lazy, lazyPattern } from './lazy.ts';

export interface HiddenCharacterOptions {
  /** Whether FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE are kept, which the caller has checked. */
  readonly keepsIsolates?: boolean;
}

/** Symbols that fonts show as nothing: a musical note head, two Egyptian blanks, a Khitan filler, an object. */
const BLANK_SYMBOLS = String.raw`\u{1D159}\u{13441}\u{13442}\u{16FE4}\uFFFC`;
/** Format characters that have a shape, for example the Arabic number sign. */
const SHOWN_FORMATS = String.raw`\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}`;
/** Letters, marks, numbers, punctuation and symbols that have a shape. */
const SHOWN = String.raw`(?![\p{DI}${BLANK_SYMBOLS}])[\p{L}\p{M}\p{N}\p{P}\p{S}${SHOWN_FORMATS}]`;
/** Line feed, tab and the spaces, with the blank Braille pattern. */
const SPACE = String.raw`[\n\t\p{Zs}\u2800]`;
const JOINER_OR_SELECTOR = String.raw`[\u200C\u200D\uFE0E\uFE0F]`;
/** The flags of England, Scotland and Wales: the only flags with tags that Unicode recommends. */
const TAG_FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`;

// All expressions with Unicode properties are lazy, and none is a literal: building them takes 10 ms, and activation
// needs none of them.
const notAllowed = (alsoAllowed: string): RegExp =>
  new RegExp(`(${TAG_FLAG})|(?!${SHOWN}|${SPACE}|${JOINER_OR_SELECTOR}|${alsoAllowed})[\\s\\S]`, 'gu');
const NOT_ALLOWED = lazy(() => notAllowed('(?!)'));
const NOT_ALLOWED_EXCEPT_ISOLATES = lazy(() => notAllowed('[\\u2068\\u2069]'));
/** Characters that a newer version of Unicode or a private agreement may give a shape: they are shown as `�`. */
const UNKNOWN = lazyPattern(String.raw`[\p{Co}\p{Cs}]|(?!\p{DI})\p{Cn}`, 'u');
/** A private character, of which the text has none left: several in a row become one `�`. */
const UNKNOWN_MARK = '\uE000';
const UNKNOWN_MARKS = /\uE000+/g;

/** Text without marks, joiners and rare spaces: most text in any script that has no marks. */
const HAS_ONLY_SIMPLE_CHARACTERS = lazyPattern(
  String.raw`^(?:(?![\p{DI}\u2800\u{1F1E6}-\u{1F1FF}${BLANK_SYMBOLS}])[\p{L}\p{N}\p{P}\p{S} \n\t])*$`,
  'u',
);

const WIDE_SPACES = /\u3000+/g;
const EAST_ASIAN = lazyPattern(
  String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\u3001-\u303F\uFF00-\uFFEF]`,
  'u',
);
/** Beside these characters, spaces that do not break a line are usual in numbers, dates, French and Mongolian. */
const BEFORE_FIXED_SPACE = String.raw`\p{Nd}\p{Sc}\p{sc=Mong}«‹–—`;
const AFTER_FIXED_SPACE = String.raw`\p{Nd}\p{Sc}\p{sc=Mong}»›:;!?%‰°–—`;
const FIXED_SPACE = lazyPattern(
  String.raw`(?<=[${BEFORE_FIXED_SPACE}])[\u00A0\u2009\u202F](?=\S)|(?<=\S)[\u00A0\u2009\u202F](?=[${AFTER_FIXED_SPACE}])|(?<=\d)[\u00A0\u2009\u202F](?=\p{L})`,
  'gu',
);
const ANY_FIXED_SPACE = /[\u00A0\u2009\u202F]/g;
const MAX_FIXED_SPACES = 16;
/** Other spaces, also several in a row and with spaces around: one space. */
const OTHER_SPACES = lazyPattern(
  String.raw` *(?![ \u00A0\u2009\u202F\u3000])[\p{Zs}\u2800](?:[ \u00A0\u2009\u202F\u2800]|(?!\u3000)\p{Zs})*`,
  'gu',
);

const EMOJI = String.raw`(?![0-9#*\u{1F1E6}-\u{1F1FF}])\p{Emoji}`;
const EMOJI_ELEMENT = String.raw`${EMOJI}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F])?`;
/** A flag of two letters, one such letter, a flag with tags, a key, emoji that are joined, or a stray character. */
const EMOJI_OR_SELECTOR = lazyPattern(
  String.raw`[\u{1F1E6}-\u{1F1FF}]{2}|([\u{1F1E6}-\u{1F1FF}])|[0-9#*]\uFE0F?\u20E3|(${EMOJI_ELEMENT}(?:\u200D${EMOJI_ELEMENT})*)|([\uFE0E\uFE0F])`,
  'gu',
);
const EMOJI_WITH_SELECTOR = lazyPattern(
  String.raw`(${EMOJI}(?!\p{Emoji_Modifier})|[0-9#*](?=\uFE0F?\u20E3))([\uFE0E\uFE0F]?)`,
  'gu',
);
/** Needs the flag `v`, which literals may have only in a later version of ECMAScript than that of this project. */
const RECOMMENDED_JOINED_EMOJI = lazyPattern(String.raw`^\p{RGI_Emoji_ZWJ_Sequence}$`, 'v');
const REGIONAL_INDICATOR_A = 0x1f1e6;

/** Scripts whose letters are connected. */
const CURSIVE_LETTER = String.raw`(?=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mand}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Phag}\p{sc=Adlm}\p{sc=Rohg}\p{sc=Mani}\p{sc=Sogd}])\p{L}`;
/** Signs that remove the vowel of a consonant or join consonants, in all scripts that have one. */
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0E3A\u0EBA\u0F84\u1039\u103A\u1714\u1715\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\u1BF2\u1BF3\uA806\uA82C\uA8C4\uA953\uA9C0\uAAF6\uABED\u{10A3F}\u{11046}\u{110B9}\u{11133}\u{11134}\u{111C0}\u{11235}\u{112EA}\u{1134D}\u{11442}\u{114C2}\u{115BF}\u{1163F}\u{116B6}\u{1172B}\u{11839}\u{1193D}\u{1193E}\u{119E0}\u{11A34}\u{11A47}\u{11A99}\u{11C3F}\u{11D44}\u{11D45}\u{11D97}\u{11F41}\u{11F42}]`;
/** Letters and marks of a script that has such a sign; not those of scripts that need no joiners. */
const JOINABLE = String.raw`(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zinh}\p{sc=Zyyy}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])[\p{L}\p{M}]`;
/**
 * A joiner that changes how its neighbors look, or that writers of the script expect:
 * - between connected letters, a ZWNJ (Persian);
 * - after a virama, either one (Hindi, Kannada, Malayalam);
 * - before a virama, a ZWJ (Bengali, Kannada, Sinhala);
 * - after the Arabic letter HEH at the end of a word, a ZWJ (the Persian sign for a year).
 * Without the group, matches a joiner in any other place, except between emoji.
 */
const LETTER_JOINER = lazyPattern(
  [
    String.raw`((?<=${CURSIVE_LETTER}[\p{Mn}]{0,4})\u200C(?=${CURSIVE_LETTER})`,
    String.raw`(?<=${JOINABLE}${VIRAMA})[\u200C\u200D](?![\u200C\u200D])`,
    String.raw`(?<=[\p{sc=Beng}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])\u200D(?=${VIRAMA})`,
    String.raw`(?<=\u0647)\u200D(?![\p{L}\p{M}\u200C\u200D]))`,
    String.raw`\u200C|(?<!${EMOJI}[\uFE0E\uFE0F]?)\u200D|\u200D(?!${EMOJI})`,
  ].join('|'),
  'gu',
);
/**
 * Of these joiners, those that most fonts show as nothing: after a letter that is not connected to the next one, and
 * after the virama at the end of a word.
 */
const JOINER_WITHOUT_SHAPE = lazyPattern(
  [
    String.raw`(?<=[\u0622-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF][\p{Mn}]{0,4})\u200C`,
    String.raw`(?<=[\p{L}\p{M}])\u200C(?!${JOINABLE})`,
    String.raw`(?<=[\p{L}\p{M}])(?<![\p{sc=Deva}\p{sc=Beng}\p{sc=Mlym}])\u200D(?!${JOINABLE})`,
  ].join('|'),
  'gu',
);
const MAX_JOINERS_WITHOUT_SHAPE = 8;
/** The shortest distance between two joiners of letters, in UTF-16 code units. */
const MIN_JOINER_DISTANCE = 3;
/** How many joiners a text may have in addition to one for each `LETTERS_PER_JOINER` letters. */
const FREE_JOINERS = 32;
const LETTERS_PER_JOINER = 6;

const INHERITED_MARK = String.raw`(?=\p{sc=Zinh})\p{M}`;
const REPEATED_MARK = lazyPattern(String.raw`(${INHERITED_MARK})\1+`, 'gu');
/** More marks than any orthography puts on a letter: accents, and all marks with those of the Brahmic scripts. */
const TOO_MANY_ACCENTS = lazyPattern(String.raw`((?:${INHERITED_MARK}){4})(?:${INHERITED_MARK})+`, 'gu');
const TOO_MANY_MARKS = lazyPattern(String.raw`(\p{M}{8})\p{M}+`, 'gu');
const HAS_MARK = lazyPattern(String.raw`\p{M}`, 'u');
const MARK_OR_JOINER = lazyPattern(String.raw`[\p{M}\u200C\u200D]`, 'gu');
const LETTER_OR_MARK = lazyPattern(String.raw`[\p{L}\p{M}]`, 'gu');
const JOINER_AFTER_LETTER = lazyPattern(String.raw`(?<=[\p{L}\p{M}])[\u200C\u200D]`, 'gu');
const IS_SHOWN_AS_EMOJI = lazyPattern(String.raw`^\p{Emoji_Presentation}|\p{Emoji_Modifier}$`, 'u');
/** Signs that put the next letter below the previous one, and are themselves shown only without such a letter. */
const STACKING_SIGN = String.raw`[\u1039\u17D2\u1A60\u1BAB\u2D7F\uAAF6\u{10A3F}\u{11133}\u{1193E}\u{11A47}\u{11A99}\u{11D45}\u{11D97}\u{11F42}]`;
const STRAY_STACKING_SIGN = lazyPattern(
  String.raw`(?<!${JOINABLE})${STACKING_SIGN}|${STACKING_SIGN}(?!\p{L}|[\u200C\u200D])`,
  'gu',
);

const MAX_PASSES = 4;

/**
 * Returns the text without hidden characters. Rare spaces become a space, and unknown characters `�`. The result is
 * returned unchanged if it is passed again. Control characters other than line feed and tab are removed.
 */
export function withoutHiddenCharacters(text: string, options: HiddenCharacterOptions = {}): string {
  if (HAS_ONLY_SIMPLE_CHARACTERS().test(text)) return text;
  let before = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const after = onePass(before, options);
    if (after === before) return after;
    before = after;
  }
  // Only text that is made for it needs more passes, because each uncovers the next: it gets no marks and no joiners.
  return withoutHiddenCharacters(before.replace(MARK_OR_JOINER(), ''), options);
}

function onePass(text: string, { keepsIsolates = false }: HiddenCharacterOptions): string {
  const shownText = text
    .replace(
      keepsIsolates ? NOT_ALLOWED_EXCEPT_ISOLATES() : NOT_ALLOWED(),
      (character: string, flag: string | undefined) => flag ?? (UNKNOWN().test(character) ? UNKNOWN_MARK : ''),
    )
    .replace(UNKNOWN_MARKS, '�');
  return withUsualMarks(withUsualJoiners(withUsualEmoji(withUsualSpaces(shownText))));
}

function withUsualSpaces(text: string): string {
  const spaced = text
    .replace(WIDE_SPACES, (spaces: string, offset: number) => {
      const neighbors = [
        text.slice(Math.max(0, offset - 2), offset),
        text.slice(offset + spaces.length, offset + spaces.length + 2),
      ];
      return neighbors.some((neighbor) => EAST_ASIAN().test(neighbor)) ? spaces : ' ';
    })
    .replace(OTHER_SPACES(), ' ');
  const keptOffsets = new Set(Array.from(spaced.matchAll(FIXED_SPACE()), ({ index }) => index));
  const keepsAny = keptOffsets.size <= MAX_FIXED_SPACES;
  return spaced.replace(ANY_FIXED_SPACE, (space, offset: number) =>
    keepsAny && keptOffsets.has(offset) ? space : ' ',
  );
}

function withUsualEmoji(text: string): string {
  const shownText = text.replace(
    EMOJI_OR_SELECTOR(),
    (match: string, letter: string | undefined, emoji: string | undefined, selector: string | undefined) => {
      if (letter !== undefined) return String.fromCodePoint(0x41 + codePointOf(letter) - REGIONAL_INDICATOR_A);
      if (selector !== undefined) return '';
      return emoji?.includes('\u200D') === true && !isRecommended(emoji) ? emoji.replaceAll('\u200D', '') : match;
    },
  );
  return /[\uFE0E\uFE0F]/.test(shownText) ? withSameSelectors(shownText) : shownText;
}

/** An emoji that has a selector in some places of a text and none or another in others has none in the result. */
function withSameSelectors(text: string): string {
  const selectors = new Map<string, string>();
  const mixedEmoji = new Set<string>();
  for (const [, emoji = '', selector = ''] of text.matchAll(EMOJI_WITH_SELECTOR())) {
    if ((selectors.get(emoji) ?? selector) !== selector) mixedEmoji.add(emoji);
    selectors.set(emoji, selector);
  }
  if (mixedEmoji.size === 0) return text;
  return text.replace(EMOJI_WITH_SELECTOR(), (match, emoji: string) => (mixedEmoji.has(emoji) ? emoji : match));
}

/** Whether fonts show the joined emoji as one picture, with or without the selectors that Unicode recommends. */
function isRecommended(joinedEmoji: string): boolean {
  const parts = joinedEmoji.split('\u200D').map((part) => {
    const bare = part.replace(/[\uFE0E\uFE0F]/g, '');
    return IS_SHOWN_AS_EMOJI().test(bare) ? bare : `${bare}\uFE0F`;
  });
  return RECOMMENDED_JOINED_EMOJI().test(parts.join('\u200D'));
}

function withUsualJoiners(text: string): string {
  if (!/[\u200C\u200D]/.test(text)) return text;
  let lastOffset = Number.NEGATIVE_INFINITY;
  let count = 0;
  const result = text.replace(LETTER_JOINER(), (joiner: string, usual: string | undefined, offset: number) => {
    if (usual === undefined || offset - lastOffset < MIN_JOINER_DISTANCE) return '';
    lastOffset = offset;
    count += 1;
    return joiner;
  });
  const shapelessCount = result.match(JOINER_WITHOUT_SHAPE())?.length ?? 0;
  const shownResult = shapelessCount <= MAX_JOINERS_WITHOUT_SHAPE ? result : result.replace(JOINER_WITHOUT_SHAPE(), '');
  const letterCount = text.match(LETTER_OR_MARK())?.length ?? 0;
  const isUsualCount = count <= FREE_JOINERS + letterCount / LETTERS_PER_JOINER;
  return isUsualCount ? shownResult : result.replace(JOINER_AFTER_LETTER(), '');
}

function withUsualMarks(text: string): string {
  if (!HAS_MARK().test(text)) return text;
  return text
    .replace(REPEATED_MARK(), '$1')
    .replace(TOO_MANY_ACCENTS(), '$1')
    .replace(TOO_MANY_MARKS(), '$1')
    .replace(STRAY_STACKING_SIGN(), '');
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
