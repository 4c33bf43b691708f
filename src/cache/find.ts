// Searches the cached work items by identifier and name, best match first, without a request.
import { isIdentifier } from '../contract/resources/workItem.ts';
import { searchWords } from '../std/searchText.ts';
import { type ItemAddress, parseItemKey } from './address.ts';
import type { ItemRecord } from './record.ts';
import type { Store } from './store.ts';

/**
 * The ranks of a match, best first. Matches in the identifier come before matches in the name, because VS Code's
 * pickers put entries whose label contains the typed text first, and the label is the identifier.
 */
const RANKS = {
  identifierEquals: 0,
  identifierStartsWith: 1,
  identifierEndsWith: 2,
  identifierContains: 3,
  nameStartsWith: 4,
  wordsStartWith: 5,
  textContains: 6,
} as const;

/** The identifier and the name of a work item, in lower case. */
interface SearchText {
  readonly identifier: string;
  readonly name: string;
}

interface CachedSearchText extends SearchText {
  readonly record: ItemRecord;
}

/** A work item without a record in the store: only its identifier and name are known. */
export interface UnreadItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

/** Which work items of the store are searched, and which work items are searched in addition. */
export interface FindOptions {
  readonly isWanted?: (address: ItemAddress) => boolean;
  /** Work items to search in addition. Each is ignored if the store has its record. */
  readonly unread?: readonly UnreadItem[];
}

interface Match {
  readonly address: ItemAddress;
  readonly texts: SearchText;
  readonly rank: number;
  readonly updatedAt: string;
}

/** Searches the work items of a store. Stores the lower-case text of each record for further searches. */
export class Finder {
  readonly #store: Store;
  readonly #texts = new Map<string, CachedSearchText>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Returns at most `limit` addresses, best match first. Within a rank, matches in the identifier are ordered by
   * identifier, and all others by the time of the last change, newest first.
   */
  find(text: string, limit: number, { isWanted = () => true, unread = [] }: FindOptions = {}): ItemAddress[] {
    const words = searchWords(text);
    if (words.length === 0) return [];
    const query = text.trim().toLowerCase();
    const matches: Match[] = [];
    const add = (address: ItemAddress, texts: SearchText | undefined, updatedAt: string): void => {
      const rank = texts === undefined ? undefined : rankOf(texts, query, words);
      if (texts !== undefined && rank !== undefined) matches.push({ address, texts, rank, updatedAt });
    };
    for (const key of this.#store.resources.workItems.records.all().keys()) {
      const address = parseItemKey(key);
      const texts = address !== undefined && isWanted(address) ? this.#textsOf(key, address) : undefined;
      if (address !== undefined) add(address, texts, texts?.record.updated_at ?? '');
    }
    for (const { project, id, identifier, name } of unread) {
      const address = { project, id };
      if (isWanted(address) && this.#store.item(address) === undefined)
        add(address, { identifier: identifier.toLowerCase(), name: name.toLowerCase() }, '');
    }
    return matches
      .sort(compareMatches)
      .slice(0, limit)
      .map(({ address }) => address);
  }

  #textsOf(key: string, address: ItemAddress): CachedSearchText | undefined {
    const record = this.#store.item(address);
    if (record === undefined) return undefined;
    const cached = this.#texts.get(key);
    if (cached?.record === record) return cached;
    const texts = {
      record,
      identifier: (this.#store.identifier(address) ?? '').toLowerCase(),
      name: record.name.toLowerCase(),
    };
    this.#texts.set(key, texts);
    return texts;
  }
}

function compareMatches(one: Match, other: Match): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (one.rank > RANKS.identifierContains) return one.updatedAt < other.updatedAt ? 1 : -1;
  const [identifier, otherIdentifier] = [one.texts.identifier, other.texts.identifier];
  const byLength = one.rank === RANKS.identifierStartsWith ? identifier.length - otherIdentifier.length : 0;
  return byLength || compareIdentifiers(identifier, otherIdentifier);
}

/** Compares by project, then by number: `web-9` comes before `web-10`. */
function compareIdentifiers(one: string, other: string): number {
  const [dash, otherDash] = [one.lastIndexOf('-'), other.lastIndexOf('-')];
  const [project, otherProject] = [one.slice(0, dash), other.slice(0, otherDash)];
  if (project !== otherProject) return project < otherProject ? -1 : 1;
  return Number(one.slice(dash + 1)) - Number(other.slice(otherDash + 1));
}

/** Returns undefined if the text does not match. `query` and `words` are in lower case. */
function rankOf({ identifier, name }: SearchText, query: string, words: readonly string[]): number | undefined {
  if (identifier === query) return RANKS.identifierEquals;
  if (identifier.startsWith(query)) return RANKS.identifierStartsWith;
  // The search text WEB-1 does not match the identifier AWEB-1, although AWEB-1 contains it.
  if (isIdentifier(query)) return name.includes(query) ? RANKS.textContains : undefined;
  if (identifier.endsWith(query)) return RANKS.identifierEndsWith;
  if (identifier.includes(query)) return RANKS.identifierContains;
  if (name.startsWith(query)) return RANKS.nameStartsWith;
  if (!words.every((word) => name.includes(word) || identifier.includes(word))) return undefined;
  const isAtWordStarts = words.every((word) => name.startsWith(word) || name.includes(` ${word}`));
  return isAtWordStarts ? RANKS.wordsStartWith : RANKS.textContains;
}
