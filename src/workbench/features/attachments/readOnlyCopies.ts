// Owns copies of files that cannot be changed: written, written again and removed, also where a file that cannot be
// changed cannot be removed.
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const WRITABLE = 0o666;
const READ_ONLY = 0o444;

/** What of `node:fs/promises` is needed. */
export interface CopyFiles {
  readonly chmod: typeof chmod;
  readonly mkdir: typeof mkdir;
  readonly readdir: (
    path: string,
    options: { readonly withFileTypes: true; readonly recursive: true },
  ) => ReturnType<typeof listed>;
  readonly rm: typeof rm;
  readonly writeFile: typeof writeFile;
}

/** Rejects with what the disk says. */
export async function writeReadOnly(path: string, bytes: Uint8Array, files: CopyFiles = NODE): Promise<void> {
  await files.mkdir(dirname(path), { recursive: true });
  await makeWritable(path, files);
  await files.rm(path, { force: true });
  await files.writeFile(path, bytes);
  await files.chmod(path, READ_ONLY);
}

/** Removes the folder with the copies in it. Rejects with what the disk says. */
export async function removeCopies(folder: string, files: CopyFiles = NODE): Promise<void> {
  for (const one of await files.readdir(folder, { withFileTypes: true, recursive: true })) {
    if (one.isFile()) await makeWritable(join(one.parentPath, one.name), files);
  }
  await files.rm(folder, { recursive: true, force: true });
}

/** Windows does not remove a file that is marked as read-only. There may be no such file yet. */
async function makeWritable(path: string, files: CopyFiles): Promise<void> {
  try {
    await files.chmod(path, WRITABLE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

function listed(path: string) {
  return readdir(path, { withFileTypes: true, recursive: true });
}

const NODE: CopyFiles = { chmod, mkdir, readdir: listed, rm, writeFile };
