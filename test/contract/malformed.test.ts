// Tests that no request, however malformed, causes an internal error of the server.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Operation } from '../../src/contract/operation.ts';
import { operationEntries } from '../../src/contract/operations.ts';
import { filled } from './address.ts';
import type { Setup } from './setup.ts';
import { ownGround } from './setups.ts';
import { World } from './world.ts';

let setup: Setup;
let world: World;

beforeAll(async () => {
  setup = await ownGround('in process', 'spec');
  world = new World(setup);
});
afterAll(() => setup.stop());

/** Text that is not JSON, JSON that is not an object, and objects whose fields have any value. */
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
const queries = fc
  .dictionary(words, fc.oneof(fc.string(), fc.integer().map(String)))
  .map((one) => `?${new URLSearchParams(one)}`);

describe.each(operationEntries)('%s', (name, row) => {
  it('answers any request, and never with a 500', async () => {
    const address = setup.baseUrl + filled(row.path, await world.rightParams(name));
    const { method } = row;
    const headers = { ...setup.credential, 'Content-Type': 'application/json' };
    await fc.assert(
      fc.asyncProperty(bodiesOf(row), queries, async (text, query) => {
        const answer = await setup.fetch(address + query, {
          method,
          headers,
          ...(method === 'GET' ? {} : { body: text }),
        });
        await answer.arrayBuffer();
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 12 },
    );
  });
});
