// Generates trials: documents with a few edits of all kinds, at places all over them.
import * as fc from 'fast-check';
import { documents } from './dialect.ts';
import { EDITS } from './edits.ts';
import type { Step } from './trial.ts';

interface Trial {
  readonly html: string;
  readonly steps: readonly Step[];
}

const step = fc.record({ edit: fc.constantFrom(...Object.keys(EDITS)), at: fc.nat(200), size: fc.nat(200) });

/** Returns documents with this many edits each. An edit for which the document has no place is skipped. */
export function trials(edits: number): fc.Arbitrary<Trial> {
  return fc.record({ html: documents, steps: fc.array(step, { minLength: edits, maxLength: edits }) });
}
