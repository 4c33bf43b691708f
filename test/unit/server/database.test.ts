// Tests the database: permanent storage, transactions, lists, and several connections to one file.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/server/database/databaseFile.ts';
import { defaultRecords } from '../../../src/server/database/defaultRecords.ts';
import { NEWEST_FIRST } from '../../../src/server/database/orders.ts';
import { seedDatabase } from '../../../src/server/sample/seed.ts';
import { temporaryFolder } from '../../support/templateFolder.ts';
import { startTestServer } from '../../support/testServer.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'deeper', 'workspace.db');
});

const label = (id: string) => ({ ...defaultRecords.label, id, name: id, created_at: `2026-01-0${id}T00:00:00Z` });

describe('Database', () => {
  it('keeps records across a restart', () => {
    const oldDatabase = openDatabase(file);
    oldDatabase.insert('label', 'p', label('1'));
    oldDatabase.close();
    const newDatabase = openDatabase(file);
    expect(newDatabase.get('label', '1')).toEqual(label('1'));
    expect(newDatabase.getOwned('label', 'other', '1')).toBeUndefined();
    newDatabase.close();
  });

  it('rolls back all changes of a write that throws', () => {
    const store = openDatabase(':memory:');
    const insertAndThrow = (): void => {
      store.insert('label', 'p', label('1'));
      store.write(() => store.incrementNumber('p'));
      expect(store.count('label', 'p')).toBe(1);
      throw new Error('no');
    };
    expect(() => store.write(insertAndThrow)).toThrow('no');
    expect(store.count('label', 'p')).toBe(0);
    expect(store.incrementNumber('p')).toBe(1);
    store.close();
  });

  it('returns a list as stored JSON text that contains the same records as the parsed list', () => {
    const store = openDatabase(':memory:');
    for (const id of ['1', '2', '3']) store.insert('label', 'p', { ...label(id), description: 'Größe, “quoted”' });
    const list = store.list('label', 'p', NEWEST_FIRST);
    for (const [limit, skip] of [
      [2, 0],
      [2, 2],
      [2, 4],
      [-1, 0],
    ] as const) {
      const storedPage = list.readStoredJson?.(limit, skip);
      expect(storedPage?.count).toBe(list.read(limit, skip).length);
      expect(JSON.parse(`[${new TextDecoder().decode(storedPage?.json)}]`)).toEqual(list.read(limit, skip));
    }
    store.close();
  });

  it('gives two connections different work item numbers, and shows each connection the changes of the other', () => {
    const [first, second] = [openDatabase(file), openDatabase(file)];
    const numbers = [first, second, first, second].map((store) => store.write(() => store.incrementNumber('p')));
    expect(numbers).toEqual([1, 2, 3, 4]);
    first.insert('label', 'p', label('1'));
    expect(second.count('label', 'p')).toBe(1);
    first.insert('label', 'p', label('2'));
    expect([first, second].map((store) => store.count('label', 'p'))).toEqual([2, 2]);
    second.remove('label', '1');
    expect([first, second].map((store) => store.count('label', 'p'))).toEqual([1, 1]);
    first.close();
    second.close();
  });

  it('is seeded only once if two connections open the same file', () => {
    const [first, second] = [openDatabase(file), openDatabase(file)];
    const workspace = seedDatabase(first, { kind: 'sample' }, 0);
    expect(seedDatabase(second, { kind: 'scale', items: 5 }, 0)).toEqual(workspace);
    expect(second.count('project', workspace.id)).toBe(3);
    first.close();
    second.close();
  });

  it('migrates a file of the previous version, and keeps its records', () => {
    const oldDatabase = openDatabase(file);
    oldDatabase.insert('label', 'p', label('1'));
    oldDatabase.close();
    const database = new DatabaseSync(file);
    database.exec('DROP TABLE object; DROP INDEX record_by_owner; PRAGMA user_version = 1');
    database.close();
    const newDatabase = openDatabase(file);
    expect(newDatabase.get('label', '1')).toEqual(label('1'));
    expect(newDatabase.rows('SELECT * FROM object')).toEqual([]);
    newDatabase.close();
    openDatabase(file).close();
  });

  it('deletes a record with all of its descendants, and no other records', () => {
    const store = openDatabase(':memory:');
    store.insert('label', 'root', label('1'));
    store.insert('label', '1', label('2'));
    store.insert('label', '2', label('3'));
    store.insert('label', 'root', label('4'));
    store.removeTree('label', '1');
    expect(store.rows('SELECT id FROM record')).toEqual([{ id: '4' }]);
    store.close();
  });

  it('lists the records that match a condition page by page', () => {
    const store = openDatabase(':memory:');
    for (const id of ['1', '2', '3']) store.insert('label', 'p', label(id));
    const list = store.list('label', 'p', NEWEST_FIRST, { condition: 'id <> ?', values: ['2'] });
    expect([list.count(), list.read(1, 1).map(({ id }) => id)]).toEqual([2, ['1']]);
    store.close();
  });

  it('lists records in order page by page, with a stable order of records with the same time', () => {
    const store = openDatabase(':memory:');
    for (const id of ['1', '3', '2']) store.insert('label', 'p', label(id));
    for (const id of ['a', 'b']) store.insert('label', 'p', { ...label(id), created_at: '2025-01-01T00:00:00Z' });
    const list = store.list('label', 'p', NEWEST_FIRST);
    expect(list.count()).toBe(5);
    expect([...list.read(2, 0), ...list.read(2, 2), ...list.read(2, 4)].map(({ id }) => id)).toEqual([
      '3',
      '2',
      '1',
      'b',
      'a',
    ]);
    store.close();
  });

  it('lists records with the same position in a stable order, ascending and descending', () => {
    const store = openDatabase(':memory:');
    for (const id of ['1', '2', '3']) store.insert('label', 'p', label(id));
    const idsInOrder = (descending: boolean): string[] =>
      store.all('label', 'p', { expression: 'position', isDescending: descending }).map(({ id }) => id);
    expect([idsInOrder(false), idsInOrder(true)]).toEqual([
      ['1', '2', '3'],
      ['3', '2', '1'],
    ]);
    store.close();
  });

  it('rejects two work items with the same number in a project', () => {
    const store = openDatabase(':memory:');
    const item = (id: string) => ({ ...defaultRecords.workItem, id, name: id, project: 'p', sequence_id: 1 });
    store.insert('workItem', 'p', item('a'));
    expect(() => store.insert('workItem', 'p', item('b'))).toThrow('UNIQUE');
    store.close();
  });

  it('rejects a file of a later version', () => {
    openDatabase(file).close();
    const laterDatabase = new DatabaseSync(file);
    laterDatabase.exec('PRAGMA user_version = 99');
    laterDatabase.close();
    expect(() => openDatabase(file)).toThrow('later version');
  });

  it.skipIf(process.platform === 'win32')('creates a file that only its owner can read', () => {
    openDatabase(file).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('startServer', () => {
  it('continues with the data and the API key of the database file after a restart', async () => {
    const first = await startTestServer({ data: file });
    await first.ask('POST', 'projects/', { body: { name: 'Kept', identifier: 'KEPT' } });
    await first.stop();
    const second = await startTestServer({ data: file });
    expect(second.apiKey).toBe(first.apiKey);
    const projects = (await (await second.ask('GET', 'projects/')).json()) as { results: { identifier: string }[] };
    expect(projects.results.map((project) => project.identifier)).toEqual(['WEB', 'API', 'NOTES', 'KEPT']);
    await second.stop();
  });

  it('does not store an API key from its options', async () => {
    const server = await startTestServer({ data: file, apiKey: 'plane_api_given' });
    expect((await server.ask('GET', 'projects/')).status).toBe(200);
    await server.stop();
    const database = new DatabaseSync(file, { readOnly: true });
    expect(database.prepare('SELECT name FROM named').all()).toEqual([{ name: 'workspace' }]);
    database.close();
  });

  it('returns a server that can be stopped twice while connections are open', async () => {
    const server = await startTestServer();
    await server.ask('GET', 'projects/');
    await Promise.all([server.stop(), server.stop()]);
    await expect(server.ask('GET', 'projects/')).rejects.toThrow('fetch failed');
  });

  it('rejects if the port is in use', async () => {
    const server = await startTestServer();
    await expect(startTestServer({ port: Number(new URL(server.baseUrl).port) })).rejects.toThrow('EADDRINUSE');
    await server.stop();
  });
});
