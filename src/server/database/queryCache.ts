// Caches query results until the database changes.

/** A least-recently-used cache of query results, cleared when the database changes. */
export class QueryCache<T> {
  readonly #maxResults: number;
  readonly #results = new Map<string, T>();
  #version = '';

  /** When there are more than `maxResults` results, the least recently used result is dropped. */
  constructor(maxResults: number) {
    this.#maxResults = maxResults;
  }

  /**
   * Returns the cached result of the query that `key` identifies, or else runs the query with `compute`. `version`
   * must differ after each change of the database.
   */
  getOrCompute(version: string, key: string, compute: () => T): T {
    if (version !== this.#version) this.#results.clear();
    this.#version = version;
    const result = this.#results.get(key) ?? compute();
    this.#results.delete(key);
    this.#results.set(key, result);
    const [oldestKey] = this.#results.keys();
    if (this.#results.size > this.#maxResults && oldestKey !== undefined) this.#results.delete(oldestKey);
    return result;
  }
}
