// What features use of the pages of records. The feature of the pages implements it.
import type { ItemAddress, RecordAddress } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import type { FieldValues } from '../../items/form/values.ts';
import type { CreatedInfo, NewRecordLocation, NewRecordOptions } from '../../items/record/newRecordDraft.ts';
import type { Event } from '../../std/event.ts';
import type { ChosenItem } from '../itemPicker/workItemPicker.ts';

/** The page of a record. */
export interface OpenPage {
  /** Moves the focus to a field, or to `composer`, the box of a new comment. */
  focusOn(field: string): void;
  /** Resolves with false if the comment does not exist. */
  showComment(id: string): Promise<boolean>;
  reload(): Promise<void>;
}

/** A record that was just created, either on the page of a new record or from a title in an input box. */
export interface CreatedRecord {
  readonly session: Session;
  readonly address: RecordAddress;
  /** The text that was passed to `openNew` as `origin`. Only the feature that called `openNew` can parse it. */
  readonly origin: string | undefined;
}

/** The pages of records, in tabs. */
export interface RecordPages {
  /** The record page that has the focus. `item` is defined if the record is a work item. */
  readonly active:
    | { readonly recordPage: OpenPage; readonly address: RecordAddress; readonly item: ItemAddress | undefined }
    | undefined;
  /** Work items whose tabs are visible. */
  readonly visibleItems: readonly ItemAddress[];
  readonly onDidCreate: Event<CreatedRecord>;
  /** Fires when a tab is opened or closed, or shows another record. */
  readonly onDidChangeOpen: Event<void>;
  /** Reveals the work item's tab, or opens a tab. */
  open(chosenItem: ChosenItem): OpenPage;
  /** Reveals the record's tab, or opens a tab. */
  openRecord(session: Session, address: RecordAddress): OpenPage;
  /**
   * Shows the work item after a click on its row, in the preview tab. Reuses the preview tab of an earlier click,
   * unless that tab has become permanent: by a double click, by opening the work item in another way, or by an edit.
   */
  preview(chosenItem: ChosenItem): Promise<void>;
  /**
   * Opens the tab of a new record, with initial values. If an unsaved new record already exists at the location, shows
   * that record (see `startNewRecord`). With `returnToOrigin`, the tab is closed when the record was created, and this
   * function shows where the user was before.
   */
  openNew(
    session: Session,
    location: NewRecordLocation,
    initialValues: FieldValues,
    newRecord?: NewRecordOptions,
    returnToOrigin?: () => Promise<void>,
  ): Promise<unknown>;
  /**
   * Reveals the row of a work item that was created from a title in an input box, and reports cycles or modules to
   * which it could not be added.
   */
  showCreated(session: Session, address: RecordAddress, created: CreatedInfo): void;
  /** Whether a tab shows the record with this draft key. */
  isOpen(key: string): boolean;
  /** Closes the tab of a new record and discards its draft. */
  discardNew(session: Session, location: NewRecordLocation): void;
  /** Closes the record's tab, for example after the record was deleted. Unsent text remains a draft. */
  close(address: RecordAddress): Promise<void>;
}
