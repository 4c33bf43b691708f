// Defines what passes through the pipeline: a call, its raw response, and a layer around both.
import type { Operation } from '../contract/operation.ts';
import type { OperationName } from '../contract/operations.ts';
import type { Event } from '../std/event.ts';

/** From the most to the least urgent: an action of the user, content that is visible, background work. */
export const URGENCIES = ['asked', 'visible', 'idle'] as const;
/** How urgent a call is. */
export type Urgency = (typeof URGENCIES)[number];

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Default `asked`. */
  readonly urgency?: Urgency;
}

/** A call that is about to be sent. */
export interface Call {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly method: string;
  /** Path and query below the base address, filled in and encoded. */
  readonly target: string;
  /** JSON text, already checked against the table of operations. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Current urgency: it rises when a more urgent caller shares the call. */
  readonly urgency: Urgency;
  /** Fires each time `urgency` has risen. Absent on a call that cannot be shared. */
  readonly onDidRise?: Event<void>;
  readonly signal: AbortSignal | undefined;
}

/** A raw response with any status. Header names are in lower case. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** An earlier attempt of the same request got no response, and the server may have processed it. */
  readonly mayHaveArrived?: true;
}

export type Send = (call: Call) => Promise<RawAnswer>;
/** Wraps a `Send` in another. */
export type Layer = (next: Send) => Send;
