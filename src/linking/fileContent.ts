// Owns the reading of a file on disk for a search: never one that is very large.
import { open } from 'node:fs/promises';
import type { FileContent } from './mentions.ts';

/** A larger file is not looked into. */
export const LARGEST_BYTES = 4 * 1024 * 1024;

/** Rejects with what the disk says. */
export async function contentOnDisk(path: string): Promise<FileContent> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return size > LARGEST_BYTES ? 'large' : await file.readFile();
  } finally {
    await file.close();
  }
}
