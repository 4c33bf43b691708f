// Creates the unique words that a simulated user types, and records which words may be missing.

export interface Word {
  /** The unique word, for example `tok-0042`. */
  readonly token: string;
  /** Describes where the user typed the word, for example `the name of WEB-28`. */
  readonly location: string;
  /** Whether the simulated user has replaced the word by another one, so that its absence is not an error. */
  isReplaced: boolean;
  /** The host was killed just after the word was typed and before the word was on disk, so the word may be missing. */
  mayBeUnsaved: boolean;
}

/**
 * After the host is killed, only a word that was typed less than 5 seconds before may be missing. DraftStore writes an
 * edit to disk within half a second (its tests check this with a simulated clock); a busy machine may take ten times as
 * long.
 */
export const JUST_TYPED_MS = 5_000;

export class TypedWords {
  readonly #words = new Map<string, Word>();
  readonly #stamp: string;

  /** `stamp` distinguishes the words of one run from those of another. */
  constructor(stamp: string) {
    this.#stamp = stamp;
  }

  get words(): readonly Word[] {
    return [...this.#words.values()];
  }

  /** Creates a word. `location` describes where the user types it. */
  addWord(location: string): string {
    const token = `${this.#stamp}-${String(this.#words.size + 1).padStart(4, '0')}`;
    this.#words.set(token, { token, location, isReplaced: false, mayBeUnsaved: false });
    return token;
  }

  markReplaced(tokens: readonly string[]): void {
    for (const token of tokens) this.#at(token).isReplaced = true;
  }

  /** Marks words that may be missing because the host was killed before the words were on disk. */
  markMaybeUnsaved(tokens: readonly string[]): void {
    for (const token of tokens) this.#at(token).mayBeUnsaved = true;
  }

  /** Returns the words in a text, in their order. */
  tokensIn(text: string): string[] {
    return text.match(new RegExp(`${this.#stamp}-\\d{4,}`, 'g')) ?? [];
  }

  #at(token: string): Word {
    const word = this.#words.get(token);
    if (word === undefined) throw new Error(`${token} was never typed.`);
    return word;
  }
}
