// Generates test cases: documents, and edits of all kinds at random positions.
import * as fc from 'fast-check';
import { EDITS } from './edits.ts';
import { documents } from './randomDocuments.ts';
import type { Step } from './trial.ts';

interface TrialInput {
  readonly html: string;
  readonly steps: readonly Step[];
}

const step = fc.record({ edit: fc.constantFrom(...Object.keys(EDITS)), at: fc.nat(200), size: fc.nat(200) });

/** Generates documents with this number of edits each. An edit that a document does not allow is skipped. */
export function trials(edits: number): fc.Arbitrary<TrialInput> {
  return fc.record({ html: documents, steps: fc.array(step, { minLength: edits, maxLength: edits }) });
}
