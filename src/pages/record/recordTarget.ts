// Owns what an open editor is about: one record that is there, or one that is being made, and how it is read, shown and
// sent.

import type { ItemAddress, RecordAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { RecordForm } from '../fields/recordForm.ts';
import type { FieldProblems, FieldValues } from '../fields/values.ts';
import type { Choice } from '../protocol/fields.ts';
import type { FailedMove } from './failedMove.ts';

/** The draft of what is edited, as far as the sending of it needs one. */
export interface DraftSlot {
  held(): Draft | undefined;
  change(edit: (before: Draft) => Partial<Draft>): void;
  flush(): Promise<void>;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** What the service has after a sending, and where it has it when it was made by it. */
export interface SentFields {
  readonly values: FieldValues;
  readonly made?: {
    readonly address: RecordAddress;
    /** What it was made of: what the draft holds beyond is not sent yet. */
    readonly of: FieldValues;
    /** Where it was to be put besides, and is not. */
    readonly notPut?: readonly FailedMove[];
  };
}

/** When it was made and changed, in ISO 8601, and by whom (an id). */
export interface RecordDates {
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly updatedAt?: string;
}

export interface RecordTarget {
  /** Of one that is being made the id is ''. */
  readonly address: RecordAddress;
  /** The key of its draft, and of its tab. */
  readonly key: string;
  readonly isNew: boolean;
  readonly kind: RecordForm;
  /** Set for a work item that is there: it alone has comments. */
  readonly item: ItemAddress | undefined;
  /** What the service has, or what a new record starts from; undefined while that is not known. */
  told(store: Store | undefined, draft: Draft | undefined): FieldValues | undefined;
  /** `PROJ-123`, or what kind of record it is. */
  caption(store: Store | undefined): string;
  /** What to call it; undefined while it is not known. */
  title(store: Store | undefined): string | undefined;
  /** What it stands within: a project, a customer. */
  place(store: Store | undefined, draft: Draft | undefined): string;
  dates(store: Store): RecordDates;
  /** When the server last told of it, in milliseconds. */
  heardAt(store: Store): number | undefined;
  /** Reads the record anew. Rejects with a FaultError. */
  read(store: Store, options?: CallOptions): Promise<void>;
  /** What is wrong beyond the rules of single fields. */
  check(touched: FieldValues): FieldProblems;
  /** Why nothing can be sent at all, in whole sentences. */
  obstacle?(store: Store): string | undefined;
  /** Sends these fields. Rejects with a FaultError. */
  send(store: Store, sent: FieldValues, slot: DraftSlot, options?: CallOptions): Promise<SentFields>;
  /** Calls back when the record may have changed. */
  watch(store: Store, changed: () => void): Disposable[];
  /** The records that an id may stand for in a field which searches, found by what was typed. */
  find(store: Store, field: string, text: string): Promise<readonly Choice[]>;
}
