// Replaces files atomically: a reader, a crash or a second window never finds half of one.
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from './clock.ts';

export interface ReplaceOptions {
  /** Waits between attempts. */
  readonly clock?: Clock;
  /** `rename` of `node:fs/promises` except in tests of faults. */
  readonly rename?: (from: string, to: string) => Promise<void>;
}

/** Waits between attempts, in milliseconds; 1,020 in total. */
const RETRY_DELAYS_MS = [10, 20, 40, 80, 160, 320, 390];

/** Codes with which Windows refuses while another window, an indexer or a virus scanner has the file open. */
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** No write takes this long, in milliseconds: an older temporary file belongs to a window that has ended. */
const STALE_AFTER_MS = 60 * 60_000;

/**
 * Writes `data` to a temporary file of its own beside `path` and renames it over `path`. The file is readable by its
 * owner only; on Windows the mode has no effect and the rights of the folder apply. The folder must exist.
 * @throws the file system's error. When the rename fails, the temporary file stays until `removeStaleTemporaries` finds
 *   it.
 */
export async function writeFileAtomically(
  path: string,
  data: string | Uint8Array,
  options: ReplaceOptions = {},
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeFile(temporary, data, { mode: 0o600 });
  await replaceFile(temporary, path, options);
}

/**
 * Renames `from` to `to`, replacing it. Tries again for about a second while either is in use.
 * @throws the error of the last attempt.
 */
export async function replaceFile(from: string, to: string, options: ReplaceOptions = {}): Promise<void> {
  const { clock = systemClock, rename: move = rename } = options;
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
    await clock.sleep(delay);
  }
  await move(from, to);
}

/** Removes temporary files that ended windows left in `folder`. Those of writes in progress are younger and stay. */
export async function removeStaleTemporaries(
  folder: string,
  { clock = systemClock }: ReplaceOptions = {},
): Promise<void> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  const before = clock.now() - STALE_AFTER_MS;
  await Promise.all(
    names.filter((name) => name.endsWith('.tmp')).map((name) => removeIfOlder(join(folder, name), before)),
  );
}

/** A file that is in use is left to the next call. */
async function removeIfOlder(path: string, before: number): Promise<void> {
  const found = await stat(path).catch(unlessMissing);
  if (found === undefined || found.mtimeMs >= before) return;
  await rm(path, { force: true }).catch((error: unknown) => {
    if (!isInUse(error)) throw error;
  });
}

/** To `catch` with: undefined for a file or folder that does not exist. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && IN_USE.has(error.code);
}
