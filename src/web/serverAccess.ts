// How the window reaches servers in a browser: with `fetch`, and the local workspace in this thread.
import * as vscode from 'vscode';
import type { ServerAccess } from '../shell/host/serverAccess.ts';
import type { Clock } from '../std/clock.ts';
import type { Logger } from '../std/logger.ts';
import { createFetchTransport, type Fetch } from './fetchTransport.ts';
import type { RunningLocalWorkspace } from './localWorkspace.ts';

export function createServerAccess(context: vscode.ExtensionContext, clock: Clock, logger: Logger): ServerAccess {
  let local: RunningLocalWorkspace | undefined;
  const fetchResponse: Fetch = (url, request) =>
    new URL(url).origin === local?.baseUrl ? local.fetch(url, request) : globalThis.fetch(url, request);
  return {
    openTransport: async () => createFetchTransport(fetchResponse),
    startLocalWorkspace: async () => {
      const { runLocalWorkspace } = await import('./localWorkspace.ts');
      const files = {
        sqlite: vscode.Uri.joinPath(context.extensionUri, 'dist', 'web', 'sqlite.wasm'),
        folder: vscode.Uri.joinPath(context.globalStorageUri, 'local'),
      };
      local = await runLocalWorkspace(files, clock, logger);
      return local;
    },
    dispose: () => undefined,
  };
}
