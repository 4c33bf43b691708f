// Owns drafts on disk: one file each, in a folder of the account's own.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../std/json.ts';
import { type Draft, draft } from './draft.ts';

/** What is full: the one draft, or all drafts of the account together. */
export type Bound = 'draft' | 'account';

/** The most that is kept, in bytes on disk. Drafts are text: files and pictures are attached. */
export const MOST_BYTES: Readonly<Record<Bound, number>> = { draft: 1024 * 1024, account: 20 * 1024 * 1024 };

/** No writing takes so long, in milliseconds. */
const LEFT_AFTER_MS = 60 * 60_000;

/** Where drafts are kept. A real folder outside of tests of faults. */
export interface DraftFiles {
  /** Undefined when there is none. A file that cannot be understood is set aside, not overwritten. */
  read(key: string): Promise<Draft | 'unreadable' | undefined>;
  /** Resolves with the bound that is reached where it would become larger than may be kept: then what was there before stays. */
  write(key: string, one: Draft): Promise<Bound | undefined>;
  remove(key: string): Promise<void>;
  /** All that are kept, in no order. A file that cannot be understood is left out; so is one of an older version, which does not say its key. */
  list(): Promise<readonly KeptDraft[]>;
}

export interface KeptDraft {
  readonly key: string;
  readonly draft: Draft;
}

const kept = draft.extend({ key: z.string() });

/** Files in `folder`. A write is whole or not at all: it goes to a file beside and is renamed over. */
export function draftFiles(folder: string): DraftFiles {
  const pathOf = (key: string): string => join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    async read(key) {
      const path = pathOf(key);
      const text = await readFile(path, 'utf8').catch(unlessMissing);
      if (text === undefined) return undefined;
      const parsed = draft.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      await rename(path, `${path}.unreadable`);
      return 'unreadable';
    },
    async write(key, one) {
      await mkdir(folder, { recursive: true });
      const text = JSON.stringify({ ...one, key });
      const bound = boundOf(Buffer.byteLength(text), basename(pathOf(key)), await sizesIn(folder));
      if (bound !== undefined) return bound;
      // Another window may be writing the same draft: each has a file of its own beside it.
      const beside = `${pathOf(key)}.${randomUUID()}.tmp`;
      await writeFile(beside, text, { mode: 0o600 });
      await rename(beside, pathOf(key));
      return undefined;
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async list() {
      const names = (await readdir(folder).catch(unlessMissing)) ?? [];
      await Promise.all(names.filter((name) => name.endsWith('.tmp')).map((name) => removeIfLeft(join(folder, name))));
      const texts = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => readFile(join(folder, name), 'utf8').catch(unlessMissing)),
      );
      return texts.flatMap((text) => {
        const parsed = kept.safeParse(text === undefined ? undefined : parseJson(text));
        if (!parsed.success) return [];
        const { key, ...one } = parsed.data;
        return [{ key, draft: one }];
      });
    },
  };
}

/** How many drafts other accounts have, in folders beside this one. */
export async function countElsewhere(folder: string): Promise<number> {
  const all = (await readdir(dirname(folder), { withFileTypes: true }).catch(unlessMissing)) ?? [];
  const folders = all.filter((one) => one.isDirectory() && one.name !== basename(folder));
  const others = folders.map(async ({ name }) => (await readdir(join(dirname(folder), name)).catch(unlessMissing)) ?? []);
  return (await Promise.all(others)).flat().filter((name) => name.endsWith('.json')).length;
}

/** What a window that died while it wrote has left behind. */
async function removeIfLeft(path: string): Promise<void> {
  const writtenAt = (await stat(path).catch(unlessMissing))?.mtimeMs ?? 0;
  if (writtenAt < Date.now() - LEFT_AFTER_MS) await rm(path, { force: true });
}

/** A draft that does not grow is always kept. */
function boundOf(bytes: number, name: string, sizes: ReadonlyMap<string, number>): Bound | undefined {
  const before = sizes.get(name) ?? 0;
  const all = [...sizes.values()].reduce((sum, one) => sum + one, bytes - before);
  if (bytes <= before) return undefined;
  return bytes > MOST_BYTES.draft ? 'draft' : all > MOST_BYTES.account ? 'account' : undefined;
}

/** Bytes of each draft: looked at each time, for other windows write here too. */
async function sizesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const sizes = names.map(async (name) => [name, (await stat(join(folder, name)).catch(unlessMissing))?.size ?? 0] as const);
  return new Map(await Promise.all(sizes));
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
