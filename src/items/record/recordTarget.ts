// The interface to the record that a page edits: an existing record or a new record.

import type { CallOptions } from '../../client/call.ts';
import type { ItemAddress, RecordAddress } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Draft } from '../../core/drafts/draft.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { Choice } from '../form/fieldProtocol.ts';
import type { RecordForm } from '../form/recordForm.ts';
import type { FieldProblems, FieldValues } from '../form/values.ts';
import type { FailedAdd } from './addToCycleAndModules.ts';

/** The access to the draft that `RecordTarget.send` needs. */
export interface DraftSlot {
  draft(): Draft | undefined;
  change(edit: (before: Draft) => Partial<Draft>): void;
  flush(): Promise<void>;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The record's values in the server's response, and information about the record if it was created. */
export interface RecordSendResult {
  readonly values: FieldValues;
  readonly created?: {
    readonly address: RecordAddress;
    /** The values that the record was created with. Other values of the draft have not been sent yet. */
    readonly sentValues: FieldValues;
    /** The cycle and modules that the record could not be added to. */
    readonly failedAdds?: readonly FailedAdd[];
    /** The labels of the fields that the server did not store, for example assignees who are guests. */
    readonly ignoredLabels: readonly string[];
  };
}

/** Times (ISO 8601) of creation and last change, and the id of the creator. */
export interface RecordDates {
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly updatedAt?: string;
}

export interface RecordTarget {
  /** The address of the record. The id of a new record is ''. */
  readonly address: RecordAddress;
  /** Key of the record's draft and of its tab. */
  readonly key: string;
  readonly isNew: boolean;
  readonly form: RecordForm;
  /** The address of an existing work item; undefined for all other records, which have no comments. */
  readonly item: ItemAddress | undefined;
  /**
   * Returns the values that the server last confirmed, or the initial values of a new record; undefined if not loaded.
   * A work item that only lists have read has no description yet.
   */
  confirmed(store: Store | undefined, draft: Draft | undefined): FieldValues | undefined;
  /** Returns `PROJ-123`, or the name of the record's kind. */
  caption(store: Store | undefined): string;
  /** Returns the title, or undefined if the record is not loaded. */
  title(store: Store | undefined): string | undefined;
  /** Returns the name of the project or customer that contains the record; empty for the workspace. */
  containerName(store: Store | undefined, draft: Draft | undefined): string;
  dates(store: Store): RecordDates;
  /** When the server last sent the record, in milliseconds since the epoch. */
  fetchedAt(store: Store): number | undefined;
  /** Reads the record or, for a new record, the project or customer that will contain it. Rejects with an ApiError. */
  read(store: Store, options?: CallOptions): Promise<void>;
  /** Returns errors that the rules of single fields do not find. */
  check(touched: FieldValues): FieldProblems;
  /** Returns complete sentences with the reason why the record cannot be saved, or undefined if it can be saved. */
  obstacle?(store: Store): string | undefined;
  /** Sends these fields. Rejects with an ApiError. */
  send(store: Store, sent: FieldValues, slot: DraftSlot, options?: CallOptions): Promise<RecordSendResult>;
  /** Calls `onChange` when the record may have changed. */
  watch(store: Store, onChange: () => void): Disposable[];
  /** Searches for work items that this field can have as its value. */
  find(store: Store, field: string, text: string): Promise<readonly Choice[]>;
}
