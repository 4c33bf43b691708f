// What a page edits, an existing or a new record, and how it is read, shown and sent.

import type { ItemAddress, RecordAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { RecordForm } from '../fields/recordForm.ts';
import type { FieldProblems, FieldValues } from '../fields/values.ts';
import type { Choice } from '../protocol/fields.ts';
import type { FailedMove } from './failedMove.ts';

/** The access to the draft that sending a record needs. */
export interface DraftSlot {
  held(): Draft | undefined;
  change(edit: (before: Draft) => Partial<Draft>): void;
  flush(): Promise<void>;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The values that the server has after a request, and the address of the record if it was created. */
export interface SentFields {
  readonly values: FieldValues;
  readonly made?: {
    readonly address: RecordAddress;
    /** The values that the record was created with: other values of the draft are not sent yet. */
    readonly of: FieldValues;
    /** The cycle or module that the record was not added to. */
    readonly notPut?: readonly FailedMove[];
  };
}

/** Times (ISO 8601) of creation and last change, and the id of the creator. */
export interface RecordDates {
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly updatedAt?: string;
}

export interface RecordTarget {
  /** The id of a new record is ''. */
  readonly address: RecordAddress;
  /** Key of its draft and of its tab. */
  readonly key: string;
  readonly isNew: boolean;
  readonly kind: RecordForm;
  /** Set for an existing work item: only work items have comments. */
  readonly item: ItemAddress | undefined;
  /** Returns what the server has, or the initial values of a new record; undefined while that is unknown. */
  confirmed(store: Store | undefined, draft: Draft | undefined): FieldValues | undefined;
  /** Returns `PROJ-123`, or the name of the record's kind. */
  caption(store: Store | undefined): string;
  /** Returns the title, or undefined while it is unknown. */
  title(store: Store | undefined): string | undefined;
  /** Returns the name of the project or customer that contains the record. */
  place(store: Store | undefined, draft: Draft | undefined): string;
  dates(store: Store): RecordDates;
  /** When the server last sent the record, in milliseconds since the epoch. */
  fetchedAt(store: Store): number | undefined;
  /** Reads the record from the server. Rejects with an ApiError. */
  read(store: Store, options?: CallOptions): Promise<void>;
  /** Returns errors beyond the rules of single fields. */
  check(touched: FieldValues): FieldProblems;
  /** Returns why nothing can be sent at all, in complete sentences. */
  obstacle?(store: Store): string | undefined;
  /** Sends these fields. Rejects with an ApiError. */
  send(store: Store, sent: FieldValues, slot: DraftSlot, options?: CallOptions): Promise<SentFields>;
  /** Calls `changed` when the record may have changed. */
  watch(store: Store, changed: () => void): Disposable[];
  /** Searches the records that a field with a search can have as its value. */
  find(store: Store, field: string, text: string): Promise<readonly Choice[]>;
}
