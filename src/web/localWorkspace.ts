// The local workspace in a browser: the bundled server answers in this thread, without a socket.
import * as vscode from 'vscode';
import type { LocalWorkspace } from '../core/session/localWorkspace.ts';
import { LocalWorkspaceError } from '../core/session/localWorkspaceError.ts';
import type { Clock } from '../std/clock.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { Logger } from '../std/logger.ts';
import { Secret } from '../std/secret.ts';
import type { Fetch } from './fetchTransport.ts';
import { StoredWorkspace, type WorkspaceFile } from './storedWorkspace.ts';

/** The origin of the local workspace. No request to it leaves the window: RFC 6761 reserves names below `localhost`. */
const LOCAL_ORIGIN = 'https://contrail.localhost';

export interface LocalWorkspaceFiles {
  /** SQLite as WebAssembly. */
  readonly sqlite: vscode.Uri;
  /** The folder of the database. */
  readonly folder: vscode.Uri;
}

export interface RunningLocalWorkspace extends LocalWorkspace {
  readonly fetch: Fetch;
}

/**
 * Starts the local workspace. The first start fills it with sample data. Rejects with `LocalWorkspaceError` if the
 * database cannot be opened; its file is not changed then.
 */
export async function runLocalWorkspace(
  { sqlite, folder }: LocalWorkspaceFiles,
  clock: Clock,
  logger: Logger,
): Promise<RunningLocalWorkspace> {
  const apiKey = `plane_api_${crypto.randomUUID().replaceAll('-', '')}`;
  try {
    await vscode.workspace.fs.createDirectory(folder);
    const files = { database: fileIn(folder, 'workspace.db'), version: fileIn(folder, 'workspace.version') };
    const wasm = new Uint8Array(await vscode.workspace.fs.readFile(sqlite));
    const options = { seed: { kind: 'sample' }, rate: 0, apiKey, clock, logger } as const;
    const workspace = await StoredWorkspace.open(files, wasm, options);
    return {
      baseUrl: LOCAL_ORIGIN,
      workspace: workspace.slug,
      key: new Secret(apiKey),
      fetch: (url, request) => workspace.handle(url, request),
      stop: () => workspace.close(),
    };
  } catch (error) {
    throw new LocalWorkspaceError(errorMessage(error, String(error)));
  }
}

function fileIn(folder: vscode.Uri, name: string): WorkspaceFile {
  const file = vscode.Uri.joinPath(folder, name);
  return {
    read: async () => {
      try {
        return await vscode.workspace.fs.readFile(file);
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
        throw error;
      }
    },
    write: async (bytes) => vscode.workspace.fs.writeFile(file, bytes),
  };
}
