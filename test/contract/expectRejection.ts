// Checks responses: against the exact specification for the local server, less strictly for others.
import { expect } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import { successStatusOf } from '../../src/server/http/dialect.ts';
import { type ApiResponse, NotTestedError, type OwnServer, type Setup } from './setup.ts';

/**
 * Expects a rejection, from the local server with exactly this status and body. A foreign server that accepts the
 * request is only reported as lenient, because the client never sends such a request.
 */
export function expectRejection({ ownServer }: Setup, response: ApiResponse, status: number, body: unknown): void {
  if (ownServer === undefined) expectRejectionByRealServer(response);
  else expect([response.status, response.body]).toEqual([status, body]);
}

/** Expects a 400 whose body names only this field. */
export function expectFieldError({ ownServer }: Setup, response: ApiResponse, field: string): void {
  if (ownServer === undefined) expectRejectionByRealServer(response);
  else expect([response.status, Object.keys(response.body as object)]).toEqual([400, [field]]);
}

/**
 * Expects a 4xx from a foreign server. A success or a 500 is only reported as lenient, because real servers
 * respond so to some invalid requests that the client never sends.
 */
function expectRejectionByRealServer({ status, body }: ApiResponse): void {
  if (status < 400 || status === 500) throw new NotTestedError('lenient', `responds with ${status}`);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
}

export function expectSuccess(
  { ownServer }: Setup,
  name: OperationName,
  operation: Operation,
  response: ApiResponse,
): void {
  if (ownServer === undefined) expect([200, 201, 204, 302], JSON.stringify(response.body)).toContain(response.status);
  else expect(response.status, JSON.stringify(response.body)).toBe(successStatusOf(ownServer.dialect, name, operation));
}

/** Expects the rejection of an invalid credential: a 401 or, from open-source servers, a 403. */
export function expectCredentialRejection({ ownServer }: Setup, response: ApiResponse): void {
  if (ownServer === undefined) expect([401, 403]).toContain(response.status);
  else
    expect([response.status, response.body]).toEqual([
      ownServer.dialect === 'community' ? 403 : 401,
      { detail: 'Given API token is not valid' },
    ]);
}

/** Returns the rate limit headers. */
export function rateLimitHeadersOf({
  headers,
}: ApiResponse): Readonly<Record<'remaining' | 'reset' | 'retryAfter', string | null>> {
  return {
    remaining: headers.get('X-RateLimit-Remaining'),
    reset: headers.get('X-RateLimit-Reset'),
    retryAfter: headers.get('Retry-After'),
  };
}

/**
 * Returns the additional features of the local server. `requirement` is what the caller tests, for the error message.
 * @throws NotTestedError if the server is not the local server.
 */
export function requireOwnServer({ ownServer }: Setup, requirement: string): OwnServer {
  if (ownServer === undefined)
    throw new NotTestedError('inapplicable', `${requirement} can't be checked on a server that is not ours`);
  return ownServer;
}
