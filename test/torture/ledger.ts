// Owns the ledger: every word that was typed, each once and like no other, and what she herself took back. Pure.

export interface Word {
  /** `tok-0042`. */
  readonly token: string;
  /** Where it was typed, in words. */
  readonly place: string;
  /** She wrote another in its place: it is no loss where it is gone. */
  replaced: boolean;
  /** When the host was killed it had just been typed, and nobody had seen it on disk yet. */
  unpromised: boolean;
}

/**
 * An edit is on disk half a second after it was typed, at the latest (which the desk's own tests hold to a simulated
 * clock). A machine that has ten times as much to do as it can may take ten times as long: only what is younger is
 * given up when the host is killed.
 */
export const JUST_TYPED_MS = 5_000;

export class Ledger {
  readonly #words = new Map<string, Word>();
  readonly #stamp: string;

  /** `stamp` tells the words of one run from those of another. */
  constructor(stamp: string) {
    this.#stamp = stamp;
  }

  get words(): readonly Word[] {
    return [...this.#words.values()];
  }

  /** A word for this place. */
  next(place: string): string {
    const token = `${this.#stamp}-${String(this.#words.size + 1).padStart(4, '0')}`;
    this.#words.set(token, { token, place, replaced: false, unpromised: false });
    return token;
  }

  replace(tokens: readonly string[]): void {
    for (const token of tokens) this.#at(token).replaced = true;
  }

  /** Those that have not been seen on disk or at the service. */
  unpromise(tokens: readonly string[]): void {
    for (const token of tokens) this.#at(token).unpromised = true;
  }

  /** Of a text, in the order in which they stand. */
  tokensIn(text: string): string[] {
    return text.match(new RegExp(`${this.#stamp}-\\d{4,}`, 'g')) ?? [];
  }

  #at(token: string): Word {
    const word = this.#words.get(token);
    if (word === undefined) throw new Error(`Nobody typed ${token}.`);
    return word;
  }
}
