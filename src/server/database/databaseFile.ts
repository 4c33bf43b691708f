// Opens a database file with Node's SQLite.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Database } from './database.ts';

const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the database file at the path, and creates the file if it is missing. `:memory:` stores nothing on disk.
 * @throws Error if the file cannot be opened, or was written by a later version.
 */
export function openDatabase(path: string): Database {
  if (path !== ':memory:') makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  return new Database({
    get isTransaction() {
      return database.isTransaction;
    },
    exec: (sql) => database.exec(sql),
    prepare: (sql) => database.prepare(sql),
    function: (name, options, run) => database.function(name, options, run),
    close: () => database.close(),
  });
}

/**
 * Creates the file so that only its owner can read it, because it may contain a key. SQLite creates the `-wal` and
 * `-shm` files with the same mode.
 */
function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  closeSync(openSync(path, 'a', 0o600));
}
