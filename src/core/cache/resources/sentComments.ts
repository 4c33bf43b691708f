// Remembers the comments that this window has sent within the last minutes. Open-source servers accept a comment on a
// work item that was deleted before, and then no user can see it.
import { ApiError } from '../../../client/apiError.ts';
import type { Clock } from '../../../std/clock.ts';
import { Emitter } from '../../../std/event.ts';
import { type ItemAddress, keyOf } from '../address.ts';
import type { ResourceStores } from './resourceStores.ts';

/** How long a comment is remembered, in milliseconds: a deletion becomes known after some minutes. */
const REMEMBERED_FOR_MS = 15 * 60_000;

interface SentComment {
  readonly address: ItemAddress;
  readonly sentAt: number;
  /** Makes the text a draft again. */
  readonly restore: () => void;
}

export class SentComments {
  readonly #workItems: ResourceStores['workItems'];
  readonly #clock: Clock;
  readonly #restored = new Emitter<ItemAddress>();
  #comments: readonly SentComment[] = [];

  /** Fires with the deleted work item after the texts of its comments have become drafts again. */
  readonly onDidRestore = this.#restored.event;

  constructor(workItems: ResourceStores['workItems'], clock: Clock) {
    this.#workItems = workItems;
    this.#clock = clock;
    workItems.records.onDidChange((keys) => {
      if (this.#comments.length > 0) for (const key of keys) this.#check(key);
    });
  }

  add(address: ItemAddress, restore: () => void): void {
    this.#comments = [...this.#recent(), { address, sentAt: this.#clock.now(), restore }];
  }

  #recent(): readonly SentComment[] {
    const oldest = this.#clock.now() - REMEMBERED_FOR_MS;
    return this.#comments.filter(({ sentAt }) => sentAt > oldest);
  }

  #check(key: string): void {
    const comment = this.#recent().find(({ address }) => keyOf(address) === key);
    if (comment === undefined) return;
    const { records } = this.#workItems;
    if (records.isGone(key)) this.#restore(comment.address);
    // A work item that has left the cache may only have left the project's list.
    else if (records.confirmed(key) === undefined) void this.#confirm(comment.address);
  }

  /** Requests the work item, and restores its comments if it does not exist and was not deleted in this window. */
  async #confirm({ project, id }: ItemAddress): Promise<void> {
    if (this.#workItems.isDeletedHere(id, project)) return;
    try {
      await this.#workItems.readOne(id, project, { urgency: 'background' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.fault.kind === 'notFound' && !error.fault.isRouteMissing) this.#restore({ project, id });
    }
  }

  #restore(address: ItemAddress): void {
    const isOf = (comment: SentComment): boolean => keyOf(comment.address) === keyOf(address);
    const comments = this.#recent().filter(isOf);
    this.#comments = this.#recent().filter((comment) => !isOf(comment));
    for (const { restore } of comments) restore();
    if (comments.length > 0) this.#restored.fire(address);
  }
}
