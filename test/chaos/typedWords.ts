// Records every word that was typed, each unique, and which words the simulated user replaced.
// Pure.

export interface Word {
  /** For example `tok-0042`. */
  readonly token: string;
  /** A description of the place where it was typed. */
  readonly place: string;
  /** The user replaced it by another word: it may be missing. */
  replaced: boolean;
  /** It had just been typed when the host was killed, and had not been found on disk yet: it may be missing. */
  unpromised: boolean;
}

/**
 * An edit is on disk at most half a second after it was typed (the tests of DraftStore check that with a simulated
 * clock). A machine with ten times its normal load may take ten times as long: only a word that is younger than that
 * may be missing after the host is killed.
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

  /** Creates a word for this place. */
  next(place: string): string {
    const token = `${this.#stamp}-${String(this.#words.size + 1).padStart(4, '0')}`;
    this.#words.set(token, { token, place, replaced: false, unpromised: false });
    return token;
  }

  replace(tokens: readonly string[]): void {
    for (const token of tokens) this.#at(token).replaced = true;
  }

  /** Marks words that have not been found on disk or on the server. */
  unpromise(tokens: readonly string[]): void {
    for (const token of tokens) this.#at(token).unpromised = true;
  }

  /** Returns the words in a text, in their order. */
  tokensIn(text: string): string[] {
    return text.match(new RegExp(`${this.#stamp}-\\d{4,}`, 'g')) ?? [];
  }

  #at(token: string): Word {
    const word = this.#words.get(token);
    if (word === undefined) throw new Error(`Nobody typed ${token}.`);
    return word;
  }
}
