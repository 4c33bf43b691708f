// Owns the lists of work items, one for each project: in which order they are read, and how they are kept fresh.
import type { CallOptions } from '../../client/call.ts';
import type { Client } from '../../client/client.ts';
import type { Page } from '../../contract/page.ts';
import type { WorkItem } from '../../contract/resources/workItem.ts';
import { keyOf } from '../address.ts';
import type { ItemRecord } from '../record.ts';
import type { PagedListState, PagedLists } from './pagedList.ts';

export interface ItemListsDeps {
  readonly client: Client;
  readonly collections: PagedLists;
  /** What `expand` is asked of a list of work items. */
  readonly expand: string;
  /** Takes in the work items of every page that is read. */
  readonly tell: (project: string, items: readonly WorkItem[]) => void;
  /** What the service told last of an item. */
  readonly told: (key: string) => ItemRecord | undefined;
}

export class ItemLists {
  readonly #deps: ItemListsDeps;
  #order: string | undefined;
  /** Projects of whose lists something was read. */
  readonly #opened = new Set<string>();

  constructor(deps: ItemListsDeps) {
    this.#deps = deps;
  }

  key(project: string): string {
    return `items ${project}`;
  }

  of(project: string): PagedListState {
    return this.#deps.collections.listing(this.key(project));
  }

  read(project: string, options?: CallOptions): Promise<void> {
    const refresh = () => this.revalidate(project, { urgency: 'visible' });
    return this.#deps.collections.read(this.key(project), this.#fetch(project, options), refresh);
  }

  loadMore(project: string, options?: CallOptions): Promise<void> {
    return this.#deps.collections.loadMore(this.key(project), this.#fetch(project, options));
  }

  reload(project: string, options?: CallOptions): Promise<void> {
    return this.#deps.collections.reload(this.key(project), this.#fetch(project, options));
  }

  /**
   * Takes in what was changed since the project's list was read: one request that brings the page changed last. When more than that page
   * was changed, or something is gone, the list is read again as far as it had been. Rejects with a FaultError.
   */
  async revalidate(project: string, options?: CallOptions): Promise<void> {
    const key = this.key(project);
    const before = this.#deps.collections.listing(key);
    if (before.status !== 'ready') return;
    const query = { expand: this.#deps.expand, order_by: '-updated_at' };
    const page = await this.#deps.client.call.listWorkItems({ project_id: project, query }, options);
    const known = new Set(before.ids);
    const fresh = page.results.filter(({ id }) => !known.has(id));
    const isWhole = page.next === undefined || page.results.some((wire) => this.#isKnownAsItIs(project, wire));
    this.#deps.tell(project, page.results);
    const created = fresh.filter((wire) => this.#isCreated(project, before, wire)).sort(byCreation);
    for (const { id } of created) this.#deps.collections.add(key, id);
    const total = before.total === undefined ? undefined : before.total + created.length;
    if (!isWhole || (page.total !== undefined && page.total !== total))
      await this.#deps.collections.revalidate(key, this.#fetch(project, options));
    else this.#deps.collections.confirm(key);
  }

  /**
   * The order in which the service is to hand out work items (`order_by`; undefined is its usual one). What has been read whole stays:
   * it can be sorted here. What has not is forgotten, because the first page is another one now.
   */
  orderBy(order: string | undefined): void {
    if (order === this.#order) return;
    this.#order = order;
    for (const project of this.#opened) {
      const { status, next } = this.of(project);
      if (next !== undefined || status === 'reading') this.#deps.collections.forget(this.key(project));
    }
  }

  #isKnownAsItIs(project: string, wire: WorkItem): boolean {
    const told = this.#deps.told(keyOf({ project, id: wire.id }));
    return told?.updated_at !== undefined && told.updated_at === wire.updated_at;
  }

  /** In a list that stands newest first, an unknown item that is older than the first belongs to a page that was not read. In another order nobody can say. */
  #isCreated(project: string, { ids, next }: PagedListState, wire: WorkItem): boolean {
    if (next === undefined) return true;
    if (this.#order !== undefined) return false;
    const first = ids[0] === undefined ? undefined : this.#deps.told(keyOf({ project, id: ids[0] }));
    return first === undefined || (wire.created_at ?? '') >= (first.created_at ?? '');
  }

  #fetch(project: string, options?: CallOptions) {
    return async (cursor: string | undefined) => {
      this.#opened.add(project);
      const order = this.#order === undefined ? {} : { order_by: this.#order };
      const query = { expand: this.#deps.expand, ...order, ...(cursor === undefined ? {} : { cursor }) };
      const page = await this.#deps.client.call.listWorkItems({ project_id: project, query }, options);
      this.#deps.tell(project, page.results);
      return idPage(page);
    };
  }

  /** A work item that is known to belong to the list now. */
  add(project: string, id: string): void {
    this.#deps.collections.add(this.key(project), id);
  }

  drop(project: string, ids: readonly string[]): void {
    this.#deps.collections.remove(this.key(project), ids);
  }
}

function idPage(page: Page<{ readonly id: string }>) {
  return { ids: page.results.map((one) => one.id), next: page.next, total: page.total };
}

function byCreation(one: WorkItem, other: WorkItem): number {
  return Date.parse(one.created_at ?? '') - Date.parse(other.created_at ?? '');
}
