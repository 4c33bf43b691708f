// Reads in which cycle or module a work item is. A work item does not contain its cycle and, on some servers, not its
// module, so only the lists of work items of the cycles and modules show it.

import { ApiError } from '../../client/apiError.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { currentValue, type ItemChange } from '../../core/cache/changes/itemChange.ts';
import { ownerIn } from '../../core/cache/resources/associations.ts';
import { readNames } from '../projectNames.ts';
import { type ToolContext, waitForAllowance } from '../toolContext.ts';

/**
 * If a change removes the work item from a cycle or module that is not known, reads the lists of the project's cycles
 * or modules until one contains the work item: one request for each page. Rejects with an ApiError.
 */
export async function readUnknownMemberships(
  access: ToolContext,
  address: ItemAddress,
  changes: readonly ItemChange[],
): Promise<void> {
  for (const change of changes) {
    if ((change.field === 'cycle' || change.field === 'module') && change.value === null)
      await readMembership(access, address, change.field);
  }
}

async function readMembership(access: ToolContext, address: ItemAddress, field: 'cycle' | 'module'): Promise<void> {
  const { store } = access.session;
  if (currentValue(store, address, field) !== undefined) return;
  const { cycleItems, moduleItems } = store.associations;
  for (const { id } of await readNames(access, field, address.project)) {
    const list = (field === 'cycle' ? cycleItems : moduleItems).list(ownerIn(address.project, id));
    do {
      if (list.state.ids.includes(address.id)) return;
      const options = await waitForAllowance(access);
      await (list.state.status === 'ready' ? list.loadMore(options) : list.read(options));
      if (list.state.fault !== undefined) throw new ApiError(list.state.fault);
    } while (list.state.next !== undefined);
    if (list.state.ids.includes(address.id)) return;
  }
}
