// Stores records by kind and owner in SQLite, with a counter per project and a few named values.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { QueryCache } from './cache.ts';
import type { Order } from './orders.ts';
import type { RecordTypeName, RecordTypes } from './records.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** Number of cached pages: about 100 kB each, when they are full. */
const PAGES = 24;

// Every column that a list is ordered or searched by is computed from the body, so a record is written in one place
// only.
const RECORDS = `
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
const OBJECTS = `
  CREATE TABLE object (key TEXT PRIMARY KEY, type TEXT NOT NULL, bytes BLOB NOT NULL);
  CREATE INDEX record_by_owner ON record (owner);
`;

/** The SQL that migrates a database to the next version, from version 0 on. */
const STEPS = [RECORDS, OBJECTS];

/** Records as they are stored. */
export interface StoredRow {
  readonly count: number;
  /** The JSON of the records, separated by commas, in UTF-8. */
  readonly json: Uint8Array;
}

/** Records that are read page by page: a list is never in memory as a whole. */
export interface ListQuery<T> {
  /** Number of records on all pages. */
  count(): number;
  read(limit: number, skip: number): T[];
  /** The same records as `read`, without parsing them. Undefined if the response differs from what is stored. */
  kept?(limit: number, skip: number): StoredRow;
}

/** Which records of an owner a list contains, as SQL that only code in `server/` contains. */
export interface Narrowing {
  readonly condition: string;
  readonly values: readonly SQLInputValue[];
}

const EVERY: Narrowing = { condition: 'TRUE', values: [] };

/** A list without records. */
export const emptyListQuery: ListQuery<never> = { count: () => 0, read: () => [] };

/** Returns the same list with `dress` applied to every record as it is read. */
export function mapListQuery<T, U>(listing: ListQuery<T>, dress: (one: T) => U): ListQuery<U> {
  return { count: () => listing.count(), read: (limit, skip) => listing.read(limit, skip).map(dress) };
}

/**
 * Stores records of every kind. `owner` is the id of what a record belongs to: the workspace for a project, the project
 * for a work item, the work item for a comment. Two processes may open the same file.
 */
export class Database {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Counting a long list takes longer than reading a page of it, and every page contains the count. */
  readonly #counts = new QueryCache<number>(1000);
  readonly #pages = new QueryCache<StoredRow>(PAGES);
  #writing = false;

  /**
   * Opens the database at a path, and creates it if it is missing; `:memory:` stores nothing on disk.
   * @throws an Error if the file has a later version.
   */
  constructor(path: string) {
    if (path !== ':memory:') makePrivateFile(path);
    this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.#database.function('folded', { deterministic: true }, (text) => String(text).toLocaleLowerCase('en'));
    this.write(() => this.#migrate());
  }

  #migrate(): void {
    const version = Number(this.rows('PRAGMA user_version')[0]?.['user_version']);
    if (version > STEPS.length) throw new Error('The data file was written by a later version of Contrail.');
    for (const step of STEPS.slice(version)) this.#database.exec(step);
    this.#database.exec(`PRAGMA user_version = ${STEPS.length}`);
  }

  /** Does all of the work or, if `work` throws, none of it. A nested write joins the outer transaction. */
  write<T>(work: () => T): T {
    if (this.#writing) return work();
    this.#database.exec('BEGIN IMMEDIATE');
    this.#writing = true;
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      this.#writing = false;
    }
  }

  /** Returns the rows of a query. Only code in `server/` contains the SQL; values are passed as parameters. */
  rows(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#prepared(sql).all(...values);
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #bodies<K extends RecordTypeName>(sql: string, ...values: SQLInputValue[]): RecordTypes[K][] {
    return this.rows(sql, ...values).map((row) => JSON.parse(String(row['body'])) as RecordTypes[K]);
  }

  /**
   * Returns the bodies in the order of the query. The database returns a single row, and its bytes are sent as they
   * are: a row for each record, and a conversion to text, would cost more than the records themselves.
   */
  #kept(sql: string, ...values: SQLInputValue[]): StoredRow {
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

  /** Returns the record if it belongs to this owner. */
  within<K extends RecordTypeName>(kind: K, owner: string, id: string): RecordTypes[K] | undefined {
    return this.#bodies<K>('SELECT body FROM record WHERE kind = ? AND id = ? AND owner = ?', kind, id, owner)[0];
  }

  byNumber<K extends RecordTypeName>(kind: K, owner: string, number: number): RecordTypes[K] | undefined {
    return this.#bodies<K>(
      'SELECT body FROM record WHERE kind = ? AND owner = ? AND number = ?',
      kind,
      owner,
      number,
    )[0];
  }

  byExternal<K extends RecordTypeName>(kind: K, owner: string, source: string, id: string): RecordTypes[K] | undefined {
    const sql = 'SELECT body FROM record WHERE kind = ? AND owner = ? AND external_source = ? AND external_id = ?';
    return this.#bodies<K>(sql, kind, owner, source, id)[0];
  }

  count(kind: RecordTypeName, owner: string, { condition, values }: Narrowing = EVERY): number {
    const sql = `SELECT count(*) AS count FROM record WHERE kind = ? AND owner = ? AND ${condition}`;
    const counted = (): number => Number(this.rows(sql, kind, owner, ...values)[0]?.['count']);
    return this.#unlessChanged(this.#counts, counted, sql, kind, owner, ...values);
  }

  /**
   * Returns the cached result if nothing has changed since. During a write, the query always runs, and its result is
   * not cached, because the write may be rolled back.
   */
  #unlessChanged<T>(remembered: QueryCache<T>, find: () => T, ...question: SQLInputValue[]): T {
    return this.#writing ? find() : remembered.at(this.#version(), JSON.stringify(question.map(String)), find);
  }

  /**
   * Differs after any change: the first half after one by another connection, the second after one by this connection.
   */
  #version(): string {
    const [ours] = this.rows('SELECT total_changes() AS changes');
    return `${String(this.rows('PRAGMA data_version')[0]?.['data_version'])}/${String(ours?.['changes'])}`;
  }

  list<K extends RecordTypeName>(
    kind: K,
    owner: string,
    order: Order,
    narrowing: Narrowing = EVERY,
  ): ListQuery<RecordTypes[K]> {
    const way = order.descending ? 'DESC' : 'ASC';
    const indexed =
      order.expression === 'created_at' || order.expression === 'updated_at' || order.expression === 'number';
    const term = `${order.expression} ${way}${indexed ? '' : ' NULLS LAST'}, rowid ${way}`;
    const sql = `SELECT body FROM record WHERE kind = ? AND owner = ? AND ${narrowing.condition} ORDER BY ${term} LIMIT ? OFFSET ?`;
    return {
      count: () => this.count(kind, owner, narrowing),
      read: (limit, skip) => this.#bodies<K>(sql, kind, owner, ...narrowing.values, limit, skip),
      kept: (limit, skip) => {
        const values = [kind, owner, ...narrowing.values, limit, skip];
        return this.#unlessChanged(this.#pages, () => this.#kept(sql, ...values), sql, ...values);
      },
    };
  }

  /** Returns every record of an owner, for lists that are never long: states, members, labels. */
  all<K extends RecordTypeName>(kind: K, owner: string, order: Order): RecordTypes[K][] {
    return this.list(kind, owner, order).read(-1, 0);
  }

  insert<K extends RecordTypeName>(kind: K, owner: string, body: RecordTypes[K]): RecordTypes[K] {
    this.#prepared('INSERT INTO record (kind, id, owner, body) VALUES (?, ?, ?, ?)').run(
      kind,
      body.id,
      owner,
      JSON.stringify(body),
    );
    return body;
  }

  /** Replaces the record that has the same id. */
  replace<K extends RecordTypeName>(kind: K, body: RecordTypes[K]): RecordTypes[K] {
    this.#prepared('UPDATE record SET body = ? WHERE kind = ? AND id = ?').run(JSON.stringify(body), kind, body.id);
    return body;
  }

  /** Deletes a record. What belonged to it stays; the caller deletes that. */
  remove(kind: RecordTypeName, id: string): void {
    this.#prepared('DELETE FROM record WHERE kind = ? AND id = ?').run(kind, id);
  }

  /** Deletes a record with everything that belongs to it, recursively. */
  removeTree(kind: RecordTypeName, id: string): void {
    const below = `WITH RECURSIVE below (id) AS (VALUES (?1) UNION SELECT record.id FROM below JOIN record ON record.owner = below.id)`;
    this.#prepared(`${below} DELETE FROM record WHERE owner IN below`).run(id);
    this.remove(kind, id);
  }

  /**
   * Returns the next number of an owner's series, from 1 on. A number is never returned twice, even to two processes.
   */
  nextNumber(owner: string): number {
    const sql = 'INSERT INTO counter VALUES (?, 1) ON CONFLICT (owner) DO UPDATE SET last = last + 1 RETURNING last';
    return Number(this.rows(sql, owner)[0]?.['last']);
  }

  /** Sets the last number of an owner's series, after numbers were assigned in bulk. */
  setNumber(owner: string, last: number): void {
    this.#prepared('INSERT INTO counter VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET last = excluded.last').run(
      owner,
      last,
    );
  }

  named(name: string): string | undefined {
    const value = this.rows('SELECT value FROM named WHERE name = ?', name)[0]?.['value'];
    return typeof value === 'string' ? value : undefined;
  }

  setNamed(name: string, value: string): void {
    this.#prepared('INSERT INTO named VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(
      name,
      value,
    );
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/**
 * Makes the file readable only by its owner, because it may contain a key. SQLite gives its side files the same mode.
 */
function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  closeSync(openSync(path, 'a', 0o600));
}
