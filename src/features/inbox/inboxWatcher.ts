// Fills the inbox: compares each work item and comment that the server sends with the version in the cache.

import type { Client } from '../../client/api/client.ts';
import { ApiError, isTemporary } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Activity } from '../../contract/resources/activity.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import { authorOf } from '../../contract/resources/comment.ts';
import { isClosedGroup } from '../../contract/resources/state.ts';
import { type ItemAddress, itemPathParameters, keyOf, parseItemKey } from '../../core/cache/address.ts';
import { readAllPages } from '../../core/cache/lists/readAllPages.ts';
import { type ItemRecord, usersIn } from '../../core/cache/record.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { changesOf, type FieldChange, mentionsUser, WATCHED_FIELDS } from './changesOf.ts';
import { ChangeDescriber, type ChangeDescriberDeps } from './describeChanges.ts';
import type { InboxChange } from './entry.ts';
import type { InboxStore } from './inboxStore.ts';

export interface InboxWatcherDeps extends ChangeDescriberDeps {
  readonly client: Pick<Client, 'call'>;
  readonly inbox: InboxStore;
  readonly isPinned: (address: ItemAddress) => boolean;
}

/**
 * Delay before activities and comments are requested, in milliseconds, so that all pages of a refresh can arrive first.
 */
const DEBOUNCE_MS = 2_000;
/** Pause after a request that could not reach the server, in milliseconds. */
const RETRY_MS = 5 * 60_000;

export class InboxWatcher implements Disposable {
  readonly #deps: InboxWatcherDeps;
  readonly #describer: ChangeDescriber;
  readonly #disposables = new DisposableStore();
  readonly #disposal = new AbortController();
  /** By key: each work item as the server last sent it. */
  readonly #known: Map<string, ItemRecord>;
  readonly #knownComments: Set<string>;
  /** Keys of the work items that the user has commented on. */
  readonly #commented = new Set<string>();
  /** Work items that have changed, with the version before the first change; undefined for a new work item. */
  readonly #pending = new Map<string, ItemRecord | undefined>();
  /** By key of the work item and name of the field: the value that the user has set in this window, as JSON. */
  readonly #ownValues = new Map<string, string>();
  /** Keys of the work items for which a change by the user is being sent. */
  readonly #ownKeys = new Set<string>();
  #isRunning = false;

  constructor(deps: InboxWatcherDeps) {
    this.#deps = deps;
    this.#describer = new ChangeDescriber(deps);
    const { workItems } = deps.store.resources;
    const { comments } = deps.store;
    this.#known = new Map(workItems.records.all());
    this.#knownComments = new Set(comments.records.all().keys());
    for (const [id, comment] of comments.records.all()) this.#rememberCommentedItem(id, comment);
    this.#disposables.add(workItems.records.onDidChange((keys) => keys.forEach((key) => this.#onItem(key))));
    this.#disposables.add(comments.records.onDidChange((ids) => ids.forEach((id) => this.#onComment(id))));
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#disposal.abort();
  }

  #onItem(key: string): void {
    const { records } = this.#deps.store.resources.workItems;
    const [before, after, shownItem] = [this.#known.get(key), records.confirmed(key), records.value(key)];
    if (after === undefined || shownItem === undefined) {
      this.#known.delete(key);
      return;
    }
    this.#known.set(key, after);
    if (shownItem !== after) this.#rememberOwnValues(key, after, shownItem);
    else this.#dropOwnValues(key, after);
    const isOwnResponse = shownItem === after && this.#ownKeys.delete(key);
    if (before !== undefined && !isOwnResponse && shownItem === after) this.#addUnblocked(before, after);
    if (before === after || (before === undefined && !this.#isNew(after)) || !this.#isRelevant(before, after)) return;
    // The response to the user's own change has a new `updated_at` even if no other user has changed anything.
    const hasChanges = this.#changesOf(key, before, after).length > 0;
    if (!hasChanges && (isOwnResponse || before?.updated_at === after.updated_at)) return;
    if (!this.#pending.has(key)) this.#pending.set(key, before);
    if (!this.#isRunning) void this.#run();
  }

  /** Adds the user's open work items that waited only for this one, if it is closed now. */
  #addUnblocked(before: ItemRecord, after: ItemRecord): void {
    const { store, me } = this.#deps;
    const { project, id } = after;
    const wasOpen = before.state !== null && !isClosedGroup(store.state(project, before.state)?.group);
    if (!wasOpen || !store.isDone({ project, id })) return;
    for (const address of store.relations.blockedBy({ project, id })) {
      const item = store.item(address);
      if (item?.assignees.includes(me) !== true || store.isDone(address)) continue;
      if (!this.#isUnblocked(address)) continue;
      this.#add(address, this.#describer.describeUnblocked(address, after));
    }
  }

  /** Whether all blockers of the work item are known to be closed. One that is not loaded may be open. */
  #isUnblocked(address: ItemAddress): boolean {
    const { store } = this.#deps;
    const areAllKnown = store.relations.list(address).state.status === 'ready';
    return areAllKnown && store.relations.blockersOf(address).every((blocker) => store.isDone(blocker));
  }

  /** Stores the values of a change by the user that is being sent. */
  #rememberOwnValues(key: string, confirmed: ItemRecord, shown: ItemRecord): void {
    this.#ownKeys.add(key);
    for (const field of Object.values(WATCHED_FIELDS)) {
      const value = JSON.stringify(shown[field]);
      if (value !== JSON.stringify(confirmed[field])) this.#ownValues.set(`${key} ${field}`, value);
    }
  }

  /** Drops the user's values that the server has rejected, or that another user has changed since. */
  #dropOwnValues(key: string, confirmed: ItemRecord): void {
    for (const field of Object.values(WATCHED_FIELDS)) {
      const valueKey = `${key} ${field}`;
      if (this.#ownValues.get(valueKey) !== JSON.stringify(confirmed[field])) this.#ownValues.delete(valueKey);
    }
  }

  /** Returns the changes except those that the user made in this window. */
  #changesOf(key: string, before: ItemRecord | undefined, after: ItemRecord): readonly FieldChange[] {
    return changesOf(before, after, this.#deps.me).filter(
      ({ kind }) =>
        this.#ownValues.get(`${key} ${WATCHED_FIELDS[kind]}`) !== JSON.stringify(after[WATCHED_FIELDS[kind]]),
    );
  }

  /** Whether another user created the work item after the inbox was set up. */
  #isNew({ created_at, created_by }: ItemRecord): boolean {
    return created_by !== this.#deps.me && Date.parse(created_at ?? '') > this.#deps.inbox.ignoredBefore;
  }

  /**
   * Whether the user is assigned to the work item, or has created, pinned or commented on it, or is mentioned in it.
   */
  #isRelevant(before: ItemRecord | undefined, after: ItemRecord): boolean {
    const { me, isPinned } = this.#deps;
    const address = { project: after.project, id: after.id };
    return (
      after.created_by === me ||
      [before, after].some((item) => item?.assignees.includes(me)) ||
      mentionsUser(after.description_html, me) ||
      isPinned(address) ||
      this.#commented.has(keyOf(address))
    );
  }

  #onComment(id: string): void {
    if (this.#knownComments.has(id)) return;
    this.#knownComments.add(id);
    const { store, me } = this.#deps;
    const comment = store.comments.records.confirmed(id);
    if (comment !== undefined) this.#rememberCommentedItem(id, comment);
    const address = store.comments.itemOf(id);
    const item = address && store.item(address);
    if (comment === undefined || address === undefined || item === undefined) return;
    if (this.#isRelevant(undefined, item) || mentionsUser(comment.comment_html, me))
      this.#add(address, this.#describer.describeCommentChanges(address, [comment], this.#deps.inbox.ignoredBefore));
  }

  #rememberCommentedItem(id: string, comment: Comment): void {
    const address = this.#deps.store.comments.itemOf(id);
    if (address !== undefined && authorOf(comment) === this.#deps.me) this.#commented.add(keyOf(address));
  }

  async #run(): Promise<void> {
    const { signal } = this.#disposal;
    this.#isRunning = true;
    try {
      await this.#deps.clock.sleep(DEBOUNCE_MS, signal);
      for (const [key, before] of this.#pending) {
        this.#pending.delete(key);
        if (await this.#readChanges(key, before)) continue;
        this.#pending.set(key, before);
        await this.#deps.clock.sleep(RETRY_MS, signal);
      }
    } catch (reason) {
      if (!signal.aborted) throw reason;
    } finally {
      this.#isRunning = false;
    }
  }

  /**
   * Requests the activities and comments of a changed work item, and adds its changes to the inbox. Resolves with false
   * if the server cannot be reached now.
   */
  async #readChanges(key: string, before: ItemRecord | undefined): Promise<boolean> {
    const address = parseItemKey(key);
    const after = this.#known.get(key);
    if (address === undefined || after === undefined) return true;
    try {
      const fieldChanges = this.#changesOf(key, before, after);
      const activities = before === undefined || fieldChanges.length === 0 ? [] : await this.#activities(key);
      const comments = await this.#comments(key);
      const since = Math.max(this.#deps.inbox.ignoredBefore, Date.parse(before?.updated_at ?? '') || 0);
      this.#add(address, [
        ...this.#describer.describeFieldChanges(before, after, fieldChanges, activities),
        ...this.#describer.describeCommentChanges(address, comments, since),
      ]);
      return true;
    } catch (error) {
      if (this.#disposal.signal.aborted || !(error instanceof ApiError)) throw error;
      return false;
    }
  }

  #add(address: ItemAddress, changes: readonly InboxChange[]): void {
    const { store, inbox } = this.#deps;
    const item = store.item(address);
    if (item === undefined || changes.length === 0) return;
    inbox.add({ ...address, identifier: store.identifier(address) ?? '', name: item.name }, changes);
  }

  #activities(key: string): Promise<readonly Activity[]> {
    const query = { order_by: '-created_at' };
    return this.#readUnlessRejected(
      async (options) =>
        (await this.#deps.client.call.listActivities({ ...itemPathParameters(key), query }, options)).results,
    );
  }

  async #comments(key: string): Promise<readonly Comment[]> {
    const { client, store } = this.#deps;
    const comments = await this.#readUnlessRejected((options) =>
      readAllPages((query) =>
        client.call.listComments({ ...itemPathParameters(key), query: { ...query, expand: 'actor' } }, options),
      ),
    );
    store.seenNames.addUsers(comments.flatMap(({ actor }) => usersIn(actor)));
    return comments;
  }

  /**
   * Resolves with an empty list if the server rejects the request. Without activities, changes are shown without the
   * user who made them.
   */
  async #readUnlessRejected<T>(read: (options: CallOptions) => Promise<readonly T[]>): Promise<readonly T[]> {
    const { signal } = this.#disposal;
    try {
      return await read({ urgency: 'background', signal });
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || isTemporary(error.fault)) throw error;
      return [];
    }
  }
}
