// Reads a file from disk for a search, except very large files and symbolic links.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileContent } from './mentions.ts';

/** The maximum size of a file. Larger files are not searched. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * Returns the content of a file; an empty text for symbolic links and anything that is not a regular file. A cloned
 * repository must not make a search read files outside of its folder, or an endless device. If the target of a link is
 * in the folder, it is searched at its own path. Rejects with the error of the file system.
 */
export async function readFileContent(path: string): Promise<FileContent> {
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
