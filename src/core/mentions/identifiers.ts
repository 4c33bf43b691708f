// Finds identifiers of work items, for example PROJ-123, in a text, for known projects only.
import { isAscii, isAsciiDigit, isAsciiLetter } from '../../std/unicode/ascii.ts';

/** An identifier in a text. `start` (inclusive) and `end` (exclusive) are offsets in UTF-16 code units. */
export interface IdentifierMatch {
  readonly start: number;
  readonly end: number;
  /** The identifier as the server writes it, for example `PROJ-123`. */
  readonly identifier: string;
  /** The identifier of the project, for example `PROJ`. */
  readonly prefix: string;
  readonly sequence: number;
}

/** The largest possible number: servers number work items with 32-bit integers. */
const MAX_SEQUENCE = 2_147_483_647;
const MAX_DIGITS = 10;
/**
 * Longer prefixes are ignored, because every dash in a text costs a comparison with the whole prefix. The server allows
 * 12 characters.
 */
const MAX_PREFIX_LENGTH = 64;

/**
 * Matches the characters that make an adjacent identifier part of a longer word: digits, connectors (`_`), accents, and
 * letters that have upper and lower case.
 */
const WORD_CHARACTER = /[\p{N}\p{Pc}\p{LC}\p{Script=Inherited}]/u;
/**
 * Matches the characters of `WORD_CHARACTER` and letters without upper and lower case, for example Arabic, Hangul
 * or Devanagari. Such letters form words only with each other.
 */
const LETTER_OR_MARK = /[\p{L}\p{M}]/u;
/** Matches letters of scripts that are written without spaces between words. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const DASH = '-';
const [ZERO, UNDERSCORE] = [48, 95];

/** A spelling of a prefix in composed (NFC) or decomposed (NFD) form, and the prefix as the server writes it. */
interface PrefixForm {
  readonly spelling: string;
  readonly prefix: string;
}

/**
 * Finds the identifiers of work items of a fixed set of projects. The search takes linear time, because it examines
 * only the text around dashes: at most the length of the longest prefix before a dash, and of the largest number after
 * it. The search is case-sensitive, because the server stores prefixes in upper case.
 */
export class IdentifierMatcher {
  /** Lists of prefixes that end with the same UTF-16 code unit, longest first. The list at index 0 is empty. */
  readonly #formLists: PrefixForm[][] = [[]];
  /**
   * Maps a UTF-16 code unit to the index in `#formLists` of the prefixes that end with this code unit; 0 (an empty
   * list) if no prefix does.
   */
  readonly #listIndexByLastUnit = new Uint16Array(0x1_0000);
  readonly #longestPrefix: number;

  /** `prefixes` are project identifiers. Empty or too long prefixes are ignored. */
  constructor(prefixes: Iterable<string>) {
    const validPrefixes = [...prefixes].filter(
      (one) => one.trim() === one && one !== '' && one.length <= MAX_PREFIX_LENGTH,
    );
    const prefixBySpelling = new Map(
      validPrefixes.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')].map((form) => [form, one])),
    );
    const forms = [...prefixBySpelling].map(([form, prefix]): PrefixForm => ({ spelling: form, prefix }));
    forms.sort((one, other) => other.spelling.length - one.spelling.length);
    for (const form of forms) {
      const lastCodeUnit = form.spelling.charCodeAt(form.spelling.length - 1);
      const listIndex = this.#listIndexByLastUnit[lastCodeUnit] || this.#formLists.push([]) - 1;
      this.#listIndexByLastUnit[lastCodeUnit] = listIndex;
      this.#formLists[listIndex]?.push(form);
    }
    this.#longestPrefix = forms[0]?.spelling.length ?? 0;
  }

  get isEmpty(): boolean {
    return this.#formLists.length === 1;
  }

  /** Returns the first `maxMatches` matches, in the order of the text. */
  find(text: string, maxMatches = Number.POSITIVE_INFINITY): IdentifierMatch[] {
    const matches: IdentifierMatch[] = [];
    if (this.isEmpty) return matches;
    let searchStart = 0;
    while (matches.length < maxMatches) {
      const dash = text.indexOf(DASH, searchStart);
      if (dash < 0) break;
      const listIndex = isFirstDigit(text.charCodeAt(dash + 1))
        ? this.#listIndexByLastUnit[text.charCodeAt(dash - 1)]
        : 0;
      const mention = listIndex ? matchAround(this.#formLists[listIndex] ?? [], text, dash, searchStart) : undefined;
      if (mention !== undefined) matches.push(mention);
      searchStart = mention?.end ?? dash + 1;
    }
    return matches;
  }

  /** Returns the match that contains or ends at this offset. */
  matchAt(text: string, offset: number): IdentifierMatch | undefined {
    const maxDistance = this.#longestPrefix + MAX_DIGITS + 4;
    const nearbyStart = Math.max(0, offset - maxDistance);
    const nearbyText = text.slice(nearbyStart, offset + maxDistance);
    const mention = this.find(nearbyText).find(
      ({ start, end }) => nearbyStart + start <= offset && offset <= nearbyStart + end,
    );
    return mention && { ...mention, start: nearbyStart + mention.start, end: nearbyStart + mention.end };
  }

  /** Returns the prefix if the text ends with a known prefix and a dash, which means that a number may follow. */
  prefixAtEnd(text: string): { readonly start: number; readonly prefix: string } | undefined {
    if (!text.endsWith(DASH)) return undefined;
    const listIndex = this.#listIndexByLastUnit[text.charCodeAt(text.length - 2)] ?? 0;
    const form = longestFormBefore(this.#formLists[listIndex] ?? [], text, text.length - 1, 0);
    return form && { start: text.length - 1 - form.spelling.length, prefix: form.prefix };
  }

  /** Returns the match if the whole text is one identifier. */
  matchWhole(text: string): IdentifierMatch | undefined {
    const [mention] = this.find(text, 1);
    return mention?.start === 0 && mention.end === text.length ? mention : undefined;
  }
}

/**
 * Returns the match around a dash. Undefined if the digits after the dash exceed the largest number, or are followed by
 * a character that makes them part of a word.
 */
function matchAround(
  forms: readonly PrefixForm[],
  text: string,
  dash: number,
  searchStart: number,
): IdentifierMatch | undefined {
  const form = longestFormBefore(forms, text, dash, searchStart);
  if (form === undefined) return undefined;
  let sequence = 0;
  let end = dash + 1;
  let codeUnit = text.charCodeAt(end);
  while (isAsciiDigit(codeUnit) && sequence <= MAX_SEQUENCE) {
    sequence = sequence * 10 + Number(text.charAt(end));
    end += 1;
    codeUnit = text.charCodeAt(end);
  }
  const isWordAfter = isAscii(codeUnit) ? isWordCodeUnit(codeUnit) : formsWord(characterAt(text, end), '0');
  if (isWordAfter || sequence > MAX_SEQUENCE) return undefined;
  const { spelling, prefix } = form;
  // The first digit is not 0, so the text after the prefix is the number as the server writes it.
  return { start: dash - spelling.length, end, identifier: prefix + text.slice(dash, end), prefix, sequence };
}

/** Returns the longest prefix that ends at the dash and is not part of a longer word. */
function longestFormBefore(
  forms: readonly PrefixForm[],
  text: string,
  dash: number,
  searchStart: number,
): PrefixForm | undefined {
  for (const form of forms) {
    const start = dash - form.spelling.length;
    if (start >= searchStart && text.startsWith(form.spelling, start) && !formsWordBefore(text, start)) return form;
  }
  return undefined;
}

/** Whether a number may start with the character: the server writes no leading zeros. */
function isFirstDigit(codeUnit: number): boolean {
  return isAsciiDigit(codeUnit) && codeUnit !== ZERO;
}

/** Whether an ASCII code unit is a letter, a digit or `_`. */
function isWordCodeUnit(codeUnit: number): boolean {
  return isAsciiLetter(codeUnit) || isAsciiDigit(codeUnit) || codeUnit === UNDERSCORE;
}

/** Checks ASCII without a Unicode regular expression, which is faster. */
function formsWordBefore(text: string, start: number): boolean {
  const codeUnit = text.charCodeAt(start - 1);
  return isAscii(codeUnit)
    ? isWordCodeUnit(codeUnit)
    : formsWord(characterBefore(text, start), characterAt(text, start));
}

/** Whether the character next to an identifier and the identifier's character at that end form one word. */
function formsWord(neighbor: string, edge: string): boolean {
  if (neighbor === '') return false;
  if (WORD_CHARACTER.test(neighbor)) return true;
  const areBothCaseless = LETTER_OR_MARK.test(neighbor) && !WORD_CHARACTER.test(edge) && LETTER_OR_MARK.test(edge);
  return areBothCaseless && !UNSPACED_SCRIPT.test(neighbor) && !UNSPACED_SCRIPT.test(edge);
}

function characterAt(text: string, offset: number): string {
  const codePoint = text.codePointAt(offset);
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}

function characterBefore(text: string, offset: number): string {
  const codeUnit = text.charCodeAt(offset - 1);
  const isLowSurrogate = codeUnit >= 0xdc00 && codeUnit <= 0xdfff && offset > 1;
  return offset < 1 ? '' : characterAt(text, isLowSurrogate ? offset - 2 : offset - 1);
}
