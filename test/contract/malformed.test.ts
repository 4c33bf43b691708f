// Tests that no request, however malformed, causes an internal error of the server.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Operation } from '../../src/contract/operation.ts';
import { operationEntries } from '../../src/contract/operations.ts';
import { forAllTests } from '../support/fixture.ts';
import { pathWithParams } from './pathParameters.ts';
import { localServerSetup } from './setups.ts';
import { TestWorkspace } from './testWorkspace.ts';

const setup = forAllTests(() => localServerSetup('in process', 'spec'));
const testWorkspace = forAllTests(() => new TestWorkspace(setup));

/** Generates text that is not JSON, JSON that is not an object, and objects with arbitrary values of the fields. */
function malformedBodies(operation: Operation): fc.Arbitrary<string> {
  const fields = operation.body instanceof z.ZodObject ? Object.keys(operation.body.shape) : [];
  const object = fc.dictionary(fc.constantFrom('unknown', ...fields), fc.jsonValue({ maxDepth: 2 }));
  return fc.oneof(
    fc.string(),
    fc.json({ maxDepth: 2 }),
    object.map((body) => JSON.stringify(body)),
  );
}

const parameterNames = fc.constantFrom(
  'per_page',
  'cursor',
  'fields',
  'expand',
  'limit',
  'offset',
  'order_by',
  'search',
);
const queries = fc
  .dictionary(parameterNames, fc.oneof(fc.string(), fc.integer().map(String)))
  .map((parameters) => `?${new URLSearchParams(parameters)}`);

describe.each(operationEntries)('The operation %s', (name, operation) => {
  it('never responds with 500, whatever the query and body contain', async () => {
    const url = setup.baseUrl + pathWithParams(operation.path, await testWorkspace.validParams(name));
    const { method } = operation;
    const headers = { ...setup.credential, 'Content-Type': 'application/json' };
    await fc.assert(
      fc.asyncProperty(malformedBodies(operation), queries, async (text, query) => {
        const response = await setup.fetch(url + query, {
          method,
          headers,
          ...(method === 'GET' ? {} : { body: text }),
        });
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(500);
      }),
      { numRuns: 12 },
    );
  });
});
