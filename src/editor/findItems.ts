// Owns the search for work items that a field may hold: first those that are known, then the server's.
import { identifierOf } from '../contract/resources/workItem.ts';
import { type ItemAddress, parseAddress } from '../store/address.ts';
import type { ItemRecord } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import type { Choice } from './words/fields.ts';

const MOST = 30;
/** With fewer hits than this among what is known, the server is asked. */
const ENOUGH = 5;

/** Which work items are looked for: those of one project or of all, but for one. */
export interface Wanted {
  readonly project?: string;
  readonly except?: string;
}

export async function findItems(store: Store, text: string, { project, except }: Wanted = {}): Promise<readonly Choice[]> {
  const words = text.trim().toLowerCase();
  const isWanted = (one: ItemAddress): boolean => (project === undefined || one.project === project) && one.id !== except;
  const known = knownIn(store, isWanted).filter((choice) => `${choice.label} ${choice.detail ?? ''}`.toLowerCase().includes(words));
  if (words.length < 2 || known.length >= ENOUGH) return known.slice(0, MOST);
  const found = await store.search(text.trim());
  const others = found
    .filter((one) => isWanted({ project: one.project_id, id: one.id }) && !known.some((choice) => choice.id === one.id))
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

function knownIn(store: Store, isWanted: (address: ItemAddress) => boolean): Choice[] {
  return [...store.items.all().keys()].flatMap((key) => {
    const address = parseAddress(key);
    const item = address !== undefined && isWanted(address) ? store.item(address) : undefined;
    return address === undefined || item === undefined ? [] : [choice(item, store.identifier(address))];
  });
}
