// Selects the loaded work items that completion offers, best match first. Sends no request.

import { isIdentifier, normalizeIdentifier } from '../../contract/resources/workItem.ts';
import { includesSearchText } from '../../std/searchText.ts';
import type { ItemAddress } from '../cache/address.ts';
import type { Store } from '../cache/store/store.ts';
import type { PartialMention } from './partialMention.ts';

export interface Completion {
  readonly identifier: string;
  readonly name: string;
  /** The address of the work item; undefined if the work item is not loaded. */
  readonly address?: ItemAddress;
  /** The name of the state; undefined if the state is not loaded. */
  readonly state?: string;
  /** Whether the work item is completed or canceled; undefined if the work item is not loaded. */
  readonly isDone?: boolean;
}

/** A work item that was opened recently, possibly in an earlier session. */
export interface RecentItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

export interface Completions {
  readonly items: readonly Completion[];
  /** Whether more work items match than were returned. */
  readonly hasMore: boolean;
}

/**
 * Returns at most `maxCount` work items: first the work item with the typed identifier, then recent work items, then
 * the other matches; completed and canceled work items come last. Enter accepts the first completion, and must not turn
 * WEB-1 into WEB-16: if other work items match, a typed identifier without a loaded work item is the first completion.
 */
export function completionsFor(
  typed: PartialMention,
  maxCount: number,
  { store, recentMentions }: { store: Store; recentMentions: readonly RecentItem[] },
): Completions {
  const completeIdentifier = parseTypedIdentifier(typed);
  const addresses = [...findByIdentifier(store, completeIdentifier), ...findMatches(store, typed, maxCount + 1)];
  const isMatch = (one: Completion): boolean => matchesTyped(one, typed);
  const loadedItems = addresses.flatMap((address) => loadedCompletions(store, address));
  const matchingRecents = recentMentions
    .map((one) => loadedCompletions(store, one)[0] ?? { identifier: one.identifier, name: one.name })
    .filter(isMatch);
  const exactMatch = [...matchingRecents, ...loadedItems].find(({ identifier }) => identifier === completeIdentifier);
  const otherItems = new Map([...matchingRecents, ...loadedItems].map((one) => [one.identifier, one]));
  const firstItem =
    completeIdentifier === undefined || otherItems.size === 0
      ? []
      : [[completeIdentifier, exactMatch ?? { identifier: completeIdentifier, name: '' }] as const];
  const isDone = ([, completion]: readonly [string, Completion]): boolean => completion.isDone === true;
  const otherEntries = [...otherItems];
  const completions = new Map([
    ...firstItem,
    ...otherEntries.filter((one) => !isDone(one)),
    ...otherEntries.filter(isDone),
  ]);
  return { items: [...completions.values()].slice(0, maxCount), hasMore: completions.size > maxCount };
}

function loadedCompletions(store: Store, { project, id }: ItemAddress): Completion[] {
  const item = store.item({ project, id });
  const identifier = store.identifier({ project, id });
  const state = store.stateOf({ project, id })?.name;
  if (item === undefined || identifier === undefined) return [];
  const address = { project, id };
  const isDone = store.isDone(address);
  return [{ identifier, name: item.name, address, isDone, ...(state === undefined ? {} : { state }) }];
}

/** Returns the work item with exactly this identifier, if it is loaded. */
function findByIdentifier(store: Store, identifier: string | undefined): readonly ItemAddress[] {
  if (identifier === undefined) return [];
  return store.finder.find(identifier, 1).filter((address) => store.identifier(address) === identifier);
}

/**
 * Returns at most `limit` work items that match the typed text. Without typed words, the work items with the latest
 * update come first.
 */
function findMatches({ finder }: Store, typed: PartialMention, limit: number): readonly ItemAddress[] {
  if (typed.kind === 'number') return finder.findLatestByPrefix(`${typed.prefix}-${typed.digits}`, limit);
  return typed.words === '' ? finder.findLatest(limit) : finder.find(typed.words, limit);
}

/** Returns the identifier if the user typed a complete identifier, as in `WEB-1` or `#web-1`. */
function parseTypedIdentifier(typed: PartialMention): string | undefined {
  if (typed.kind === 'words') return isIdentifier(typed.words) ? normalizeIdentifier(typed.words) : undefined;
  return typed.digits === '' ? undefined : `${typed.prefix}-${typed.digits}`;
}

function matchesTyped({ identifier, name }: Completion, typed: PartialMention): boolean {
  if (typed.kind === 'number') return identifier.startsWith(`${typed.prefix}-${typed.digits}`);
  return includesSearchText(`${identifier} ${name}`, typed.words);
}
