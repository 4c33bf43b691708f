// Writes, overwrites and removes read-only copies of files.
// Windows does not remove a read-only file, so a copy is made writable first.
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const WRITABLE = 0o666;
const READ_ONLY = 0o444;

/** The functions of `node:fs/promises` that this module uses. */
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

/** Writes a read-only copy. Rejects with the error of the file system. */
export async function writeReadOnly(path: string, bytes: Uint8Array, files: CopyFiles = NODE): Promise<void> {
  await files.mkdir(dirname(path), { recursive: true });
  await makeWritable(path, files);
  await files.rm(path, { force: true });
  await files.writeFile(path, bytes);
  await files.chmod(path, READ_ONLY);
}

/** Removes the folder and the copies in it. Rejects with the error of the file system. */
export async function removeAttachmentCopies(folder: string, files: CopyFiles = NODE): Promise<void> {
  for (const one of await files.readdir(folder, { withFileTypes: true, recursive: true })) {
    if (one.isFile()) await makeWritable(join(one.parentPath, one.name), files);
  }
  await files.rm(folder, { recursive: true, force: true });
}

/** Windows does not remove a file that is marked as read-only. The file may not exist. */
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
