// Reads files for the leak search: their bytes, decompressed archives, and the values in databases.
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { createTrace, type Trace, type TraceKind } from './trace.ts';

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const SQLITE = Buffer.from('SQLite format 3\0');

/**
 * Returns the names and contents of all files below the folder, as traces; with `since`, only of files that were
 * created or changed after this time (milliseconds since 1970).
 */
export function tracesOfFiles(kind: TraceKind, folder: string, since = 0): Trace[] {
  const traces: Trace[] = [];
  const walk = (subfolder: string): void => {
    for (const entry of entriesOf(subfolder)) {
      const path = join(subfolder, entry.name);
      const place = relative(folder, path);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && changeTime(path) >= since)
        traces.push(createTrace(kind, `the name of ${place}`, place), ...tracesOfFile(kind, place, path));
    }
  };
  walk(folder);
  return traces;
}

/** Returns an empty array if the folder was deleted in the meantime. */
function entriesOf(folder: string): Dirent[] {
  return undefinedIfDeleted(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** Returns the time of the last change of the file's content or name; 0 if the file no longer exists. */
function changeTime(path: string): number {
  return undefinedIfDeleted(() => statSync(path).ctimeMs) ?? 0;
}

function tracesOfFile(kind: TraceKind, place: string, path: string): Trace[] {
  const bytes = undefinedIfDeleted(() => readFileSync(path));
  if (bytes === undefined) return [];
  const traces = [createTrace(kind, place, bytes)];
  if (startsWith(bytes, GZIP)) traces.push(createTrace(kind, `${place}, unpacked`, decompress(bytes)));
  if (startsWith(bytes, ZIP)) traces.push(createTrace(kind, `${place}, unpacked`, Buffer.concat(filesOfZip(bytes))));
  if (startsWith(bytes, SQLITE))
    traces.push(createTrace(kind, `the rows of ${place}`, Buffer.concat(databaseValues(path))));
  return traces;
}

/** Returns an empty buffer for an incomplete file, which a process is still writing; its raw bytes are searched. */
function decompress(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Returns the decompressed files of an archive whose size is in their local headers. */
function filesOfZip(bytes: Buffer): Buffer[] {
  const files: Buffer[] = [];
  for (let header = bytes.indexOf(ZIP); header >= 0; header = bytes.indexOf(ZIP, header + 4)) {
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const compressed = bytes.subarray(start, start + bytes.readUInt32LE(header + 18));
    files.push(bytes.readUInt16LE(header + 8) === 8 ? inflateRawSync(compressed) : compressed);
  }
  return files;
}

/**
 * Returns all values of a SQLite database. A search of the file's bytes is not enough, because SQLite may split a
 * value. Pending writes of other processes are ignored here: they are in the journal files, which are searched too.
 */
function databaseValues(path: string): Buffer[] {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables.flatMap(({ name }) => {
      const rows = database.prepare(`SELECT * FROM "${String(name).replaceAll('"', '""')}"`);
      rows.setReadBigInts(true);
      return rows.all().flatMap((row) => Object.values(row).map(bytesOf));
    });
  } finally {
    database.close();
  }
}

function bytesOf(value: SQLOutputValue): Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(`${value}\n`);
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}

/** Returns undefined if the file or folder no longer exists. */
function undefinedIfDeleted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
