// Tests that parsing a malformed response never throws.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseResponse } from '../../../src/client/responses/parseResponse.ts';
import { operationEntries } from '../../../src/contract/operations.ts';

/** Text that is not JSON, any JSON, and page objects with any content. */
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

describe.each(operationEntries)('The response of %s', (_name, row) => {
  it('is parsed or reported as invalid, without an exception, for any content', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const result = parseResponse(row, {
          status: row.success,
          headers: { 'content-type': 'application/json' },
          body,
        });
        expect(result.ok ? 'read' : result.detail).not.toBe('');
      }),
      { numRuns: 40 },
    );
  });
});
