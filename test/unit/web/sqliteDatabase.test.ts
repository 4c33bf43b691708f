// Tests SQLite as WebAssembly, against the sample workspace in Node's SQLite.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import { createRequestHandler, type RequestHandler } from '../../../src/server/createRequestHandler.ts';
import { Database } from '../../../src/server/database/database.ts';
import { openDatabase } from '../../../src/server/database/databaseFile.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { openSqliteDatabase, type StoredSqlDatabase } from '../../../src/web/sqliteDatabase.ts';
import { FakeClock } from '../../support/clock.ts';

const wasm = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm-browser.wasm')));
const API_KEY = 'plane_api_web';

function handlerOf(database: Database): RequestHandler {
  return createRequestHandler(database, {
    seed: { kind: 'sample' },
    rate: 0,
    apiKey: API_KEY,
    clock: new FakeClock(),
    logger: silentLogger,
  });
}

async function openInBrowser(bytes?: Uint8Array, onChange = (): void => undefined) {
  const sqlite: StoredSqlDatabase = await openSqliteDatabase(wasm, bytes, onChange);
  return { sqlite, handler: handlerOf(new Database(sqlite)) };
}

async function request({ handleRequest, workspace }: RequestHandler, path: string, init: RequestInit = {}) {
  const url = `https://contrail.localhost/api/v1/workspaces/${workspace}/${path}`;
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  const response = await handleRequest(new Request(url, { headers, ...init }));
  return { status: response.status, json: (await response.json()) as Readonly<Record<string, unknown>> };
}

const projectOf = async (handler: RequestHandler): Promise<string> => {
  const { json } = await request(handler, 'projects/');
  return (json['results'] as { id: string }[])[0]?.id ?? '';
};

describe('SQLite as WebAssembly', () => {
  it('answers as Node’s SQLite does', async () => {
    const { handler } = await openInBrowser();
    const node = handlerOf(openDatabase(':memory:'));
    const project = await projectOf(node);
    for (const path of [
      'projects/',
      `projects/${project}/work-items/?order_by=-updated_at`,
      `projects/${project}/work-items/?per_page=3&cursor=3:1:0`,
      `projects/${project}/states/`,
      'work-items/search/?search=board',
    ])
      expect(await request(handler, path), path).toEqual(await request(node, path));
    handler.close();
    node.close();
  });

  it('reports a change once for each transaction, and none for a read', async () => {
    const onChange = vi.fn<() => void>();
    const { handler } = await openInBrowser(undefined, onChange);
    onChange.mockClear();
    const project = await projectOf(handler);
    expect(onChange).not.toHaveBeenCalled();
    const { status } = await request(handler, `projects/${project}/work-items/`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Created in a browser' }),
    });
    expect(status).toBe(201);
    expect(onChange).toHaveBeenCalledTimes(1);
    handler.close();
  });

  it('is the same after it was exported, closed and opened again, and stays usable after the export', async () => {
    const { sqlite, handler } = await openInBrowser();
    const project = await projectOf(handler);
    const list = `projects/${project}/work-items/`;
    sqlite.export();
    await request(handler, list, { method: 'POST', body: JSON.stringify({ name: 'Created after an export' }) });
    const before = await request(handler, list);
    const bytes = sqlite.export();
    handler.close();
    const { handler: opened } = await openInBrowser(bytes);
    expect(await request(opened, list)).toEqual(before);
    expect(JSON.stringify(before.json)).toContain('Created after an export');
    opened.close();
  });
});
