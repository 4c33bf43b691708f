// Reads a file from disk for a search: no very large file, and no target of a symbolic link.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileContent } from './mentions.ts';

/** Larger files are not searched. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * Symbolic links and anything that is not a file count as empty: a cloned folder must not cause files outside of it, or
 * a device without an end, to be read. The target of a link is searched at its own path. Rejects with the file system's
 * error.
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
