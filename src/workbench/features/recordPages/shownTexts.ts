// Owns the memory of which text a page is showing and has not yet answered for: a window that was killed meanwhile does
// not freeze again.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A file for each record, written before the page gets the text: the window may freeze with all that it has not written
 * yet.
 */
export class ShownTexts {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves with whether the page never responded when it showed this very text. Rejects with what the disk said. */
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

  /** The page responds. */
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
