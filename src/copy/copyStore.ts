// Stores copies on disk until they are removed: one folder for each copy, with its plan and its progress.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { systemClock } from '../std/clock.ts';
import {
  folderNames,
  type ReplaceOptions,
  removeStaleTemporaries,
  undefinedIfMissing,
  writeFileAtomically,
} from '../std/files/atomicFile.ts';
import { acquireLock, type FileLock } from '../std/files/fileLock.ts';
import { parseJson } from '../std/json.ts';
import { type CopyPlan, copyPlan } from './plan.ts';
import { CopyProgress, storedProgress } from './progress.ts';

/** The ids of the source account and the target account of a copy, as in the list of accounts. */
const accounts = z.object({ source: z.string(), target: z.string() });
export type CopyAccounts = z.output<typeof accounts>;

const storedPlan = z.object({ accounts, plan: copyPlan });

/** A copy on disk. */
export interface StoredCopy {
  readonly id: string;
  readonly accounts: CopyAccounts;
  readonly plan: CopyPlan;
  readonly progress: CopyProgress;
  /**
   * Writes the progress. After a crash during a call, the file contains the progress of the previous call. Rejects with
   * the error of the file system.
   */
  save(): Promise<void>;
}

export interface CopyStore {
  /**
   * Writes the plan and an empty progress. Must be called before a request is sent to the target. `id` must be unique
   * and valid as the name of a folder.
   */
  create(id: string, accounts: CopyAccounts, plan: CopyPlan): Promise<StoredCopy>;
  /** Resolves with undefined if there is no such copy, or if its files cannot be parsed. */
  open(id: string): Promise<StoredCopy | undefined>;
  /** Resolves with the ids of all copies, in any order. */
  list(): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
  /**
   * Locks the copy. Must be called before the copy runs. Resolves with undefined if the copy runs in another window.
   */
  lock(id: string): Promise<FileLock | undefined>;
}

const PLAN_FILE = 'plan.json';
const PROGRESS_FILE = 'progress.json';

/** Returns the store of the copies in `folder`. The first copy creates the folder. */
export function createCopyStore(folder: string, options: ReplaceOptions = {}): CopyStore {
  const readJson = async (id: string, name: string): Promise<unknown> => {
    const text = await readFile(join(folder, id, name), 'utf8').catch(undefinedIfMissing);
    return text === undefined ? undefined : parseJson(text);
  };
  const writeJson = (id: string, name: string, value: unknown): Promise<void> =>
    writeFileAtomically(join(folder, id, name), JSON.stringify(value), options);
  const storedCopy = (id: string, copyAccounts: CopyAccounts, plan: CopyPlan, progress: CopyProgress): StoredCopy => ({
    id,
    accounts: copyAccounts,
    plan,
    progress,
    save: () => writeJson(id, PROGRESS_FILE, progress.toStored()),
  });
  return {
    async create(id, copyAccounts, plan) {
      await mkdir(join(folder, id), { recursive: true });
      await writeJson(id, PLAN_FILE, { accounts: copyAccounts, plan });
      const copy = storedCopy(id, copyAccounts, plan, new CopyProgress());
      await copy.save();
      return copy;
    },
    async open(id) {
      const planFile = storedPlan.safeParse(await readJson(id, PLAN_FILE));
      const progressFile = storedProgress.safeParse(await readJson(id, PROGRESS_FILE));
      if (!planFile.success || !progressFile.success) return undefined;
      await removeStaleTemporaries(join(folder, id), options);
      return storedCopy(id, planFile.data.accounts, planFile.data.plan, new CopyProgress(progressFile.data));
    },
    list: () => folderNames(folder),
    lock: (id) => acquireLock(join(folder, id, 'lock'), options.clock ?? systemClock),
    async remove(id) {
      await rm(join(folder, id), { recursive: true, force: true });
    },
  };
}
