// Writes, overwrites and removes read-only copies of files.
// Windows does not remove a read-only file, so a copy is made writable before it is removed.
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const WRITABLE_MODE = 0o666;
const READ_ONLY_MODE = 0o444;

/** The functions of `node:fs/promises` that this module uses. */
export interface FileOperations {
  readonly chmod: typeof chmod;
  readonly mkdir: typeof mkdir;
  readonly readdir: (
    path: string,
    options: { readonly withFileTypes: true; readonly recursive: true },
  ) => ReturnType<typeof readEntries>;
  readonly rm: typeof rm;
  readonly writeFile: typeof writeFile;
}

/** Writes a read-only copy. Rejects with the error of the file system. */
export async function writeReadOnly(
  path: string,
  bytes: Uint8Array,
  files: FileOperations = NODE_FILES,
): Promise<void> {
  await files.mkdir(dirname(path), { recursive: true });
  await makeWritable(path, files);
  await files.rm(path, { force: true });
  await files.writeFile(path, bytes);
  await files.chmod(path, READ_ONLY_MODE);
}

/** Removes the folder and the copies in it. Rejects with the error of the file system. */
export async function removeReadOnlyCopies(folder: string, files: FileOperations = NODE_FILES): Promise<void> {
  for (const entry of await files.readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) await makeWritable(join(entry.parentPath, entry.name), files);
  }
  await files.rm(folder, { recursive: true, force: true });
}

/** Makes the file writable. Does nothing if the file does not exist. */
async function makeWritable(path: string, files: FileOperations): Promise<void> {
  try {
    await files.chmod(path, WRITABLE_MODE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

function readEntries(path: string) {
  return readdir(path, { withFileTypes: true, recursive: true });
}

const NODE_FILES: FileOperations = { chmod, mkdir, readdir: readEntries, rm, writeFile };
