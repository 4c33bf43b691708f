// Owns the matcher: where a text mentions work items such as PROJ-123, of the projects that are known and of no others.

/** A mention, as a half-open range of UTF-16 units. */
export interface Mention {
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

/** A number, a join (`_`) or an accent that stands beside a mention makes it a part of something else; so does a letter with two cases. */
const JOINS = /[\p{N}\p{Pc}\p{LC}\p{Script=Inherited}]/u;
/** Letters without cases, as of Arabic, Hangul or Devanagari: they join each other, and nothing else. */
const CASELESS = /[\p{L}\p{M}]/u;
/** Of these, the scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const DASH = '-';
/** What stands beside most mentions, told without asking Unicode. */
const OPEN = ' \n\t-.,:;/()[]#"\'';

/** The prefixes that end with the same UTF-16 unit. */
interface Family {
  /** Each way of writing a prefix (composed and decomposed), to the one that the service uses. */
  readonly prefixes: Map<string, string>;
  /** Of the prefixes, without doubles, the largest first. */
  lengths: readonly number[];
}

/**
 * Built once for a set of projects. Linear: of the text only what stands around dashes is looked at, and there no further than the longest
 * prefix goes back and the largest number forward. The case counts, as the service keeps prefixes in upper case.
 */
export class Matcher {
  readonly #families = new Map<number, Family>();
  /** Whether a prefix ends with this UTF-16 unit: most dashes are told apart by it. */
  readonly #ends = new Uint8Array(0x1_0000);
  readonly #longest: number;

  /** `prefixes` are the identifiers of projects. One that is empty or overlong is not looked for. */
  constructor(prefixes: Iterable<string>) {
    const usable = [...prefixes].filter((one) => one.trim() === one && one !== '' && one.length <= LONGEST_PREFIX);
    const forms = usable.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')].map((form) => [form, one] as const));
    for (const [form, one] of forms) {
      const family = this.#families.get(form.charCodeAt(form.length - 1)) ?? { prefixes: new Map(), lengths: [] };
      family.prefixes.set(form, one);
      family.lengths = [...new Set([...family.lengths, form.length])].sort((length, other) => other - length);
      this.#families.set(form.charCodeAt(form.length - 1), family);
      this.#ends[form.charCodeAt(form.length - 1)] = 1;
    }
    this.#longest = Math.max(0, ...forms.map(([form]) => form.length));
  }

  get isEmpty(): boolean {
    return this.#families.size === 0;
  }

  /** In the order of the text, `most` at the most. */
  find(text: string, most = Number.POSITIVE_INFINITY): Mention[] {
    const found: Mention[] = [];
    if (this.isEmpty) return found;
    let from = 0;
    while (found.length < most) {
      const dash = text.indexOf(DASH, from);
      if (dash < 0) break;
      const isLikely = isFirstDigit(text.charCodeAt(dash + 1)) && this.#ends[text.charCodeAt(dash - 1)] === 1;
      const mention = isLikely ? this.#around(text, dash, from) : undefined;
      if (mention !== undefined) found.push(mention);
      from = mention?.end ?? dash + 1;
    }
    return found;
  }

  /** The mention that holds this place of the text or ends there. */
  at(text: string, place: number): Mention | undefined {
    const reach = this.#longest + MOST_DIGITS + 4;
    const before = Math.max(0, place - reach);
    const near = text.slice(before, place + reach);
    const mention = this.find(near).find(({ start, end }) => before + start <= place && place <= before + end);
    return mention && { ...mention, start: before + mention.start, end: before + mention.end };
  }

  /** The known prefix that the text ends with, its dash included: what is written when a number is about to follow. */
  beginning(text: string): { readonly start: number; readonly prefix: string } | undefined {
    if (!text.endsWith(DASH)) return undefined;
    return this.#before(text, text.length - 1, 0);
  }

  /** The work item that the whole text names, and nothing beside it. */
  read(text: string): Mention | undefined {
    const [mention] = this.find(text, 1);
    return mention?.start === 0 && mention.end === text.length ? mention : undefined;
  }

  #around(text: string, dash: number, from: number): Mention | undefined {
    const end = endOfNumber(text, dash + 1);
    const begun = end === undefined ? undefined : this.#before(text, dash, from);
    if (end === undefined || begun === undefined) return undefined;
    const sequence = Number(text.slice(dash + 1, end));
    return { start: begun.start, end, identifier: `${begun.prefix}${DASH}${sequence}`, prefix: begun.prefix, sequence };
  }

  /** The longest prefix that ends at the dash with nothing before it that it would be a part of. */
  #before(text: string, dash: number, from: number): { readonly start: number; readonly prefix: string } | undefined {
    const family = this.#families.get(text.charCodeAt(dash - 1));
    for (const length of family?.lengths ?? []) {
      const start = dash - length;
      const prefix = start < from ? undefined : family?.prefixes.get(text.slice(start, dash));
      if (prefix !== undefined && !joinsBefore(text, start)) return { start, prefix };
    }
    return undefined;
  }
}

/** Undefined where the digits are no number of a work item: none is larger than the service can count, or goes on as a word. */
function endOfNumber(text: string, start: number): number | undefined {
  let end = start;
  while (end - start <= MOST_DIGITS && isDigit(text.charCodeAt(end))) end += 1;
  if (end - start > MOST_DIGITS || Number(text.slice(start, end)) > LARGEST_SEQUENCE) return undefined;
  return joins(characterAt(text, end), '0') ? undefined : end;
}

function isFirstDigit(unit: number): boolean {
  return unit >= 49 && unit <= 57;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function joinsBefore(text: string, start: number): boolean {
  return joins(characterBefore(text, start), characterAt(text, start));
}

/** Whether the neighbour and the edge of a mention are one word. */
function joins(neighbour: string, edge: string): boolean {
  if (neighbour === '' || OPEN.includes(neighbour)) return false;
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
