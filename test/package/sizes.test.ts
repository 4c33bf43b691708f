// Tests the size limits of the bundles and the package, which the benchmark prints.
import { describe, expect, it } from 'vitest';
import { measureSizes } from '../bench/size.ts';

describe('The size is within the limit:', () => {
  it.each(measureSizes().map((measure) => [measure.name, measure] as const))('%s', (_, measure) => {
    expect(measure).toMatchObject({ isWithinBound: true });
  });
});
