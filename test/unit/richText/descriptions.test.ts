// @vitest-environment jsdom
// Tests that an edit of a description does not change the rest of the description. `npm run descriptions` makes more
// edits in each document.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runTrial } from './descriptions/trial.ts';
import { storedTrials, trials } from './descriptions/trials.ts';

describe('A description edited in one place', () => {
  it.each(storedTrials(2).map((trial, index) => ({ ...trial, index })))(
    'keeps its HTML outside of the edit: $name',
    ({ html, steps, index }) => {
      expect(runTrial(html, [{ edit: 'letter', at: index, size: index }, ...steps]).problems).toEqual([]);
    },
  );

  it('keeps its HTML outside of the edit, for random documents', () => {
    fc.assert(
      fc.property(trials(4), ({ html, steps }) => {
        expect(runTrial(html, steps).problems).toEqual([]);
      }),
      { numRuns: 20, seed: 20_261_121 },
    );
  }, 120_000);
});
