// Edits one sticky: saves it when the user pauses, one request at a time.
// A deletion can be undone for some seconds.

import * as l10n from '@vscode/l10n';
import type { Store } from '../../cache/store.ts';
import { type Fault, faultOf, isRecordGone, mayHaveHappened } from '../../client/apiError.ts';
import type { Sticky } from '../../contract/resources/sticky.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { ConfirmedFields, Conflict } from '../edits/conflict.ts';
import { EditEngine, type SendOutcome } from '../edits/editEngine.ts';
import type { RecordForm } from '../fields/recordForm.ts';
import type { StickyField, StickyProblem } from '../protocol/stickies.ts';
import { sentBody } from '../record/sentBody.ts';
import { stickyKey, stickyTitle, stickyValues } from './fields.ts';

export interface StickyEditsDeps {
  readonly store: Store;
  readonly draftStore: DraftStore;
  readonly clock: Clock;
  /** See `stickyForm`. */
  readonly form: RecordForm;
  readonly words: (fault: Fault) => string;
  changed(): void;
}

/** A pause of this many milliseconds ends an edit. */
const SAVE_AFTER_MS = 1_200;
/** How long a deletion can be undone, in milliseconds. */
const UNDO_FOR_MS = 10_000;
/**
 * A sticky that was read more recently is not read again before a save, which would take a request per save. In
 * milliseconds.
 */
const RECENT_MS = 60_000;

/** Result of the last save or deletion; replaced by the next. */
interface Status {
  readonly saving?: boolean;
  readonly conflict?: boolean;
  readonly problem?: StickyProblem;
  /** What Retry does if it does not save. */
  readonly failed?: 'remove';
}

export class StickyEdits implements Disposable {
  readonly #id: string;
  readonly #deps: StickyEditsDeps;
  readonly #engine: EditEngine;
  #status: Status = {};
  /** The save after the pause. */
  #due: AbortController | undefined;
  /** The deletion, while it can still be undone. */
  #removal: AbortController | undefined;
  #isRemovalSent = false;
  #isGone = false;

  constructor(id: string, deps: StickyEditsDeps) {
    this.#id = id;
    this.#deps = deps;
    const { draftStore, form } = deps;
    this.#engine = new EditEngine({
      draftStore,
      key: stickyKey(id),
      fields: form.fields,
      title: () => stickyTitle(this.#sticky),
    });
  }

  get status(): Status {
    return this.#status;
  }

  get isRemoving(): boolean {
    return this.#removal !== undefined || this.#isRemovalSent;
  }

  /** Whether edits are not saved. */
  get isUnsent(): boolean {
    return this.#engine.touched.length > 0;
  }

  /** What was also changed on the server, once a save or an edit has found it. */
  get conflicts(): readonly Conflict[] {
    const confirmed = this.#confirmed();
    return this.#status.conflict === true && confirmed !== undefined ? this.#engine.conflicts(confirmed) : [];
  }

  /** Removes what the server has as well from the draft. */
  dropSettled(): void {
    const confirmed = this.#confirmed();
    if (confirmed !== undefined) this.#engine.dropSettled(confirmed.values);
  }

  edit(field: StickyField, value: string): void {
    const confirmed = this.#confirmed();
    const spec = this.#deps.form.fields.find(({ name }) => name === field);
    if (confirmed === undefined || spec === undefined) return;
    this.#engine.edit(spec, value, confirmed.values);
    if (this.#engine.conflicts(confirmed).length === 0) this.#saveSoon();
    else this.#become({ conflict: true });
  }

  /** Repeats what failed, or saves without waiting for a pause. */
  retry(): Promise<void> {
    return this.#status.failed === 'remove' ? this.#removeNow() : this.#save();
  }

  async resolve(keep: 'mine' | 'theirs'): Promise<void> {
    const confirmed = this.#confirmed();
    if (confirmed === undefined) return;
    if (keep === 'theirs') this.#engine.revert();
    else this.#engine.keepMine(this.#engine.conflicts(confirmed));
    this.#become({});
    if (keep === 'mine') await this.#save();
  }

  /** Hides the sticky immediately, and deletes it on the server when the deletion cannot be undone any more. */
  async remove(): Promise<void> {
    if (this.isRemoving) return;
    this.#due?.abort();
    this.#removal = new AbortController();
    this.#become({});
    if (await this.#waits(UNDO_FOR_MS, this.#removal.signal)) await this.#removeNow();
  }

  undoRemove(): void {
    if (this.#removal === undefined) return;
    this.#removal.abort();
    this.#removal = undefined;
    this.#become({});
    this.#saveSoon();
  }

  dispose(): void {
    this.#isGone = true;
    this.#due?.abort();
    this.#removal?.abort();
  }

  #saveSoon(): void {
    this.#due?.abort();
    this.#due = new AbortController();
    void this.#waits(SAVE_AFTER_MS, this.#due.signal).then((isDue) => (isDue ? this.#save() : undefined));
  }

  async #save(): Promise<void> {
    this.#due?.abort();
    if (this.#status.saving === true || this.isRemoving || this.#isGone || !this.isUnsent) return;
    this.#become({ saving: true });
    try {
      const outcome = await this.#send();
      this.#become('conflicts' in outcome ? { conflict: true } : {});
      if (!('conflicts' in outcome) && this.isUnsent) this.#saveSoon();
    } catch (error) {
      const fault = faultOf(error);
      const sentences = [
        l10n.t('Not saved. {0}', this.#deps.words(fault)),
        ...(mayHaveHappened(fault) ? [l10n.t('The server may have received the changes.')] : []),
        l10n.t('Your text is kept.'),
      ];
      this.#become({ problem: { message: sentences.join(' '), retry: true } });
    }
  }

  #send(): Promise<SendOutcome> {
    const { store, form } = this.#deps;
    return this.#engine.send(this.#engine.touched, {
      read: () => this.#readIfOld(),
      confirmed: () => this.#confirmed(),
      send: async (values) => stickyValues(await store.resources.stickies.update(this.#id, sentBody(form, values))),
    });
  }

  async #readIfOld(): Promise<void> {
    const { clock, store } = this.#deps;
    const { stickies } = store.resources;
    const isRecent = clock.now() - (stickies.records.fetchedAt(stickyKey(this.#id)) ?? 0) < RECENT_MS;
    // A request without a response may have changed the sticky.
    if (!isRecent || this.#engine.draft?.sent !== undefined) await stickies.readOne(this.#id);
  }

  async #removeNow(): Promise<void> {
    const { store, words } = this.#deps;
    const { stickies } = store.resources;
    this.#removal = undefined;
    this.#isRemovalSent = true;
    try {
      await stickies.remove(this.#id).catch((error: unknown) => {
        if (isRecordGone(faultOf(error))) stickies.unlist(this.#id);
        else throw error;
      });
      if (this.#engine.draft !== undefined) this.#engine.revert();
      this.#status = {};
    } catch (error) {
      this.#status = {
        problem: { message: l10n.t('Not deleted. {0}', words(faultOf(error))), retry: true },
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

  #confirmed(): ConfirmedFields | undefined {
    const sticky = this.#sticky;
    return sticky === undefined
      ? undefined
      : { values: stickyValues(sticky), changedAt: sticky.updated_at ?? undefined };
  }

  #become(status: Status): void {
    this.#status = status;
    this.#deps.changed();
  }

  /** Resolves with false if the wait was canceled. */
  async #waits(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#deps.clock.sleep(milliseconds, signal);
      return !signal.aborted;
    } catch (reason) {
      if (signal.aborted) return false;
      throw reason;
    }
  }
}
