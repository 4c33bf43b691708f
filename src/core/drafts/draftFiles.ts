// Stores drafts on disk: one file for each draft, in a folder for each account.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import {
  type ReplaceOptions,
  removeStaleTemporaries,
  replaceFile,
  undefinedIfMissing,
  writeFileAtomically,
} from '../../std/files/atomicFile.ts';
import { parseJson } from '../../std/json.ts';
import { type Draft, draft, toStoredDraft } from './draft.ts';

/**
 * `draft`: the limit for the size of one draft. `account`: the limit for the total size of all drafts of an account.
 */
export type SizeLimit = 'draft' | 'account';

/** The limits in bytes on disk. A draft contains only text; files and images are uploaded as attachments. */
export const MAX_DRAFT_BYTES: Readonly<Record<SizeLimit, number>> = { draft: 1024 * 1024, account: 20 * 1024 * 1024 };

/** The storage of drafts: a folder on disk, except in tests that simulate disk errors. */
export interface DraftFiles {
  /**
   * Resolves with undefined when there is no draft, and with 'unreadable' when the file cannot be parsed. Such a file
   * is renamed, so that it is not overwritten.
   */
  read(key: string): Promise<Draft | 'unreadable' | undefined>;
  /**
   * Resolves with the limit that the draft would exceed, without changing the file. Resolves with undefined after
   * writing.
   */
  write(key: string, content: Draft): Promise<SizeLimit | undefined>;
  remove(key: string): Promise<void>;
  /**
   * Resolves with all stored drafts in any order. Omits files that cannot be parsed, and files of an older version,
   * which do not contain the draft's key.
   */
  list(): Promise<readonly StoredDraft[]>;
}

export interface StoredDraft {
  readonly key: string;
  readonly draft: Draft;
}

const fileWithKey = z.object({ key: z.string() });

/** Returns the storage in `folder`. A write is atomic: see `writeFileAtomically`. */
export function createDraftFiles(folder: string, options: ReplaceOptions = {}): DraftFiles {
  const pathOf = (key: string): string =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    async read(key) {
      const path = pathOf(key);
      const text = await readFile(path, 'utf8').catch(undefinedIfMissing);
      if (text === undefined) return undefined;
      const parsed = draft.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      await replaceFile(path, `${path}.unreadable`, options);
      return 'unreadable';
    },
    async write(key, content) {
      await mkdir(folder, { recursive: true });
      const text = JSON.stringify({ ...toStoredDraft(content), key });
      const exceededLimit = exceededLimitOf(Buffer.byteLength(text), basename(pathOf(key)), await draftSizesIn(folder));
      if (exceededLimit !== undefined) return exceededLimit;
      await writeFileAtomically(pathOf(key), text, options);
      return undefined;
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async list() {
      await removeStaleTemporaries(folder, options);
      const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
      const texts = await Promise.all(
        names
          .filter((name) => name.endsWith('.json'))
          .map((name) => readFile(join(folder, name), 'utf8').catch(undefinedIfMissing)),
      );
      return texts.flatMap((text) => {
        const content = text === undefined ? undefined : parseJson(text);
        const [file, parsed] = [fileWithKey.safeParse(content), draft.safeParse(content)];
        return file.success && parsed.success ? [{ key: file.data.key, draft: parsed.data }] : [];
      });
    },
  };
}

/**
 * Returns the limit that a draft of this size exceeds. A draft that is not larger than its current file on disk exceeds
 * no limit.
 */
function exceededLimitOf(bytes: number, name: string, sizeByName: ReadonlyMap<string, number>): SizeLimit | undefined {
  const previousBytes = sizeByName.get(name) ?? 0;
  const total = [...sizeByName.values()].reduce((sum, size) => sum + size, bytes - previousBytes);
  if (bytes <= previousBytes) return undefined;
  return bytes > MAX_DRAFT_BYTES.draft ? 'draft' : total > MAX_DRAFT_BYTES.account ? 'account' : undefined;
}

/** Resolves with the size of each draft in bytes. Not cached, because other windows write to the folder too. */
async function draftSizesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const sizeEntries = names.map(
    async (name) => [name, (await stat(join(folder, name)).catch(undefinedIfMissing))?.size ?? 0] as const,
  );
  return new Map(await Promise.all(sizeEntries));
}
