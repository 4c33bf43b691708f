// Owns the search for a parent: work items of the same project, first those that are known, then the server's.
import { identifierOf } from '../contract/resources/workItem.ts';
import { type ItemAddress, parseAddress } from '../store/address.ts';
import type { ItemRecord } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import type { Choice } from './words.ts';

const MOST = 30;
/** With fewer hits than this among what is known, the server is asked. */
const ENOUGH = 5;

export async function findParents(store: Store, address: ItemAddress, text: string): Promise<readonly Choice[]> {
  const wanted = text.trim().toLowerCase();
  const known = knownIn(store, address).filter((choice) => `${choice.label} ${choice.detail ?? ''}`.toLowerCase().includes(wanted));
  if (wanted.length < 2 || known.length >= ENOUGH) return known.slice(0, MOST);
  const found = await store.search(text.trim());
  const others = found
    .filter((one) => one.project_id === address.project && one.id !== address.id && !known.some((choice) => choice.id === one.id))
    .map((one) => ({ id: one.id, label: one.name, detail: identifierOf(one.project__identifier, one.sequence_id) }));
  return [...known, ...others].slice(0, MOST);
}

/** A work item as a choice; by its id alone when it is not known. */
export function itemChoice(store: Store | undefined, address: ItemAddress): Choice {
  const item = store?.item(address);
  const identifier = store?.identifier(address);
  return item === undefined ? { id: address.id, label: 'Another work item' } : choice(item, identifier);
}

function choice(item: ItemRecord, identifier: string | undefined): Choice {
  return { id: item.id, label: item.name, ...(identifier === undefined ? {} : { detail: identifier }) };
}

function knownIn(store: Store, own: ItemAddress): Choice[] {
  return [...store.items.all().keys()].flatMap((key) => {
    const address = parseAddress(key);
    const item = address?.project === own.project && address.id !== own.id ? store.item(address) : undefined;
    return address === undefined || item === undefined ? [] : [choice(item, store.identifier(address))];
  });
}
