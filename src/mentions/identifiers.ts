// Finds mentions of work items such as PROJ-123 in a text, for known projects only.

/** A mention, as a half-open range of UTF-16 code units. */
export interface IdentifierMatch {
  readonly start: number;
  readonly end: number;
  /** As the server writes it. */
  readonly identifier: string;
  /** The project identifier. */
  readonly prefix: string;
  readonly sequence: number;
}

/** The server numbers work items with 32-bit integers. */
const LARGEST_SEQUENCE = 2_147_483_647;
const MOST_DIGITS = 10;
/** No project identifier is longer (the server allows 12), and each dash costs a comparison of the whole prefix. */
const LONGEST_PREFIX = 64;

/**
 * Next to a mention, a number, a connector (`_`), an accent, or a letter with upper and lower case makes it part of a
 * word.
 */
const JOINS = /[\p{N}\p{Pc}\p{LC}\p{Script=Inherited}]/u;
/**
 * Letters without upper and lower case, for example Arabic, Hangul or Devanagari. They form words only with each other.
 */
const CASELESS = /[\p{L}\p{M}]/u;
/** The scripts among these that write no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const DASH = '-';
/** Below this code unit, only letters, digits and `_` form words: most mentions need no Unicode regular expression. */
const BEYOND_ASCII = 128;

/** One form of a prefix (composed or decomposed), and the form that the server uses. */
interface Form {
  readonly written: string;
  readonly prefix: string;
}

/**
 * Finds mentions of a fixed set of projects in linear time: it looks only at the text around dashes, back by the
 * longest prefix and forward by the largest number. Case-sensitive, because the server stores prefixes in upper case.
 */
export class Matcher {
  /** Prefixes that end with the same UTF-16 code unit, longest first. Index 0 is an empty family. */
  readonly #families: Form[][] = [[]];
  /** The index in `#families` by UTF-16 code unit. It rules out most dashes. */
  readonly #familyOf = new Uint16Array(0x1_0000);
  readonly #longest: number;

  /** `prefixes` are project identifiers. Empty and overlong ones are ignored. */
  constructor(prefixes: Iterable<string>) {
    const usable = [...prefixes].filter((one) => one.trim() === one && one !== '' && one.length <= LONGEST_PREFIX);
    const written = new Map(
      usable.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')].map((form) => [form, one])),
    );
    const forms = [...written].map(([form, prefix]): Form => ({ written: form, prefix }));
    forms.sort((one, other) => other.written.length - one.written.length);
    for (const form of forms) {
      const last = form.written.charCodeAt(form.written.length - 1);
      const place = this.#familyOf[last] || this.#families.push([]) - 1;
      this.#familyOf[last] = place;
      this.#families[place]?.push(form);
    }
    this.#longest = forms[0]?.written.length ?? 0;
  }

  get isEmpty(): boolean {
    return this.#families.length === 1;
  }

  /** Returns the mentions in the order of the text, at most `most`. */
  find(text: string, most = Number.POSITIVE_INFINITY): IdentifierMatch[] {
    const found: IdentifierMatch[] = [];
    if (this.isEmpty) return found;
    let from = 0;
    while (found.length < most) {
      const dash = text.indexOf(DASH, from);
      if (dash < 0) break;
      const family = isFirstDigit(text.charCodeAt(dash + 1)) ? this.#familyOf[text.charCodeAt(dash - 1)] : 0;
      const mention = family ? around(this.#families[family] ?? [], text, dash, from) : undefined;
      if (mention !== undefined) found.push(mention);
      from = mention?.end ?? dash + 1;
    }
    return found;
  }

  /** Returns the mention that contains or ends at this offset. */
  at(text: string, place: number): IdentifierMatch | undefined {
    const reach = this.#longest + MOST_DIGITS + 4;
    const before = Math.max(0, place - reach);
    const near = text.slice(before, place + reach);
    const mention = this.find(near).find(({ start, end }) => before + start <= place && place <= before + end);
    return mention && { ...mention, start: before + mention.start, end: before + mention.end };
  }

  /** Returns the known prefix, including its dash, at the end of the text: the user is about to type the number. */
  beginning(text: string): { readonly start: number; readonly prefix: string } | undefined {
    if (!text.endsWith(DASH)) return undefined;
    const family = this.#familyOf[text.charCodeAt(text.length - 2)] ?? 0;
    const form = longestBefore(this.#families[family] ?? [], text, text.length - 1, 0);
    return form && { start: text.length - 1 - form.written.length, prefix: form.prefix };
  }

  /** Returns the mention if the text consists of nothing else. */
  read(text: string): IdentifierMatch | undefined {
    const [mention] = this.find(text, 1);
    return mention?.start === 0 && mention.end === text.length ? mention : undefined;
  }
}

/** Undefined if the digits are not the number of a work item: they exceed the largest number, or continue as a word. */
function around(forms: readonly Form[], text: string, dash: number, from: number): IdentifierMatch | undefined {
  const form = longestBefore(forms, text, dash, from);
  if (form === undefined) return undefined;
  let sequence = 0;
  let end = dash + 1;
  let unit = text.charCodeAt(end);
  while (isDigit(unit) && sequence <= LARGEST_SEQUENCE) {
    sequence = sequence * 10 + unit - 48;
    end += 1;
    unit = text.charCodeAt(end);
  }
  const continues = unit < BEYOND_ASCII ? isOfWord(unit) : joins(characterAt(text, end), '0');
  if (continues || sequence > LARGEST_SEQUENCE) return undefined;
  const { written, prefix } = form;
  // The server writes no leading zero, and neither does a mention.
  return { start: dash - written.length, end, identifier: prefix + text.slice(dash, end), prefix, sequence };
}

/** The longest prefix that ends at the dash and is not part of a longer word. */
function longestBefore(forms: readonly Form[], text: string, dash: number, from: number): Form | undefined {
  for (const form of forms) {
    const start = dash - form.written.length;
    if (start >= from && text.startsWith(form.written, start) && !joinsBefore(text, start)) return form;
  }
  return undefined;
}

function isFirstDigit(unit: number): boolean {
  return unit >= 49 && unit <= 57;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Whether an ASCII code unit is a letter, a digit or `_`. */
function isOfWord(unit: number): boolean {
  const lower = unit | 32;
  return (lower >= 97 && lower <= 122) || isDigit(unit) || unit === 95;
}

function joinsBefore(text: string, start: number): boolean {
  const unit = text.charCodeAt(start - 1);
  return unit < BEYOND_ASCII ? isOfWord(unit) : joins(characterBefore(text, start), characterAt(text, start));
}

/** Whether the neighboring character and the edge of a mention form one word. */
function joins(neighbour: string, edge: string): boolean {
  if (neighbour === '') return false;
  if (JOINS.test(neighbour)) return true;
  const areCaseless = CASELESS.test(neighbour) && !JOINS.test(edge) && CASELESS.test(edge);
  return areCaseless && !UNSPACED.test(neighbour) && !UNSPACED.test(edge);
}

function characterAt(text: string, place: number): string {
  const point = text.codePointAt(place);
  return point === undefined ? '' : String.fromCodePoint(point);
}

function characterBefore(text: string, place: number): string {
  const unit = text.charCodeAt(place - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && place > 1;
  return place < 1 ? '' : characterAt(text, isLow ? place - 2 : place - 1);
}
