// Replaces files atomically, so that no reader, even after a crash, finds a partly written file.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';

export interface ReplaceOptions {
  /** The clock for the delays between attempts; by default, the system clock. */
  readonly clock?: Clock;
  /**
   * The function that renames a file; by default, `rename` of `node:fs/promises`. Tests replace this function to
   * simulate errors.
   */
  readonly rename?: (from: string, to: string) => Promise<void>;
}

/** Delays between attempts, in milliseconds; 1,020 ms in total. */
const RETRY_DELAYS_MS = [10, 20, 40, 80, 160, 320, 390];

/** Error codes on Windows if another process has the file open, for example an indexer or a virus scanner. */
const IN_USE_CODES = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** In milliseconds. No write takes this long, so an older temporary file belongs to a process that has ended. */
const STALE_AFTER_MS = 60 * 60_000;

/**
 * Writes `data` to a new temporary file in the folder of `path` and renames the file to `path`. Only the file's owner
 * can read it. On Windows, the permissions of the folder apply instead. The folder must exist.
 * @throws the file system's error. When the rename fails, the temporary file stays until `removeStaleTemporaries`
 * deletes it.
 */
export async function writeFileAtomically(
  path: string,
  data: string | Uint8Array,
  options: ReplaceOptions = {},
): Promise<void> {
  await writePartsAtomically(path, (file) => file.writeFile(data), options);
}

/** Like `writeFileAtomically`, for a file that `write` writes part by part, because it is large. */
export async function writePartsAtomically(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  options: ReplaceOptions = {},
): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}.tmp`;
  const file = await open(temporaryPath, 'w', 0o600);
  try {
    await write(file);
  } finally {
    await file.close();
  }
  await replaceFile(temporaryPath, path, options);
}

/**
 * Renames `from` to `to` and replaces an existing file. If another process uses one of the two files, tries again for
 * about a second.
 * @throws the error of the last attempt.
 */
export async function replaceFile(from: string, to: string, options: ReplaceOptions = {}): Promise<void> {
  const { clock = systemClock, rename: renameFile = rename } = options;
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await renameFile(from, to);
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
    await clock.sleep(delay);
  }
  await renameFile(from, to);
}

/** Deletes the temporary files in `folder` that are too old to belong to a write in progress. */
export async function removeStaleTemporaries(
  folder: string,
  { clock = systemClock }: ReplaceOptions = {},
): Promise<void> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
  const olderThan = clock.now() - STALE_AFTER_MS;
  await Promise.all(
    names.filter((name) => name.endsWith('.tmp')).map((name) => removeIfOlder(join(folder, name), olderThan)),
  );
}

/** Skips a file that is in use; the next call of `removeStaleTemporaries` tries again. */
async function removeIfOlder(path: string, olderThan: number): Promise<void> {
  const stats = await stat(path).catch(undefinedIfMissing);
  if (stats === undefined || stats.mtimeMs >= olderThan) return;
  await rm(path, { force: true }).catch((error: unknown) => {
    if (!isInUse(error)) throw error;
  });
}

/** Resolves with the names of the folders in `folder`, in any order. */
export async function folderNames(folder: string): Promise<readonly string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** A handler for `catch`: returns undefined if a file or folder does not exist, and rethrows any other error. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && IN_USE_CODES.has(error.code);
}
