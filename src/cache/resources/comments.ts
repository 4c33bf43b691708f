// Owns what is known of the comments of work items, and the ways to read, send, change and remove one.

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
  /** The keys of the work items that comments are on, by the comments' ids. */
  readonly #owners = new Map<string, string>();

  /** By their ids. */
  readonly records: RecordCache<Comment>;
  /**
   * External ids of the comments that are being sent: whoever sends one says so here, so that nobody else sends it at
   * the same time.
   */
  readonly underWay = new Set<string>();

  /** `tellUsers` takes in the authors, who come with their comments. */
  constructor(client: Client, lists: PagedLists, clock: Clock, tellUsers: (users: readonly User[]) => void) {
    this.#client = client;
    this.records = new RecordCache(clock);
    // Lists that are taken from an earlier run name the owners of their comments as well.
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
          tellUsers(records.flatMap(({ actor }) => usersIn(actor)));
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

  /** The work item that a known comment is on. */
  itemOf(id: string): ItemAddress | undefined {
    const owner = this.#owners.get(id);
    return owner === undefined ? undefined : parseAddress(owner);
  }

  /**
   * Sends a comment once; see `sendComment`. `leaving` is waited for before it is posted, and not where it is there
   * already. The list shows it when it is read.
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
   * Changes a comment's text: shown at once, answered when the service has answered. Asking twice for the same is
   * asking once.
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

  /** Rejects with a FaultError, but not for a comment that is gone already. */
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
