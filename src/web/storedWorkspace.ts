// The server of the local workspace in a browser. All windows share its database, which is a file.
import {
  createRequestHandler,
  type RequestHandler,
  type RequestHandlerOptions,
} from '../server/createRequestHandler.ts';
import { Database } from '../server/database/database.ts';
import { errorMessage } from '../std/errorMessage.ts';
import { openSqliteDatabase, type StoredSqlDatabase } from './sqliteDatabase.ts';

export interface WorkspaceFile {
  /** Resolves with undefined if there is no file. */
  read(): Promise<Uint8Array | undefined>;
  write(bytes: Uint8Array): Promise<void>;
}

export interface WorkspaceFiles {
  readonly database: WorkspaceFile;
  /** An id that is new after each change of the database. It is written after the database. */
  readonly version: WorkspaceFile;
}

const INSUFFICIENT_STORAGE = 507;

type StoredWorkspaceOptions = RequestHandlerOptions & Required<Pick<RequestHandlerOptions, 'clock' | 'logger'>>;

/**
 * Answers one request after the other. A change is on disk before it is answered, so a window that is closed loses
 * nothing. If another window has changed the database, it is loaded again, and a change is made again from what the
 * other window has stored. Only changes within the few milliseconds of a write could replace each other.
 */
export class StoredWorkspace {
  readonly #files: WorkspaceFiles;
  readonly #wasm: Uint8Array<ArrayBuffer>;
  readonly #options: StoredWorkspaceOptions;
  #database: StoredSqlDatabase | undefined;
  #handler: RequestHandler | undefined;
  /** The version of the database in memory; undefined if the database must be loaded. */
  #version: string | undefined;
  #isChanged = false;
  #lastAnswer: Promise<unknown> = Promise.resolve();

  private constructor(files: WorkspaceFiles, wasm: Uint8Array<ArrayBuffer>, options: StoredWorkspaceOptions) {
    this.#files = files;
    this.#wasm = wasm;
    this.#options = options;
  }

  /**
   * Opens the database, or creates it with the content of `options.seed`. `wasm` is SQLite as WebAssembly.
   * @throws if the files cannot be read or written, or contain something else. They are not changed then.
   */
  static async open(
    files: WorkspaceFiles,
    wasm: Uint8Array<ArrayBuffer>,
    options: StoredWorkspaceOptions,
  ): Promise<StoredWorkspace> {
    const workspace = new StoredWorkspace(files, wasm, options);
    await workspace.#change(async () => undefined);
    return workspace;
  }

  /** Slug of the workspace. */
  get slug(): string {
    return this.#handler?.workspace ?? '';
  }

  /** Never rejects. If the database cannot be read or written, the response says why. */
  async handle(url: string, request: RequestInit): Promise<Response> {
    const answer = this.#lastAnswer.then(() => this.#answer(url, request));
    this.#lastAnswer = answer;
    return answer;
  }

  /** Must be the last call. Resolves after the answers to all requests. */
  async close(): Promise<void> {
    await this.#lastAnswer;
    this.#handler?.close();
  }

  async #answer(url: string, request: RequestInit): Promise<Response> {
    try {
      return await this.#change(async (handler) => handler.handleRequest(withBodyStream(url, request)));
    } catch (error) {
      this.#options.logger.write('error', 'the local workspace could not be stored', { detail: errorMessage(error) });
      return Response.json(
        { error: `The local workspace could not be stored: ${errorMessage(error)}` },
        { status: INSUFFICIENT_STORAGE },
      );
    }
  }

  /** Runs `work`, which may change the database, with what the windows have stored last, and stores its changes. */
  async #change<T>(work: (handler: RequestHandler) => Promise<T>): Promise<T> {
    for (;;) {
      const storedVersion = await this.#readVersion();
      const handler =
        this.#handler !== undefined && storedVersion === this.#version ? this.#handler : await this.#load();
      const result = await work(handler);
      if (!this.#isChanged) return result;
      if ((await this.#readVersion()) === this.#version) {
        await this.#store();
        return result;
      }
      this.#version = undefined;
    }
  }

  async #load(): Promise<RequestHandler> {
    for (;;) {
      const version = await this.#readVersion();
      const bytes = await this.#files.database.read();
      if ((await this.#readVersion()) !== version) continue;
      this.#handler?.close();
      this.#handler = undefined;
      this.#isChanged = false;
      this.#database = await openSqliteDatabase(this.#wasm, bytes, () => (this.#isChanged = true));
      this.#handler = createRequestHandler(new Database(this.#database), this.#options);
      this.#version = version;
      return this.#handler;
    }
  }

  async #store(): Promise<void> {
    const bytes = this.#database?.export();
    if (bytes === undefined) return;
    const version = crypto.randomUUID();
    // Until both files are written, the database in memory is none that can be used.
    this.#version = undefined;
    await this.#files.database.write(bytes);
    await this.#files.version.write(new TextEncoder().encode(version));
    this.#version = version;
    this.#isChanged = false;
  }

  /** Returns '' if nothing was stored yet, or by a version of Contrail without the file. */
  async #readVersion(): Promise<string> {
    return new TextDecoder().decode(await this.#files.version.read());
  }
}

/** Returns a request whose body is a stream, which in Firefox only the body of a response is. */
function withBodyStream(url: string, request: RequestInit): Request {
  return Object.defineProperty(new Request(url, request), 'body', { value: new Response(request.body).body });
}
