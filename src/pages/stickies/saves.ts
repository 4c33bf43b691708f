// Owns what becomes of changed stickies: each is sent when the person pauses, one request at a time, and a deletion can be undone for some seconds.

import type { Store } from '../../cache/store.ts';
import { type Fault, faultOf, isRecordGone, mayHaveHappened } from '../../client/apiError.ts';
import type { Sticky } from '../../contract/resources/sticky.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { ConfirmedFields, Conflict } from '../edits/conflict.ts';
import { EditEngine, type SendOutcome } from '../edits/editEngine.ts';
import type { StickyField, StickyProblem } from '../protocol/stickies.ts';
import { sentBody } from '../record/sentBody.ts';
import { stickyForm, stickyKey, stickyTitle, stickyValues } from './fields.ts';

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
  readonly #form = stickyForm();
  readonly #engines = new Map<string, EditEngine>();
  readonly #ways = new Map<string, Way>();
  readonly #due = new Map<string, AbortController>();
  /** Deletions that can still be undone, and those on their way to the service. */
  readonly #removals = new Map<string, AbortController>();
  readonly #going = new Set<string>();
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

  /** Something was edited here and is not saved. */
  isUnsent(id: string): boolean {
    return this.#engine(id).touched.length > 0;
  }

  /** What was also changed elsewhere, once a save or an edit has found that. */
  conflictsOf(id: string): readonly Conflict[] {
    const confirmed = this.#confirmed(id);
    return this.wayOf(id).conflict === true && confirmed !== undefined ? this.#engine(id).conflicts(confirmed) : [];
  }

  /** Drops what the server has as well from the draft. */
  dropSettled(id: string): void {
    const confirmed = this.#confirmed(id);
    if (confirmed !== undefined) this.#engine(id).dropSettled(confirmed.values);
  }

  edit(id: string, field: StickyField, value: string): void {
    const confirmed = this.#confirmed(id);
    const spec = this.#form.fields.find(({ name }) => name === field);
    if (confirmed === undefined || spec === undefined) return;
    const engine = this.#engine(id);
    engine.edit(spec, value, confirmed.values);
    if (engine.conflicts(confirmed).length === 0) this.#saveSoon(id);
    else this.#put(id, { conflict: true });
  }

  /** Does again at once what failed, or saves without waiting for a pause. */
  async retry(id: string): Promise<void> {
    if (this.wayOf(id).failed === 'remove') await this.#removeNow(id);
    else await this.#save(id);
  }

  async resolve(id: string, keep: 'mine' | 'theirs'): Promise<void> {
    const confirmed = this.#confirmed(id);
    if (confirmed === undefined) return;
    const engine = this.#engine(id);
    if (keep === 'theirs') engine.revert();
    else engine.keepMine(engine.conflicts(confirmed));
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
    this.#due.get(id)?.abort();
    const isBusy = this.wayOf(id).saving === true || this.isRemoving(id);
    if (isBusy || this.#isGone || !this.isUnsent(id)) return;
    this.#put(id, { saving: true });
    try {
      const outcome = await this.#send(id);
      this.#put(id, 'conflicts' in outcome ? { conflict: true } : {});
      if (!('conflicts' in outcome) && this.isUnsent(id)) this.#saveSoon(id);
    } catch (error) {
      const fault = faultOf(error);
      const perhaps = mayHaveHappened(fault) ? 'The server may have received the changes. ' : '';
      const message = `Not saved. ${this.#deps.words(fault)} ${perhaps}What you wrote is kept.`;
      this.#put(id, { problem: { message, retry: true } });
    }
  }

  #send(id: string): Promise<SendOutcome> {
    const { stickies } = this.#deps.store.resources;
    const engine = this.#engine(id);
    return engine.send(engine.touched, {
      read: () => this.#readIfOld(id),
      confirmed: () => this.#confirmed(id),
      send: async (values) => stickyValues(await stickies.update(id, sentBody(this.#form, values))),
    });
  }

  async #readIfOld(id: string): Promise<void> {
    const { clock, store } = this.#deps;
    const { stickies } = store.resources;
    const isRecent = clock.now() - (stickies.records.fetchedAt(stickyKey(id)) ?? 0) < FRESH_FOR_MS;
    // What was sent without an answer may be there instead.
    if (!isRecent || this.#engine(id).draft?.sent !== undefined) await stickies.readOne(id);
  }

  async #removeNow(id: string): Promise<void> {
    const { store, words } = this.#deps;
    this.#removals.delete(id);
    this.#going.add(id);
    const engine = this.#engine(id);
    try {
      await store.resources.stickies.remove(id).catch((error: unknown) => {
        if (isRecordGone(faultOf(error))) store.resources.stickies.unlist(id);
        else throw error;
      });
      if (engine.draft !== undefined) engine.revert();
      this.#ways.delete(id);
    } catch (error) {
      this.#put(id, { problem: { message: `Not deleted. ${words(faultOf(error))}`, retry: true }, failed: 'remove' });
    } finally {
      this.#going.delete(id);
      this.#deps.changed();
    }
  }

  #engine(id: string): EditEngine {
    const known = this.#engines.get(id);
    if (known !== undefined) return known;
    const key = stickyKey(id);
    const { desk } = this.#deps;
    const title = () => stickyTitle(this.#sticky(id));
    const engine = new EditEngine({ desk, key, fields: this.#form.fields, title });
    this.#engines.set(id, engine);
    return engine;
  }

  #sticky(id: string): Sticky | undefined {
    return this.#deps.store.resources.stickies.records.confirmed(stickyKey(id));
  }

  #confirmed(id: string): ConfirmedFields | undefined {
    const sticky = this.#sticky(id);
    return sticky === undefined ? undefined : { values: stickyValues(sticky), changedAt: sticky.updated_at ?? undefined };
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
