// Judges answers: exactly as specified for the local server, by their meaning for any other.
import { expect } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import { successOf } from '../../src/server/dialect.ts';
import { type Answer, NotTested, type OwnServer, type Setup } from './setup.ts';

/**
 * Expects a rejection. A server that accepts the request is no worse for the client, which never sends it, so it is
 * reported as laxer.
 */
export function expectRefusal({ ownServer }: Setup, answer: Answer, status: number, body: unknown): void {
  if (ownServer === undefined) expectNo(answer);
  else expect([answer.status, answer.body]).toEqual([status, body]);
}

/** Expects a 400 that names only this field. */
export function expectComplaint({ ownServer }: Setup, answer: Answer, field: string): void {
  if (ownServer === undefined) expectNo(answer);
  else expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, [field]]);
}

/** Reports a 500 like an acceptance: real servers fail on some errors that the client never makes (API-FACTS J39). */
function expectNo({ status, body }: Answer): void {
  if (status < 400 || status === 500) throw new NotTested('lenient', `answers ${status}`);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
}

export function expectSuccess({ ownServer }: Setup, name: OperationName, row: Operation, answer: Answer): void {
  if (ownServer === undefined) expect([200, 201, 204, 302], JSON.stringify(answer.body)).toContain(answer.status);
  else expect(answer.status, JSON.stringify(answer.body)).toBe(successOf(ownServer.dialect, name, row));
}

/** Expects a 401 or, from open-source servers, a 403, which reports that the credential is invalid. */
export function expectWrongKey({ ownServer }: Setup, answer: Answer): void {
  if (ownServer === undefined) expect([401, 403]).toContain(answer.status);
  else
    expect([answer.status, answer.body]).toEqual([
      ownServer.dialect === 'community' ? 403 : 401,
      { detail: 'Given API token is not valid' },
    ]);
}

/** Returns the rate limit headers. */
export function allowanceIn({
  headers,
}: Answer): Readonly<Record<'remaining' | 'reset' | 'retryAfter', string | null>> {
  return {
    remaining: headers.get('X-RateLimit-Remaining'),
    reset: headers.get('X-RateLimit-Reset'),
    retryAfter: headers.get('Retry-After'),
  };
}

/**
 * Returns what only the local server provides.
 * @throws Unheld if the server is another one.
 */
export function requireOwnServer({ ownServer }: Setup, what: string): OwnServer {
  if (ownServer === undefined)
    throw new NotTested('inapplicable', `${what} can't be checked on a server that is not ours`);
  return ownServer;
}
