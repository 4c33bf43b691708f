// Caches the comments of work items, and reads, sends, changes and deletes them.

import { faultOf, isRecordGone } from '../../client/apiError.ts';
import type { Client } from '../../client/client.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import type { User } from '../../contract/resources/user.ts';
import type { Clock } from '../../std/clock.ts';
import { type ItemAddress, itemPath, keyOf, parseAddress } from '../address.ts';
import { type CachedList, listSource } from '../lists/cachedList.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { readAll } from '../lists/readAll.ts';
import { usersIn } from '../record.ts';
import { RecordCache } from '../recordCache.ts';
import { type CommentOutcome, type OutgoingComment, sendComment } from './sendComment.ts';

export class CommentStore {
  readonly #client: Client;
  readonly #listOf: (key: string) => CachedList;
  /** The keys of the comments' work items, by comment id. */
  readonly #owners = new Map<string, string>();

  /** By comment id. */
  readonly records: RecordCache<Comment>;
  /**
   * External ids of the comments that are being sent. The sender of a comment adds its id, so that the comment is not
   * sent a second time in parallel.
   */
  readonly underWay = new Set<string>();

  /** `tellUsers` stores the authors, who come with their comments. */
  constructor(client: Client, lists: PagedLists, clock: Clock, noteUsers: (users: readonly User[]) => void) {
    this.#client = client;
    this.records = new RecordCache(clock);
    // Lists of an earlier run also contain the owners of their comments.
    lists.onDidChange((key) => {
      if (key.of !== 'comments') return;
      for (const id of lists.get(key).state.ids) this.#owners.set(id, key.owner);
    });
    this.#listOf = lists.define(
      'comments',
      listSource(
        (owner, query, options) =>
          client.call.listComments({ ...itemPath(owner), query: { ...query, expand: 'actor' } }, options),
        (owner, records) => {
          noteUsers(records.flatMap(({ actor }) => usersIn(actor)));
          for (const { id } of records) this.#owners.set(id, owner);
          this.records.confirm(records.map((one) => [one.id, one]));
        },
      ),
    );
  }

  list(address: ItemAddress): PagedList {
    return this.#listOf(keyOf(address));
  }

  get(id: string): Comment | undefined {
    return this.records.value(id);
  }

  /** Returns the work item of a known comment. */
  itemOf(id: string): ItemAddress | undefined {
    const owner = this.#owners.get(id);
    return owner === undefined ? undefined : parseAddress(owner);
  }

  /**
   * Sends a comment once; see `sendComment`. Awaits `leaving` before the request, but not if the comment is already on
   * the server. If the list has been read, it then contains the comment.
   */
  async send(
    address: ItemAddress,
    draft: OutgoingComment,
    html: string,
    leaving?: () => Promise<void>,
  ): Promise<CommentOutcome> {
    const path = itemPath(keyOf(address));
    const outcome = await sendComment(
      {
        create: async (body) => {
          await leaving?.();
          return this.#client.call.createComment({ ...path, body });
        },
        find: async (externalId) => {
          const comments = await readAll((query) => this.#client.call.listComments({ ...path, query }));
          return comments.find((one) => one.external_id === externalId);
        },
      },
      draft,
      html,
    );
    if (outcome.sent && outcome.comment !== undefined) this.#show(address, outcome.comment);
    else if (outcome.sent) await this.list(address).reload();
    return outcome;
  }

  /**
   * Changes the text of a comment: shown at once, resolves when the server has answered. Sending the same change twice
   * has the effect of sending it once.
   */
  edit(address: ItemAddress, id: string, comment_html: string): Promise<Comment> {
    return this.records.update(id, { comment_html }, async () => {
      const answered = await this.#client.call.updateComment({
        ...itemPath(keyOf(address)),
        comment_id: id,
        body: { comment_html },
      });
      // Some servers answer with the changed fields only.
      return { ...this.records.confirmed(id), ...answered, comment_html: answered.comment_html ?? comment_html };
    });
  }

  /** Deletes a comment. Rejects with an ApiError, but not if the comment is already deleted. */
  async remove(address: ItemAddress, id: string): Promise<void> {
    try {
      await this.#client.call.deleteComment({ ...itemPath(keyOf(address)), comment_id: id });
    } catch (error) {
      if (!isRecordGone(faultOf(error))) throw error;
    }
    this.#listOf(keyOf(address)).remove([id]);
    this.records.forget(id);
  }

  #show(address: ItemAddress, one: Comment): void {
    this.#owners.set(one.id, keyOf(address));
    this.records.confirm([[one.id, one]]);
    this.#listOf(keyOf(address)).add(one.id);
  }
}
