// Owns what is known of the comments of work items, and the ways to read, send, change and remove one.

import { ApiError, faultOf } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import type { User } from '../../contract/resources/user.ts';
import type { Clock } from '../../std/clock.ts';
import { type ItemAddress, itemPath, keyOf, parseAddress } from '../address.ts';
import { OwnedList } from '../lists/ownedList.ts';
import type { PagedListState, PagedLists } from '../lists/pagedList.ts';
import { readAll } from '../lists/readAll.ts';
import { usersIn } from '../record.ts';
import { RecordCache } from '../recordCache.ts';
import { type CommentOutcome, type OutgoingComment, sendComment } from './sendComment.ts';

/** What the keys of the lists of comments begin with; a work item's key follows. */
const LISTS = 'comments ';

export class CommentStore {
  readonly #client: Client;
  /** Owned by a work item's key. */
  readonly #lists: OwnedList<Comment>;
  /** The keys of the work items that comments are on, by the comments' ids. */
  readonly #owners = new Map<string, string>();

  /** By their ids. */
  readonly records: RecordCache<Comment>;
  /** External ids of the comments that are being sent: whoever sends one says so here, so that nobody else sends it at the same time. */
  readonly underWay = new Set<string>();

  /** `tellUsers` takes in the authors, who come with their comments. */
  constructor(client: Client, collections: PagedLists, clock: Clock, tellUsers: (users: readonly User[]) => void) {
    this.#client = client;
    this.records = new RecordCache(clock);
    // Lists that are taken from an earlier run name the owners of their comments as well.
    collections.onDidChange((key) => {
      if (!key.startsWith(LISTS)) return;
      for (const id of collections.listing(key).ids) this.#owners.set(id, key.slice(LISTS.length));
    });
    this.#lists = new OwnedList(
      collections,
      'comments',
      (owner, query, options) => client.call.listComments({ ...itemPath(owner), query: { ...query, expand: 'actor' } }, options),
      (owner, records) => {
        tellUsers(records.flatMap(({ actor }) => usersIn(actor)));
        for (const { id } of records) this.#owners.set(id, owner);
        this.records.confirm(records.map((one) => [one.id, one]));
      },
    );
  }

  /** What `onDidChangeListing` of the store fires with. */
  key(address: ItemAddress): string {
    return this.#lists.key(keyOf(address));
  }

  of(address: ItemAddress): PagedListState {
    return this.#lists.of(keyOf(address));
  }

  get(id: string): Comment | undefined {
    return this.records.value(id);
  }

  /** The work item that a known comment is on. */
  itemOf(id: string): ItemAddress | undefined {
    const owner = this.#owners.get(id);
    return owner === undefined ? undefined : parseAddress(owner);
  }

  read(address: ItemAddress): Promise<void> {
    return this.#lists.read(keyOf(address));
  }

  more(address: ItemAddress): Promise<void> {
    return this.#lists.loadMore(keyOf(address));
  }

  again(address: ItemAddress, options?: CallOptions): Promise<void> {
    return this.#lists.reload(keyOf(address), options);
  }

  freshen(address: ItemAddress, options?: CallOptions): Promise<void> {
    return this.#lists.revalidate(keyOf(address), options);
  }

  /** Sends a comment once; see `sendComment`. `leaving` is waited for before it is posted, and not where it is there already. The list shows it when it is read. */
  async send(address: ItemAddress, draft: OutgoingComment, html: string, leaving?: () => Promise<void>): Promise<CommentOutcome> {
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
    else if (outcome.sent) await this.again(address);
    return outcome;
  }

  /** Changes a comment's text: shown at once, answered when the service has answered. Asking twice for the same is asking once. */
  edit(address: ItemAddress, id: string, comment_html: string): Promise<Comment> {
    return this.records.update(id, { comment_html }, async () => {
      const answered = await this.#client.call.updateComment({ ...itemPath(keyOf(address)), comment_id: id, body: { comment_html } });
      // Some servers answer with the changed fields only.
      return { ...this.records.confirmed(id), ...answered, comment_html: answered.comment_html ?? comment_html };
    });
  }

  /** Rejects with a FaultError, but not for a comment that is gone already. */
  async remove(address: ItemAddress, id: string): Promise<void> {
    try {
      await this.#client.call.deleteComment({ ...itemPath(keyOf(address)), comment_id: id });
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind !== 'notFound' || fault.route) throw new ApiError(fault);
    }
    this.#lists.drop(keyOf(address), id);
    this.records.forget(id);
  }

  #show(address: ItemAddress, one: Comment): void {
    this.#owners.set(one.id, keyOf(address));
    this.records.confirm([[one.id, one]]);
    this.#lists.add(keyOf(address), one.id);
  }
}
