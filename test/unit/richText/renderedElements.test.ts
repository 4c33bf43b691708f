// @vitest-environment jsdom
// Tests how many elements hostile markup is rendered as, with the renderers of the bench.
import { describe, expect, it } from 'vitest';
import { renderers } from '../../bench/textInPage.tsx';
import { expensiveMarkup } from '../../support/hostile/expensiveMarkup.ts';

const ELEMENT_COUNT = 180;
const MAX_RATIO = 5;
const MIN_PARTS = 50;

describe.each(['description', 'comment'] as const)('A %s', (kind) => {
  it.each(Object.entries(expensiveMarkup))(
    'is rendered as at most five elements for each of its elements and texts: %s',
    (_, shape) => {
      const { elements, parts } = renderers[kind](shape(ELEMENT_COUNT));
      expect(elements).toBeLessThanOrEqual(MAX_RATIO * Math.max(MIN_PARTS, parts));
    },
  );
});
