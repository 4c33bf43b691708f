// `node:fs/promises` in a browser, over VS Code's storage for extensions, which is the only file system here.
import { Buffer } from 'buffer';
import * as vscode from 'vscode';

/** The scheme of `globalStorageUri` and `storageUri`. Paths of other file systems do not exist for these functions. */
const STORAGE_SCHEME = 'vscode-userdata';
const CODES: Readonly<Record<string, string>> = {
  FileNotFound: 'ENOENT',
  FileExists: 'EEXIST',
  FileNotADirectory: 'ENOTDIR',
  FileIsADirectory: 'EISDIR',
  NoPermissions: 'EACCES',
};

type FileFlag = 'r' | 'r+' | 'w' | 'wx';

const uriOf = (path: string): vscode.Uri => vscode.Uri.from({ scheme: STORAGE_SCHEME, path });

/** Rejects with an error that has the code of Node's error. */
async function withNodeErrors<T>(work: () => Thenable<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    throw Object.assign(error, { code: CODES[error.code] ?? error.code });
  }
}

const bytesOf = (data: string | Uint8Array): Uint8Array => (typeof data === 'string' ? Buffer.from(data) : data);

export function readFile(path: string): Promise<Buffer>;
export function readFile(path: string, encoding: 'utf8'): Promise<string>;
export async function readFile(path: string, encoding?: 'utf8'): Promise<Buffer | string> {
  const bytes = Buffer.from(await withNodeErrors(() => vscode.workspace.fs.readFile(uriOf(path))));
  return encoding === undefined ? bytes : bytes.toString(encoding);
}

/** @throws Error EEXIST with the flag `wx` if the file exists. Another window can create it in between. */
export async function writeFile(
  path: string,
  data: string | Uint8Array,
  { flag = 'w' }: { readonly flag?: FileFlag } = {},
): Promise<void> {
  if (flag === 'wx' && (await exists(path))) throw Object.assign(new Error(`${path} exists.`), { code: 'EEXIST' });
  await withNodeErrors(() => vscode.workspace.fs.writeFile(uriOf(path), bytesOf(data)));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

interface FileStats {
  readonly size: number;
  readonly mtimeMs: number;
}

export async function stat(path: string): Promise<FileStats> {
  const { size, mtime } = await withNodeErrors(() => vscode.workspace.fs.stat(uriOf(path)));
  return { size, mtimeMs: mtime };
}

/** VS Code follows links; the file systems of browsers have none. */
export async function lstat(path: string): Promise<FileStats> {
  return stat(path);
}

export async function mkdir(path: string, _options?: { readonly recursive: true }): Promise<void> {
  await withNodeErrors(() => vscode.workspace.fs.createDirectory(uriOf(path)));
}

interface FolderEntry {
  readonly name: string;
  isDirectory(): boolean;
}

export function readdir(path: string): Promise<string[]>;
export function readdir(path: string, options: { readonly withFileTypes: true }): Promise<FolderEntry[]>;
export async function readdir(
  path: string,
  options?: { readonly withFileTypes: true },
): Promise<string[] | FolderEntry[]> {
  const entries = await withNodeErrors(() => vscode.workspace.fs.readDirectory(uriOf(path)));
  return options === undefined
    ? entries.map(([name]) => name)
    : entries.map(([name, type]) => ({ name, isDirectory: () => type === vscode.FileType.Directory }));
}

/** Moves a file. VS Code's own move deletes `to` first, so that a reload in between would lose the file. */
export async function rename(from: string, to: string): Promise<void> {
  await writeFile(to, await readFile(from));
  await rm(from);
}

export async function rm(
  path: string,
  { recursive = false, force = false }: { readonly recursive?: boolean; readonly force?: boolean } = {},
): Promise<void> {
  if (force && !(await exists(path))) return;
  await withNodeErrors(() => vscode.workspace.fs.delete(uriOf(path), { recursive }));
}

export async function mkdtemp(prefix: string): Promise<string> {
  const path = `${prefix}${crypto.randomUUID()}`;
  await mkdir(path);
  return path;
}

export async function realpath(path: string): Promise<string> {
  await stat(path);
  return path;
}

export async function chmod(): Promise<void> {}

/** An open file, whose bytes are in memory. Changes are written when the file is closed, because there is no append. */
export class FileHandle implements AsyncDisposable {
  readonly #path: string;
  #bytes: Buffer;
  #isChanged: boolean;

  constructor(path: string, bytes: Buffer, isChanged: boolean) {
    this.#path = path;
    this.#bytes = bytes;
    this.#isChanged = isChanged;
  }

  async stat(): Promise<Pick<FileStats, 'size'>> {
    return { size: this.#bytes.length };
  }

  async readFile(): Promise<Buffer> {
    return this.#bytes;
  }

  async read(target: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    const part = this.#bytes.subarray(position, position + length);
    target.set(part, offset);
    return { bytesRead: part.length };
  }

  write(data: Uint8Array, offset: number, length: number, position: number): Promise<void>;
  write(data: string, position: number): Promise<void>;
  async write(data: string | Uint8Array, offset: number, length?: number, position?: number): Promise<void> {
    const part = typeof data === 'string' ? Buffer.from(data) : data.subarray(offset, offset + (length ?? data.length));
    const start = position ?? offset;
    if (start + part.length > this.#bytes.length) {
      const longer = Buffer.alloc(start + part.length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes.set(part, start);
    this.#isChanged = true;
  }

  async writeFile(data: string | Uint8Array): Promise<void> {
    this.#bytes = Buffer.from(bytesOf(data));
    this.#isChanged = true;
  }

  async truncate(length: number): Promise<void> {
    this.#bytes = this.#bytes.subarray(0, length);
    this.#isChanged = true;
  }

  async close(): Promise<void> {
    if (this.#isChanged) await writeFile(this.#path, this.#bytes);
    this.#isChanged = false;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

export async function open(path: string, flag: FileFlag | number): Promise<FileHandle> {
  const isNew = flag === 'w' || flag === 'wx';
  return new FileHandle(path, isNew ? Buffer.alloc(0) : await readFile(path), isNew);
}
