// Selects the loaded work items that completion offers, best match first. Sends no request.

import { type ItemAddress, parseItemKey } from '../cache/address.ts';
import type { Finder } from '../cache/find.ts';
import type { Store } from '../cache/store.ts';
import { isIdentifier } from '../contract/resources/workItem.ts';
import { includesSearchText } from '../std/searchText.ts';
import type { MentionResolver } from './knownItems.ts';
import type { TypedText } from './typedMention.ts';

export interface Completion {
  readonly identifier: string;
  readonly name: string;
  /** Undefined for a work item that is not loaded. */
  readonly address?: ItemAddress;
}

/** A work item that was opened recently, possibly in an earlier session. */
export interface RecentMention extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

export interface Completions {
  readonly items: readonly Completion[];
  /** Whether more work items match than were returned. */
  readonly hasMore: boolean;
}

/**
 * Returns at most `most` work items: first the one whose identifier is typed, then recent ones, then the last updated
 * ones. Enter accepts the first completion, and must not turn WEB-1 into WEB-16: a typed identifier that is not loaded
 * is offered first if any other work item matches.
 */
export function completionsFor(
  typed: TypedText,
  most: number,
  {
    store,
    mentionResolver,
    finder,
    recents,
  }: { store: Store; mentionResolver: MentionResolver; finder: Finder; recents: readonly RecentMention[] },
): Completions {
  const addresses =
    typed.kind === 'words' && typed.words !== ''
      ? finder.find(typed.words, most + 1)
      : latestMatches(store, typed, mentionResolver);
  const isMatch = (one: Completion): boolean => matchesTyped(one, typed);
  const loadedItems = addresses.flatMap((address) => completionsOf(store, address));
  const matchingRecents = recents
    .map((one) => completionsOf(store, one)[0] ?? { identifier: one.identifier, name: one.name })
    .filter(isMatch);
  const completeIdentifier = typedIdentifier(typed);
  const exactMatch = [...matchingRecents, ...loadedItems].find(({ identifier }) => identifier === completeIdentifier);
  const otherItems = new Map([...matchingRecents, ...loadedItems].map((one) => [one.identifier, one]));
  const firstItem =
    completeIdentifier === undefined || otherItems.size === 0
      ? []
      : [[completeIdentifier, exactMatch ?? { identifier: completeIdentifier, name: '' }] as const];
  const completions = new Map([...firstItem, ...otherItems]);
  return { items: [...completions.values()].slice(0, most), hasMore: completions.size > most };
}

function completionsOf(store: Store, { project, id }: ItemAddress): Completion[] {
  const item = store.item({ project, id });
  const identifier = store.identifier({ project, id });
  return item === undefined || identifier === undefined
    ? []
    : [{ identifier, name: item.name, address: { project, id } }];
}

/** Returns the loaded work items that match the typed text, last updated first. */
function latestMatches(store: Store, typed: TypedText, mentionResolver: MentionResolver): ItemAddress[] {
  const project = typed.kind === 'number' ? mentionResolver.project(typed.prefix)?.id : undefined;
  const digits = typed.kind === 'number' ? typed.digits : '';
  const matches: { readonly address: ItemAddress; readonly updatedAt: string }[] = [];
  for (const [key, item] of store.resources.workItems.records.all()) {
    const address = parseItemKey(key);
    const isMatch =
      (typed.kind === 'words' || address?.project === project) && String(item.sequence_id).startsWith(digits);
    if (address !== undefined && isMatch) matches.push({ address, updatedAt: item.updated_at ?? '' });
  }
  return matches.sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1)).map(({ address }) => address);
}

/** Returns the identifier if the user typed a complete one, as in `WEB-1` or `#web-1`. */
function typedIdentifier(typed: TypedText): string | undefined {
  if (typed.kind === 'words') return isIdentifier(typed.words) ? typed.words.toUpperCase() : undefined;
  return typed.digits === '' ? undefined : `${typed.prefix}-${typed.digits}`;
}

function matchesTyped({ identifier, name }: Completion, typed: TypedText): boolean {
  if (typed.kind === 'number') return identifier.startsWith(`${typed.prefix}-${typed.digits}`);
  return includesSearchText(`${identifier} ${name}`, typed.words);
}
