// Owns the snapshot on disk: one compressed file for an account, whole or not at all.
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type ReplaceOptions, removeStaleTemporaries, writeFileAtomically } from '../std/atomicFile.ts';
import { parseJson } from '../std/json.ts';
import { parseSnapshot, type Snapshot } from './snapshot.ts';

/** Where a snapshot is kept. A real file outside of tests of faults. */
export interface SnapshotFile {
  /** Undefined when there is none, and for a file that is cut off, too large or none of ours: such a one is removed. */
  read(): Promise<Snapshot | undefined>;
  /** One that would be too large is not kept. */
  write(one: Snapshot): Promise<void>;
  remove(): Promise<void>;
}

/** In bytes, on disk and unpacked. */
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

/** Of no more than may be there; of a larger file nothing, which is no snapshot. Undefined when there is none. */
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

/** Undefined for what is cut off, unpacks to too much or is no JSON. */
async function contents(bytes: Buffer): Promise<unknown> {
  const unpacked = await unpack(bytes, { maxOutputLength: MOST_UNPACKED }).catch((error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('Z_') || error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  });
  return unpacked === undefined ? undefined : parseJson(unpacked.toString('utf8'));
}
