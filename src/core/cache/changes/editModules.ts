// Adds work items to modules and removes them, on servers where a work item can be in several modules.
import { ignoreRecordGone } from '../../../client/apiError.ts';
import type { ItemAddress } from '../address.ts';
import { loadRemainingPages } from '../lists/loadRemainingPages.ts';
import { ownerIn } from '../resources/associations.ts';
import type { Store } from '../store/store.ts';
import { type ChangeStep, currentValue, idsIn } from './itemChange.ts';

/** Maximum number of modules whose lists of work items one call of `loadModuleItemLists` requests. */
const MAX_REQUESTED_MODULES = 20;

/**
 * Whether these work items can be in several modules: true if the server has sent one of them without the field
 * `module`.
 */
export function itemsCanHaveSeveralModules(store: Pick<Store, 'item'>, addresses: readonly ItemAddress[]): boolean {
  return addresses.some((address) => {
    const item = store.item(address);
    return item !== undefined && item.module === undefined;
  });
}

/**
 * Whether work items of the project can be in several modules, according to one of its loaded work items. Returns false
 * if none is loaded.
 */
export function projectItemsCanHaveSeveralModules(store: Pick<Store, 'item' | 'resources'>, project: string): boolean {
  const { workItems } = store.resources;
  const [listedId] = workItems.list(project).state.ids;
  if (listedId !== undefined) return itemsCanHaveSeveralModules(store, [{ project, id: listedId }]);
  for (const [key, item] of workItems.records.all())
    if (key.startsWith(`${project}/`)) return item.module === undefined;
  return false;
}

/**
 * Reads the list of work items of each module of the project whose list is not completely loaded, but of at most
 * MAX_REQUESTED_MODULES modules. Only these lists show which modules a work item is in.
 */
export async function loadModuleItemLists(store: Store, project: string): Promise<void> {
  const modules = await store.resources.modules.readAll(project);
  const lists = modules.map(({ id }) => store.associations.moduleItems.list(ownerIn(project, id)));
  const incompleteLists = lists.filter(({ state }) => state.status !== 'ready' || state.next !== undefined);
  await Promise.all(
    incompleteLists.slice(0, MAX_REQUESTED_MODULES).map(async (list) => {
      await list.read();
      await loadRemainingPages(list);
    }),
  );
}

/**
 * Applies the steps of one project: sends one request for each module to which work items are added, and one request
 * for each work item that is removed from a module. The lists of the modules show each change at once; if the request
 * for a change fails, its list is restored. Rejects with an ApiError.
 */
export async function editModules(store: Store, batch: readonly ChangeStep[]): Promise<void> {
  const addressesByModule = new Map<string, ItemAddress[]>();
  const requests: Promise<void>[] = [];
  for (const { address, before, after } of batch) {
    const [oldIds, newIds] = [idsIn(before), idsIn(after)];
    for (const id of newIds)
      if (!oldIds.includes(id)) addressesByModule.set(id, [...(addressesByModule.get(id) ?? []), address]);
    for (const id of oldIds) if (!newIds.includes(id)) requests.push(remove(store, address, id));
  }
  for (const [module, addresses] of addressesByModule) requests.push(add(store, module, addresses));
  const failedRequest = (await Promise.allSettled(requests)).find(({ status }) => status === 'rejected');
  if (failedRequest?.status === 'rejected') throw failedRequest.reason;
}

async function add(store: Store, module: string, addresses: readonly ItemAddress[]): Promise<void> {
  const { moduleItems } = store.associations;
  const owner = ownerIn(addresses[0]?.project ?? '', module);
  const list = store.lists.get({ of: 'moduleItems', owner });
  const ids = addresses.map(({ id }) => id);
  for (const id of ids) list.add(id);
  try {
    await moduleItems.add(owner, ids);
  } catch (error) {
    list.remove(ids);
    throw error;
  }
  for (const address of addresses) {
    store.localMemberships.setInModule(address, module, true);
    store.localMemberships.set('module', address, module);
  }
}

async function remove(store: Store, address: ItemAddress, module: string): Promise<void> {
  const owner = ownerIn(address.project, module);
  const list = store.lists.get({ of: 'moduleItems', owner });
  list.remove([address.id]);
  try {
    await store.associations.moduleItems.remove(owner, [address.id]).catch(ignoreRecordGone);
  } catch (error) {
    list.add(address.id);
    throw error;
  }
  store.localMemberships.setInModule(address, module, false);
  const remainingModules = idsIn(currentValue(store, address, 'modules'));
  store.localMemberships.set('module', address, remainingModules[0] === module ? null : (remainingModules[0] ?? null));
}
