// Stores records in SQLite by kind and owner, a counter for each project, and a few named values.
import type { SQLInputValue } from 'node:sqlite';
import type { Order } from './orders.ts';
import { QueryCache } from './queryCache.ts';
import type { RecordTypeName, RecordTypes } from './records.ts';

/** The maximum number of list pages in the cache. Each needs at most about 100 kB of memory. */
const MAX_CACHED_PAGES = 24;

// Columns for ordering and searching are generated from the body, so that they always agree with it.
const CREATE_RECORDS = `
  CREATE TABLE record (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT GENERATED ALWAYS AS (body ->> '$.created_at') VIRTUAL,
    updated_at TEXT GENERATED ALWAYS AS (body ->> '$.updated_at') VIRTUAL,
    number INTEGER GENERATED ALWAYS AS (body ->> '$.sequence_id') VIRTUAL,
    position REAL GENERATED ALWAYS AS (coalesce(body ->> '$.sort_order', body ->> '$.sequence')) VIRTUAL,
    external_source TEXT GENERATED ALWAYS AS (body ->> '$.external_source') VIRTUAL,
    external_id TEXT GENERATED ALWAYS AS (body ->> '$.external_id') VIRTUAL,
    PRIMARY KEY (kind, id)
  );
  CREATE INDEX record_by_creation ON record (kind, owner, created_at);
  CREATE INDEX record_by_change ON record (kind, owner, updated_at);
  CREATE UNIQUE INDEX record_by_number ON record (kind, owner, number) WHERE number IS NOT NULL;
  CREATE INDEX record_by_external ON record (kind, owner, external_source, external_id) WHERE external_id IS NOT NULL;
  CREATE TABLE counter (owner TEXT PRIMARY KEY, last INTEGER NOT NULL);
  CREATE TABLE named (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;
const CREATE_OBJECTS = `
  CREATE TABLE object (key TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL);
  CREATE INDEX record_by_owner ON record (owner);
`;

/** The entry at index n is the SQL that migrates a database from version n to version n + 1. */
const MIGRATIONS = [CREATE_RECORDS, CREATE_OBJECTS];

/** Records as they are stored, without being parsed. */
export interface StoredJson {
  readonly count: number;
  /** The JSON of the records, separated by commas, in UTF-8. */
  readonly json: Uint8Array;
}

/** A list that is read page by page, so that it is never in memory as a whole. */
export interface ListQuery<T> {
  /** Number of records on all pages. */
  count(): number;
  read(limit: number, skip: number): T[];
  /** Returns the same records as `read`, without parsing them. Missing if the list does not contain stored records. */
  readStoredJson?(limit: number, skip: number): StoredJson;
}

/** Selects some of the records of an owner. The SQL is always a constant; values are passed as parameters. */
export interface RecordFilter {
  readonly condition: string;
  readonly values: readonly SQLInputValue[];
}

const ALL_RECORDS: RecordFilter = { condition: 'TRUE', values: [] };

export const emptyListQuery: ListQuery<never> = { count: () => 0, read: () => [] };

/** Returns a list whose records are the results of `transform` for the records of `list`. */
export function mapListQuery<T, U>(list: ListQuery<T>, transform: (record: T) => U): ListQuery<U> {
  return { count: () => list.count(), read: (limit, skip) => list.read(limit, skip).map(transform) };
}

/** A prepared statement: the part of Node's `StatementSync` that is used. */
interface SqlStatement {
  all(...values: SQLInputValue[]): Record<string, unknown>[];
  run(...values: SQLInputValue[]): unknown;
}

/** An open SQLite database: the part of Node's `DatabaseSync` that is used. */
export interface SqlDatabase {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  function(name: string, options: { readonly deterministic: true }, run: (text: unknown) => string): void;
  close(): void;
}

/**
 * Stores records of every kind. `owner` is the id of the record that contains a record: the workspace for a project,
 * the project for a work item, the work item for a comment. Several processes can use the same file.
 */
export class Database {
  readonly #database: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();
  /** Caches the number of records: every page contains this number, and counting takes longer than reading the page. */
  readonly #counts = new QueryCache<number>(1000);
  readonly #pages = new QueryCache<StoredJson>(MAX_CACHED_PAGES);
  #isWriting = false;

  /**
   * Creates the tables, or migrates those of an earlier version.
   * @throws Error if the file was written by a later version.
   */
  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.#database.function('folded', { deterministic: true }, (text) => String(text).toLocaleLowerCase('en'));
    this.write(() => this.#migrate());
  }

  #migrate(): void {
    const version = Number(this.rows('PRAGMA user_version')[0]?.['user_version']);
    if (version > MIGRATIONS.length) throw new Error('The data file was written by a later version of Contrail.');
    for (const migration of MIGRATIONS.slice(version)) this.#database.exec(migration);
    this.#database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  }

  /** Runs `work` in a transaction and rolls it back if `work` throws. A nested write joins the outer transaction. */
  write<T>(work: () => T): T {
    if (this.#isWriting) return work();
    this.#database.exec('BEGIN IMMEDIATE');
    this.#isWriting = true;
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }

  /** Runs a query and returns its rows. The SQL is always a constant; values are passed as parameters. */
  rows(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#prepare(sql).all(...values);
  }

  #prepare(sql: string): SqlStatement {
    const cachedStatement = this.#statements.get(sql);
    if (cachedStatement !== undefined) return cachedStatement;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #bodies<K extends RecordTypeName>(sql: string, ...values: SQLInputValue[]): RecordTypes[K][] {
    return this.rows(sql, ...values).map((row) => JSON.parse(String(row['body'])) as RecordTypes[K]);
  }

  /**
   * Returns the bodies in the order of the query. SQLite joins them into one value, whose bytes are sent unchanged,
   * because one row for each record and a conversion to text would take longer than the query itself.
   */
  #storedJson(sql: string, ...values: SQLInputValue[]): StoredJson {
    const [row] = this.rows(
      `SELECT count(*) AS count, CAST(group_concat(body, ',') AS BLOB) AS json FROM (${sql})`,
      ...values,
    );
    const json = row?.['json'];
    return { count: Number(row?.['count']), json: json instanceof Uint8Array ? json : new Uint8Array() };
  }

  get<K extends RecordTypeName>(kind: K, id: string): RecordTypes[K] | undefined {
    return this.#bodies<K>('SELECT body FROM record WHERE kind = ? AND id = ?', kind, id)[0];
  }

  /** Returns the record, or undefined if it does not exist or belongs to another owner. */
  getOwned<K extends RecordTypeName>(kind: K, owner: string, id: string): RecordTypes[K] | undefined {
    return this.#bodies<K>('SELECT body FROM record WHERE kind = ? AND id = ? AND owner = ?', kind, id, owner)[0];
  }

  findByNumber<K extends RecordTypeName>(kind: K, owner: string, number: number): RecordTypes[K] | undefined {
    return this.#bodies<K>(
      'SELECT body FROM record WHERE kind = ? AND owner = ? AND number = ?',
      kind,
      owner,
      number,
    )[0];
  }

  findByExternalId<K extends RecordTypeName>(
    kind: K,
    owner: string,
    source: string,
    id: string,
  ): RecordTypes[K] | undefined {
    const sql = 'SELECT body FROM record WHERE kind = ? AND owner = ? AND external_source = ? AND external_id = ?';
    return this.#bodies<K>(sql, kind, owner, source, id)[0];
  }

  count(kind: RecordTypeName, owner: string, { condition, values }: RecordFilter = ALL_RECORDS): number {
    const sql = `SELECT count(*) AS count FROM record WHERE kind = ? AND owner = ? AND ${condition}`;
    const countRecords = (): number => Number(this.rows(sql, kind, owner, ...values)[0]?.['count']);
    return this.#cachedResult(this.#counts, countRecords, sql, kind, owner, ...values);
  }

  /**
   * Returns the cached result of a query if the database has not changed in the meantime. During a write, the query
   * always runs and its result is not cached, because the write may be rolled back.
   */
  #cachedResult<T>(cache: QueryCache<T>, query: () => T, ...key: SQLInputValue[]): T {
    return this.#isWriting ? query() : cache.getOrCompute(this.#version(), JSON.stringify(key.map(String)), query);
  }

  /**
   * Returns a text that differs after each change. The part before the slash counts changes of other connections, the
   * part after it counts changes of this connection.
   */
  #version(): string {
    const [row] = this.rows("SELECT data_version || '/' || total_changes() AS version FROM pragma_data_version");
    return String(row?.['version']);
  }

  list<K extends RecordTypeName>(
    kind: K,
    owner: string,
    order: Order,
    filter: RecordFilter = ALL_RECORDS,
  ): ListQuery<RecordTypes[K]> {
    const direction = order.isDescending ? 'DESC' : 'ASC';
    const isIndexed =
      order.expression === 'created_at' || order.expression === 'updated_at' || order.expression === 'number';
    const orderBy = `${order.expression} ${direction}${isIndexed ? '' : ' NULLS LAST'}, rowid ${direction}`;
    const sql = `SELECT body FROM record WHERE kind = ? AND owner = ? AND ${filter.condition} ORDER BY ${orderBy} LIMIT ? OFFSET ?`;
    return {
      count: () => this.count(kind, owner, filter),
      read: (limit, skip) => this.#bodies<K>(sql, kind, owner, ...filter.values, limit, skip),
      readStoredJson: (limit, skip) => {
        const values = [kind, owner, ...filter.values, limit, skip];
        return this.#cachedResult(this.#pages, () => this.#storedJson(sql, ...values), sql, ...values);
      },
    };
  }

  /** Returns every record of an owner at once. For short lists only: states, members, labels. */
  all<K extends RecordTypeName>(kind: K, owner: string, order: Order): RecordTypes[K][] {
    return this.list(kind, owner, order).read(-1, 0);
  }

  insert<K extends RecordTypeName>(kind: K, owner: string, body: RecordTypes[K]): RecordTypes[K] {
    this.#prepare('INSERT INTO record (kind, id, owner, body) VALUES (?, ?, ?, ?)').run(
      kind,
      body.id,
      owner,
      JSON.stringify(body),
    );
    return body;
  }

  /** Replaces the record that has the same id. */
  replace<K extends RecordTypeName>(kind: K, body: RecordTypes[K]): RecordTypes[K] {
    this.#prepare('UPDATE record SET body = ? WHERE kind = ? AND id = ?').run(JSON.stringify(body), kind, body.id);
    return body;
  }

  /** Deletes a record, but not the records that belong to it: see `removeTree`. */
  remove(kind: RecordTypeName, id: string): void {
    this.#prepare('DELETE FROM record WHERE kind = ? AND id = ?').run(kind, id);
  }

  /** Deletes a record and all records that belong to it, directly or indirectly. */
  removeTree(kind: RecordTypeName, id: string): void {
    const descendants = `WITH RECURSIVE below (id) AS (VALUES (?1) UNION SELECT record.id FROM below JOIN record ON record.owner = below.id)`;
    this.#prepare(`${descendants} DELETE FROM record WHERE owner IN below`).run(id);
    this.remove(kind, id);
  }

  /**
   * Increments the owner's counter and returns it; the first number is 1. Several processes never get the same number.
   */
  incrementNumber(owner: string): number {
    const sql = 'INSERT INTO counter VALUES (?, 1) ON CONFLICT (owner) DO UPDATE SET last = last + 1 RETURNING last';
    return Number(this.rows(sql, owner)[0]?.['last']);
  }

  /** Sets the owner's counter to the last number that was used, after numbers were assigned in bulk. */
  setLastNumber(owner: string, lastNumber: number): void {
    this.#prepare('INSERT INTO counter VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET last = excluded.last').run(
      owner,
      lastNumber,
    );
  }

  namedValue(name: string): string | undefined {
    const value = this.rows('SELECT value FROM named WHERE name = ?', name)[0]?.['value'];
    return typeof value === 'string' ? value : undefined;
  }

  setNamedValue(name: string, value: string): void {
    this.#prepare('INSERT INTO named VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(
      name,
      value,
    );
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
