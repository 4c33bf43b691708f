// Keeps the first values in an order, and finds the largest and the smallest of many values.

/**
 * Stores the first `limit` values in the order of `compare`, and drops all others. Usually `add` compares only once, at
 * most about log(limit) times.
 */
export class FirstInOrder<T> {
  readonly #limit: number;
  readonly #compare: (one: T, other: T) => number;
  readonly #values: T[] = [];

  /** `compare` is a function as for `Array.sort`. Equal values stay in the order in which they were added. */
  constructor(limit: number, compare: (one: T, other: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** The stored values, sorted. */
  get values(): readonly T[] {
    return this.#values;
  }

  /**
   * The last of the stored values if `limit` values are stored, otherwise undefined. A value that sorts after `last` is
   * not stored.
   */
  get last(): T | undefined {
    return this.isFull ? this.#values.at(-1) : undefined;
  }

  get isFull(): boolean {
    return this.#values.length >= this.#limit;
  }

  add(value: T): void {
    const last = this.#values.at(-1);
    if (this.isFull && (last === undefined || this.#compare(value, last) >= 0)) return;
    let [low, high] = [0, this.#values.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#values[middle];
      if (other !== undefined && this.#compare(value, other) < 0) high = middle;
      else low = middle + 1;
    }
    this.#values.splice(low, 0, value);
    if (this.#values.length > this.#limit) this.#values.pop();
  }
}

/** Returns `atLeast` if no value is larger. */
export function largestOf(values: Iterable<number>, atLeast = Number.NEGATIVE_INFINITY): number {
  let largest = atLeast;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}

/** Returns `atMost` if no value is smaller. */
export function smallestOf(values: Iterable<number>, atMost = Number.POSITIVE_INFINITY): number {
  let smallest = atMost;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}
