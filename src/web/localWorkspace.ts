// The local workspace in a browser: the bundled server answers in this thread, without a socket.
import * as vscode from 'vscode';
import { createRequestHandler } from '../server/createRequestHandler.ts';
import { Database } from '../server/database/database.ts';
import type { LocalWorkspace } from '../session/localWorkspace.ts';
import { LocalWorkspaceError } from '../session/localWorkspaceError.ts';
import type { Clock } from '../std/clock.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { Logger } from '../std/logger.ts';
import { Secret } from '../std/secret.ts';
import type { Fetch } from './fetchTransport.ts';
import { openSqliteDatabase } from './sqliteDatabase.ts';

/** The origin of the local workspace. No request to it leaves the window: RFC 6761 reserves names below `localhost`. */
const LOCAL_ORIGIN = 'https://contrail.localhost';
/** How long after a change the database is written, in milliseconds. */
const WRITE_DELAY_MS = 250;

export interface LocalWorkspaceFiles {
  /** SQLite as WebAssembly. */
  readonly sqlite: vscode.Uri;
  readonly database: vscode.Uri;
}

export interface RunningLocalWorkspace extends LocalWorkspace {
  readonly fetch: Fetch;
}

/**
 * Starts the local workspace. The first start fills it with sample data. Rejects with `LocalWorkspaceError` if the
 * database cannot be opened; its file is not changed then.
 */
export async function runLocalWorkspace(
  files: LocalWorkspaceFiles,
  clock: Clock,
  logger: Logger,
): Promise<RunningLocalWorkspace> {
  const apiKey = `plane_api_${crypto.randomUUID().replaceAll('-', '')}`;
  try {
    const bytes = await readIfPresent(files.database);
    const writer = new DelayedWriter(
      () => vscode.workspace.fs.writeFile(files.database, database.export()),
      clock,
      logger,
    );
    const wasm = new Uint8Array(await vscode.workspace.fs.readFile(files.sqlite));
    const database = await openSqliteDatabase(wasm, bytes, () => writer.schedule());
    const { handleRequest, close, workspace } = createRequestHandler(new Database(database), {
      seed: { kind: 'sample' },
      rate: 0,
      apiKey,
      clock,
      logger,
    });
    return {
      baseUrl: LOCAL_ORIGIN,
      workspace,
      key: new Secret(apiKey),
      fetch: async (url, request) => handleRequest(new Request(url, request)),
      stop: async () => {
        await writer.flush();
        close();
      },
    };
  } catch (error) {
    throw new LocalWorkspaceError(errorMessage(error, String(error)));
  }
}

async function readIfPresent(file: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(file);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

/** Writes the latest state a moment after a change, one write at a time. */
class DelayedWriter {
  readonly #write: () => Thenable<void>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #isChanged = false;
  #writing: Promise<void> | undefined;

  constructor(write: () => Thenable<void>, clock: Clock, logger: Logger) {
    this.#write = write;
    this.#clock = clock;
    this.#logger = logger;
  }

  schedule(): void {
    this.#isChanged = true;
    this.#writing ??= this.#run(WRITE_DELAY_MS).finally(() => {
      this.#writing = undefined;
      if (this.#isChanged) this.schedule();
    });
  }

  /** Resolves when all changes are written. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#isChanged) await this.#run(0);
  }

  async #run(delay: number): Promise<void> {
    await this.#clock.sleep(delay);
    while (this.#isChanged) {
      this.#isChanged = false;
      try {
        await this.#write();
      } catch (error) {
        // The next change writes everything again.
        this.#logger.write('error', 'the local workspace could not be written', { detail: errorMessage(error) });
      }
    }
  }
}
