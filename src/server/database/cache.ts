// Caches query results until the database changes.

/** A least-recently-used cache of query results, cleared when the database changes. */
export class QueryCache<T> {
  readonly #most: number;
  readonly #found = new Map<string, T>();
  #version = '';

  /** `most`: number of results that are kept. Beyond it, the results that were requested longest ago are dropped. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Returns the cached result of the query `question`, or the result of `find`. The version differs after any change of
   * the database.
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
