// A pseudorandom number generator: the same seed gives the same numbers. Pure.

export interface Chance {
  /** Returns an integer from 0 up to, but not including, the bound. */
  below(bound: number): number;
  /**
   * Returns one of the elements.
   * @throws if there is none
   */
  of<T>(all: readonly T[]): T;
  /** Returns true with this probability, from 0 to 1. */
  is(part: number): boolean;
  /** Returns all elements in a random order. */
  shuffled<T>(all: readonly T[]): T[];
}

/** Mulberry32: small, and random enough for selecting. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    of: (all) => {
      const one = all[below(all.length)];
      if (one === undefined) throw new Error('There is nothing to choose from.');
      return one;
    },
    is: (part) => next() < part,
    shuffled: (all) => {
      const left = [...all];
      return all.map(() => left.splice(below(left.length), 1)).flat();
    },
  };
}
