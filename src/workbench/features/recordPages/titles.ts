// Stores the record and the account of each tab title.
// VS Code may restore a panel without its state. Then the record is identified by the title of the tab.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { displayText } from '../../../std/displayName.ts';
import {
  type ReplaceOptions,
  removeStaleTemporaries,
  undefinedIfMissing,
  writeFileAtomically,
} from '../../../std/files/atomicFile.ts';
import { parseJson } from '../../../std/json.ts';
import { truncate } from '../../../std/truncate.ts';

/** Maximum number of stored titles. The oldest titles are removed. */
export const MAX_TITLES = 200;

const entrySchema = z.object({ title: z.string(), key: z.string(), account: z.string().optional() });

/**
 * Writes one file for each title in `folder`, so that windows that write at the same time do not overwrite each other's
 * titles. A memento is not used, because VS Code in the browser writes mementos with a delay of seconds.
 */
export class TabTitleStore {
  readonly #folder: string;
  readonly #options: ReplaceOptions;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(folder: string, options: ReplaceOptions = {}) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * Stores the record of the title and the account that shows it (`Session.account`), and replaces an earlier record.
   * Rejects with the error of the file system.
   */
  remember(title: string, key: string, account?: string): Promise<void> {
    const write = this.#lastWrite.then(() => this.#write(title, key, account));
    this.#lastWrite = write.catch(() => undefined);
    return write;
  }

  /**
   * Resolves with the key of the record with this title, or with undefined if the title is unknown or its file is
   * damaged.
   */
  async keyOf(title: string): Promise<string | undefined> {
    return (await this.#read(title))?.key;
  }

  /**
   * Resolves with the account that is stored with this title. Resolves with undefined if the title is unknown or was
   * stored by Contrail 0.1.0, or if its file is damaged.
   */
  async accountOf(title: string): Promise<string | undefined> {
    return (await this.#read(title))?.account;
  }

  async #read(title: string): Promise<z.output<typeof entrySchema> | undefined> {
    const text = await readFile(this.#pathOf(title), 'utf8').catch(undefinedIfMissing);
    return text === undefined ? undefined : entrySchema.safeParse(parseJson(text)).data;
  }

  async #write(title: string, key: string, account: string | undefined): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFileAtomically(
      this.#pathOf(title),
      JSON.stringify({ title: withoutUnsavedMark(title), key, account }),
      this.#options,
    );
    await removeStaleTemporaries(this.#folder, this.#options);
    await this.#removeOldest();
  }

  #pathOf(title: string): string {
    return join(
      this.#folder,
      `${createHash('sha256').update(withoutUnsavedMark(title)).digest('hex').slice(0, 32)}.json`,
    );
  }

  async #removeOldest(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    if (names.length <= MAX_TITLES) return;
    const files = names.map(async (name) => {
      const path = join(this.#folder, name);
      return { path, writtenAt: (await stat(path).catch(undefinedIfMissing))?.mtimeMs ?? 0 };
    });
    const newestFirst = (await Promise.all(files)).sort((one, other) => other.writtenAt - one.writtenAt);
    await Promise.all(newestFirst.slice(MAX_TITLES).map(({ path }) => rm(path, { force: true })));
  }
}

/** The start of the title of a tab with unsaved changes. */
export const UNSAVED_MARK = '● ';

/**
 * Maximum length of the title of a work item's tab, in characters, not counting the mark for unsaved changes. A longer
 * title would hide the other tabs.
 */
const MAX_LENGTH = 40;

/**
 * Returns the title for the tab of a record. Only the title of a work item is shortened: a tab can be restored by its
 * title, and a work item still has its identifier in the shortened title.
 */
export function tabTitle(title: string, isWorkItem: boolean): string {
  const unsavedMark = title.startsWith(UNSAVED_MARK) ? UNSAVED_MARK : '';
  const titleWithoutMark = withoutUnsavedMark(title);
  return displayText(unsavedMark + (isWorkItem ? truncate(titleWithoutMark, MAX_LENGTH) : titleWithoutMark));
}

/** Removes the mark for unsaved changes from the title. */
function withoutUnsavedMark(title: string): string {
  return title.startsWith(UNSAVED_MARK) ? title.slice(UNSAVED_MARK.length) : title;
}
