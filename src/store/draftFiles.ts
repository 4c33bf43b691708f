// Owns drafts on disk: one file each, in a folder of the account's own.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../std/json.ts';
import { type Draft, draft } from './draft.ts';

/** Where drafts are kept. A real folder outside of tests of faults. */
export interface DraftFiles {
  /** Undefined when there is none, or when the file cannot be understood: such a file is set aside, not overwritten. */
  read(key: string): Promise<Draft | undefined>;
  write(key: string, one: Draft): Promise<void>;
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
      return undefined;
    },
    async write(key, one) {
      await mkdir(folder, { recursive: true });
      // Another window may be writing the same draft: each has a file of its own beside it.
      const beside = `${pathOf(key)}.${randomUUID()}.tmp`;
      await writeFile(beside, JSON.stringify({ ...one, key }), { mode: 0o600 });
      await rename(beside, pathOf(key));
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async list() {
      const names = (await readdir(folder).catch(unlessMissing)) ?? [];
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

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
