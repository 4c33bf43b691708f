// Checks at the end of a run: is each typed word stored once, and was newer text ever overwritten?

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRecordKey } from '../../src/core/cache/address.ts';
import type { Draft } from '../../src/core/drafts/draft.ts';
import { createDraftFiles, type StoredDraft } from '../../src/core/drafts/draftFiles.ts';
import { DraftStore } from '../../src/core/drafts/draftStore.ts';
import { parseNewKey } from '../../src/items/record/newRecordTarget.ts';
import { systemClock } from '../../src/std/clock.ts';
import type { AnswerWithRequest } from '../support/faultProxy.ts';
import { readList, type ServerAccess, type WireRecord } from '../support/requests.ts';
import type { TypedWords } from './typedWords.ts';

/** A text that is stored on the server. */
export interface StoredText {
  /** The record and the field, for example `customers/<id> name`. */
  readonly location: string;
  readonly text: string;
}

/** The text fields that a user can edit. The server derives the other texts of a record from these fields. */
const EDITABLE_FIELDS = ['name', 'title', 'display_name', 'description_html', 'description', 'comment_html'];

/** Resolves with the texts of all records in these lists. */
export async function fetchStoredTexts(
  serverAccess: ServerAccess,
  paths: readonly string[],
): Promise<readonly StoredText[]> {
  const lists = await Promise.all(paths.map(async (path) => ({ path, records: await readList(serverAccess, path) })));
  return lists.flatMap(({ path, records }) =>
    records.flatMap((record) => {
      const { attributes, id } = record as { readonly attributes?: WireRecord; readonly id: string };
      const fields = [
        ...EDITABLE_FIELDS.map((name) => [name, record[name]] as const),
        ['file', attributes?.['name']] as const,
      ];
      return fields.flatMap(([name, text]) =>
        typeof text === 'string' ? [{ location: `${path}${id} ${name}`, text }] : [],
      );
    }),
  );
}

/** Resolves with the drafts of all accounts in the folder, without drafts that the Drafts list does not show. */
export async function draftsIn(folder: string): Promise<readonly StoredDraft[]> {
  const accounts = await readdir(folder).catch(() => []);
  const stores = accounts.map((account) => new DraftStore(createDraftFiles(join(folder, account)), systemClock));
  const drafts = (await Promise.all(stores.map((draftStore) => draftStore.all()))).flat();
  return drafts.filter(({ key }) => parseNewKey(key) !== undefined || parseRecordKey(key) !== undefined);
}

/** Returns the unsent text of the user in a draft, without the copies of sent texts and server values in the draft. */
function textOf({ touched, composer, palette, code = {}, edits = {} }: Draft): string {
  const comments = [composer, palette, ...Object.values(code)].map((comment) => comment?.text ?? '');
  return [JSON.stringify(touched), ...comments, ...Object.values(edits).map(({ html }) => html)].join('\n');
}

export interface WordCounts {
  /** The words that are neither on the server nor in a draft, each with the place where it was typed. */
  readonly lost: readonly string[];
  /** The words that are on the server more than once. */
  readonly duplicated: readonly string[];
  /** The number of words that are on the server exactly once. */
  readonly sent: number;
  /** The number of words that are not on the server, but in a draft of the Drafts list. */
  readonly inDrafts: number;
  /** The number of words that are missing because the host was killed just after they were typed. */
  readonly unsaved: number;
}

export function countWords(
  typedWords: TypedWords,
  storedTexts: readonly StoredText[],
  drafts: readonly StoredDraft[],
): WordCounts {
  const serverPlaces = new Map<string, string[]>();
  for (const { location: where, text } of storedTexts) {
    for (const token of typedWords.tokensIn(text)) serverPlaces.set(token, [...(serverPlaces.get(token) ?? []), where]);
  }
  const draftTokens = new Set(drafts.flatMap(({ draft }) => typedWords.tokensIn(textOf(draft))));
  const counts = { lost: [] as string[], duplicated: [] as string[], sent: 0, inDrafts: 0, unsaved: 0 };
  for (const { token, location, isReplaced: replaced, mayBeUnsaved } of typedWords.words) {
    const places = serverPlaces.get(token) ?? [];
    if (places.length > 1) counts.duplicated.push(`${token} (${location}): at ${places.join(' and ')}`);
    else if (places.length === 1) counts.sent += 1;
    else if (draftTokens.has(token)) counts.inDrafts += 1;
    else if (mayBeUnsaved) counts.unsaved += 1;
    else if (!replaced) counts.lost.push(`${token} (${location})`);
  }
  return counts;
}

/**
 * Returns the fields that a PATCH request set back to an earlier value: older text overwrote newer text. Every typed
 * value is unique, so a value may be written a second time only directly after the first time, where it has no effect.
 */
export function revertedFields(exchanges: readonly AnswerWithRequest[]): readonly string[] {
  const valuesByField = new Map<string, { latest: string; readonly all: Set<string> }>();
  const revertedFields: string[] = [];
  for (const { request: to, status } of exchanges) {
    if (to.method !== 'PATCH' || status >= 300) continue;
    for (const [field, value] of Object.entries(JSON.parse(to.body) as WireRecord)) {
      const key = `${to.path} ${field}`;
      const text = JSON.stringify(value);
      const writtenValues = valuesByField.get(key);
      if (writtenValues === undefined) valuesByField.set(key, { latest: text, all: new Set([text]) });
      else if (writtenValues.latest !== text) {
        if (writtenValues.all.has(text)) revertedFields.push(`${key}: ${text}`);
        writtenValues.all.add(text);
        writtenValues.latest = text;
      }
    }
  }
  return revertedFields;
}

/** Resolves with the changes that the activity log of a work item contains more than once. */
export async function repeatedChanges(
  serverAccess: ServerAccess,
  items: readonly string[],
): Promise<readonly string[]> {
  const logs = await Promise.all(
    items.map(async (item) => ({ item, log: await readList(serverAccess, `${item}activities/`) })),
  );
  return logs.flatMap(({ item, log }) => {
    const earlierChanges = new Set<string>();
    return log.flatMap(({ field, new_value }) => {
      const change = `${String(field)}: ${String(new_value)}`;
      if (earlierChanges.has(change)) return [`${item} ${change}`];
      earlierChanges.add(change);
      return [];
    });
  });
}
