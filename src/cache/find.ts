// Searches the cached work items by identifier or words, best match first, without a request.
import { isIdentifier } from '../contract/resources/workItem.ts';
import { wordsIn } from '../std/searchText.ts';
import { type ItemAddress, parseAddress } from './address.ts';
import type { ItemRecord } from './record.ts';
import type { Store } from './store.ts';

/**
 * The ranks of a match, best first. Identifiers that contain the text come before names, because VS Code shows rows
 * whose label contains the typed text first, and the label is the identifier.
 */
const RANKS = {
  identifier: 0,
  beginsIdentifier: 1,
  endsIdentifier: 2,
  inIdentifier: 3,
  beginsName: 4,
  wordStarts: 5,
  words: 6,
} as const;

interface Texts {
  /** Lower case. */
  readonly identifier: string;
  readonly name: string;
}

interface KeptTexts extends Texts {
  readonly of: ItemRecord;
}

/** A work item without a record in the store: only its identifier and name are known. */
export interface UnreadItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

/** Limits a search, and adds work items to those in the store. */
export interface FindOptions {
  readonly isWanted?: (address: ItemAddress) => boolean;
  /** Ignored if the record is in the store. */
  readonly unread?: readonly UnreadItem[];
}

interface Match {
  readonly address: ItemAddress;
  readonly texts: Texts;
  readonly rank: number;
  readonly changed: string;
}

/** Searches for one picker or view. Creates the lower-case texts once for each record. */
export class Finder {
  readonly #store: Store;
  readonly #texts = new Map<string, KeptTexts>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Returns at most `most` addresses, best match first. Within a rank, items whose identifier contains the text are
   * ordered by identifier, all others by their last change, newest first.
   */
  find(text: string, most: number, { isWanted = () => true, unread = [] }: FindOptions = {}): ItemAddress[] {
    const words = wordsIn(text);
    if (words.length === 0) return [];
    const wanted = text.trim().toLowerCase();
    const found: Match[] = [];
    const add = (address: ItemAddress, texts: Texts | undefined, changed: string): void => {
      const rank = texts === undefined ? undefined : rankOf(texts, wanted, words);
      if (texts !== undefined && rank !== undefined) found.push({ address, texts, rank, changed });
    };
    for (const key of this.#store.resources.workItems.records.all().keys()) {
      const address = parseAddress(key);
      const texts = address !== undefined && isWanted(address) ? this.#textsOf(key, address) : undefined;
      if (address !== undefined) add(address, texts, texts?.of.updated_at ?? '');
    }
    for (const { project, id, identifier, name } of unread) {
      const address = { project, id };
      if (isWanted(address) && this.#store.item(address) === undefined)
        add(address, { identifier: identifier.toLowerCase(), name: name.toLowerCase() }, '');
    }
    return found
      .sort(compareMatches)
      .slice(0, most)
      .map(({ address }) => address);
  }

  #textsOf(key: string, address: ItemAddress): KeptTexts | undefined {
    const record = this.#store.item(address);
    if (record === undefined) return undefined;
    const kept = this.#texts.get(key);
    if (kept?.of === record) return kept;
    const texts = {
      of: record,
      identifier: (this.#store.identifier(address) ?? '').toLowerCase(),
      name: record.name.toLowerCase(),
    };
    this.#texts.set(key, texts);
    return texts;
  }
}

function compareMatches(one: Match, other: Match): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (one.rank > RANKS.inIdentifier) return one.changed < other.changed ? 1 : -1;
  const [of, to] = [one.texts.identifier, other.texts.identifier];
  return (one.rank === RANKS.beginsIdentifier ? of.length - to.length : 0) || compareIdentifiers(of, to);
}

/** Compares by project, then by number: `web-9` before `web-10`. */
function compareIdentifiers(one: string, other: string): number {
  const [dash, otherDash] = [one.lastIndexOf('-'), other.lastIndexOf('-')];
  const [project, otherProject] = [one.slice(0, dash), other.slice(0, otherDash)];
  if (project !== otherProject) return project < otherProject ? -1 : 1;
  return Number(one.slice(dash + 1)) - Number(other.slice(otherDash + 1));
}

function rankOf({ identifier, name }: Texts, wanted: string, words: readonly string[]): number | undefined {
  if (identifier === wanted) return RANKS.identifier;
  if (identifier.startsWith(wanted)) return RANKS.beginsIdentifier;
  // An identifier that only contains the complete identifier is no match: AWEB-1 for WEB-1.
  if (isIdentifier(wanted)) return name.includes(wanted) ? RANKS.words : undefined;
  if (identifier.endsWith(wanted)) return RANKS.endsIdentifier;
  if (identifier.includes(wanted)) return RANKS.inIdentifier;
  if (name.startsWith(wanted)) return RANKS.beginsName;
  if (!words.every((word) => name.includes(word) || identifier.includes(word))) return undefined;
  return words.every((word) => name.startsWith(word) || name.includes(` ${word}`)) ? RANKS.wordStarts : RANKS.words;
}
