// SQLite as WebAssembly, with the database in memory.
import initSqlJs, { type SqlValue } from 'sql.js';
import type { SqlDatabase } from '../server/database/database.ts';

export interface StoredSqlDatabase extends SqlDatabase {
  /** Returns the bytes of the database as a file. */
  export(): Uint8Array;
}

/**
 * Opens a database from the bytes of a file, or an empty one. `onChange` is called at the end of each transaction that
 * has changed rows.
 */
export async function openSqliteDatabase(
  wasmBinary: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array | undefined,
  onChange: () => void,
): Promise<StoredSqlDatabase> {
  const { Database } = await initSqlJs({ wasmBinary: wasmBinary.buffer });
  const database = new Database(bytes ?? null);
  let isTransaction = false;
  let reportedChanges = 0;
  const reportChange = (): void => {
    const changes = Number(database.exec('SELECT total_changes()')[0]?.values[0]?.[0]);
    if (changes !== reportedChanges) onChange();
    reportedChanges = changes;
  };
  const exec = (sql: string): void => {
    database.exec(sql);
    if (sql.startsWith('BEGIN')) isTransaction = true;
    if (sql !== 'COMMIT' && sql !== 'ROLLBACK') return;
    isTransaction = false;
    if (sql === 'COMMIT') reportChange();
  };
  return {
    get isTransaction() {
      return isTransaction;
    },
    exec,
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        all: (...values) => {
          const rows: Record<string, unknown>[] = [];
          statement.bind(values as SqlValue[]);
          while (statement.step()) rows.push(statement.getAsObject());
          statement.reset();
          return rows;
        },
        run: (...values) => {
          statement.run(values as SqlValue[]);
          statement.reset();
        },
      };
    },
    function: (name, _, run) => void database.create_function(name, run),
    export: () => database.export(),
    close: () => database.close(),
  };
}
