// Owns the search in what is known: work items by identifier or words, best first, without asking anybody.
import { type ItemAddress, parseAddress } from './address.ts';
import type { ItemRecord } from './record.ts';
import type { Store } from './store.ts';

/** How well an item answers, best first; undefined when it does not. */
const RANKS = { identifier: 0, beginsIdentifier: 1, beginsName: 2, wordStarts: 3, words: 4 } as const;

interface Texts {
  readonly of: ItemRecord;
  readonly identifier: string;
  readonly name: string;
}

/** For one picker or one view: lower-case texts are made once for each record. */
export class Finder {
  readonly #store: Store;
  readonly #texts = new Map<string, Texts>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** At most so many, best first; among equals the one that was changed last. */
  find(text: string, most: number): ItemAddress[] {
    const words = wordsIn(text);
    if (words.length === 0) return [];
    const wanted = text.trim().toLowerCase();
    const found: { readonly address: ItemAddress; readonly rank: number; readonly changed: string }[] = [];
    for (const key of this.#store.items.all().keys()) {
      const address = parseAddress(key);
      const texts = address === undefined ? undefined : this.#textsOf(key, address);
      const rank = texts === undefined ? undefined : rankOf(texts, wanted, words);
      if (address !== undefined && texts !== undefined && rank !== undefined)
        found.push({ address, rank, changed: texts.of.updated_at ?? '' });
    }
    return found
      .sort((one, other) => one.rank - other.rank || (one.changed < other.changed ? 1 : -1))
      .slice(0, most)
      .map(({ address }) => address);
  }

  /** Whether it is the identifier of an item that is known, so that nobody need be asked for it. */
  names(text: string): boolean {
    const [best] = this.find(text, 1);
    return best !== undefined && this.#store.identifier(best)?.toLowerCase() === text.trim().toLowerCase();
  }

  #textsOf(key: string, address: ItemAddress): Texts | undefined {
    const record = this.#store.item(address);
    if (record === undefined) return undefined;
    const kept = this.#texts.get(key);
    if (kept?.of === record) return kept;
    const texts = { of: record, identifier: (this.#store.identifier(address) ?? '').toLowerCase(), name: record.name.toLowerCase() };
    this.#texts.set(key, texts);
    return texts;
  }
}

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function rankOf({ identifier, name }: Texts, wanted: string, words: readonly string[]): number | undefined {
  if (identifier === wanted) return RANKS.identifier;
  if (identifier.startsWith(wanted)) return RANKS.beginsIdentifier;
  if (name.startsWith(wanted)) return RANKS.beginsName;
  if (!words.every((word) => name.includes(word) || identifier.includes(word))) return undefined;
  return words.every((word) => name.startsWith(word) || name.includes(` ${word}`)) ? RANKS.wordStarts : RANKS.words;
}
