// Owns the shapes that travel through the pipeline: a call before it is a request, its answer, and a layer around both.
import type { Operation } from '../contract/operation.ts';
import type { OperationName } from '../contract/operations.ts';
import type { Event } from '../std/event.ts';

/** From the most urgent to the least: a person's click, what is merely visible, what is only nice to have. */
export const URGENCIES = ['asked', 'visible', 'idle'] as const;
/** How much somebody waits for it. */
export type Urgency = (typeof URGENCIES)[number];

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Default `asked`. */
  readonly urgency?: Urgency;
}

/** One call on its way out. */
export interface Call {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly method: string;
  /** Path and query below the base address, filled in and encoded. */
  readonly target: string;
  /** JSON text, already held against the table. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** As it stands when it is read: it rises when somebody more urgent comes to share the call. */
  readonly urgency: Urgency;
  /** Fires each time `urgency` has risen. Absent on a call that nobody can share. */
  readonly onDidRise?: Event<void>;
  readonly signal: AbortSignal | undefined;
}

/** A raw answer, any status. Header names are in lower case. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** An earlier attempt of the same request got no answer, and the server may have carried it out. */
  readonly mayHaveArrived?: true;
}

export type Send = (call: Call) => Promise<RawAnswer>;
/** A function around a function. */
export type Layer = (next: Send) => Send;
