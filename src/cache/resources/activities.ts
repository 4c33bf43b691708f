// Owns what is known of the past of work items, newest first.
import type { Client } from '../../client/client.ts';
import type { Activity } from '../../contract/resources/activity.ts';
import { type ItemAddress, itemPath, keyOf } from '../address.ts';
import { OwnedList } from '../lists/ownedList.ts';
import type { PagedListState, PagedLists } from '../lists/pagedList.ts';

export class ActivityStore {
  readonly #known = new Map<string, Activity>();
  /** Owned by a work item's key. */
  readonly #lists: OwnedList<Activity>;

  constructor({ call }: Client, collections: PagedLists) {
    this.#lists = new OwnedList(
      collections,
      'activities',
      (owner, query) => call.listActivities({ ...itemPath(owner), query: { ...query, order_by: '-created_at' } }),
      (_, records) => {
        for (const one of records) this.#known.set(one.id, one);
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

  get(id: string): Activity | undefined {
    return this.#known.get(id);
  }

  read(address: ItemAddress): Promise<void> {
    return this.#lists.read(keyOf(address));
  }

  more(address: ItemAddress): Promise<void> {
    return this.#lists.loadMore(keyOf(address));
  }

  again(address: ItemAddress): Promise<void> {
    return this.#lists.reload(keyOf(address));
  }
}
