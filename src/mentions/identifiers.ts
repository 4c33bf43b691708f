// Owns the matcher: where a text mentions work items such as PROJ-123, of the projects that are known and of no others.

/** A mention, as a half-open range of UTF-16 units. */
export interface IdentifierMatch {
  readonly start: number;
  readonly end: number;
  /** As the service writes it. */
  readonly identifier: string;
  /** The project's part of it. */
  readonly prefix: string;
  readonly sequence: number;
}

/** The service counts work items in 32 bits. */
const LARGEST_SEQUENCE = 2_147_483_647;
const MOST_DIGITS = 10;
/** A longer one belongs to no service (it allows 12), and each character is looked at again for every dash. */
const LONGEST_PREFIX = 64;

/**
 * A number, a join (`_`) or an accent that stands beside a mention makes it a part of something else; so does a letter
 * with two cases.
 */
const JOINS = /[\p{N}\p{Pc}\p{LC}\p{Script=Inherited}]/u;
/** Letters without cases, as of Arabic, Hangul or Devanagari: they join each other, and nothing else. */
const CASELESS = /[\p{L}\p{M}]/u;
/** Of these, the scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const DASH = '-';
/** Below this, only letters, digits and `_` join: what stands beside most mentions is told without asking Unicode. */
const BEYOND_ASCII = 128;

/** One way of writing a prefix (composed or decomposed), and the one that the service uses. */
interface Form {
  readonly written: string;
  readonly prefix: string;
}

/**
 * Built once for a set of projects. Linear: of the text only what stands around dashes is looked at, and there no
 * further than the longest prefix goes back and the largest number forward. The case counts, as the service keeps
 * prefixes in upper case.
 */
export class Matcher {
  /** Of prefixes that end with the same UTF-16 unit, the longest first. The one at 0 has none. */
  readonly #families: Form[][] = [[]];
  /** The place of its family by the UTF-16 unit: most dashes are told apart by it. */
  readonly #familyOf = new Uint16Array(0x1_0000);
  readonly #longest: number;

  /** `prefixes` are the identifiers of projects. One that is empty or overlong is not looked for. */
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

  /** In the order of the text, `most` at the most. */
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

  /** The mention that holds this place of the text or ends there. */
  at(text: string, place: number): IdentifierMatch | undefined {
    const reach = this.#longest + MOST_DIGITS + 4;
    const before = Math.max(0, place - reach);
    const near = text.slice(before, place + reach);
    const mention = this.find(near).find(({ start, end }) => before + start <= place && place <= before + end);
    return mention && { ...mention, start: before + mention.start, end: before + mention.end };
  }

  /** The known prefix that the text ends with, its dash included: what is written when a number is about to follow. */
  beginning(text: string): { readonly start: number; readonly prefix: string } | undefined {
    if (!text.endsWith(DASH)) return undefined;
    const family = this.#familyOf[text.charCodeAt(text.length - 2)] ?? 0;
    const form = longestBefore(this.#families[family] ?? [], text, text.length - 1, 0);
    return form && { start: text.length - 1 - form.written.length, prefix: form.prefix };
  }

  /** The work item that the whole text names, and nothing beside it. */
  read(text: string): IdentifierMatch | undefined {
    const [mention] = this.find(text, 1);
    return mention?.start === 0 && mention.end === text.length ? mention : undefined;
  }
}

/**
 * None where the digits are no number of a work item: none is larger than the service can count, or goes on as a word.
 */
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
  const goesOn = unit < BEYOND_ASCII ? isOfWord(unit) : joins(characterAt(text, end), '0');
  if (goesOn || sequence > LARGEST_SEQUENCE) return undefined;
  const { written, prefix } = form;
  // The digits are as the service writes them: the first is no zero.
  return { start: dash - written.length, end, identifier: prefix + text.slice(dash, end), prefix, sequence };
}

/** The longest prefix that ends at the dash with nothing before it that it would be a part of. */
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

/** Of ASCII: a letter, a digit or `_`. */
function isOfWord(unit: number): boolean {
  const lower = unit | 32;
  return (lower >= 97 && lower <= 122) || isDigit(unit) || unit === 95;
}

function joinsBefore(text: string, start: number): boolean {
  const unit = text.charCodeAt(start - 1);
  return unit < BEYOND_ASCII ? isOfWord(unit) : joins(characterBefore(text, start), characterAt(text, start));
}

/** Whether the neighbour and the edge of a mention are one word. */
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
