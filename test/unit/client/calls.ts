// Creates calls, responses, and a `Send` that a test controls, for the tests of the pipeline.

import { ApiError, type Fault, faultOf } from '../../../src/client/apiError.ts';
import type { Call, RawResponse, Send } from '../../../src/client/call.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { Logger, LogLevel, LogValues } from '../../../src/std/logger.ts';

export function createGetCall(changes: Partial<Call> = {}): Call {
  return {
    name: 'getCurrentUser',
    operation: operations.getCurrentUser,
    method: 'GET',
    target: '/api/v1/users/me/',
    body: undefined,
    headers: {},
    urgency: 'user',
    signal: undefined,
    ...changes,
  };
}

export function createPostCall(changes: Partial<Call> = {}): Call {
  return createGetCall({
    name: 'createComment',
    operation: operations.createComment,
    method: 'POST',
    body: '{}',
    ...changes,
  });
}

export function createResponse(status: number, body = '{"id":"u"}', headers: Record<string, string> = {}): RawResponse {
  return { status, headers, body };
}

export async function faultFrom(work: Promise<unknown>): Promise<Fault> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (thrown: unknown) => faultOf(thrown),
  );
}

interface SentCall {
  readonly call: Call;
  readonly answer: (answer: RawResponse) => void;
  readonly fail: (fault: Fault) => void;
}

/** Returns a `Send` whose responses the test provides. It rejects with `cancelled` when the signal is aborted. */
export function controlledSend(): { readonly send: Send; readonly sentCalls: SentCall[] } {
  const sentCalls: SentCall[] = [];
  const send: Send = (call) =>
    new Promise((resolve, reject) => {
      sentCalls.push({ call, answer: resolve, fail: (fault) => reject(new ApiError(fault)) });
      call.signal?.addEventListener('abort', () => reject(new ApiError({ kind: 'cancelled' })));
    });
  return { send, sentCalls };
}

export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  readonly values: LogValues | undefined;
}

export function recordingLogger(): { readonly logger: Logger; readonly entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  return { logger: { write: (level, message, values) => entries.push({ level, message, values }) }, entries };
}
