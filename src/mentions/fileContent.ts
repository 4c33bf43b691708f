// Owns the reading of a file on disk for a search: never one that is very large, nor what a link leads to.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileContent } from './mentions.ts';

/** A larger file is not looked into. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * A link counts as empty, and so does what is no file: what it leads to is looked into where it lies, and a cloned
 * folder must not have files of elsewhere read, or a device without an end. Rejects with what the disk says.
 */
export async function contentOnDisk(path: string): Promise<FileContent> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ELOOP') return undefined;
      throw error;
    },
  );
  try {
    const stat = await file?.stat();
    if (file === undefined || stat?.isFile() !== true) return { text: '' };
    return stat.size > MAX_FILE_BYTES ? 'large' : await file.readFile();
  } finally {
    await file?.close();
  }
}
