// Compares a measured value of Contrail with a reference, and formats the result for the table.

export interface Measure {
  readonly name: string;
  /** The value of Contrail with its unit. */
  readonly contrail: string;
  /** The value of the reference with its unit. */
  readonly baseline: string;
  /**
   * The ratio of `contrail` to `baseline`, or their difference with its sign and unit. Empty if the reference is zero.
   */
  readonly comparison: string;
  /** The allowed ratio or difference, as text. */
  readonly bound: string;
  /** Whether the measured value is within the bound. */
  readonly isWithinBound: boolean;
}

/** Checks that the ratio to the reference is at most `bound`. */
export function ratioAtMost(what: string, ours: number, baseline: number, bound: number, unit: string): Measure {
  const ratio = ours / baseline;
  return {
    name: what,
    contrail: formatAmount(ours, unit),
    baseline: formatAmount(baseline, unit),
    comparison: formatRatio(ratio),
    bound: `at most ${bound} ×`,
    isWithinBound: ratio <= bound,
  };
}

/** Checks that the ratio to the reference is at least `bound`. */
export function ratioAtLeast(what: string, ours: number, baseline: number, bound: number, unit: string): Measure {
  return {
    ...ratioAtMost(what, ours, baseline, bound, unit),
    bound: `at least ${bound.toFixed(2)} ×`,
    isWithinBound: ours / baseline >= bound,
  };
}

/** Checks that the value exceeds the reference by at most `bound`, in the same unit. */
export function differenceAtMost(what: string, ours: number, baseline: number, bound: number, unit: string): Measure {
  const difference = ours - baseline;
  return {
    ...ratioAtMost(what, ours, baseline, bound, unit),
    comparison: `${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(2)} ${unit}`,
    bound: `at most ${bound} ${unit} more`,
    isWithinBound: difference <= bound,
  };
}

/** Checks that a count is equal to the expected count. */
export function countEquals(what: string, ours: number, expected: number, unit: string): Measure {
  const ratio = expected === 0 ? '' : formatRatio(ours / expected);
  return {
    name: what,
    contrail: `${ours} ${unit}`,
    baseline: `${expected} ${unit}`,
    comparison: ratio,
    bound: 'exactly',
    isWithinBound: ours === expected,
  };
}

/** Checks that a count is at most `maximum`; both may be zero. */
export function countAtMost(what: string, ours: number, maximum: number, unit: string): Measure {
  return { ...countEquals(what, ours, maximum, unit), bound: `at most ${maximum}`, isWithinBound: ours <= maximum };
}

function formatAmount(value: number, unit: string): string {
  return `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`;
}

function formatRatio(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

/**
 * Calls `ours` and `baseline` in turns, after a warm-up, and resolves with the shortest duration of each in milliseconds.
 * The shortest duration is the least affected by other programs.
 */
export async function shortestDurations(
  turns: number,
  ours: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
): Promise<readonly [number, number]> {
  const durations: readonly [number[], number[]] = [[], []];
  const runs = [...[ours, baseline].entries()];
  for (let round = -Math.ceil(turns / 5); round < turns; round += 1) {
    for (const [index, run] of round % 2 === 0 ? runs : runs.toReversed()) {
      const start = performance.now();
      await run();
      if (round >= 0) durations[index]?.push(performance.now() - start);
    }
  }
  return [Math.min(...durations[0]), Math.min(...durations[1])];
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function p95(values: readonly number[]): number {
  return quantile(values, 0.95);
}

/**
 * Returns the 95th percentile of the medians, for durations of several runs of each case. A percentile over all runs
 * would tell how often other programs have interrupted the measurement, not how long a case takes.
 */
export function p95OfMedians(runsByCase: Iterable<readonly number[]>): number {
  return p95(Array.from(runsByCase, median));
}

function quantile(values: readonly number[], part: number): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length * part)] ?? Number.NaN;
}
