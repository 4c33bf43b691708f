// Owns the proof that no answer, however malformed, makes the reader throw: it reads it or says that it cannot.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/client/responses/read.ts';
import { operationEntries } from '../../../src/contract/operations.ts';

/** Text that is no JSON, any JSON, and envelopes that hold anything. */
const bodies = fc.oneof(
  fc.string(),
  fc.json({ maxDepth: 3 }),
  fc
    .record(
      {
        results: fc.array(fc.jsonValue({ maxDepth: 2 })),
        next_page_results: fc.jsonValue(),
        next_cursor: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((one) => JSON.stringify(one)),
);

describe.each(operationEntries)('%s', (_name, row) => {
  it('is read, or said to be unreadable, whatever comes back', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const reading = readAnswer(row, { status: row.success, headers: { 'content-type': 'application/json' }, body });
        expect(reading.ok ? 'read' : reading.detail).not.toBe('');
      }),
      { numRuns: 40 },
    );
  });
});
