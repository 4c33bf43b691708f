// Tests that an unsupported operation is detected once, and only if the response proves it.
import { describe, expect, it } from 'vitest';
import type { Call, RawResponse } from '../../../../src/client/call.ts';
import { UnsupportedRoutes } from '../../../../src/client/middleware/unsupportedRoutes.ts';
import { type OperationName, operationEntries, operations } from '../../../../src/contract/operations.ts';
import { createGetCall, createResponse, faultFrom } from '../calls.ts';

const ROUTE_NOT_FOUND = createResponse(404, '{"error":"Page not found."}');
const ID = '7b1f0a52-0c3e-4f0e-9a51-0d3f2c4b5a69';

/** Returns a call of this operation. `id` replaces each path parameter except the workspace. */
function callOf(name: OperationName, id = ID, query = ''): Call {
  const operation = operations[name];
  const target = operation.path.replace('{workspace_slug}', 'our-team').replaceAll(/\{\w+\}/g, id) + query;
  return createGetCall({ name, operation, method: operation.method, target });
}

function createMiddleware(answer: RawResponse, known?: readonly OperationName[]) {
  const unsupportedRoutes = new UnsupportedRoutes(known);
  const state = { sent: 0 };
  const reportedNames: OperationName[] = [];
  unsupportedRoutes.onDidFindUnsupported((name) => reportedNames.push(name));
  const send = unsupportedRoutes.middleware(async () => {
    state.sent += 1;
    return answer;
  });
  return { unsupportedRoutes, state, reportedNames, send };
}

describe('An unsupported operation', () => {
  it.each(operationEntries.filter(([, { edition }]) => edition === 'commercial').map(([name]) => name))(
    'is detected from the response to its first request, and not sent again: %s',
    async (name) => {
      const { unsupportedRoutes, state, reportedNames, send } = createMiddleware(ROUTE_NOT_FOUND);
      expect((await send(callOf(name, ID, '?per_page=100'))).status).toBe(404);
      const secondFault = faultFrom(send(callOf(name)));
      expect(await secondFault).toEqual({ kind: 'notFound', isRouteMissing: true, detail: 'Page not found.' });
      expect(state.sent).toBe(1);
      expect(reportedNames).toEqual([name]);
      expect([...unsupportedRoutes.unsupported]).toEqual([name]);
    },
  );

  it('that was detected in an earlier session is neither sent nor reported again', async () => {
    const { state, reportedNames, send } = createMiddleware(ROUTE_NOT_FOUND, ['listCustomers']);
    expect(await faultFrom(send(callOf('listCustomers')))).toMatchObject({ kind: 'notFound', isRouteMissing: true });
    expect([state.sent, reportedNames]).toEqual([0, []]);
  });

  it('does not affect other operations', async () => {
    const { state, send } = createMiddleware(createResponse(200), ['listCustomers']);
    await send(callOf('updateCustomer'));
    expect(state.sent).toBe(1);
  });

  it('is reported once even if several calls detect it at the same time', async () => {
    const { reportedNames, send } = createMiddleware(ROUTE_NOT_FOUND);
    await Promise.all([send(callOf('listCustomers')), send(callOf('listCustomers', ID, '?query=a'))]);
    expect(reportedNames).toEqual(['listCustomers']);
  });
});

describe('An operation is not detected as unsupported', () => {
  it.each(operationEntries.filter(([, { edition }]) => edition === 'all').map(([name]) => name))(
    'when every server supports it: %s',
    async (name) => {
      const { unsupportedRoutes, send } = createMiddleware(ROUTE_NOT_FOUND);
      await send(callOf(name));
      expect(unsupportedRoutes.unsupported.size).toBe(0);
    },
  );

  it.each([
    ['a record does not exist', createResponse(404, '{"error":"The requested resource does not exist."}')],
    ['the message has another status', createResponse(403, '{"error":"Page not found."}')],
    ['the response is from a proxy', createResponse(404, '<html><title>Page not found.</title></html>')],
    ['the plan of the workspace does not include the operation', createResponse(402, '{"error":"Upgrade"}')],
    ['the request succeeds', createResponse(200)],
  ])('when %s', async (_, answer) => {
    const { unsupportedRoutes, send } = createMiddleware(answer);
    await send(callOf('updateCustomer'));
    expect(unsupportedRoutes.unsupported.size).toBe(0);
  });

  it('when the id is malformed, because servers that support the operation send the same message', async () => {
    const { unsupportedRoutes, send } = createMiddleware(ROUTE_NOT_FOUND);
    await send(callOf('updateCustomer', 'not-an-id'));
    expect(unsupportedRoutes.unsupported.size).toBe(0);
  });
});
