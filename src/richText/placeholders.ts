// Placeholders like `⟦3 table⟧` for HTML that Markdown cannot express.

const PLACEHOLDER = /⟦(\d+)(?: [^⟦⟧\n]*)?⟧/g;
/** HTML that already contains one of these characters is not converted to Markdown. */
const PLACEHOLDER_CHARACTERS = /[⟦⟧]/;
const MAX_LABEL_CHARACTERS = 40;

export class Placeholders {
  readonly #htmlTexts: string[] = [];
  readonly #texts: string[] = [];
  readonly #contents: string[] = [];

  /**
   * Returns the text of a new placeholder for this HTML. `label` describes the replaced content to the user; `content`
   * is its whole text.
   */
  add(label: string, content: string, html: string): string {
    this.#htmlTexts.push(html);
    this.#contents.push(content.replace(/\s+/g, ' ').trim());
    const plainLabel = label
      .replace(/[^\p{L}\p{N} .,:-]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_LABEL_CHARACTERS)
      .trim();
    const text = `⟦${this.#htmlTexts.length}${plainLabel === '' ? '' : ` ${plainLabel}`}⟧`;
    this.#texts.push(text);
    return text;
  }

  /** Removes the placeholders that were added after the first `count`. */
  truncate(count: number): void {
    this.#htmlTexts.length = count;
    this.#texts.length = count;
    this.#contents.length = count;
  }

  /** The text of each placeholder with the text and the HTML that it replaces. The text of a picture is ''. */
  get contents(): readonly { readonly placeholder: string; readonly content: string; readonly html: string }[] {
    return this.#texts.map((placeholder, index) => ({
      placeholder,
      content: this.#contents[index] ?? '',
      html: this.#htmlTexts[index] ?? '',
    }));
  }

  get count(): number {
    return this.#htmlTexts.length;
  }

  /** `number` is the number of the placeholder. The first placeholder has the number 1. */
  htmlOf(number: number): string | undefined {
    return this.#htmlTexts[number - 1];
  }

  /** `number` is the number of the placeholder. The first placeholder has the number 1. */
  textOf(number: number): string | undefined {
    return this.#texts[number - 1];
  }
}

/** Returns the numbers of the placeholders in the text, in order. */
export function placeholdersIn(text: string): readonly number[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, number]) => Number(number));
}

/** Splits a text at its placeholders. */
export function splitAtPlaceholders(text: string): readonly (string | { readonly placeholder: number })[] {
  const parts: (string | { readonly placeholder: number })[] = [];
  let position = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > position) parts.push(text.slice(position, match.index));
    parts.push({ placeholder: Number(match[1]) });
    position = match.index + match[0].length;
  }
  if (position < text.length) parts.push(text.slice(position));
  return parts;
}

/** Returns the text without the labels of its placeholders, which may differ when names are loaded later. */
export function withoutLabels(text: string): string {
  return text.replaceAll(PLACEHOLDER, '⟦$1⟧');
}

export function mayContainPlaceholder(text: string): boolean {
  return PLACEHOLDER_CHARACTERS.test(text);
}
