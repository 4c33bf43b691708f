// Defines the types of the client's pipeline: a call, its response, and middleware around sending.
import type { Operation } from '../contract/operation.ts';
import type { OperationName } from '../contract/operations.ts';
import type { Event } from '../std/event.ts';

/** The urgencies from the highest to the lowest: an action of the user, content that is visible, background work. */
export const URGENCIES = ['user', 'visible', 'background'] as const;
/** The urgency of a call. */
export type Urgency = (typeof URGENCIES)[number];

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The urgency of the call. Default `user`. */
  readonly urgency?: Urgency;
  /** Whether the response must be of a request that was sent after the call, and not of one that is in flight. */
  readonly isCurrent?: boolean;
}

/** A call that is about to be sent. */
export interface Call {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly method: string;
  /** Path and query below the base URL, encoded and with all parameters. */
  readonly target: string;
  /** JSON text that matches the schema in the table of operations. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The current urgency, which rises when a more urgent caller joins a shared call. */
  readonly urgency: Urgency;
  /** Fires each time `urgency` has risen. Undefined for a call that cannot be shared. */
  readonly onDidRaiseUrgency?: Event<void>;
  readonly signal: AbortSignal | undefined;
  readonly isCurrent?: boolean;
}

/** A response with any status, and with its body as text. Header names are in lower case. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Set if the server may have processed an earlier attempt of the same request, whose response was lost. */
  readonly mayHaveArrived?: true;
}

export type Send = (call: Call) => Promise<RawResponse>;
/** Wraps `next`: the returned function calls `next`, and can change the call or handle the response. */
export type Middleware = (next: Send) => Send;
