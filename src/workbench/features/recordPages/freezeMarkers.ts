// Stores which text a page is about to show, until the page responds.
// If the text freezes the window, the page shows the text collapsed the next time.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file for each record before its page receives the text, because a frozen window cannot write files. */
export class FreezeMarkers {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Must be called before the page shows the text. Resolves with true if the page did not respond when it last showed
   * the same text. Rejects with the error of the file system.
   */
  async startShowing(key: string, text: string): Promise<boolean> {
    const [file, version] = [this.#fileOf(key), digest(text)];
    const lastVersion = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (lastVersion === version) return true;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(file, version);
    return false;
  }

  /** Must be called when the page responds. */
  async finishShowing(key: string): Promise<void> {
    await rm(this.#fileOf(key), { force: true });
  }

  #fileOf(key: string): string {
    return join(this.#folder, digest(key));
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
