// Owns reading what lies in files, so that it can be searched: as it is, unpacked where it is packed, and row by row
// where it is a database.
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { type Kind, type Trace, trace } from './trace.ts';

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const SQLITE = Buffer.from('SQLite format 3\0');

/** The traces of all files below the folder, their names included. */
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

/** A folder may go while it is being looked at: nothing is in it then. */
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

/** One that is still being written is read as far as it goes. */
function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch {
    return Buffer.alloc(0); // not whole: its bytes are searched as they are
  }
}

/** What the local headers of an archive name, as far as they tell its size. */
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
 * Values may be cut into pages and lie apart in the file. Whoever writes to it meanwhile is not asked: what is not in
 * it yet lies beside it.
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
