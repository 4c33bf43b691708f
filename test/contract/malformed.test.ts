// Owns the proof that no request, however malformed, meets a defect of the service.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Operation } from '../../src/contract/operation.ts';
import { operationEntries } from '../../src/contract/operations.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { examples, pathOf } from './examples.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

/** Text that is no JSON, JSON that is no object, and objects whose fields hold anything. */
function bodiesOf(row: Operation): fc.Arbitrary<string> {
  const fields = row.body instanceof z.ZodObject ? Object.keys(row.body.shape) : [];
  const object = fc.dictionary(fc.constantFrom('unknown', ...fields), fc.jsonValue({ maxDepth: 2 }));
  return fc.oneof(
    fc.string(),
    fc.json({ maxDepth: 2 }),
    object.map((one) => JSON.stringify(one)),
  );
}

const words = fc.constantFrom('per_page', 'cursor', 'fields', 'expand', 'limit', 'offset', 'order_by', 'search');
const queries = fc.dictionary(words, fc.oneof(fc.string(), fc.integer().map(String))).map((one) => `?${new URLSearchParams(one)}`);

describe.each(operationEntries)('%s', (name, row) => {
  it('answers whatever it is sent, and never with a 500', async () => {
    const { query: _usual, ...example } = examples[name];
    const path = pathOf(row, example);
    await fc.assert(
      fc.asyncProperty(bodiesOf(row), queries, async (text, query) => {
        const answer = await service.ask(row.method, path + query, row.method === 'GET' ? {} : { text });
        await answer.arrayBuffer();
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 12 },
    );
  });
});
