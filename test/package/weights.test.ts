// Tests the size limits of the bundles and the package, which the bench prints as well.
import { describe, expect, it } from 'vitest';
import { weigh } from '../bench/size.ts';

describe('The limit is met:', () => {
  it.each(weigh().map((measure) => [measure.what, measure] as const))('%s', (_, measure) => {
    expect(measure).toMatchObject({ holds: true });
  });
});
