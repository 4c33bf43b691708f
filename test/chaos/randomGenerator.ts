// A pseudorandom number generator: the same seed produces the same numbers.

export interface RandomGenerator {
  /** Returns an integer that is at least 0 and less than `bound`. */
  below(bound: number): number;
  /**
   * Returns a random element.
   * @throws if the array is empty
   */
  of<T>(elements: readonly T[]): T;
  /** Returns true with this probability (from 0 to 1). */
  is(probability: number): boolean;
  /** Returns the elements in a random order. */
  shuffled<T>(elements: readonly T[]): T[];
}

/** Creates a generator that uses the algorithm Mulberry32. */
export function createRandomGenerator(seed: number): RandomGenerator {
  let state = seed >>> 0;
  const nextFraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(nextFraction() * bound);
  return {
    below,
    of: (elements) => {
      const element = elements[below(elements.length)];
      if (element === undefined) throw new Error('There is nothing to choose from.');
      return element;
    },
    is: (probability) => nextFraction() < probability,
    shuffled: (elements) => {
      const remaining = [...elements];
      return elements.map(() => remaining.splice(below(remaining.length), 1)).flat();
    },
  };
}
