// Reads the cycles and modules that a filter names. A work item does not contain its cycle and, on some servers, not
// its module. Only the lists of the cycles and modules show which work items are in them.
import type { ListKey } from '../../cache/lists/listKey.ts';
import type { Store } from '../../cache/store.ts';
import type { Filter } from './filter.ts';

const LIST_KINDS_BY_GROUPING = {
  cycle: { owners: 'cycles', items: 'cycleItems' },
  module: { owners: 'modules', items: 'moduleItems' },
} as const;

/**
 * Reads the lists of these projects that are not loaded yet. Resolves with true if any list was read. A request that
 * fails is reported by the state of its list.
 */
export async function loadFilteredCyclesAndModules(
  store: Store,
  filter: Filter,
  projects: readonly string[],
): Promise<boolean> {
  const fields = (['cycle', 'module'] as const).filter((by) => filter.some(({ field }) => field === by));
  let hasReadAny = false;
  const readIfNotLoaded = async (key: ListKey): Promise<readonly string[]> => {
    const list = store.list(key);
    if (list.state.status === 'notLoaded') {
      hasReadAny = true;
      await list.read();
    }
    return list.state.ids;
  };
  for (const by of fields) {
    for (const project of projects) {
      const ids = await readIfNotLoaded({ of: LIST_KINDS_BY_GROUPING[by].owners, owner: project });
      if (by === 'module' && itemsContainModule(store, project)) continue;
      for (const id of ids.filter((one) => isNamedInFilter(store, filter, by, project, one)))
        await readIfNotLoaded({ of: LIST_KINDS_BY_GROUPING[by].items, owner: `${project}/${id}` });
    }
  }
  return hasReadAny;
}

/** Whether the server's response includes the module of each work item. */
function itemsContainModule(store: Store, project: string): boolean {
  const [id] = store.list({ of: 'items', owner: project }).state.ids;
  return id !== undefined && store.item({ project, id })?.module !== undefined;
}

function isNamedInFilter(store: Store, filter: Filter, by: 'cycle' | 'module', project: string, id: string): boolean {
  const { cycles, modules } = store.resources;
  const name = (by === 'cycle' ? cycles : modules).get(id, project)?.name.toLowerCase();
  return filter.some(
    ({ field, values }) => field === by && values.some((value) => value === '' || value.toLowerCase() === name),
  );
}
