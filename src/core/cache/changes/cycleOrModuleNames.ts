// Looks up the names of the cycle and the modules of a work item.
import type { ItemAddress } from '../address.ts';
import { currentValue, type ItemChangeStore, idsIn } from './itemChange.ts';

/**
 * Returns the name of the cycle, or the names of the modules, of a work item. Returns an empty list if it is in no
 * cycle or module, and undefined if its cycle or modules are unknown. Sends no request.
 */
export function cycleOrModuleNames(
  store: ItemChangeStore,
  item: ItemAddress,
  field: 'cycle' | 'module' | 'modules',
): readonly string[] | undefined {
  const value = currentValue(store, item, field);
  if (value === undefined) return undefined;
  const ids = typeof value === 'string' ? [value] : idsIn(value);
  const { cycles, modules } = store.resources;
  const names = ids.flatMap((id) => (field === 'cycle' ? cycles : modules).get(id, item.project)?.name ?? []);
  return names.length === 0 && ids.length > 0 ? undefined : names;
}
