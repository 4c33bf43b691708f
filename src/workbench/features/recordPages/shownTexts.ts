// Stores which text a page is showing until the page responds.
// If the window froze and was killed, the page opens with the text collapsed and does not freeze again.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes one file for each record before the page receives the text, because a frozen window cannot write any more. */
export class ShownTexts {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Resolves with whether the page did not respond when it showed this same text before. Rejects with the error of the
   * file system.
   */
  async begin(key: string, text: string): Promise<boolean> {
    const [file, version] = [this.#fileOf(key), digest(text)];
    const last = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (last === version) return true;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(file, version);
    return false;
  }

  /** Call when the page responds. */
  async end(key: string): Promise<void> {
    await rm(this.#fileOf(key), { force: true });
  }

  #fileOf(key: string): string {
    return join(this.#folder, digest(key));
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
