// Owns what a measure is, and the taking of times: ours and the floor in turns, so that both meet the same weather.

export interface Measure {
  readonly what: string;
  /** With its unit. */
  readonly ours: string;
  readonly floor: string;
  readonly ratio: number;
  /** In words. */
  readonly bound: string;
  readonly holds: boolean;
}

export function atMost(what: string, ours: number, floor: number, bound: number, unit: string): Measure {
  const ratio = ours / floor;
  return {
    what,
    ours: `${ours.toFixed(2)} ${unit}`,
    floor: `${floor.toFixed(2)} ${unit}`,
    ratio,
    bound: `at most ${bound}`,
    holds: ratio <= bound,
  };
}

export function atLeast(what: string, ours: number, floor: number, bound: number, unit: string): Measure {
  return { ...atMost(what, ours, floor, bound, unit), bound: `at least ${bound.toFixed(2)}`, holds: ours / floor >= bound };
}

/** For counts. Against none there is no ratio. */
export function exactly(what: string, ours: number, wanted: number, unit: string): Measure {
  const ratio = wanted === 0 ? Number.NaN : ours / wanted;
  return { what, ours: `${ours} ${unit}`, floor: `${wanted} ${unit}`, ratio, bound: 'exactly', holds: ours === wanted };
}

/** Median milliseconds of each, taken in turns after a warm-up. */
export async function inTurns(
  times: number,
  ours: () => Promise<unknown>,
  floor: () => Promise<unknown>,
): Promise<readonly [number, number]> {
  const took: readonly [number[], number[]] = [[], []];
  for (let turn = -Math.ceil(times / 5); turn < times; turn += 1) {
    for (const [index, work] of [ours, floor].entries()) {
      const begun = performance.now();
      await work();
      if (turn >= 0) took[index]?.push(performance.now() - begun);
    }
  }
  return [median(took[0]), median(took[1])];
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
