// Reads and writes the snapshot on disk: one compressed file for each account, replaced atomically.
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type ReplaceOptions, removeStaleTemporaries, writeFileAtomically } from '../std/atomicFile.ts';
import { parseJson } from '../std/json.ts';
import { parseSnapshot, type Snapshot } from './snapshot.ts';

/** Where a snapshot is stored: a file on disk, except in tests that inject faults. */
export interface SnapshotFile {
  /**
   * Resolves with undefined if there is no file, or if it is truncated, too large or invalid. Such a file is deleted.
   */
  read(): Promise<Snapshot | undefined>;
  /** Does nothing if the snapshot is too large. */
  write(one: Snapshot): Promise<void>;
  remove(): Promise<void>;
}

/** Maximum sizes in bytes, on disk and decompressed. */
export const MAX_SNAPSHOT_BYTES = 4_000_000;
const MOST_UNPACKED = 32_000_000;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export function snapshotFile(path: string, options: ReplaceOptions = {}): SnapshotFile {
  return {
    async read() {
      const bytes = await bytesOf(path);
      if (bytes === undefined) return undefined;
      const one = parseSnapshot(await contents(bytes));
      if (one === undefined) await rm(path, { force: true });
      return one;
    },
    async write(one) {
      const bytes = await pack(JSON.stringify(one));
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
 * Resolves with the content, undefined if there is no file. A file that is too large gives an empty buffer, which is
 * not a snapshot.
 */
async function bytesOf(path: string): Promise<Buffer | undefined> {
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
async function contents(bytes: Buffer): Promise<unknown> {
  const unpacked = await unpack(bytes, { maxOutputLength: MOST_UNPACKED }).catch((error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('Z_') || error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  });
  return unpacked === undefined ? undefined : parseJson(unpacked.toString('utf8'));
}
