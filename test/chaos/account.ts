// The account at the end of a run: where each word is, on the server and in the drafts, and which
// field was changed twice.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRecordKey } from '../../src/cache/address.ts';
import type { Draft } from '../../src/drafts/draft.ts';
import { draftFiles, type StoredDraft } from '../../src/drafts/draftFiles.ts';
import { DraftStore } from '../../src/drafts/draftStore.ts';
import { parseNewKey } from '../../src/pages/record/newRecordTarget.ts';
import { systemClock } from '../../src/std/clock.ts';
import type { Exchanged } from '../support/faultProxy.ts';
import type { TypedWords } from './typedWords.ts';

/** The server itself, without the fault proxy. */
export interface Served {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly apiKey: string;
}

export type Wire = Readonly<Record<string, unknown>>;

/** A text that is stored on the server. */
export interface Standing {
  /** For example `customers/<id> name`. */
  readonly where: string;
  readonly text: string;
}

/** Sends a request; the path starts after the workspace. Rejects if the status is not 2xx. */
export async function askService(
  { baseUrl, workspace, apiKey }: Served,
  path: string,
  change?: { method: string; body: object },
): Promise<Wire> {
  const answer = await fetch(`${baseUrl}/api/v1/workspaces/${workspace}/${path}`, {
    ...(change === undefined ? {} : { method: change.method, body: JSON.stringify(change.body) }),
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`The server answered ${answer.status} to ${path}: ${await answer.text()}`);
  return (await answer.json()) as Wire;
}

/** Returns every record of a list, page by page. */
export async function listOf(served: Served, path: string): Promise<readonly Wire[]> {
  const all: Wire[] = [];
  for (let cursor = ''; ; ) {
    const page = await askService(served, `${path}?per_page=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    // Some lists of open-source servers have no pages.
    if (Array.isArray(page)) return page as readonly Wire[];
    all.push(...(page['results'] as Wire[]));
    if (page['next_page_results'] !== true) return all;
    cursor = String(page['next_cursor']);
  }
}

/** The fields that users write. The server derives the other texts of a record from them. */
const WRITTEN = ['name', 'title', 'display_name', 'description_html', 'description', 'comment_html'];

/** Returns all texts in these lists. */
export async function standingIn(served: Served, paths: readonly string[]): Promise<readonly Standing[]> {
  const lists = await Promise.all(paths.map(async (path) => ({ path, records: await listOf(served, path) })));
  return lists.flatMap(({ path, records }) =>
    records.flatMap((record) => {
      const { attributes, id } = record as { readonly attributes?: Wire; readonly id: string };
      // An epic is also in the list of work items.
      const fields = [...WRITTEN.map((name) => [name, record[name]] as const), ['file', attributes?.['name']] as const];
      return fields.flatMap(([name, text]) =>
        typeof text === 'string' ? [{ where: `${path}${id} ${name}`, text }] : [],
      );
    }),
  );
}

/** Returns the drafts of all accounts in the folder that the Drafts list shows, read as that list reads them. */
export async function draftsIn(folder: string): Promise<readonly StoredDraft[]> {
  const accounts = await readdir(folder).catch(() => []);
  const desks = accounts.map((account) => new DraftStore(draftFiles(join(folder, account)), systemClock));
  const all = (await Promise.all(desks.map((draftStore) => draftStore.all()))).flat();
  return all.filter(({ key }) => parseNewKey(key) !== undefined || parseRecordKey(key) !== undefined);
}

/** Returns everything that was typed into a draft, without the recorded text of a request or of the server. */
function textOf({ touched, composer, palette, code = {}, edits = {} }: Draft): string {
  const comments = [composer, palette, ...Object.values(code)].map((one) => one?.text ?? '');
  return [JSON.stringify(touched), ...comments, ...Object.values(edits).map(({ html }) => html)].join('\n');
}

export interface Account {
  /** Words that are neither on the server nor in a draft, with the place where each was typed. */
  readonly lost: readonly string[];
  /** Words that are on the server more than once. */
  readonly duplicated: readonly string[];
  /** The number of words that are on the server exactly once. */
  readonly sent: number;
  /** The number of words that are in a listed draft and not on the server. */
  readonly offered: number;
  /** The number of words that are gone because they were typed just before the host was killed. */
  readonly tooYoung: number;
}

export function accountOf(
  typedWords: TypedWords,
  standing: readonly Standing[],
  drafts: readonly StoredDraft[],
): Account {
  const places = new Map<string, string[]>();
  for (const { where, text } of standing) {
    for (const token of typedWords.tokensIn(text)) places.set(token, [...(places.get(token) ?? []), where]);
  }
  const inDrafts = new Set(drafts.flatMap(({ draft }) => typedWords.tokensIn(textOf(draft))));
  const account = { lost: [] as string[], duplicated: [] as string[], sent: 0, offered: 0, tooYoung: 0 };
  for (const { token, place, replaced, unpromised } of typedWords.words) {
    const at = places.get(token) ?? [];
    if (at.length > 1) account.duplicated.push(`${token} (${place}): at ${at.join(' and ')}`);
    else if (at.length === 1) account.sent += 1;
    else if (inDrafts.has(token)) account.offered += 1;
    else if (unpromised) account.tooYoung += 1;
    else if (!replaced) account.lost.push(`${token} (${place})`);
  }
  return account;
}

/**
 * Returns the fields that returned to an earlier value, which means that older text overwrote newer text. Every typed
 * value is unique, so no value may be written twice, unless the two writes follow each other directly and the second
 * changes nothing.
 */
export function changedTwice(answers: readonly Exchanged[]): readonly string[] {
  const held = new Map<string, { last: string; readonly all: Set<string> }>();
  const twice: string[] = [];
  for (const { to, status } of answers) {
    if (to.method !== 'PATCH' || status >= 300) continue;
    for (const [field, value] of Object.entries(JSON.parse(to.body) as Wire)) {
      const key = `${to.path} ${field}`;
      const text = JSON.stringify(value);
      const before = held.get(key);
      if (before === undefined) held.set(key, { last: text, all: new Set([text]) });
      else if (before.last !== text) {
        if (before.all.has(text)) twice.push(`${key}: ${text}`);
        before.all.add(text);
        before.last = text;
      }
    }
  }
  return twice;
}

/** Returns the values that the activity log of work items contains twice. */
export async function changedTwiceBy(served: Served, items: readonly string[]): Promise<readonly string[]> {
  const logs = await Promise.all(
    items.map(async (item) => ({ item, log: await listOf(served, `${item}activities/`) })),
  );
  return logs.flatMap(({ item, log }) => {
    const seen = new Set<string>();
    return log.flatMap(({ field, new_value }) => {
      const what = `${String(field)}: ${String(new_value)}`;
      if (seen.has(what)) return [`${item} ${what}`];
      seen.add(what);
      return [];
    });
  });
}
