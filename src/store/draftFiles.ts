// Owns drafts on disk: one file each, in a folder of the account's own.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../std/json.ts';
import { type Draft, draft } from './draft.ts';

/** Where drafts are kept. A real folder outside of tests of faults. */
export interface DraftFiles {
  /** Undefined when there is none, or when the file cannot be understood: such a file is set aside, not overwritten. */
  read(key: string): Promise<Draft | undefined>;
  write(key: string, one: Draft): Promise<void>;
  remove(key: string): Promise<void>;
}

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
      return undefined;
    },
    async write(key, one) {
      await mkdir(folder, { recursive: true });
      // Another window may be writing the same draft: each has a file of its own beside it.
      const beside = `${pathOf(key)}.${randomUUID()}.tmp`;
      await writeFile(beside, JSON.stringify(one), { mode: 0o600 });
      await rename(beside, pathOf(key));
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
