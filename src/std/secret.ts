// Defines Secret: text that cannot be printed, cloned or serialized by mistake.
import { scrypt } from 'node:crypto';

/** An API key or a token. Every conversion to text except `reveal` returns a placeholder. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the key or token. A test checks that it is called only where the request header is created and where VS
   * Code's secret storage is written.
   */
  reveal(): string {
    return this.#text;
  }

  /** Whether both secrets contain the same text. */
  equals(other: Secret): boolean {
    return this.#text === other.#text;
  }

  /** Returns the text with `[secret]` in place of the key or token, which a server may repeat in an error message. */
  removeFrom(text: string): string {
    return this.#text === '' ? text : text.replaceAll(this.#text, '[secret]');
  }

  /**
   * Resolves with a hash from which the text cannot be guessed, even if it is short, because scrypt takes 50 ms for
   * each guess. Each stored hash needs a different random `salt`.
   */
  hash(salt: string): Promise<string> {
    return new Promise((resolve, reject) => {
      scrypt(this.#text, salt, 32, (error, hash) => (error === null ? resolve(hash.toString('hex')) : reject(error)));
    });
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}
