// Synchronizes the two lists of a project's modules: one list is used by fields, the other by trees. Does the same for
// cycles, states and labels.
import { parseRecordKey } from '../address.ts';
import { listKindOf } from '../lists/listKey.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import type { ProjectLists } from '../lists/projectLists.ts';
import type { ResourceStore, StoredRecord } from './resourceStore.ts';

type NamedStoredRecord = StoredRecord & { readonly name: string; readonly color?: unknown };
type NamedStore<R extends NamedStoredRecord> = Pick<
  ResourceStore<R, never, never>,
  'get' | 'kind' | 'list' | 'records' | 'storeRecords'
>;

/**
 * Copies records that were read for the fields' list into the trees' list, and the reverse. Expires the fields' list
 * when a record is created, deleted, renamed or recolored in this window. Sends no request.
 */
export function mirrorProjectLists<R extends NamedStoredRecord>(
  projectLists: ProjectLists<R>,
  store: NamedStore<R>,
  lists: PagedLists,
): void {
  projectLists.onDidChange((project) => {
    const { status, records } = projectLists.get(project);
    if (status === 'ready') store.storeRecords(project, records);
  });
  lists.onDidChange(({ of, owner: project }) => {
    if (of !== listKindOf(store.kind)) return;
    const { status, next, asOf, ids } = store.list(project).state;
    if (status !== 'ready' || next !== undefined) return;
    const records = ids.flatMap((id) => store.get(id, project) ?? []);
    if (asOf === undefined) projectLists.setRecords(project, records);
    else projectLists.restore(project, records);
  });
  store.records.onDidChange((keys) => {
    for (const key of keys) {
      const address = parseRecordKey(key);
      if (address !== undefined && isOutOfDate(projectLists, store, address.within, address.id))
        projectLists.expire(address.within);
    }
  });
}

function isOutOfDate<R extends NamedStoredRecord>(
  projectLists: ProjectLists<R>,
  store: NamedStore<R>,
  project: string,
  id: string,
): boolean {
  const listedRecord = projectLists.get(project).records.find((record) => record.id === id);
  const record = store.get(id, project);
  return listedRecord?.name !== record?.name || listedRecord?.color !== record?.color;
}
