// Owns secrets: text that cannot be printed, cloned or serialised by mistake.

/** Holds a key or a token. Every way of turning it into text but `reveal` gives a placeholder. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The text itself. Called where the request header is made and where the editor's secret storage is written, nowhere
   * else (held by a test).
   */
  reveal(): string {
    return this.#text;
  }

  /** Whether both hold the same text. */
  equals(other: Secret): boolean {
    return this.#text === other.#text;
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
