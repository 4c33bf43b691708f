// Stores drafts on disk: one file for each draft, in a folder for each account.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import {
  type ReplaceOptions,
  removeStaleTemporaries,
  replaceFile,
  unlessMissing,
  writeFileAtomically,
} from '../std/atomicFile.ts';
import { parseJson } from '../std/json.ts';
import { type Draft, draft } from './draft.ts';

/** Which limit is reached: that of one draft, or that of all drafts of the account together. */
export type SizeLimits = 'draft' | 'account';

/** Limits in bytes on disk. Drafts are text: files and images are uploaded as attachments. */
export const MAX_DRAFT_BYTES: Readonly<Record<SizeLimits, number>> = { draft: 1024 * 1024, account: 20 * 1024 * 1024 };

/** Storage of drafts: a folder, except in tests of faults. */
export interface DraftFiles {
  /** Resolves with undefined when there is no draft. A file that cannot be parsed is set aside, not overwritten. */
  read(key: string): Promise<Draft | 'unreadable' | undefined>;
  /** Resolves with the limit that the draft would exceed: then the previous version is kept. */
  write(key: string, one: Draft): Promise<SizeLimits | undefined>;
  remove(key: string): Promise<void>;
  /**
   * Resolves with all stored drafts, in no order. Omits files that cannot be parsed, and those of an older version,
   * which do not contain their key.
   */
  list(): Promise<readonly StoredDraft[]>;
}

export interface StoredDraft {
  readonly key: string;
  readonly draft: Draft;
}

const kept = draft.extend({ key: z.string() });

/** Stores drafts in `folder`. A write is atomic: see `writeFileAtomically`. */
export function draftFiles(folder: string, options: ReplaceOptions = {}): DraftFiles {
  const pathOf = (key: string): string =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    async read(key) {
      const path = pathOf(key);
      const text = await readFile(path, 'utf8').catch(unlessMissing);
      if (text === undefined) return undefined;
      const parsed = draft.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      await replaceFile(path, `${path}.unreadable`, options);
      return 'unreadable';
    },
    async write(key, one) {
      await mkdir(folder, { recursive: true });
      const text = JSON.stringify({ ...one, key });
      const bound = boundOf(Buffer.byteLength(text), basename(pathOf(key)), await sizesIn(folder));
      if (bound !== undefined) return bound;
      await writeFileAtomically(pathOf(key), text, options);
      return undefined;
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async list() {
      await removeStaleTemporaries(folder, options);
      const names = (await readdir(folder).catch(unlessMissing)) ?? [];
      const texts = await Promise.all(
        names
          .filter((name) => name.endsWith('.json'))
          .map((name) => readFile(join(folder, name), 'utf8').catch(unlessMissing)),
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

/** Resolves with the number of drafts of other accounts, in folders beside this one. */
export async function countElsewhere(folder: string): Promise<number> {
  const all = (await readdir(dirname(folder), { withFileTypes: true }).catch(unlessMissing)) ?? [];
  const folders = all.filter((one) => one.isDirectory() && one.name !== basename(folder));
  const others = folders.map(
    async ({ name }) => (await readdir(join(dirname(folder), name)).catch(unlessMissing)) ?? [],
  );
  return (await Promise.all(others)).flat().filter((name) => name.endsWith('.json')).length;
}

/** A draft that does not grow is always stored. */
function boundOf(bytes: number, name: string, sizes: ReadonlyMap<string, number>): SizeLimits | undefined {
  const before = sizes.get(name) ?? 0;
  const all = [...sizes.values()].reduce((sum, one) => sum + one, bytes - before);
  if (bytes <= before) return undefined;
  return bytes > MAX_DRAFT_BYTES.draft ? 'draft' : all > MAX_DRAFT_BYTES.account ? 'account' : undefined;
}

/** Resolves with the size of each draft in bytes. Read each time, because other windows write to the folder too. */
async function sizesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const sizes = names.map(
    async (name) => [name, (await stat(join(folder, name)).catch(unlessMissing))?.size ?? 0] as const,
  );
  return new Map(await Promise.all(sizes));
}
