// Caches the links of work items to web pages, and adds, changes and removes links.

import type { Client } from '../../../client/api/client.ts';
import { ApiError, faultOf, ignoreRecordGone } from '../../../client/apiError.ts';
import type { WorkItemLink } from '../../../contract/resources/link.ts';
import { Emitter } from '../../../std/event.ts';
import { type ItemAddress, itemPathParameters, keyOf } from '../address.ts';
import { type CachedList, createListSource } from '../lists/cachedList.ts';
import { loadRemainingPages } from '../lists/loadRemainingPages.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { readAllPages } from '../lists/readAllPages.ts';

/** The values of a link that the user enters. If the link has no title, pages show its URL. */
export interface LinkInput {
  readonly url: string;
  readonly title?: string;
}

export class LinkStore {
  readonly #client: Client;
  readonly #links = new Map<string, WorkItemLink>();
  readonly #added = new Emitter<{ readonly address: ItemAddress; readonly url: string }>();
  readonly #listOf: (key: string) => CachedList;

  /** Fires when this window has added a link. */
  readonly onDidAdd = this.#added.event;

  constructor(client: Client, lists: PagedLists) {
    this.#client = client;
    this.#listOf = lists.defineLists(
      'links',
      createListSource(
        (owner, query) => client.call.listLinks({ ...itemPathParameters(owner), query }, { urgency: 'visible' }),
        (_, records) => this.#storeRecords(records),
      ),
    );
  }

  list(address: ItemAddress): PagedList {
    return this.#listOf(keyOf(address));
  }

  /** Reads all links from the server, even if they are in the cache. Rejects with an ApiError. */
  async readAll(address: ItemAddress): Promise<readonly WorkItemLink[]> {
    const list = this.list(address);
    await (list.state.status === 'ready' ? list.reload() : list.read());
    const fault = await loadRemainingPages(list);
    if (fault !== undefined) throw new ApiError(fault);
    return this.listed(address);
  }

  /** Returns the links in the cache. */
  listed(address: ItemAddress): readonly WorkItemLink[] {
    return this.list(address).state.ids.flatMap((id) => this.#links.get(id) ?? []);
  }

  get(id: string): WorkItemLink | undefined {
    return this.#links.get(id);
  }

  all(): IterableIterator<WorkItemLink> {
    return this.#links.values();
  }

  /** Stores links of an earlier run, except for links that were already read in this run. */
  restore(links: readonly WorkItemLink[]): void {
    this.#storeRecords(links.filter(({ id }) => !this.#links.has(id)));
  }

  /**
   * Adds a link and resolves with it. If the work item already has a link with this URL, resolves with the existing
   * link, because the response to an earlier request may have been lost. Rejects with an ApiError.
   */
  async add(address: ItemAddress, body: LinkInput): Promise<WorkItemLink> {
    const path = itemPathParameters(keyOf(address));
    const link = await this.#client.call.createLink({ ...path, body }).catch(async (error: unknown) => {
      const existingLink = await this.#findExisting(address, body.url, error);
      if (existingLink === undefined) throw error;
      return existingLink;
    });
    this.#storeRecords([link]);
    this.#listOf(keyOf(address)).add(link.id);
    this.#added.fire({ address, url: link.url });
    return link;
  }

  /** Changes the URL or the title of a link. Rejects with an ApiError. */
  async change(address: ItemAddress, link_id: string, body: Partial<LinkInput>): Promise<void> {
    const changedLink = await this.#client.call.updateLink({ ...itemPathParameters(keyOf(address)), link_id, body });
    this.#storeRecords([{ ...this.#links.get(link_id), ...changedLink }]);
    this.#listOf(keyOf(address)).reportRecordChange();
  }

  /** Removes a link. Rejects with an ApiError, but not if it is already removed. */
  async remove(address: ItemAddress, link_id: string): Promise<void> {
    await this.#client.call.deleteLink({ ...itemPathParameters(keyOf(address)), link_id }).catch(ignoreRecordGone);
    this.#listOf(keyOf(address)).remove([link_id]);
    this.#links.delete(link_id);
  }

  /** Returns the existing link with this URL if the server rejected the URL because of it (400, API-FACTS A.5). */
  async #findExisting(address: ItemAddress, url: string, error: unknown): Promise<WorkItemLink | undefined> {
    const fault = faultOf(error);
    if (fault.kind !== 'rejected' || !/already exists/i.test(fault.detail)) return undefined;
    const links = await readAllPages((query) =>
      this.#client.call.listLinks({ ...itemPathParameters(keyOf(address)), query }),
    );
    return links.find((link) => link.url === url);
  }

  #storeRecords(records: readonly WorkItemLink[]): void {
    for (const link of records) this.#links.set(link.id, link);
  }
}
