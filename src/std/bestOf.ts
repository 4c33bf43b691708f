// Collects the first values of an order without sorting all of them.

/** Keeps the first `limit` values of an order. Adding one of n values costs log(limit), and mostly one comparison. */
export class BestOf<T> {
  readonly #limit: number;
  readonly #compare: (one: T, other: T) => number;
  readonly #values: T[] = [];

  /** `compare` is as for `Array.sort`. Values that compare as equal stay in the order in which they were added. */
  constructor(limit: number, compare: (one: T, other: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** The kept values in their order. */
  get values(): readonly T[] {
    return this.#values;
  }

  /** The last of the kept values if there are `limit` of them: what comes after it is not kept. */
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
