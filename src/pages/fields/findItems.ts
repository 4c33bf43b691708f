// Searches work items for a field: first the loaded ones, then the server.

import * as l10n from '@vscode/l10n';
import { type ItemAddress, parseAddress } from '../../cache/address.ts';
import { Finder } from '../../cache/find.ts';
import type { ItemRecord } from '../../cache/record.ts';
import type { Store } from '../../cache/store.ts';
import { faultOf, isOutOfReach } from '../../client/apiError.ts';
import { identifierOf, isIdentifier } from '../../contract/resources/workItem.ts';
import type { Choice } from '../protocol/fields.ts';

const MOST = 30;
/** The server is searched if fewer loaded work items match. */
const ENOUGH = 5;

/** The work items to search: of one project or of all, except one. */
export interface ItemQuery {
  readonly project?: string;
  readonly except?: string;
}

/**
 * Returns the matches, best first. A complete identifier matches only the work item that has it, so that Enter cannot
 * select one that only starts with the same characters.
 */
export async function findItems(
  store: Store,
  text: string,
  { project, except }: ItemQuery = {},
): Promise<readonly Choice[]> {
  const typed = text.trim();
  const isWanted = (one: ItemAddress): boolean =>
    (project === undefined || one.project === project) && one.id !== except;
  if (typed === '') return knownIn(store, isWanted).slice(0, MOST);
  const known = new Finder(store).find(typed, MOST, { isWanted }).map((address) => itemChoice(store, address));
  if (isIdentifier(typed)) {
    const exact = known.filter(({ detail }) => detail?.toLowerCase() === typed.toLowerCase());
    return exact.length > 0 ? exact : byIdentifier(store, typed, isWanted);
  }
  if (typed.length < 2 || known.length >= ENOUGH) return known;
  const found = await store.search(typed);
  const others = found
    .filter((one) => isWanted({ project: one.project_id, id: one.id }) && !known.some((choice) => choice.id === one.id))
    .map((one) => ({ id: one.id, label: one.name, detail: identifierOf(one.project__identifier, one.sequence_id) }));
  return [...known, ...others].slice(0, MOST);
}

/**
 * Returns an empty array if the work item does not exist or is not accessible: the server responds with 403 for an
 * unknown project (API-FACTS A.3).
 */
async function byIdentifier(
  store: Store,
  identifier: string,
  isWanted: (one: ItemAddress) => boolean,
): Promise<readonly Choice[]> {
  try {
    const { project, id } = await store.readByIdentifier(identifier);
    return isWanted({ project, id }) ? [itemChoice(store, { project, id })] : [];
  } catch (error) {
    if (isOutOfReach(faultOf(error))) return [];
    throw error;
  }
}

/** Returns the work item as a choice, with a generic label if it is not loaded. */
export function itemChoice(store: Store | undefined, address: ItemAddress): Choice {
  const item = store?.item(address);
  const identifier = store?.identifier(address);
  return item === undefined ? { id: address.id, label: l10n.t('Another work item') } : choice(item, identifier);
}

function choice(item: ItemRecord, identifier: string | undefined): Choice {
  return { id: item.id, label: item.name, ...(identifier === undefined ? {} : { detail: identifier }) };
}

function knownIn(store: Store, isWanted: (address: ItemAddress) => boolean): Choice[] {
  return [...store.resources.workItems.records.all().keys()].flatMap((key) => {
    const address = parseAddress(key);
    const item = address !== undefined && isWanted(address) ? store.item(address) : undefined;
    return address === undefined || item === undefined ? [] : [choice(item, store.identifier(address))];
  });
}
