// Implements a lock file, which prevents two windows from doing the same work at the same time.
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { kill, pid } from 'node:process';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { parseJson } from '../json.ts';
import { undefinedIfMissing, writeFileAtomically } from './atomicFile.ts';

export interface FileLock {
  /**
   * Aborted when the lock file is missing or belongs to another window although this window has not released the lock,
   * for example after this machine was asleep.
   */
  readonly lost: AbortSignal;
  /** Deletes the lock file, so that another window can acquire the lock. */
  release(): Promise<void>;
}

/** `at` is in milliseconds since the epoch. `host` and `pid` identify the process of the window. */
const lockContent = z.object({
  owner: z.string(),
  at: z.number(),
  host: z.string().optional(),
  pid: z.number().int().positive().optional(),
});
type LockContent = z.output<typeof lockContent>;

const REFRESH_MS = 20_000;
/** If a window has not refreshed its lock for this time, in milliseconds, it has ended. */
export const STALE_AFTER_MS = 3 * REFRESH_MS;
/**
 * Delay after a stale lock was replaced, in milliseconds. If another window replaces the same lock during this time,
 * the window that wrote last has the lock.
 */
const REPLACE_DELAY_MS = 1_000;

/** Acquires the lock file at `path`. Resolves with undefined if another window has the lock. */
export async function acquireLock(path: string, clock: Clock): Promise<FileLock | undefined> {
  const owner = randomUUID();
  const createText = (): string => {
    const lock: LockContent = { owner, at: clock.now(), host: hostname(), pid };
    return JSON.stringify(lock);
  };
  const readLockContent = async (): Promise<LockContent | undefined> =>
    lockContent.safeParse(parseJson((await readFile(path, 'utf8').catch(undefinedIfMissing)) ?? '')).data;
  if (!(await createFile(path, createText()))) {
    const currentLock = await readLockContent();
    const isFresh = currentLock !== undefined && clock.now() - currentLock.at < STALE_AFTER_MS;
    if (isFresh && !hasEnded(currentLock)) return undefined;
    await writeFileAtomically(path, createText(), { clock });
    await clock.sleep(REPLACE_DELAY_MS);
    if ((await readLockContent())?.owner !== owner) return undefined;
  }
  const releaseController = new AbortController();
  const lostController = new AbortController();
  const refresh = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(REFRESH_MS, releaseController.signal);
      if ((await readLockContent())?.owner !== owner) return lostController.abort();
      await writeFileAtomically(path, createText(), { clock });
    }
  };
  // If a refresh fails, `release` throws the error.
  const refreshPromise = refresh().then(
    () => undefined,
    (error: unknown) => (releaseController.signal.aborted ? undefined : { error }),
  );
  return {
    lost: lostController.signal,
    release: async () => {
      releaseController.abort();
      const failure = await refreshPromise;
      if ((await readLockContent())?.owner === owner) await rm(path, { force: true });
      if (failure !== undefined) throw failure.error;
    },
  };
}

/**
 * Whether the process that wrote the lock has ended. Returns false for a process on another machine, which cannot be
 * checked.
 */
function hasEnded({ host, pid: processId }: LockContent): boolean {
  if (processId === undefined || host !== hostname()) return false;
  try {
    kill(processId, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Creates the file. Resolves with false if the file already exists. */
async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
