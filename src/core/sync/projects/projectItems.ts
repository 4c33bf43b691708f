// Reads the complete list of work items of one project, loads its changes, and writes the list to a file.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import { STATUS } from '../../../contract/status.ts';
import type { Clock } from '../../../std/clock.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import { keyOf } from '../../cache/address.ts';
import type { SynchronizedList } from '../../cache/lists/pagedList.ts';
import type { ItemRecord } from '../../cache/record.ts';
import type { SyncedItemPage } from '../../cache/resources/syncedItems.ts';
import type { Store } from '../../cache/store/store.ts';
import type { ProjectProgress } from '../../cache/syncProgress.ts';
import { ChangeScan } from './changeScan.ts';
import type { ItemFile } from './itemFile.ts';
import type { Checkpoint, ItemFileLine } from './itemFileFormat.ts';
import { sweep, sweepWithoutTotal } from './sweep.ts';

export interface ProjectItemsDeps {
  readonly project: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Undefined if the id of the project is not valid as the name of a file. */
  readonly file: ItemFile | undefined;
  /** Whether this window may write the file. */
  readonly mayWrite: () => boolean;
}

/** Options of the requests that read work items. */
export interface ReadOptions extends CallOptions {
  /** Awaited before each request. Rejects with an ApiError (`cancelled`) to stop reading. */
  readonly waitUntilReady?: () => Promise<void>;
}

/** The state of the file as this window last read or wrote it. */
interface StoredItems {
  readonly ids: ReadonlySet<string>;
  readonly checkpoint: Checkpoint;
}

/** If more lines than this must be written, the file is replaced; otherwise, the lines are appended. */
const MAX_APPENDED_LINES = 1000;
/** Minimum time between two comparisons of all work items of a project, in milliseconds. */
const SWEEP_INTERVAL_MS = 24 * 60 * 60_000;
/** Number of work items that are restored in one turn of the event loop, so that a turn takes a few milliseconds. */
const RESTORED_PER_TURN = 1000;
/** Number of ids that are collected in one turn of the event loop, so that a turn takes a few milliseconds. */
const SORTED_PER_TURN = 5000;
/** Maximum of `SyncSettings.maxWorkItems`. */
const MAX_MAX_ITEMS = 50_000;
const ORDER_BY_CHANGE = '-updated_at';
const ORDER_BY_NUMBER = '-sequence_id';

/** The server has sent more work items than may be read. */
class TooManyItemsError extends ApiError {
  readonly count: number;

  constructor(count: number) {
    super({ kind: 'invalidResponse', status: STATUS.ok, detail: `at least ${count} work items` });
    this.count = count;
  }
}

export class ProjectItems {
  readonly #deps: ProjectItemsDeps;
  readonly #list: SynchronizedList;
  /** Undefined until this window or another window has read the complete list. */
  #checkpoint: Checkpoint | undefined;
  #stored: StoredItems | undefined;
  /** The ids of the list as a set. */
  #listed: { readonly ids: readonly string[]; readonly set: ReadonlySet<string> } | undefined;
  /** The scan that reads all work items for the first time, until it has ended. */
  #firstScan: ChangeScan | undefined;
  /** Resolves when the latest check for changes has ended. */
  #lastLook: Promise<void> = Promise.resolve();
  /** Cancels a background check for changes when the user requests a check. */
  #backgroundLookController = new AbortController();
  #unchangedLooks = 0;
  #maxItems = MAX_MAX_ITEMS;
  /** Whether the server sends totals, which show deletions; undefined before the first check for changes. */
  #hasTotal: boolean | undefined;

  constructor(deps: ProjectItemsDeps) {
    this.#deps = deps;
    this.#list = deps.store.synchronizedList(deps.project);
  }

  /** When the list was last known to be correct, in milliseconds; undefined until it is complete. */
  get checkedAt(): number | undefined {
    return this.#list.isSynchronized ? this.#checkpoint?.at : undefined;
  }

  /** Number of consecutive checks of this window that have found no change. */
  get unchangedChecks(): number {
    return this.#unchangedLooks;
  }

  /** Number of work items that have been loaded so far, and the total that the server reported. */
  get progress(): { readonly loaded: number; readonly total: number | undefined } {
    const { ids, total } = this.#list.state;
    if (this.#list.isSynchronized) return { loaded: ids.length, total };
    return { loaded: this.#firstScan?.seenIds.size ?? 0, total: this.#firstScan?.total };
  }

  /** The next step reads the first page again. */
  forgetFirstScan(): void {
    this.#firstScan = undefined;
  }

  /**
   * Requests the next page of the first scan, or loads the changes if the list is complete. Resolves with undefined if
   * the list is complete. A project with more than `maxItems` work items is not read; a complete list can grow to twice
   * as many. Rejects with an ApiError; the next call then sends the failed request again.
   */
  async syncNext(maxItems: number, options: ReadOptions): Promise<ProjectProgress | undefined> {
    this.#maxItems = maxItems;
    if (this.checkedAt === undefined) {
      this.#firstScan ??= new ChangeScan(undefined, maxItems);
      const scan = this.#firstScan;
      const isRead = await scan.readNextPage((cursor) => this.#page(ORDER_BY_CHANGE, cursor, false, options));
      const { loaded, total } = this.progress;
      if (Math.max(loaded, total ?? 0) > maxItems) return this.#stopAsTooLarge(Math.max(loaded, total ?? 0));
      if (!isRead) return { status: 'reading', loaded, total };
      await this.#finishFirstScan(scan, options);
    } else {
      try {
        await this.checkForChanges(options);
      } catch (error) {
        if (!(error instanceof TooManyItemsError)) throw error;
        return this.#stopAsTooLarge(error.count);
      }
    }
    if (this.#needsSweep()) await this.#inTurn((sweepOptions) => this.#sweepAll(sweepOptions), options);
    const count = this.#list.state.ids.length;
    return count > 2 * maxItems ? this.#stopAsTooLarge(count) : undefined;
  }

  async #finishFirstScan(scan: ChangeScan, options: ReadOptions): Promise<void> {
    this.#firstScan = undefined;
    const isOnePage = scan.pageCount === 1;
    const ids = await this.#sortNewestFirst(scan.seenIds);
    // The time 0 marks a list of several pages as not checked, because work items may have changed since its first page
    // was read.
    const now = this.#deps.clock.now();
    this.#commitIds(ids, {
      watermark: scan.newestTime,
      unreadable: 0,
      at: isOnePage ? now : 0,
      ...(scan.isCertain ? { sweptAt: now } : { isUncertain: true }),
    });
    if (isOnePage) await this.#save(scan.changedItems);
    else await this.checkForChanges(options);
  }

  /** Forgets which work items were read, but not their records, which may be shown. */
  async #stopAsTooLarge(total: number): Promise<ProjectProgress> {
    this.#firstScan = undefined;
    if (this.#list.isSynchronized) {
      this.#list.forget();
      this.#checkpoint = undefined;
      this.#stored = undefined;
      if (this.#deps.mayWrite()) await this.#deps.file?.remove();
    }
    return { status: 'tooLarge', total };
  }

  /** Loads the changes of a complete list. Cancels a background check if the user waits for this call. */
  checkForChanges(options: ReadOptions = {}): Promise<void> {
    return this.#inTurn((lookOptions) => this.#look(lookOptions), options);
  }

  /** Calls `read` after the previous read has ended. Cancels a background read if the user waits for this call. */
  #inTurn(read: (options: ReadOptions) => Promise<void>, options: ReadOptions): Promise<void> {
    const isBackground = options.urgency === 'background';
    if (!isBackground) this.#backgroundLookController.abort();
    const backgroundLookController = new AbortController();
    if (isBackground) this.#backgroundLookController = backgroundLookController;
    const signals = [
      ...(options.signal === undefined ? [] : [options.signal]),
      ...(isBackground ? [backgroundLookController.signal] : []),
    ];
    const look = this.#lastLook.then(() =>
      read(signals.length === 0 ? options : { ...options, signal: AbortSignal.any(signals) }),
    );
    this.#lastLook = look.then(
      () => undefined,
      () => undefined,
    );
    return look;
  }

  /**
   * Loads the lines that another window or an earlier run has written to the file. If `isListStale`, the list counts as
   * stale, and is checked when a view shows it. Rejects with the error of the file system.
   */
  async catchUpFromFile(isListStale = false): Promise<void> {
    const { file, project, store, logger } = this.#deps;
    const readResult = await file?.read();
    if (readResult === 'damaged') {
      logger.write('warn', 'the stored work items of a project are damaged, and are read again', { project });
      if (this.#deps.mayWrite()) await file?.remove();
    }
    if (readResult === undefined || readResult === 'damaged') {
      this.#stored = undefined;
      return;
    }
    if (readResult.lines.length === 0 && !readResult.isWholeFile) return;
    const ids = new Set(readResult.isWholeFile ? [] : this.#stored?.ids);
    const records = new Map<string, Extract<ItemFileLine, { item: ItemRecord }>>();
    let checkpoint = readResult.isWholeFile ? undefined : this.#stored?.checkpoint;
    for (const [index, line] of readResult.lines.entries()) {
      if (index % SORTED_PER_TURN === 0) await nextTurn();
      if ('checkpoint' in line) checkpoint = line.checkpoint;
      else if ('item' in line) {
        records.set(line.item.id, line);
        ids.add(line.item.id);
      } else for (const id of line.gone) ids.delete(id);
    }
    // A file without a checkpoint is incomplete.
    if (checkpoint === undefined) {
      this.#stored = undefined;
      return;
    }
    this.#stored = { ids, checkpoint };
    const cache = store.resources.workItems.records;
    const storedLines = [...records.values()].filter(({ item }) => ids.has(item.id));
    for (let start = 0; start < storedLines.length; start += RESTORED_PER_TURN) {
      cache.restore(
        storedLines.slice(start, start + RESTORED_PER_TURN).map(({ item, at }) => {
          const key = keyOf({ project, id: item.id });
          return [key, store.syncedItemReader.merge({ ...item, project }, cache.confirmed(key)), at];
        }),
      );
      await nextTurn();
    }
    // Work items that were received after the checkpoint stay in the list, although the file does not contain them: the
    // next check for changes adds them to the file.
    const { at } = checkpoint;
    const isDeleted = (id: string): boolean => !ids.has(id) && (cache.fetchedAt(keyOf({ project, id })) ?? 0) <= at;
    this.#drop(this.#list.state.ids.filter(isDeleted));
    const isNewer = (): boolean => (this.#checkpoint?.at ?? -1) < checkpoint.at || !this.#list.isSynchronized;
    if (!isNewer()) return;
    const sortedIds = await this.#sortNewestFirst(ids);
    // A check for changes may have ended during these turns.
    if (!isNewer()) return;
    this.#firstScan = undefined;
    this.#commitIds(sortedIds, checkpoint, isListStale);
  }

  /**
   * Forgets the work items of a project that was deleted or archived, or that the user has left. Rejects with the error
   * of the file system.
   */
  async forget(): Promise<void> {
    if (!this.#list.isSynchronized) return;
    this.#drop(this.#list.state.ids);
    this.#list.forget();
    this.#checkpoint = undefined;
    this.#stored = undefined;
    if (this.#deps.mayWrite()) await this.#deps.file?.remove();
  }

  /**
   * Must be called when this window starts to write the file. The next check then reads all changes after the file's
   * checkpoint again, so that they are written to the file.
   */
  resumeFromFile(): void {
    if (this.#checkpoint === undefined || this.#stored === undefined) return;
    const watermark = Math.min(this.#checkpoint.watermark, this.#stored.checkpoint.watermark);
    this.#checkpoint = { ...this.#checkpoint, watermark };
  }

  async #page(
    order_by: string,
    cursor: string | undefined,
    withDescriptions: boolean,
    { waitUntilReady, ...options }: ReadOptions,
  ): Promise<SyncedItemPage> {
    await waitUntilReady?.();
    const maxRows = 2 * this.#maxItems + 1;
    const query = { order_by, cursor, withDescriptions, maxRows };
    return this.#deps.store.syncedItemReader.read(this.#deps.project, query, options);
  }

  /**
   * Whether one small request shows that the list is still correct. A change within the seconds before the latest change
   * that is known can be stored late, so the check after a change reads a whole page.
   */
  async #isUnchanged({ waitUntilReady, ...options }: ReadOptions): Promise<boolean> {
    const { store, project } = this.#deps;
    const { watermark = 0, unreadable = 0 } = this.#checkpoint ?? {};
    // A user who refreshes the list expects a change, and waits for it.
    if (this.#unchangedLooks === 0 || options.urgency !== 'background') return false;
    await waitUntilReady?.();
    const latest = await store.syncedItemReader.readLatest(project, options);
    return (
      latest !== undefined &&
      latest.updatedAtMs <= watermark &&
      latest.total === this.#list.state.ids.length + unreadable &&
      (latest.id === undefined || this.#listedIds().has(latest.id))
    );
  }

  async #look(options: ReadOptions): Promise<void> {
    const { store, project } = this.#deps;
    const { watermark = 0, unreadable = 0, ...checkpoint } = this.#checkpoint ?? {};
    if (await this.#isUnchanged(options)) {
      this.#unchangedLooks += 1;
      this.#commit([], { ...checkpoint, watermark, unreadable, at: this.#deps.clock.now() });
      return this.#save(new Map());
    }
    const maxItems = 2 * this.#maxItems;
    const scan = new ChangeScan(watermark, maxItems);
    while (!(await scan.readNextPage((cursor) => this.#page(ORDER_BY_CHANGE, cursor, true, options))));
    if (scan.isTooLong) throw new TooManyItemsError(scan.seenIds.size);
    // The next check reads the changes again that this scan may have missed.
    const newWatermark = scan.isCertain ? scan.newestTime : watermark;
    this.#hasTotal = scan.total !== undefined;
    const ids = this.#idsWith(scan.seenIds);
    let unreadableCount = unreadable;
    if (scan.total !== undefined && ids.length + unreadable !== scan.total) {
      const numbers = new Map(ids.map((id) => [id, store.item({ project, id })?.sequence_id ?? 0]));
      const result = await sweep(numbers, unreadable, maxItems, (cursor) =>
        this.#page(ORDER_BY_NUMBER, cursor, false, options),
      );
      if (result !== undefined) {
        store.resources.workItems.drop(result.gone, project);
        for (const id of result.found) numbers.set(id, 0);
        unreadableCount = Math.max(0, result.total - this.#idsWith(numbers.keys()).length);
        this.#unchangedLooks = 0;
        const at = this.#deps.clock.now();
        this.#commit(numbers.keys(), { ...checkpoint, watermark: newWatermark, unreadable: unreadableCount, at });
        return this.#save(scan.changedItems);
      }
    }
    this.#unchangedLooks = scan.changedItems.size === 0 ? this.#unchangedLooks + 1 : 0;
    const at = this.#deps.clock.now();
    this.#commit(scan.seenIds, { ...checkpoint, watermark: newWatermark, unreadable: unreadableCount, at });
    return this.#save(scan.changedItems);
  }

  /**
   * Whether a sweep is due: if the server sends no totals, to find deletions; otherwise to find work items that the
   * server has left out, for example because its pages ended too early.
   */
  #needsSweep(): boolean {
    const { sweptAt = 0, isUncertain = false, unreadable = 0 } = this.#checkpoint ?? {};
    // If the clock was set back, the time of the latest sweep is in the future.
    return (
      (isUncertain || unreadable > 0 || this.#hasTotal === false) &&
      Math.abs(this.#deps.clock.now() - sweptAt) >= SWEEP_INTERVAL_MS
    );
  }

  async #sweepAll(options: ReadOptions): Promise<void> {
    const { store, project, clock } = this.#deps;
    if (this.#checkpoint === undefined) return;
    const { ids } = this.#list.state;
    const numbers = new Map(ids.map((id) => [id, store.item({ project, id })?.sequence_id ?? 0]));
    const result = await sweepWithoutTotal(numbers, 2 * this.#maxItems, (cursor) =>
      this.#page(ORDER_BY_NUMBER, cursor, false, options),
    );
    const { isUncertain, ...checkpoint } = { ...this.#checkpoint, sweptAt: clock.now() };
    if (result === undefined) return this.#commit([], { ...checkpoint, ...(isUncertain ? { isUncertain } : {}) });
    const { gone, found } = result;
    store.resources.workItems.drop(gone, project);
    this.#commit(found, checkpoint);
    return this.#save(new Map(found.map((id) => [id, undefined])));
  }

  /** Removes the work items from the list and the cache. Sends no request. */
  #drop(gone: readonly string[]): void {
    if (gone.length === 0) return;
    const { store, project } = this.#deps;
    this.#list.remove(gone);
    store.resources.workItems.records.forget(gone.map((id) => keyOf({ project, id })));
  }

  /**
   * Returns the ids of the list and the added ids, the newest work item first. Omits work items that are not in the
   * cache.
   */
  #idsWith(added: Iterable<string>): readonly string[] {
    const listedIds = this.#listedIds();
    const newIds = new Set<string>();
    for (const id of added) if (!listedIds.has(id)) newIds.add(id);
    if (newIds.size === 0 && this.#list.isSynchronized) return this.#list.state.ids;
    return [...listedIds, ...newIds]
      .flatMap((id): readonly NumberedItem[] => {
        const number = this.#numberOf(id);
        return number === undefined ? [] : [{ id, number }];
      })
      .sort(byNumberDescending)
      .map(({ id }) => id);
  }

  /**
   * Resolves with the same ids as `#idsWith` for a list of which most ids are new. Takes several turns of the event loop,
   * because 50,000 work items take too long for one.
   */
  async #sortNewestFirst(added: Iterable<string>): Promise<readonly string[]> {
    const listed = this.#list.state.ids;
    const numbered: NumberedItem[] = [];
    let count = 0;
    for (const id of new Set([...listed, ...added])) {
      const number = this.#numberOf(id);
      if (number !== undefined) numbered.push({ id, number });
      count += 1;
      if (count % SORTED_PER_TURN === 0) await nextTurn();
    }
    numbered.sort(byNumberDescending);
    await nextTurn();
    const ids = numbered.map(({ id }) => id);
    await nextTurn();
    // The user may have created or deleted a work item during these turns.
    return this.#list.state.ids === listed ? ids : this.#idsWith(ids);
  }

  /** Returns undefined for a work item that is not in the cache. */
  #numberOf(id: string): number | undefined {
    const { store, project } = this.#deps;
    return store.resources.workItems.records.confirmed(keyOf({ project, id }))?.sequence_id;
  }

  /** Returns the ids of the list. Creates a new set only for a new list, because a set of 50,000 ids takes a while. */
  #listedIds(): ReadonlySet<string> {
    const { ids } = this.#list.state;
    if (this.#listed?.ids !== ids) this.#listed = { ids, set: new Set(ids) };
    return this.#listed.set;
  }

  #commit(added: Iterable<string>, checkpoint: Checkpoint): void {
    this.#commitIds(this.#idsWith(added), checkpoint);
  }

  /** Replaces the list. `ids` are those of all work items, the newest first. */
  #commitIds(ids: readonly string[], checkpoint: Checkpoint, isStale = false): void {
    const { at } = checkpoint;
    this.#checkpoint = checkpoint;
    this.#list.setAllIds(ids, (options) => this.checkForChanges(options), isStale ? at : undefined);
    if (at === 0) return;
    const progress: ProjectProgress = checkpoint.isUncertain
      ? { status: 'stopped', reason: 'failed', ...this.progress }
      : { status: 'complete', at };
    this.#deps.store.sync.set(this.#deps.project, progress);
  }

  /** Writes all changes since the file was last written. An error is logged; the next check for changes tries again. */
  async #save(changed: ReadonlyMap<string, unknown>): Promise<void> {
    const { file, mayWrite, logger, project } = this.#deps;
    const checkpoint = this.#checkpoint;
    if (file === undefined || checkpoint === undefined || !mayWrite()) return;
    const ids = this.#listedIds();
    const stored = this.#stored;
    this.#stored = undefined;
    const changes = stored === undefined || file.needsReplacement ? undefined : changedIds(stored.ids, ids, changed);
    try {
      if (changes === undefined || changes.toWrite.length > MAX_APPENDED_LINES) {
        await nextTurn();
        await file.replace(this.#lines(ids, [], checkpoint));
      } else await file.append([...this.#lines(changes.toWrite, changes.gone, checkpoint)]);
      this.#stored = { ids, checkpoint };
    } catch (error) {
      logger.write('warn', 'the work items of a project could not be stored', {
        project,
        detail: errorMessage(error),
      });
    }
  }

  *#lines(ids: Iterable<string>, gone: readonly string[], checkpoint: Checkpoint): Iterable<ItemFileLine> {
    const { store, project, clock } = this.#deps;
    const { records } = store.resources.workItems;
    for (const id of ids) {
      const key = keyOf({ project, id });
      const item = records.confirmed(key);
      if (item !== undefined)
        yield { item: store.syncedItemReader.merge(item, undefined), at: records.fetchedAt(key) ?? clock.now() };
    }
    if (gone.length > 0) yield { gone };
    yield { checkpoint };
  }
}

interface NumberedItem {
  readonly id: string;
  readonly number: number;
}

function byNumberDescending({ number: one }: NumberedItem, { number: other }: NumberedItem): number {
  return other - one;
}

/** Returns the ids whose work items a file with the ids `stored` lacks or has in an old version, and those to remove. */
function changedIds(
  stored: ReadonlySet<string>,
  ids: ReadonlySet<string>,
  changed: ReadonlyMap<string, unknown>,
): { readonly toWrite: readonly string[]; readonly gone: readonly string[] } {
  if (stored === ids) return { toWrite: [...changed.keys()].filter((id) => ids.has(id)), gone: [] };
  return {
    toWrite: [...ids].filter((id) => changed.has(id) || !stored.has(id)),
    gone: [...stored].filter((id) => !ids.has(id)),
  };
}
