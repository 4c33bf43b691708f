// Lists the copies on disk without reading them, so that a window without copies loads no other module of src/copy/.
import { readdir } from 'node:fs/promises';
import { undefinedIfMissing } from '../std/files/atomicFile.ts';

/** Resolves with the ids of the copies in the folder, in any order. */
export async function listCopies(folder: string): Promise<readonly string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
