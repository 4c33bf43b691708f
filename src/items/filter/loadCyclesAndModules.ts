// Reads the lists of work items of the cycles and modules that a filter names. A work item does not contain its cycle
// and, on some servers, not its module, so only these lists show which work items match the filter.

import { itemsContainModule } from '../../core/cache/changes/memberships.ts';
import type { ListKey } from '../../core/cache/lists/listKey.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Filter } from './filter.ts';

const LIST_KINDS_BY_GROUPING = {
  cycle: { owners: 'cycles', items: 'cycleItems' },
  module: { owners: 'modules', items: 'moduleItems' },
} as const;

/**
 * If the filter contains cycles or modules, reads the list of cycles or modules of each project, and the list of work
 * items of each cycle or module that the filter names. Does not read lists that are loaded, nor lists of work items of
 * modules if work items contain their module. Resolves with true if any list was read. If a request fails, the state of
 * its list contains the fault.
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
      for (const id of ids.filter((one) => isNeededForFilter(store, filter, by, project, one)))
        await readIfNotLoaded({ of: LIST_KINDS_BY_GROUPING[by].items, owner: `${project}/${id}` });
    }
  }
  return hasReadAny;
}

/**
 * Whether the filter names the cycle or module. True for all if the filter selects work items in no cycle or module.
 */
function isNeededForFilter(store: Store, filter: Filter, by: 'cycle' | 'module', project: string, id: string): boolean {
  const { cycles, modules } = store.resources;
  const name = (by === 'cycle' ? cycles : modules).get(id, project)?.name.toLowerCase();
  return filter.some(
    ({ field, values }) => field === by && values.some((value) => value === '' || value.toLowerCase() === name),
  );
}
