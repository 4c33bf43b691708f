// Selects the work items that completion offers, best first, from the loaded ones. Sends no
// request.

import { type ItemAddress, parseAddress } from '../cache/address.ts';
import type { Finder } from '../cache/find.ts';
import type { Store } from '../cache/store.ts';
import { isIdentifier } from '../contract/resources/workItem.ts';
import { includesTyped } from '../std/searchText.ts';
import type { KnownItems } from './knownItems.ts';
import type { TypedText } from './typedMention.ts';

export interface Completion {
  readonly identifier: string;
  readonly name: string;
  /** Undefined for an item known only by identifier and name. */
  readonly address?: ItemAddress;
}

/** A work item that was opened recently, possibly in an earlier session. */
export interface RecentMention extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

export interface Completions {
  readonly items: readonly Completion[];
  /** Whether there are more than `most`. */
  readonly isCut: boolean;
}

/**
 * Returns at most `most` items: the item whose identifier is typed, recent ones, then the last updated ones. A fully
 * typed identifier that is not loaded is offered too if others start with it, because Enter accepts the first offer: it
 * must not turn WEB-1 into WEB-16.
 */
export function completionsFor(
  typed: TypedText,
  most: number,
  {
    store,
    known,
    finder,
    recents,
  }: { store: Store; known: KnownItems; finder: Finder; recents: readonly RecentMention[] },
): Completions {
  const places =
    typed.kind === 'words' && typed.words !== '' ? finder.find(typed.words, most + 1) : latest(store, typed, known);
  const isMeant = (one: Completion): boolean => isAnswer(one, typed);
  const read = places.flatMap((address) => offerOf(store, address));
  const lately = recents
    .map((one) => offerOf(store, one)[0] ?? { identifier: one.identifier, name: one.name })
    .filter(isMeant);
  const whole = wholeIdentifier(typed);
  const exact = [...lately, ...read].find(({ identifier }) => identifier === whole);
  const others = new Map([...lately, ...read].map((one) => [one.identifier, one]));
  const first =
    whole === undefined || others.size === 0 ? [] : [[whole, exact ?? { identifier: whole, name: '' }] as const];
  const offered = new Map([...first, ...others]);
  return { items: [...offered.values()].slice(0, most), isCut: offered.size > most };
}

function offerOf(store: Store, { project, id }: ItemAddress): Completion[] {
  const item = store.item({ project, id });
  const identifier = store.identifier({ project, id });
  return item === undefined || identifier === undefined
    ? []
    : [{ identifier, name: item.name, address: { project, id } }];
}

/** The loaded items that match, last updated first. */
function latest(store: Store, typed: TypedText, known: KnownItems): ItemAddress[] {
  const project = typed.kind === 'number' ? known.project(typed.prefix)?.id : undefined;
  const digits = typed.kind === 'number' ? typed.digits : '';
  const found: { readonly address: ItemAddress; readonly changed: string }[] = [];
  for (const [key, item] of store.resources.workItems.records.all()) {
    const address = parseAddress(key);
    const isMeant =
      (typed.kind === 'words' || address?.project === project) && String(item.sequence_id).startsWith(digits);
    if (address !== undefined && isMeant) found.push({ address, changed: item.updated_at ?? '' });
  }
  return found.sort((one, other) => (one.changed < other.changed ? 1 : -1)).map(({ address }) => address);
}

/** `WEB-1` and `#web-1`: the text is a complete identifier. */
function wholeIdentifier(typed: TypedText): string | undefined {
  if (typed.kind === 'words') return isIdentifier(typed.words) ? typed.words.toUpperCase() : undefined;
  return typed.digits === '' ? undefined : `${typed.prefix}-${typed.digits}`;
}

function isAnswer({ identifier, name }: Completion, typed: TypedText): boolean {
  if (typed.kind === 'number') return identifier.startsWith(`${typed.prefix}-${typed.digits}`);
  return includesTyped(`${identifier} ${name}`, typed.words);
}
