// Stores the inbox of an account in memory and on disk. Several windows may use the same file.
import { isDeepStrictEqual } from 'node:util';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import type { Inbox, InboxChange, InboxEntry, InboxItem } from './entry.ts';
import { addChanges, emptyInbox, entryOf, isUnread, markEntries, mergeInboxes, sortUnreadFirst } from './inbox.ts';
import type { InboxFile } from './inboxFile.ts';

export interface InboxStoreDeps {
  readonly file: InboxFile;
  readonly clock: Clock;
  /** Called with an error of the file system. The next change writes the file again. */
  readonly onFileError: (error: unknown) => void;
}

export class InboxStore implements Disposable {
  readonly #deps: InboxStoreDeps;
  readonly #changed = new Emitter<void>();
  readonly #added = new Emitter<ItemAddress>();
  #inbox: Inbox;
  #saving: Promise<void> = Promise.resolve();
  #isDisposed = false;

  /** Fires when the entries have changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires with a work item when this window has added an unread change of it. */
  readonly onDidAdd = this.#added.event;

  constructor(deps: InboxStoreDeps) {
    this.#deps = deps;
    this.#inbox = emptyInbox(deps.clock.now());
  }

  /** The unread entries and then the read entries. Both groups start with the newest entry. */
  get entries(): readonly InboxEntry[] {
    return sortUnreadFirst(this.#inbox);
  }

  get unreadCount(): number {
    return this.#inbox.entries.filter(isUnread).length;
  }

  /** Changes before this time are not added. In milliseconds since the epoch. */
  get ignoredBefore(): number {
    return this.#inbox.since;
  }

  /** Merges the entries and marks that other windows or an earlier run have written to the file. */
  async load(): Promise<void> {
    await this.#reportErrors(async () => {
      const storedInbox = await this.#deps.file.read();
      if (storedInbox === undefined) return this.#save();
      this.#replace(mergeInboxes(this.#inbox, storedInbox, this.#deps.clock.now()));
    });
  }

  /** Adds changes of a work item. Changes that the inbox already contains are ignored. */
  add(item: InboxItem, changes: readonly InboxChange[]): void {
    const existingIds = new Set(entryOf(this.#inbox, item)?.changes.map(({ id }) => id));
    const newChanges = changes.filter(({ id }) => !existingIds.has(id));
    if (newChanges.length === 0) return;
    this.#change(addChanges(this.#inbox, item, newChanges, this.#deps.clock.now()));
    if (newChanges.some(({ isRead }) => !isRead)) this.#added.fire(item);
  }

  /** Marks the entries of these work items, or all entries, as read or unread. */
  mark(items: readonly ItemAddress[] | 'all', isRead: boolean): void {
    const keys = items === 'all' ? items : new Set(items.map(keyOf));
    this.#change(markEntries(this.#inbox, keys, isRead, this.#deps.clock.now()));
  }

  /** Resolves when all changes are on disk. */
  async flush(): Promise<void> {
    await this.#saving;
  }

  /** Stops writing. A write that has not started is dropped. */
  dispose(): void {
    this.#isDisposed = true;
    this.#changed.dispose();
    this.#added.dispose();
  }

  #change(inbox: Inbox): void {
    this.#replace(inbox);
    void this.#save();
  }

  #replace(inbox: Inbox): void {
    this.#inbox = inbox;
    this.#changed.fire();
  }

  #save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#reportErrors(() => this.#write()));
    return this.#saving;
  }

  async #write(): Promise<void> {
    const { file, clock } = this.#deps;
    const storedInbox = await file.read();
    if (this.#isDisposed) return;
    const mergedInbox = storedInbox === undefined ? this.#inbox : mergeInboxes(this.#inbox, storedInbox, clock.now());
    // Does not fire if nothing has changed: each event replaces the rows of the view, even while the user clicks a row.
    if (!isDeepStrictEqual(mergedInbox, this.#inbox)) this.#replace(mergedInbox);
    await file.write(this.#inbox);
  }

  async #reportErrors(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.onFileError(error);
    }
  }
}
