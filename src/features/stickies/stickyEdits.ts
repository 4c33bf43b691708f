// Saves the edits of one sticky when the user pauses, one request at a time.
// Deletes the sticky after some seconds, during which the user can undo the deletion.

import * as l10n from '@vscode/l10n';
import { type Fault, faultOf, isRecordGone, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { Sticky } from '../../contract/resources/sticky.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import type { ConfirmedRecord, Conflict } from '../../items/edits/conflict.ts';
import { DelayedDeletions } from '../../items/edits/delayedDeletions.ts';
import { EditEngine, type SendOutcome } from '../../items/edits/editEngine.ts';
import type { RecordForm } from '../../items/form/recordForm.ts';
import { updateRequestBody } from '../../items/record/requestBody.ts';
import type { StickyField, StickyProblem } from '../../shell/protocol/stickies.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { stickyKey, stickyTitle, stickyValues } from './fields.ts';

export interface StickyEditsDeps {
  readonly store: Store;
  readonly draftStore: DraftStore;
  readonly clock: Clock;
  /** The result of `stickyForm`. */
  readonly form: RecordForm;
  readonly formatError: (fault: Fault) => string;
  changed(): void;
}

/** The pause in typing after which an edit is saved. */
const SAVE_DELAY_MS = 1_200;
/**
 * A sticky that the server has answered with here within this time is not read again before a save, because while the
 * user types, that would take another request for each save. An answer to another window, or to this one before it was
 * closed, does not count: the user may have changed the sticky since.
 */
const FRESH_FOR_MS = 10_000;

/** The state of the last save or deletion. */
interface SaveStatus {
  readonly saving?: boolean;
  readonly conflict?: boolean;
  readonly problem?: StickyProblem;
  /** The operation that Retry repeats; undefined for a save. */
  readonly failed?: 'remove';
}

export class StickyEdits implements Disposable {
  readonly #id: string;
  readonly #deps: StickyEditsDeps;
  readonly #engine: EditEngine;
  #status: SaveStatus = {};
  /** Cancels the debounced save. */
  #pendingSave: AbortController | undefined;
  readonly #removals: DelayedDeletions;
  #isRemovalSent = false;
  #isDisposed = false;
  /** When the server has last answered a request of this object, in milliseconds since the epoch. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** Whether edits are from an earlier window, or were not saved at once: the sticky may have changed since then. */
  #areEditsOld = true;

  constructor(id: string, deps: StickyEditsDeps) {
    this.#id = id;
    this.#deps = deps;
    const { draftStore, form } = deps;
    this.#removals = new DelayedDeletions(deps.clock, () => deps.changed());
    this.#engine = new EditEngine({
      draftStore,
      key: stickyKey(id),
      fields: form.fields,
      title: () => stickyTitle(this.#sticky),
    });
  }

  get status(): SaveStatus {
    return this.#status;
  }

  get isRemoving(): boolean {
    return this.#removals.has(this.#id) || this.#isRemovalSent;
  }

  /** Whether the sticky has edits that are not saved. */
  get isUnsent(): boolean {
    return this.#engine.touched.length > 0;
  }

  /** The conflicts that the last save or edit has found; an empty array if there are none. */
  get conflicts(): readonly Conflict[] {
    const confirmed = this.#confirmed();
    return this.#status.conflict === true && confirmed !== undefined ? this.#engine.conflicts(confirmed) : [];
  }

  /** Removes from the draft the fields whose values are already on the server. */
  dropSettled(): void {
    const confirmed = this.#confirmed();
    if (confirmed !== undefined) this.#engine.dropSettled(confirmed.values);
  }

  edit(field: StickyField, value: string): void {
    const confirmed = this.#confirmed();
    const spec = this.#deps.form.fields.find(({ name }) => name === field);
    if (confirmed === undefined || spec === undefined) return;
    if (!this.isUnsent) this.#areEditsOld = false;
    this.#engine.edit(spec, value, confirmed.values);
    if (this.#engine.conflicts(confirmed).length === 0) this.#saveSoon();
    else this.#setStatus({ conflict: true });
  }

  /** Repeats a failed deletion; otherwise saves without waiting for a pause. */
  retry(): Promise<void> {
    return this.#status.failed === 'remove' ? this.#removeNow() : this.#save();
  }

  async resolve(keep: 'mine' | 'theirs'): Promise<void> {
    const confirmed = this.#confirmed();
    if (confirmed === undefined) return;
    if (keep === 'theirs') this.#engine.revert();
    else this.#engine.keepMine(this.#engine.conflicts(confirmed));
    this.#setStatus({});
    if (keep === 'mine') await this.#save();
  }

  /** Hides the sticky immediately, and deletes it on the server unless the user undoes the deletion in time. */
  async remove(): Promise<void> {
    if (this.isRemoving) return;
    this.#pendingSave?.abort();
    this.#status = {};
    if (await this.#removals.waitForUndo(this.#id)) await this.#removeNow();
  }

  undoRemove(): void {
    if (!this.#removals.has(this.#id)) return;
    this.#removals.undo(this.#id);
    this.#saveSoon();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#pendingSave?.abort();
    this.#removals.undo(this.#id);
  }

  #saveSoon(): void {
    this.#pendingSave?.abort();
    this.#pendingSave = new AbortController();
    void this.#waitFor(SAVE_DELAY_MS, this.#pendingSave.signal).then((isDue) => (isDue ? this.#save() : undefined));
  }

  async #save(): Promise<void> {
    this.#pendingSave?.abort();
    if (this.#status.saving === true || this.isRemoving || this.#isDisposed || !this.isUnsent) return;
    this.#setStatus({ saving: true });
    try {
      const outcome = await this.#send();
      this.#setStatus('conflicts' in outcome ? { conflict: true } : {});
      if (!('conflicts' in outcome) && this.isUnsent) this.#saveSoon();
    } catch (error) {
      const fault = faultOf(error);
      this.#areEditsOld = true;
      const sentences = [
        l10n.t('Not saved. {0}', this.#deps.formatError(fault)),
        ...(mayHaveBeenProcessed(fault) ? [l10n.t('The server may have received the changes.')] : []),
        l10n.t('Your text is kept as a draft.'),
      ];
      this.#setStatus({ problem: { message: sentences.join(' '), retry: true } });
    }
  }

  #send(): Promise<SendOutcome> {
    const { store, form } = this.#deps;
    return this.#engine.send(this.#engine.touched, {
      read: () => this.#readIfOld(),
      confirmed: () => this.#confirmed(),
      send: async (values) => {
        const sticky = await store.resources.stickies.update(this.#id, updateRequestBody(form, values));
        this.#answeredAt = this.#deps.clock.now();
        return stickyValues(sticky);
      },
    });
  }

  async #readIfOld(): Promise<void> {
    const { clock, store } = this.#deps;
    if (clock.now() - this.#answeredAt < FRESH_FOR_MS && !this.#areEditsOld) return;
    await store.resources.stickies.readOne(this.#id, '', { isCurrent: true });
    this.#answeredAt = clock.now();
  }

  async #removeNow(): Promise<void> {
    const { store, formatError } = this.#deps;
    const { stickies } = store.resources;
    this.#isRemovalSent = true;
    try {
      await stickies.remove(this.#id).catch((error: unknown) => {
        if (isRecordGone(faultOf(error))) stickies.removeFromList(this.#id);
        else throw error;
      });
      if (this.#engine.draft !== undefined) this.#engine.revert();
      this.#status = {};
    } catch (error) {
      const fault = faultOf(error);
      const message = mayHaveBeenProcessed(fault)
        ? l10n.t('The sticky may have been deleted. {0} Deleting it again is safe.', formatError(fault))
        : l10n.t('Not deleted. {0}', formatError(fault));
      this.#status = {
        problem: { message, retry: true },
        failed: 'remove',
      };
    } finally {
      this.#isRemovalSent = false;
      this.#deps.changed();
    }
  }

  get #sticky(): Sticky | undefined {
    return this.#deps.store.resources.stickies.records.confirmed(stickyKey(this.#id));
  }

  #confirmed(): ConfirmedRecord | undefined {
    const sticky = this.#sticky;
    return sticky === undefined
      ? undefined
      : { values: stickyValues(sticky), changedAt: sticky.updated_at ?? undefined };
  }

  #setStatus(status: SaveStatus): void {
    this.#status = status;
    this.#deps.changed();
  }

  /** Waits for this time. Resolves with false if the wait was canceled. */
  async #waitFor(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#deps.clock.sleep(milliseconds, signal);
      return !signal.aborted;
    } catch (reason) {
      if (signal.aborted) return false;
      throw reason;
    }
  }
}
