// Reads the contents of files for the search: as they are, unpacked if compressed, and row by row
// for databases.
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { type Kind, type Trace, trace } from './trace.ts';

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const SQLITE = Buffer.from('SQLite format 3\0');

/** Returns the traces of all files below the folder, including their names. */
export function tracesOfFiles(kind: Kind, folder: string): Trace[] {
  const traces: Trace[] = [];
  const walk = (inner: string): void => {
    for (const entry of entriesOf(inner)) {
      const path = join(inner, entry.name);
      const place = relative(folder, path);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile())
        traces.push(trace(kind, `the name of ${place}`, place), ...tracesOfFile(kind, place, path));
    }
  };
  walk(folder);
  return traces;
}

/** A folder that is deleted while it is read counts as empty. */
function entriesOf(folder: string): Dirent[] {
  return unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

function tracesOfFile(kind: Kind, place: string, path: string): Trace[] {
  const bytes = unlessGone(() => readFileSync(path));
  if (bytes === undefined) return [];
  const traces = [trace(kind, place, bytes)];
  if (startsWith(bytes, GZIP)) traces.push(trace(kind, `${place}, unpacked`, unpacked(bytes)));
  if (startsWith(bytes, ZIP)) traces.push(trace(kind, `${place}, unpacked`, Buffer.concat(filesOfZip(bytes))));
  if (startsWith(bytes, SQLITE)) traces.push(trace(kind, `the rows of ${place}`, Buffer.concat(rowsOf(path))));
  return traces;
}

/** A file that is still being written is read up to its current end. */
function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch {
    return Buffer.alloc(0); // incomplete: its bytes are searched as they are
  }
}

/** Returns the files of an archive, as far as its local headers contain their size. */
function filesOfZip(bytes: Buffer): Buffer[] {
  const files: Buffer[] = [];
  for (let at = bytes.indexOf(ZIP); at >= 0; at = bytes.indexOf(ZIP, at + 4)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 18));
    files.push(bytes.readUInt16LE(at + 8) === 8 ? inflateRawSync(packed) : packed);
  }
  return files;
}

/**
 * Reads a database by rows, because a value may be split over pages of the file. A process that is writing to the
 * database is ignored: what is not in the file yet is in the files next to it.
 */
function rowsOf(path: string): Buffer[] {
  const address = pathToFileURL(path);
  address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true });
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

function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.subarray(0, beginning.length).equals(beginning);
}

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
