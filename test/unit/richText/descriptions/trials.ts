// Generates test cases: documents, and edits of all kinds at different positions.
import * as fc from 'fast-check';
import storedDocuments from './documents.json' with { type: 'json' };
import { EDITS } from './edits.ts';
import { documents } from './randomDocuments.ts';
import type { Step } from './trial.ts';

interface TrialInput {
  readonly html: string;
  readonly steps: readonly Step[];
}

const editNames = Object.keys(EDITS);

/** Returns the stored documents with `editCount` edits each, at most four. All kinds of edits are used in turn. */
export function storedTrials(editCount: number): readonly (TrialInput & { readonly name: string })[] {
  return Object.entries(storedDocuments).map(([name, html], index) => ({
    name,
    html,
    steps: Array.from({ length: editCount }, (_, offset) => ({
      edit: editNames[(index * 4 + offset) % editNames.length] ?? '',
      at: index + offset * 3,
      size: index * 5 + offset * 7,
    })),
  }));
}

const step = fc.record({ edit: fc.constantFrom(...editNames), at: fc.nat(200), size: fc.nat(200) });

/** Generates documents with `editCount` edits each. An edit that a document does not allow is skipped. */
export function trials(editCount: number): fc.Arbitrary<TrialInput> {
  return fc.record({ html: documents, steps: fc.array(step, { minLength: editCount, maxLength: editCount }) });
}
