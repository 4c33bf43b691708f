// Finds work items that a field can have as its value: searches the loaded work items, then the server.

import * as l10n from '@vscode/l10n';
import { faultOf, isMissingOrForbidden } from '../../client/apiError.ts';
import { identifierOf, isIdentifier } from '../../contract/resources/workItem.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Choice } from './fieldProtocol.ts';

const MAX_RESULTS = 30;
/** If fewer loaded work items than this match, the server is searched too. */
const MIN_LOADED_MATCHES = 5;

/** Limits a search to one project, and excludes the work item with the id `excludedId`. */
export interface ItemQuery {
  readonly project?: string;
  readonly excludedId?: string;
}

/**
 * Resolves with the matches, best first. A complete identifier matches only the work item with exactly this identifier,
 * so that Enter cannot select a work item whose identifier only starts with the same characters.
 */
export async function findItems(
  store: Store,
  text: string,
  { project, excludedId }: ItemQuery = {},
): Promise<readonly Choice[]> {
  const searchText = text.trim();
  const matchesQuery = (item: ItemAddress): boolean =>
    (project === undefined || item.project === project) && item.id !== excludedId;
  if (searchText === '')
    return store.finder.findLatest(MAX_RESULTS, matchesQuery).map((address) => itemChoice(store, address));
  const loadedMatches = store.finder
    .find(searchText, MAX_RESULTS, { isWanted: matchesQuery })
    .map((address) => itemChoice(store, address));
  if (isIdentifier(searchText)) {
    const exactMatches = loadedMatches.filter(({ detail }) => detail?.toLowerCase() === searchText.toLowerCase());
    return exactMatches.length > 0 ? exactMatches : findItemByIdentifier(store, searchText, matchesQuery);
  }
  if (searchText.length < 2 || loadedMatches.length >= MIN_LOADED_MATCHES) return loadedMatches;
  const serverMatches = await store.search(searchText);
  const otherMatches = serverMatches
    .filter(
      (item) =>
        matchesQuery({ project: item.project_id, id: item.id }) &&
        !loadedMatches.some((choice) => choice.id === item.id),
    )
    .map((item) => ({
      id: item.id,
      label: item.name,
      detail: identifierOf(item.project__identifier, item.sequence_id),
    }));
  return [...loadedMatches, ...otherMatches].slice(0, MAX_RESULTS);
}

/**
 * Resolves with one choice, or with none if the work item does not exist, does not match the query, or the user has no
 * access to it. The server responds with 403 for an unknown project.
 */
async function findItemByIdentifier(
  store: Store,
  identifier: string,
  matchesQuery: (item: ItemAddress) => boolean,
): Promise<readonly Choice[]> {
  try {
    const { project, id } = await store.readByIdentifier(identifier);
    return matchesQuery({ project, id }) ? [itemChoice(store, { project, id })] : [];
  } catch (error) {
    if (isMissingOrForbidden(faultOf(error))) return [];
    throw error;
  }
}

/** Returns the choice for a work item, with a generic label if the work item is not loaded. */
export function itemChoice(store: Store | undefined, address: ItemAddress): Choice {
  // The parent of a work item may be an epic.
  const item = store?.item(address) ?? store?.resources.epics.get(address.id, address.project);
  const identifier = store?.identifier(address);
  return item === undefined ? { id: address.id, label: l10n.t('Unknown work item') } : toChoice(item, identifier);
}

function toChoice(item: Pick<ItemRecord, 'id' | 'name'>, identifier: string | undefined): Choice {
  return { id: item.id, label: item.name, ...(identifier === undefined ? {} : { detail: identifier }) };
}
