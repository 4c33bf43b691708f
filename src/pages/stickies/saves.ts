// Owns what becomes of changed stickies: each is sent when the person pauses, one request at a time, and a deletion can be undone for some seconds.

import type { Store } from '../../cache/store.ts';
import { ApiError, type Fault, faultOf, mayHaveHappened } from '../../client/apiError.ts';
import type { Sticky } from '../../contract/resources/sticky.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { StickyField, StickyProblem } from '../protocol/stickies.ts';
import {
  conflictsOf,
  dropSettled,
  markStickySent,
  resolveDraft,
  type StickyFields,
  settleSticky,
  stickyKey,
  touchedOf,
  touchSticky,
  unmarkSent,
} from './draft.ts';

export interface StickySavesDeps {
  readonly store: Store;
  readonly desk: DraftStore;
  readonly clock: Clock;
  readonly words: (fault: Fault) => string;
  changed(): void;
}

/** A pause of so many milliseconds ends an edit. */
const SAVE_AFTER_MS = 1_200;
/** How long a deletion can be undone. */
const UNDO_FOR_MS = 10_000;
/** What was read so lately is taken for what the service has: before a save of anything older it is read again. */
const FRESH_FOR_MS = 60_000;

/** One sticky's way to the service; replaced by the next. */
interface Way {
  readonly saving?: boolean;
  readonly conflict?: boolean;
  readonly problem?: StickyProblem;
  /** What Retry does when it is not a save. */
  readonly failed?: 'remove';
}

export class StickySaves implements Disposable {
  readonly #deps: StickySavesDeps;
  readonly #ways = new Map<string, Way>();
  readonly #due = new Map<string, AbortController>();
  /** Deletions that can still be undone, and those on their way to the service. */
  readonly #removals = new Map<string, AbortController>();
  readonly #going = new Set<string>();
  readonly #readAt = new Map<string, number>();
  #isGone = false;

  constructor(deps: StickySavesDeps) {
    this.#deps = deps;
  }

  /** What is told of a sticky's way to the service. */
  wayOf(id: string): Way {
    return this.#ways.get(id) ?? {};
  }

  isRemoving(id: string): boolean {
    return this.#removals.has(id) || this.#going.has(id);
  }

  /** These were just told by the service. */
  wasRead(ids: readonly string[]): void {
    for (const id of ids) this.#readAt.set(id, this.#deps.clock.now());
  }

  edit(id: string, field: StickyField, value: string): void {
    const told = this.#told(id);
    if (told === undefined) return;
    touchSticky(this.#deps.desk, told, field, value, this.wayOf(id).saving === true);
    if (conflictsOf(this.#deps.desk.get(stickyKey(id)), told).length === 0) this.#saveSoon(id);
    else this.#put(id, { conflict: true });
  }

  /** Does again at once what failed, or saves without waiting for a pause. */
  async retry(id: string): Promise<void> {
    if (this.wayOf(id).failed === 'remove') await this.#removeNow(id);
    else await this.#save(id);
  }

  async resolve(id: string, keep: 'mine' | 'theirs'): Promise<void> {
    const told = this.#told(id);
    if (told === undefined) return;
    resolveDraft(this.#deps.desk, told, keep);
    this.#put(id, {});
    if (keep === 'mine') await this.#save(id);
  }

  /** It is gone from sight at once, and from the service when it cannot be undone any more. */
  async remove(id: string): Promise<void> {
    if (this.isRemoving(id)) return;
    this.#due.get(id)?.abort();
    const removal = new AbortController();
    this.#removals.set(id, removal);
    this.#put(id, {});
    if (await this.#waits(UNDO_FOR_MS, removal.signal)) await this.#removeNow(id);
  }

  undoRemove(id: string): void {
    const removal = this.#removals.get(id);
    if (removal === undefined) return;
    removal.abort();
    this.#removals.delete(id);
    this.#put(id, {});
    this.#saveSoon(id);
  }

  dispose(): void {
    this.#isGone = true;
    for (const one of [...this.#due.values(), ...this.#removals.values()]) one.abort();
  }

  #saveSoon(id: string): void {
    this.#due.get(id)?.abort();
    const due = new AbortController();
    this.#due.set(id, due);
    void this.#waits(SAVE_AFTER_MS, due.signal).then((isDue) => (isDue ? this.#save(id) : undefined));
  }

  async #save(id: string): Promise<void> {
    const { desk } = this.#deps;
    this.#due.get(id)?.abort();
    const isBusy = this.wayOf(id).saving === true || this.isRemoving(id);
    if (isBusy || this.#isGone || Object.keys(this.#touched(id)).length === 0) return;
    this.#put(id, { saving: true });
    try {
      await this.#readIfOld(id);
      const told = this.#told(id);
      if (told !== undefined) dropSettled(desk, told);
      if (told !== undefined && conflictsOf(desk.get(stickyKey(id)), told).length > 0) {
        this.#put(id, { conflict: true });
        return;
      }
      const sent = this.#touched(id);
      if (Object.keys(sent).length > 0) settleSticky(desk, await this.#send(id, told, sent), sent);
      this.#put(id, {});
      if (Object.keys(this.#touched(id)).length > 0) this.#saveSoon(id);
    } catch (error) {
      const fault = faultOf(error);
      const mayHaveArrived = mayHaveHappened(fault);
      // Then what the service has is not known before it is read again.
      if (mayHaveArrived) this.#readAt.delete(id);
      const perhaps = mayHaveArrived ? 'The server may have received the changes. ' : '';
      const message = `Not saved. ${this.#deps.words(fault)} ${perhaps}What you wrote is kept.`;
      this.#put(id, { problem: { message, retry: true } });
    }
  }

  /** What leaves is remembered on disk, so that it is recognized although its answer is lost. */
  async #send(id: string, told: Sticky | undefined, sent: StickyFields): Promise<Sticky> {
    const { store, desk } = this.#deps;
    const earlier = told === undefined ? undefined : markStickySent(desk, told, sent);
    await desk.beforeLeaving();
    try {
      const answered = await store.resources.stickies.update(id, sent);
      this.wasRead([id]);
      return answered;
    } catch (error) {
      const isUnsent = error instanceof ApiError && !mayHaveHappened(error.fault);
      if (told !== undefined && isUnsent) unmarkSent(desk, told, earlier);
      throw error;
    }
  }

  async #readIfOld(id: string): Promise<void> {
    const { clock, store } = this.#deps;
    if (clock.now() - (this.#readAt.get(id) ?? 0) < FRESH_FOR_MS) return;
    await store.resources.stickies.readOne(id);
    this.wasRead([id]);
  }

  async #removeNow(id: string): Promise<void> {
    const { store, desk, words } = this.#deps;
    this.#removals.delete(id);
    this.#going.add(id);
    const draft = desk.get(stickyKey(id));
    try {
      await store.resources.stickies.remove(id).catch((error: unknown) => {
        const fault = faultOf(error);
        // It is gone already.
        if (fault.kind === 'notFound' && !fault.route) store.resources.stickies.lists.drop('', id);
        else throw error;
      });
      if (draft !== undefined) desk.change(stickyKey(id), draft.title, () => ({ touched: {}, base: {}, sent: undefined }));
      this.#ways.delete(id);
    } catch (error) {
      this.#put(id, { problem: { message: `Not deleted. ${words(faultOf(error))}`, retry: true }, failed: 'remove' });
    } finally {
      this.#going.delete(id);
      this.#deps.changed();
    }
  }

  #touched(id: string): StickyFields {
    return touchedOf(this.#deps.desk.get(stickyKey(id)));
  }

  #told(id: string): Sticky | undefined {
    return this.#deps.store.resources.stickies.records.confirmed(stickyKey(id));
  }

  #put(id: string, way: Way): void {
    this.#ways.set(id, way);
    this.#deps.changed();
  }

  /** False when it was called off. */
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
