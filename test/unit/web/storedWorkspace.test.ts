// Tests the local workspace in a browser: what several windows that share its files store.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../src/std/logger.ts';
import { StoredWorkspace, type WorkspaceFile, type WorkspaceFiles } from '../../../src/web/storedWorkspace.ts';
import { FakeClock } from '../../support/clock.ts';

const wasm = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm-browser.wasm')));
const API_KEY = 'plane_api_web';

class MemoryFile implements WorkspaceFile {
  bytes: Uint8Array | undefined;
  readCount = 0;
  writeCount = 0;
  failure: Error | undefined;
  /** Called once, before the next read with this number. */
  beforeRead: { readonly number: number; readonly run: () => Promise<void> } | undefined;

  async read(): Promise<Uint8Array | undefined> {
    this.readCount += 1;
    const { beforeRead } = this;
    if (beforeRead?.number === this.readCount) {
      this.beforeRead = undefined;
      await beforeRead.run();
    }
    return this.bytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.writeCount += 1;
    this.bytes = bytes.slice();
  }
}

interface Files extends WorkspaceFiles {
  readonly database: MemoryFile;
  readonly version: MemoryFile;
}

class Window {
  readonly #workspace: StoredWorkspace;
  project = '';

  constructor(workspace: StoredWorkspace) {
    this.#workspace = workspace;
  }

  static async open(files: WorkspaceFiles): Promise<Window> {
    const workspace = await StoredWorkspace.open(files, wasm, {
      seed: { kind: 'sample' },
      rate: 0,
      apiKey: API_KEY,
      clock: new FakeClock(),
      logger: silentLogger,
    });
    const window = new Window(workspace);
    const { json } = await window.send('projects/');
    window.project = (json['results'] as { id: string }[])[0]?.id ?? '';
    return window;
  }

  async send(path: string, body?: unknown) {
    const url = `https://contrail.localhost/api/v1/workspaces/${this.#workspace.slug}/${path}`;
    const response = await this.#workspace.handle(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as Readonly<Record<string, unknown>> };
  }

  async create(name: string): Promise<number> {
    return (await this.send(`projects/${this.project}/work-items/`, { name })).status;
  }

  /** The names of all work items that start with `Item`. */
  async names(): Promise<string[]> {
    const { json } = await this.send(`projects/${this.project}/work-items/?order_by=-created_at`);
    return (json['results'] as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith('Item'));
  }

  close(): Promise<void> {
    return this.#workspace.close();
  }
}

let files: Files;

afterEach(() => void vi.unstubAllGlobals());
beforeEach(() => {
  files = { database: new MemoryFile(), version: new MemoryFile() };
});

describe('The stored workspace', () => {
  it('has stored a change before it is answered, and writes nothing for a read', async () => {
    const window = await Window.open(files);
    const writes = files.database.writeCount;
    await window.names();
    expect(files.database.writeCount).toBe(writes);
    expect(await window.create('Item 1')).toBe(201);
    // The first window is not closed: it may have been killed.
    expect(await (await Window.open(files)).names()).toEqual(['Item 1']);
  });

  it('reads what is sent in Firefox, in which a request has no stream of its body', async () => {
    class FirefoxRequest extends Request {
      override readonly body = null;
    }
    vi.stubGlobal('Request', FirefoxRequest);
    const window = await Window.open(files);
    expect(await window.create('Item 1')).toBe(201);
    expect(await window.names()).toEqual(['Item 1']);
  });

  it('shows and keeps what another window has changed', async () => {
    const one = await Window.open(files);
    const other = await Window.open(files);
    await one.create('Item 1');
    await other.create('Item 2');
    await one.create('Item 3');
    for (const window of [one, other, await Window.open(files)])
      expect((await window.names()).toSorted()).toEqual(['Item 1', 'Item 2', 'Item 3']);
  });

  it('makes a change again if another window has stored one since', async () => {
    const one = await Window.open(files);
    const other = await Window.open(files);
    const beforeStore = files.version.readCount + 2;
    files.version.beforeRead = { number: beforeStore, run: async () => void (await other.create('Item 2')) };
    expect(await one.create('Item 1')).toBe(201);
    expect((await one.names()).toSorted()).toEqual(['Item 1', 'Item 2']);
    expect((await other.names()).toSorted()).toEqual(['Item 1', 'Item 2']);
  });

  it('answers changes that are requested at the same time one after the other', async () => {
    const window = await Window.open(files);
    const names = ['Item 1', 'Item 2', 'Item 3'];
    await Promise.all(names.map((name) => window.create(name)));
    await window.close();
    expect((await (await Window.open(files)).names()).toSorted()).toEqual(names);
  });

  it('has not changed if a change cannot be stored, and says why', async () => {
    const window = await Window.open(files);
    files.database.failure = new Error('The quota is exceeded');
    const { status, json } = await window.send(`projects/${window.project}/work-items/`, { name: 'Item 0' });
    expect(status).toBe(507);
    expect(json['error']).toContain('The quota is exceeded');
    files.database.failure = undefined;
    expect(await window.create('Item 1')).toBe(201);
    expect(await window.names()).toEqual(['Item 1']);
  });

  it('leaves files that are no database as they are', async () => {
    files.database.bytes = new TextEncoder().encode(
      'This file is no database, and longer than a header of SQLite.'.repeat(4),
    );
    const before = files.database.bytes;
    await expect(Window.open(files)).rejects.toThrow(/not a database/);
    expect(files.database.bytes).toBe(before);
  });
});
