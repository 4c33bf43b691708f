// Moves work items into and out of modules and cycles, in as few requests as the server allows.
import { ignoreRecordGone } from '../../../client/apiError.ts';
import { keyOf } from '../address.ts';
import { ownerIn } from '../resources/associations.ts';
import type { Store } from '../store/store.ts';
import type { ChangeStep } from './itemChange.ts';

/** Maximum number of ids that the server accepts in one request. */
const MAX_IDS_PER_REQUEST = 100;

/**
 * Groups the steps into batches. Steps that add work items to the same module or cycle are in one batch, as are steps
 * that change the field `modules` in the same project, and steps that change fields of one work item. A step that
 * removes a work item from a module or cycle is a batch by itself.
 */
export function groupIntoBatches(steps: readonly ChangeStep[]): ChangeStep[][] {
  const allBatches: ChangeStep[][] = [];
  const openBatches = new Map<string, ChangeStep[]>();
  for (const step of steps) {
    const { field, after, address } = step;
    const isMembership = field === 'module' || field === 'cycle';
    const isAdded = isMembership && typeof after === 'string';
    const isBatched = isAdded || !isMembership;
    const isField = !isMembership && field !== 'modules';
    const key = isField ? keyOf(address) : `${field} ${address.project}/${isAdded ? after : ''}`;
    const openBatch = isBatched ? openBatches.get(key) : undefined;
    if (openBatch !== undefined && openBatch.length < MAX_IDS_PER_REQUEST) openBatch.push(step);
    else {
      const batch = [step];
      allBatches.push(batch);
      if (isBatched) openBatches.set(key, batch);
    }
  }
  return allBatches;
}

/**
 * Applies one batch of steps of the field `module` or `cycle`. The lists show the change at once, and are restored if
 * the request fails. Rejects with an ApiError.
 */
export async function sendMembershipSteps(store: Store, batch: readonly ChangeStep[]): Promise<void> {
  updateLists(store, batch, 'after');
  const sendPromise = sendBatch(store, batch);
  try {
    await Promise.all([sendPromise, ...batch.map((step) => showModuleWhileSending(store, step, sendPromise))]);
    for (const { address, field, after } of batch)
      if ((field === 'module' || field === 'cycle') && (after === null || typeof after === 'string'))
        store.localMemberships.set(field, address, after);
  } catch (error) {
    updateLists(store, batch, 'before');
    throw error;
  }
}

/**
 * Adds the items to the list of their new module or cycle, and removes them from the list of their previous module or
 * cycle.
 */
function updateLists(store: Store, batch: readonly ChangeStep[], target: 'before' | 'after'): void {
  for (const step of batch) {
    const { project, id } = step.address;
    const listKind = step.field === 'module' ? 'moduleItems' : 'cycleItems';
    const [oldOwner, newOwner] = target === 'after' ? [step.before, step.after] : [step.after, step.before];
    if (typeof oldOwner === 'string') store.lists.get({ of: listKind, owner: ownerIn(project, oldOwner) }).remove([id]);
    if (typeof newOwner === 'string') store.lists.get({ of: listKind, owner: ownerIn(project, newOwner) }).add(id);
  }
}

/**
 * Sends one batch. Adding a work item to a cycle removes the item from its previous cycle without another request. On
 * servers that do not send the module of a work item, it can be in several modules, so a second request removes the
 * item from its previous module.
 */
async function sendBatch(store: Store, batch: readonly ChangeStep[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const { project } = first.address;
  const association = first.field === 'module' ? store.associations.moduleItems : store.associations.cycleItems;
  const ids = batch.map(({ address }) => address.id);
  if (typeof first.after === 'string') await association.add(ownerIn(project, first.after), ids);
  for (const { address, before, after, field } of batch) {
    const canBeInSeveral = field === 'module' && store.item(address)?.module === undefined;
    if (typeof before !== 'string' || before === after || (after !== null && !canBeInSeveral)) continue;
    await association.remove(ownerIn(project, before), [address.id]).catch(ignoreRecordGone);
  }
}

/** Shows the new module in the work item's record while the batch is being sent. */
async function showModuleWhileSending(
  { resources }: Store,
  { address, field, after }: ChangeStep,
  sendPromise: Promise<void>,
): Promise<void> {
  const items = resources.workItems.records;
  const key = keyOf(address);
  const confirmed = items.confirmed(key);
  if (field !== 'module' || (typeof after === 'object' && after !== null) || confirmed?.module === undefined) return;
  await items.update(key, { module: after }, async () => {
    await sendPromise;
    return { ...(items.confirmed(key) ?? confirmed), module: after };
  });
}
