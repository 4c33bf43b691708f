// Manages the complete lists of work items of one account, and the folder with their files.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../std/clock.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { type ReplaceOptions, removeStaleTemporaries, undefinedIfMissing } from '../../../std/files/atomicFile.ts';
import { acquireLock, type FileLock } from '../../../std/files/fileLock.ts';
import type { Logger } from '../../../std/logger.ts';
import type { Store } from '../../cache/store/store.ts';
import { ItemFile } from './itemFile.ts';
import { ProjectItems } from './projectItems.ts';

export interface AccountItemsDeps {
  readonly store: Store;
  /** The folder of the account. It is created when the first file is written. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly options?: ReplaceOptions;
}

const FILE_EXTENSION = '.jsonl';
/**
 * Ids come from the server, so an id becomes the name of a file only if it has no characters that could lead to a
 * different folder.
 */
const PROJECT_ID_PATTERN = /^[\w-]{1,80}$/;

export class AccountItems {
  readonly #deps: AccountItemsDeps;
  readonly #projects = new Map<string, ProjectItems>();
  #lock: FileLock | undefined;
  #isForgotten = false;
  /** True if writing to the folder failed. Each window then reads the work items from the server. */
  #isUnwritable = false;

  constructor(deps: AccountItemsDeps) {
    this.#deps = deps;
  }

  get store(): Store {
    return this.#deps.store;
  }

  /** Whether this window has locked the folder: it reads the work items for all windows, and writes the files. */
  get holdsLock(): boolean {
    return this.#lock !== undefined && !this.#lock.lost.aborted && !this.#isForgotten;
  }

  /** Whether this window may read work items in the background. */
  get mayRead(): boolean {
    return this.holdsLock || (this.#isUnwritable && !this.#isForgotten);
  }

  itemsOf(project: string): ProjectItems {
    const existingItems = this.#projects.get(project);
    if (existingItems !== undefined) return existingItems;
    const { store, folder, clock, logger, options } = this.#deps;
    const file = PROJECT_ID_PATTERN.test(project)
      ? new ItemFile(join(folder, `${project}${FILE_EXTENSION}`), options)
      : undefined;
    const items = new ProjectItems({ project, store, clock, logger, file, mayWrite: () => this.holdsLock });
    this.#projects.set(project, items);
    return items;
  }

  /**
   * Restores the lists that an earlier run or another window has written. If `areListsStale`, a restored list is
   * checked when a view shows it. Errors of the file system are logged.
   */
  async catchUpFromFiles(areListsStale = false): Promise<void> {
    const { folder, logger } = this.#deps;
    try {
      const fileNames = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
      for (const name of fileNames) {
        const project = name.endsWith(FILE_EXTENSION) ? name.slice(0, -FILE_EXTENSION.length) : '';
        if (PROJECT_ID_PATTERN.test(project) && !this.#isForgotten)
          await this.itemsOf(project).catchUpFromFile(areListsStale);
      }
    } catch (error) {
      logger.write('warn', 'stored work items could not be read', { detail: errorMessage(error) });
    }
  }

  /**
   * Makes this window the one that reads the work items for all windows. Resolves with false if another window already
   * does. If the folder cannot be written, resolves with true, because each window then reads for itself.
   */
  async tryBecomeReader(): Promise<boolean> {
    if (this.mayRead) return true;
    if (this.#isForgotten) return false;
    const { folder, clock, logger, options } = this.#deps;
    await this.stopBeingReader();
    try {
      await mkdir(folder, { recursive: true });
      this.#lock = await acquireLock(join(folder, 'lock'), clock);
      if (this.#lock === undefined) return false;
      await removeStaleTemporaries(folder, options);
    } catch (error) {
      logger.write('warn', 'the folder of the work items cannot be written', { detail: errorMessage(error) });
      this.#isUnwritable = true;
      return true;
    }
    await this.catchUpFromFiles();
    for (const project of this.#projects.values()) project.resumeFromFile();
    return this.holdsLock;
  }

  /** Releases the lock, so that another window can read the work items. */
  async stopBeingReader(): Promise<void> {
    const lock = this.#lock;
    this.#lock = undefined;
    try {
      await lock?.release();
    } catch (error) {
      this.#deps.logger.write('info', 'the lock of the stored work items was lost', { detail: errorMessage(error) });
    }
  }

  /**
   * Forgets the work items of all projects that are not in `projects`: projects that were deleted or archived, or that
   * the user has left.
   */
  async forgetAllExcept(projects: ReadonlySet<string>): Promise<void> {
    try {
      for (const [project, items] of this.#projects) if (!projects.has(project)) await items.forget();
    } catch (error) {
      this.#deps.logger.write('warn', 'stored work items could not be deleted', { detail: errorMessage(error) });
    }
  }

  /** Deletes the files, because the user signed out. */
  async forget(): Promise<void> {
    this.#isForgotten = true;
    await this.stopBeingReader();
    await rm(this.#deps.folder, { recursive: true, force: true });
  }
}
