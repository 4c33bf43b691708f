// Caches the comments of work items, and reads, sends, changes and deletes them.

import type { Client } from '../../../client/api/client.ts';
import { ApiError, faultOf, ignoreRecordGone, isRecordGone } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { Comment } from '../../../contract/resources/comment.ts';
import type { User } from '../../../contract/resources/user.ts';
import type { Clock } from '../../../std/clock.ts';
import { type ItemAddress, itemPathParameters, keyOf, parseItemKey } from '../address.ts';
import { type CachedList, createListSource } from '../lists/cachedList.ts';
import { isCursorOfEarlierPage, lastPageFirst } from '../lists/lastPageFirst.ts';
import { FRESH_FOR_MS, type PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { readAllPages } from '../lists/readAllPages.ts';
import { usersIn } from '../record.ts';
import { RecordCache } from '../recordCache.ts';
import { type CommentOutcome, type OutgoingComment, sendComment } from './sendComment.ts';

export class CommentStore {
  readonly #client: Client;
  readonly #listOf: (key: string) => CachedList;
  /** By the id of a comment: the key of its work item. */
  readonly #owners = new Map<string, string>();
  readonly #clock: Clock;
  /** By the key of a work item: when its comments were read, and its `updated_at` before that. */
  readonly #readVersions = new Map<string, { readonly version: string; readonly at: number }>();

  /** The comments of all work items, by id of the comment. */
  readonly records: RecordCache<Comment>;
  /**
   * External ids of the comments that are being sent. The code that sends a comment adds and removes the id, so that a
   * comment is not sent twice at the same time.
   */
  readonly externalIdsInFlight = new Set<string>();

  /** `storeUsers` is called with the authors that responses contain. */
  constructor(client: Client, lists: PagedLists, clock: Clock, storeUsers: (users: readonly User[]) => void) {
    this.#client = client;
    this.#clock = clock;
    this.records = new RecordCache(clock);
    // The event also fires for lists that were restored from a snapshot. Each list shows which work item its comments
    // belong to.
    lists.onDidChange((key) => {
      if (key.of !== 'comments') return;
      for (const id of lists.get(key).state.ids) this.#owners.set(id, key.owner);
    });
    this.#listOf = lists.defineLists(
      'comments',
      createListSource(
        lastPageFirst((owner, query, options) =>
          client.call.listComments({ ...itemPathParameters(owner), query: { ...query, expand: 'actor' } }, options),
        ),
        (owner, records) => {
          storeUsers(records.flatMap(({ actor }) => usersIn(actor)));
          for (const { id } of records) this.#owners.set(id, owner);
          this.records.confirm(records.map((one) => [one.id, one]));
        },
      ),
    );
  }

  list(address: ItemAddress): PagedList {
    return this.#listOf(keyOf(address));
  }

  /**
   * Reads the comments, also if they are loaded. `version` is `updated_at` of the work item as it was received before
   * this call: the comments are at least as new.
   */
  async readAgain(address: ItemAddress, version: string | undefined): Promise<void> {
    const list = this.list(address);
    const at = this.#clock.now();
    await (list.state.status === 'ready' ? list.reload() : list.read());
    if (version === undefined || list.state.fault !== undefined) this.#readVersions.delete(keyOf(address));
    else this.#readVersions.set(keyOf(address), { version, at });
  }

  /**
   * Loads the changes of loaded comments in the background, unless the comments were read for this `updated_at` of the
   * work item: it may have come with a list, without the comments. Rejects with an ApiError.
   */
  async revalidateFor(address: ItemAddress, version: string | undefined, options: CallOptions): Promise<void> {
    const key = keyOf(address);
    const list = this.list(address);
    if (version === undefined || this.#readVersions.get(key)?.version === version || list.state.status !== 'ready')
      return;
    const at = this.#clock.now();
    await list.revalidate(options);
    this.#readVersions.set(key, { version, at });
  }

  /** Causes `isCurrent` to return false until the comments are read again. */
  expire(address: ItemAddress): void {
    this.#readVersions.delete(keyOf(address));
  }

  /**
   * Whether the comments were read less than five minutes ago, and the work item has not changed since: a new comment
   * changes its `updated_at`, but on some servers not at once.
   */
  isCurrent(address: ItemAddress, version: string | undefined): boolean {
    const read = this.#readVersions.get(keyOf(address));
    return read !== undefined && read.version === version && this.#clock.now() - read.at < FRESH_FOR_MS;
  }

  get(id: string): Comment | undefined {
    return this.records.value(id);
  }

  /**
   * Returns whether the comments that are not loaded are earlier or later than the loaded comments; undefined if all
   * comments are loaded. Returns `later` only if the server sends the oldest comments first and sends no total.
   */
  unloadedPart(address: ItemAddress): 'earlier' | 'later' | undefined {
    const { ids, next } = this.list(address).state;
    if (next === undefined) return undefined;
    if (isCursorOfEarlierPage(next)) return 'earlier';
    const createdTimes = ids.map((id) => Date.parse(this.get(id)?.created_at ?? ''));
    const lastTime = createdTimes.at(-1);
    // Compares with the last comment, because a comment that this window has sent is always the first in the list,
    // whether the server sends the newest or the oldest comments first.
    return createdTimes.some((time) => lastTime !== undefined && time < lastTime) ? 'later' : 'earlier';
  }

  /**
   * Loads the pages of the list until it contains the comment. Resolves with false if the comment does not exist.
   * @throws ApiError
   */
  async loadUntil(address: ItemAddress, id: string): Promise<boolean> {
    const list = this.list(address);
    const isLoaded = (): boolean => list.state.ids.includes(id);
    await list.read();
    if (isLoaded()) return true;
    try {
      await this.#client.call.getComment({ ...itemPathParameters(keyOf(address)), comment_id: id });
    } catch (error) {
      if (!isRecordGone(faultOf(error))) throw error;
      return false;
    }
    // The list may have been read before the comment was written.
    await list.reload();
    while (!isLoaded() && list.state.next !== undefined && list.state.fault === undefined) await list.loadMore();
    if (list.state.fault !== undefined) throw new ApiError(list.state.fault);
    return isLoaded();
  }

  /** Returns the address of a comment's work item; undefined if the comment was not received. */
  itemOf(id: string): ItemAddress | undefined {
    const owner = this.#owners.get(id);
    return owner === undefined ? undefined : parseItemKey(owner);
  }

  /**
   * Sends a comment once; see `sendComment`. Calls `beforeSend` before the request, but not if the comment is already
   * on the server. Adds the comment to the list of its work item.
   */
  async send(
    address: ItemAddress,
    draft: OutgoingComment,
    html: string,
    beforeSend?: () => Promise<void>,
  ): Promise<CommentOutcome> {
    const path = itemPathParameters(keyOf(address));
    const outcome = await sendComment(
      {
        create: async (body) => {
          await beforeSend?.();
          return this.#client.call.createComment({ ...path, body });
        },
        find: async (externalId) => {
          const comments = await readAllPages((query) => this.#client.call.listComments({ ...path, query }));
          return comments.find((comment) => comment.external_id === externalId);
        },
      },
      draft,
      html,
    );
    if (outcome.sent && outcome.comment !== undefined) this.#addSent(address, outcome.comment);
    else if (outcome.sent) await this.list(address).reload();
    return outcome;
  }

  /**
   * Changes the text of a comment. The new text is shown at once; the promise resolves when the server has confirmed
   * it. Sending the same change twice has the same effect as sending it once.
   */
  edit(address: ItemAddress, id: string, comment_html: string): Promise<Comment> {
    return this.records.update(id, { comment_html }, async () => {
      const response = await this.#client.call.updateComment({
        ...itemPathParameters(keyOf(address)),
        comment_id: id,
        body: { comment_html },
      });
      // Some servers return only the changed fields.
      return { ...this.records.confirmed(id), ...response, comment_html: response.comment_html ?? comment_html };
    });
  }

  /** Deletes a comment. Rejects with an ApiError, but not if the comment is already deleted. */
  async remove(address: ItemAddress, id: string): Promise<void> {
    await this.#client.call
      .deleteComment({ ...itemPathParameters(keyOf(address)), comment_id: id })
      .catch(ignoreRecordGone);
    this.#listOf(keyOf(address)).remove([id]);
    this.records.forget([id]);
  }

  #addSent(address: ItemAddress, comment: Comment): void {
    this.#owners.set(comment.id, keyOf(address));
    this.records.confirm([[comment.id, comment]]);
    this.#listOf(keyOf(address)).add(comment.id);
  }
}
