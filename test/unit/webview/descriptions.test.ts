// @vitest-environment jsdom
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import stored from './descriptions/documents.json' with { type: 'json' };
import { EDITS } from './descriptions/edits.ts';
import { tried } from './descriptions/trial.ts';
import { trials } from './descriptions/trials.ts';

const kinds = Object.keys(EDITS);

/** Every document meets four of the kinds, and every kind a ninth of the documents. */
function stepsFor(index: number) {
  return [0, 1, 2, 3].map((turn) => {
    const at = index * 4 + turn;
    return { edit: kinds[at % kinds.length] ?? '', at: index + turn * 3, size: index * 5 + turn * 7 };
  });
}

describe('a description that is edited in one place', () => {
  it.each(Object.entries(stored).map(([name, html], index) => ({ name, html, index })))(
    'is elsewhere as it was: $name',
    ({ html, index }) => {
      expect(tried(html, [{ edit: 'letter', at: index, size: index }, ...stepsFor(index)]).problems).toEqual([]);
    },
  );

  it('is elsewhere as it was, whatever it is', () => {
    fc.assert(
      fc.property(trials(4), ({ html, steps }) => {
        expect(tried(html, steps).problems).toEqual([]);
      }),
      { numRuns: 60, seed: 20_261_121 },
    );
  }, 120_000);
});
