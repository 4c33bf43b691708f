// Owns chance: numbers that look random and are the same for the same seed. Pure.

export interface Chance {
  /** A whole number from 0 up to below the bound. */
  below(bound: number): number;
  /** One of them. Throws when there is none. */
  of<T>(all: readonly T[]): T;
  /** True so often, from 0 to 1. */
  is(part: number): boolean;
  /** All of them in another order. */
  shuffled<T>(all: readonly T[]): T[];
}

/** Mulberry32: small, and good enough to choose by. */
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
