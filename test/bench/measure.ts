// A measurement and its formatting, and the timing of Contrail and a reference in alternation, so
// that both run under the same load.

export interface Measure {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  readonly floor: string;
  /** How much more than the reference: a ratio, or a difference with its sign and unit. Empty if there is none. */
  readonly apart: string;
  /** As text. */
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

/** Compares a value with the reference by their difference, in the same unit. */
export function atMostMore(what: string, ours: number, floor: number, bound: number, unit: string): Measure {
  const more = ours - floor;
  return {
    ...atMost(what, ours, floor, bound, unit),
    apart: `${more < 0 ? '−' : '+'}${Math.abs(more).toFixed(2)} ${unit}`,
    bound: `at most ${bound} ${unit} more`,
    holds: more <= bound,
  };
}

/** Compares counts. There is no ratio to zero. */
export function exactly(what: string, ours: number, wanted: number, unit: string): Measure {
  const apart = wanted === 0 ? '' : times(ours / wanted);
  return { what, ours: `${ours} ${unit}`, floor: `${wanted} ${unit}`, apart, bound: 'exactly', holds: ours === wanted };
}

/** Compares a count with a maximum; the count may be zero. */
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
 * Resolves with the shortest time of each in milliseconds. They run in alternating order after a warm-up; other load of
 * the machine only adds to the times.
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
