// Defines Secret: text that cannot be printed, cloned or serialized by mistake.

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

  /** Whether both contain the same text. */
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
