// Owns what is remembered of a database between two changes of it.

/** Remembers what was found lately, until the database changes. */
export class QueryCache<T> {
  readonly #most: number;
  readonly #found = new Map<string, T>();
  #version = '';

  /** So many findings are kept; beyond, those that were asked for longest ago are forgotten. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * What was found for the question, or what `find` finds now. The version differs whenever anything has changed in
   * between.
   */
  at(version: string, question: string, find: () => T): T {
    if (version !== this.#version) this.#found.clear();
    this.#version = version;
    const found = this.#found.get(question) ?? find();
    this.#found.delete(question);
    this.#found.set(question, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > this.#most && oldest !== undefined) this.#found.delete(oldest);
    return found;
  }
}
