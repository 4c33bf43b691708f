// Caches the activities of work items, newest first.
import type { Client } from '../../../client/api/client.ts';
import type { Activity } from '../../../contract/resources/activity.ts';
import { type ItemAddress, itemPathParameters, keyOf } from '../address.ts';
import { createListSource } from '../lists/cachedList.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';

export class ActivityStore {
  readonly #activities = new Map<string, Activity>();
  readonly #listOf: (key: string) => PagedList;

  constructor({ call }: Client, lists: PagedLists) {
    this.#listOf = lists.defineLists(
      'activities',
      createListSource(
        (owner, query) =>
          call.listActivities({ ...itemPathParameters(owner), query: { ...query, order_by: '-created_at' } }),
        (_, records) => {
          for (const activity of records) this.#activities.set(activity.id, activity);
        },
      ),
    );
  }

  list(address: ItemAddress): PagedList {
    return this.#listOf(keyOf(address));
  }

  get(id: string): Activity | undefined {
    return this.#activities.get(id);
  }
}
