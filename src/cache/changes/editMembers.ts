// Moves work items into and out of modules and cycles, in as few requests as the server allows.
import { faultOf, isRecordGone } from '../../client/apiError.ts';
import { keyOf } from '../address.ts';
import { ownerIn } from '../resources/associations.ts';
import type { Store } from '../store.ts';
import type { ChangeStep } from './itemChange.ts';

/** Maximum number of ids that the server accepts in one request. */
const MOST = 100;

/** Groups steps by request: those into the same module or cycle share one, any other step has its own. */
export function batches(steps: readonly ChangeStep[]): ChangeStep[][] {
  const collected: ChangeStep[][] = [];
  const open = new Map<string, ChangeStep[]>();
  for (const step of steps) {
    const { field, after, address } = step;
    const isAdded = (field === 'module' || field === 'cycle') && typeof after === 'string';
    const key = `${field} ${address.project}/${isAdded ? after : ''}`;
    const begun = isAdded ? open.get(key) : undefined;
    if (begun !== undefined && begun.length < MOST) begun.push(step);
    else {
      const batch = [step];
      collected.push(batch);
      if (isAdded) open.set(key, batch);
    }
  }
  return collected;
}

/**
 * Applies one batch of steps of the field `module` or `cycle`: shows it at once, and reverts what is shown if the
 * request fails. Rejects with an ApiError.
 */
export async function editMembers(store: Store, batch: readonly ChangeStep[]): Promise<void> {
  rearrange(store, batch, 'after');
  const sent = send(store, batch);
  try {
    await Promise.all([sent, ...batch.map((step) => overlay(store, step, sent))]);
  } catch (error) {
    rearrange(store, batch, 'before');
    throw error;
  }
}

/** Adds the items to the lists of their new module or cycle, and removes them from the lists of the previous one. */
function rearrange(store: Store, batch: readonly ChangeStep[], towards: 'before' | 'after'): void {
  for (const step of batch) {
    const { project, id } = step.address;
    const of = step.field === 'module' ? 'moduleItems' : 'cycleItems';
    const [from, to] = towards === 'after' ? [step.before, step.after] : [step.after, step.before];
    if (typeof from === 'string') store.lists.get({ of, owner: ownerIn(project, from) }).remove([id]);
    if (typeof to === 'string') store.lists.get({ of, owner: ownerIn(project, to) }).add(id);
  }
}

/**
 * Sends one batch. A work item is in one cycle at most. On servers that do not report its module, it may be in several
 * modules: there, it is removed from the previous one.
 */
async function send(store: Store, batch: readonly ChangeStep[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const { project } = first.address;
  const tie = first.field === 'module' ? store.associations.moduleItems : store.associations.cycleItems;
  const ids = batch.map(({ address }) => address.id);
  if (typeof first.after === 'string') await tie.put(ownerIn(project, first.after), ids);
  for (const { address, before, after, field } of batch) {
    const isMany = field === 'module' && store.item(address)?.module === undefined;
    if (typeof before !== 'string' || before === after || (after !== null && !isMany)) continue;
    await takeOut(() => tie.take(ownerIn(project, before), [address.id]));
  }
}

/** Ignores that the item is already removed. */
async function takeOut(take: () => Promise<void>): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!isRecordGone(faultOf(error))) throw error;
  }
}

async function overlay(
  { resources }: Store,
  { address, field, after }: ChangeStep,
  sent: Promise<void>,
): Promise<void> {
  const items = resources.workItems.records;
  const key = keyOf(address);
  const confirmed = items.confirmed(key);
  if (field !== 'module' || (typeof after === 'object' && after !== null) || confirmed?.module === undefined) return;
  await items.update(key, { module: after }, async () => {
    await sent;
    return { ...(items.confirmed(key) ?? confirmed), module: after };
  });
}
