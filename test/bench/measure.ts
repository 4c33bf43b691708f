// Owns what a measure is, and the taking of times: ours and the floor in turns, so that both meet the same weather.

export interface Measure {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  readonly floor: string;
  /** How much more than the floor: a ratio, or a difference with its sign and unit. Empty where there is none. */
  readonly apart: string;
  /** In words. */
  readonly bound: string;
  readonly holds: boolean;
}

export function atMost(what: string, ours: number, floor: number, bound: number, unit: string): Measure {
  const ratio = ours / floor;
  return {
    what,
    ours: amount(ours, unit),
    floor: amount(floor, unit),
    apart: times(ratio),
    bound: `at most ${bound} ×`,
    holds: ratio <= bound,
  };
}

export function atLeast(what: string, ours: number, floor: number, bound: number, unit: string): Measure {
  return {
    ...atMost(what, ours, floor, bound, unit),
    bound: `at least ${bound.toFixed(2)} ×`,
    holds: ours / floor >= bound,
  };
}

/** By how much ours is more than the floor, in the same unit. */
export function atMostMore(what: string, ours: number, floor: number, bound: number, unit: string): Measure {
  const more = ours - floor;
  return {
    ...atMost(what, ours, floor, bound, unit),
    apart: `${more < 0 ? '−' : '+'}${Math.abs(more).toFixed(2)} ${unit}`,
    bound: `at most ${bound} ${unit} more`,
    holds: more <= bound,
  };
}

/** For counts. Against none there is no ratio. */
export function exactly(what: string, ours: number, wanted: number, unit: string): Measure {
  const apart = wanted === 0 ? '' : times(ours / wanted);
  return { what, ours: `${ours} ${unit}`, floor: `${wanted} ${unit}`, apart, bound: 'exactly', holds: ours === wanted };
}

/** For counts that may be none. */
export function atMostOf(what: string, ours: number, most: number, unit: string): Measure {
  return { ...exactly(what, ours, most, unit), bound: `at most ${most}`, holds: ours <= most };
}

function amount(value: number, unit: string): string {
  return `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`;
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

/**
 * The least milliseconds of each, taken in turns after a warm-up, now one first and now the other: what else the
 * machine does only adds to them.
 */
export async function inTurns(
  times: number,
  ours: () => Promise<unknown>,
  floor: () => Promise<unknown>,
): Promise<readonly [number, number]> {
  const took: readonly [number[], number[]] = [[], []];
  const works = [...[ours, floor].entries()];
  for (let turn = -Math.ceil(times / 5); turn < times; turn += 1) {
    for (const [index, work] of turn % 2 === 0 ? works : works.toReversed()) {
      const begun = performance.now();
      await work();
      if (turn >= 0) took[index]?.push(performance.now() - begun);
    }
  }
  return [Math.min(...took[0]), Math.min(...took[1])];
}
