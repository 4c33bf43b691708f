// Owns the bounds of what is loaded and handed out, which the bench shows beside the other figures.
import { describe, expect, it } from 'vitest';
import { weigh } from '../bench/size.ts';

describe('is within its bound:', () => {
  it.each(weigh().map((measure) => [measure.what, measure] as const))('%s', (_, measure) => {
    expect(measure).toMatchObject({ holds: true });
  });
});
