// @vitest-environment jsdom
// Tests that an edit of a description does not change the rest of the description.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import documents from './descriptions/documents.json' with { type: 'json' };
import { EDITS } from './descriptions/edits.ts';
import { runTrial } from './descriptions/trial.ts';
import { trials } from './descriptions/trials.ts';

const editNames = Object.keys(EDITS);

/** Returns four edits for a document. All kinds of edits are used in turn. */
function stepsFor(index: number) {
  return [0, 1, 2, 3].map((offset) => {
    const position = index * 4 + offset;
    return { edit: editNames[position % editNames.length] ?? '', at: index + offset * 3, size: index * 5 + offset * 7 };
  });
}

describe('A description edited in one place', () => {
  it.each(Object.entries(documents).map(([name, html], index) => ({ name, html, index })))(
    'keeps its HTML outside of the edit: $name',
    ({ html, index }) => {
      expect(runTrial(html, [{ edit: 'letter', at: index, size: index }, ...stepsFor(index)]).problems).toEqual([]);
    },
  );

  it('keeps its HTML outside of the edit, for random documents', () => {
    fc.assert(
      fc.property(trials(4), ({ html, steps }) => {
        expect(runTrial(html, steps).problems).toEqual([]);
      }),
      { numRuns: 60, seed: 20_261_121 },
    );
  }, 120_000);
});
