// Keeps the two lists of modules (or cycles) equal: the one for fields, and the one for the tree.
import { parseRecordKey } from '../address.ts';
import { listKindOf } from '../lists/listKey.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import type { ProjectLists } from '../lists/projectLists.ts';
import type { ResourceStore, StoredRecord } from './resourceStore.ts';

type Named = StoredRecord & { readonly name: string };
type NamedStore<R extends Named> = Pick<ResourceStore<R, never, never>, 'get' | 'kind' | 'list' | 'records' | 'takeIn'>;

/**
 * Each list takes over what the other one reads. A record that is created, renamed or deleted here expires the project
 * list. Sends nothing.
 */
export function followResource<R extends Named>(parts: ProjectLists<R>, store: NamedStore<R>, lists: PagedLists): void {
  parts.onDidChange((project) => {
    const { status, records } = parts.of(project);
    if (status === 'ready') store.takeIn(project, records);
  });
  lists.onDidChange(({ of, owner: project }) => {
    if (of !== listKindOf(store.kind)) return;
    const { status, next, asOf, ids } = store.list(project).state;
    if (status !== 'ready' || next !== undefined) return;
    const records = ids.flatMap((id) => store.get(id, project) ?? []);
    if (asOf === undefined) parts.take(project, records);
    else parts.restore(project, records);
  });
  store.records.onDidChange((keys) => {
    for (const key of keys) {
      const address = parseRecordKey(key);
      if (address !== undefined && isOutOfDate(parts, store, address.within, address.id)) parts.expire(address.within);
    }
  });
}

function isOutOfDate<R extends Named>(
  parts: ProjectLists<R>,
  store: NamedStore<R>,
  project: string,
  id: string,
): boolean {
  const listed = parts.of(project).records.find((one) => one.id === id);
  return listed?.name !== store.get(id, project)?.name;
}
