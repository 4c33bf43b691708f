// @vitest-environment jsdom
// Tests that an edit of a description changes nothing elsewhere in it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import stored from './descriptions/documents.json' with { type: 'json' };
import { EDITS } from './descriptions/edits.ts';
import { tried } from './descriptions/trial.ts';
import { trials } from './descriptions/trials.ts';

const kinds = Object.keys(EDITS);

/** Each document gets four kinds of edits, and each kind is applied to a ninth of the documents. */
function stepsFor(index: number) {
  return [0, 1, 2, 3].map((turn) => {
    const at = index * 4 + turn;
    return { edit: kinds[at % kinds.length] ?? '', at: index + turn * 3, size: index * 5 + turn * 7 };
  });
}

describe('A description edited in one place', () => {
  it.each(Object.entries(stored).map(([name, html], index) => ({ name, html, index })))(
    'is unchanged elsewhere: $name',
    ({ html, index }) => {
      expect(tried(html, [{ edit: 'letter', at: index, size: index }, ...stepsFor(index)]).problems).toEqual([]);
    },
  );

  it('is unchanged elsewhere if it is a generated document', () => {
    fc.assert(
      fc.property(trials(4), ({ html, steps }) => {
        expect(tried(html, steps).problems).toEqual([]);
      }),
      { numRuns: 60, seed: 20_261_121 },
    );
  }, 120_000);
});
