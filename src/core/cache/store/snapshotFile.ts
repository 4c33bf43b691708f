// Reads and writes the snapshot on disk: one compressed file for each account, replaced atomically.
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type ReplaceOptions, removeStaleTemporaries, writeFileAtomically } from '../../../std/files/atomicFile.ts';
import { parseJson } from '../../../std/json.ts';
import { parseSnapshot, type Snapshot } from './snapshot.ts';

/** The storage of a snapshot: a file on disk, except in tests that simulate disk errors. */
export interface SnapshotFile {
  /**
   * Resolves with undefined if there is no file. Deletes a file that is truncated, too large or invalid, and resolves
   * with undefined.
   */
  read(): Promise<Snapshot | undefined>;
  /** Writes the snapshot to the file, unless the snapshot is too large. */
  write(snapshot: Snapshot): Promise<void>;
  remove(): Promise<void>;
}

/** Maximum size of the file, and of its decompressed content, in bytes. */
export const MAX_SNAPSHOT_BYTES = 4_000_000;
const MAX_DECOMPRESSED_BYTES = 32_000_000;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export function createSnapshotFile(path: string, options: ReplaceOptions = {}): SnapshotFile {
  return {
    async read() {
      const bytes = await readBytes(path);
      if (bytes === undefined) return undefined;
      const snapshot = parseSnapshot(await decompressJson(bytes));
      if (snapshot === undefined) await rm(path, { force: true });
      return snapshot;
    },
    async write(snapshot) {
      const bytes = await compress(JSON.stringify(snapshot));
      if (bytes.length > MAX_SNAPSHOT_BYTES) return;
      await mkdir(dirname(path), { recursive: true });
      await writeFileAtomically(path, bytes, options);
      await removeStaleTemporaries(dirname(path), options);
    },
    async remove() {
      await rm(path, { force: true });
    },
  };
}

/**
 * Resolves with the content of the file, or with undefined if there is no file. For a file that is too large, resolves
 * with an empty buffer, which is not a valid snapshot.
 */
async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    return size > MAX_SNAPSHOT_BYTES ? Buffer.alloc(0) : await file.readFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Resolves with undefined for data that is truncated, too large when decompressed, or not JSON. */
async function decompressJson(bytes: Buffer): Promise<unknown> {
  const decompressedBytes = await decompress(bytes, { maxOutputLength: MAX_DECOMPRESSED_BYTES }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code?.startsWith('Z_') || error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
      throw error;
    },
  );
  return decompressedBytes === undefined ? undefined : parseJson(decompressedBytes.toString('utf8'));
}
