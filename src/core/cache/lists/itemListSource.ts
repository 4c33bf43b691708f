// Reads the work items of projects in the order that `setOrder` has set, and loads changes with one request.
import type { CallOptions } from '../../../client/call.ts';
import type { WorkItem } from '../../../contract/resources/workItem.ts';
import { keyOf } from '../address.ts';
import type { ItemRecord } from '../record.ts';
import { type CachedList, type IdPage, type ListSource, toIdPage } from './cachedList.ts';
import type { PagedLists } from './pagedLists.ts';
import type { ResourceOperations } from './resourceOperations.ts';

export interface ItemListDeps {
  /** Reads one page of a project's work items. */
  readonly listPage: ResourceOperations<WorkItem, never, never>['list'];
  readonly lists: PagedLists;
  /** Stores the work items of every page that is read. */
  readonly storeRecords: (project: string, items: readonly WorkItem[]) => void;
  /** Returns the work item with this key as the server last sent it. */
  readonly confirmed: (key: string) => ItemRecord | undefined;
}

export class ItemListSource implements ListSource {
  readonly #deps: ItemListDeps;
  #order: string | undefined;
  /** Projects whose list of work items was requested in this run. */
  readonly #requestedProjects = new Set<string>();

  constructor(deps: ItemListDeps) {
    this.#deps = deps;
  }

  get order(): string | undefined {
    return this.#order;
  }

  readonly fetch = async (
    project: string,
    cursor: string | undefined,
    options: CallOptions | undefined,
  ): Promise<IdPage> => {
    const { listPage, storeRecords } = this.#deps;
    this.#requestedProjects.add(project);
    const order = this.#order === undefined ? {} : { order_by: this.#order };
    const page = await listPage(project, { ...order, ...(cursor === undefined ? {} : { cursor }) }, options);
    storeRecords(project, page.results);
    return toIdPage(page);
  };

  /**
   * Requests the page with the project's most recently changed work items. Resolves with false if a full reload is
   * still needed: more work items have changed than fit on the page, or the total shows that work items were deleted.
   */
  readonly revalidate = async (list: CachedList, options: CallOptions | undefined): Promise<boolean> => {
    const { listPage, storeRecords } = this.#deps;
    const project = list.key.owner;
    const before = list.state;
    const page = await listPage(project, { order_by: '-updated_at' }, options);
    const knownIds = new Set(before.ids);
    const unknownItems = page.results.filter(({ id }) => !knownIds.has(id));
    const isComplete = page.next === undefined || page.results.some((item) => this.#isUnchanged(project, item));
    storeRecords(project, page.results);
    const createdItems = unknownItems
      .filter((item) => this.#isCreatedSinceRead(list, before.ids[0], before.next, item))
      .sort(byCreation);
    for (const { id } of createdItems) list.add(id);
    const total = before.total === undefined ? undefined : before.total + createdItems.length;
    return isComplete && (page.total === undefined || page.total === total);
  };

  /**
   * Sets the `order_by` with which lists are read from now on; undefined is the server's default order. A list whose
   * pages have all been read stays, because it can be sorted locally. Any other list is forgotten, because its first
   * page is different in the new order.
   */
  setOrder(order: string | undefined): void {
    if (order === this.#order) return;
    this.#order = order;
    const { lists } = this.#deps;
    const queriedLists = lists.readyLists().filter(({ key }) => key.of === 'foundItems');
    for (const list of [
      ...[...this.#requestedProjects].map((owner) => lists.get({ of: 'items', owner })),
      ...queriedLists,
    ])
      if (list.state.next !== undefined || list.state.status === 'loading') list.forget();
  }

  #isUnchanged(project: string, item: WorkItem): boolean {
    const confirmed = this.#deps.confirmed(keyOf({ project, id: item.id }));
    return confirmed?.updated_at !== undefined && confirmed.updated_at === item.updated_at;
  }

  /**
   * Whether a work item that the list does not contain was created after the list was read. If all pages of the list
   * were read, every such work item was. If not, and the list starts with its newest work item, only a work item that
   * is not older than the first one was; an older one is on a page that was not read. In any other order, returns
   * false, because the work item may be on a page that was not read.
   */
  #isCreatedSinceRead(
    { key: { owner: project } }: CachedList,
    firstId: string | undefined,
    next: string | undefined,
    item: WorkItem,
  ): boolean {
    if (next === undefined) return true;
    if (this.#order !== undefined) return false;
    const firstItem = firstId === undefined ? undefined : this.#deps.confirmed(keyOf({ project, id: firstId }));
    return firstItem === undefined || (item.created_at ?? '') >= (firstItem.created_at ?? '');
  }
}

function byCreation(one: WorkItem, other: WorkItem): number {
  return Date.parse(one.created_at ?? '') - Date.parse(other.created_at ?? '');
}
