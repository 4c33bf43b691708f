// How the window reaches servers in a browser: with `fetch`, and the local workspace in this thread.
import * as vscode from 'vscode';
import type { ServerAccess } from '../shell/host/serverAccess.ts';
import type { Clock } from '../std/clock.ts';
import type { Logger } from '../std/logger.ts';
import { createFetchTransport, type Fetch } from './fetchTransport.ts';

export function createServerAccess(context: vscode.ExtensionContext, clock: Clock, logger: Logger): ServerAccess {
  let localFetch: { readonly origin: string; readonly fetch: Fetch } | undefined;
  const fetchResponse: Fetch = (url, request) =>
    localFetch !== undefined && new URL(url).origin === localFetch.origin
      ? localFetch.fetch(url, request)
      : globalThis.fetch(url, request);
  return {
    openTransport: async () => createFetchTransport(fetchResponse),
    startLocalWorkspace: async () => {
      const { runLocalWorkspace } = await import('./localWorkspace.ts');
      const files = {
        sqlite: vscode.Uri.joinPath(context.extensionUri, 'dist', 'web', 'sqlite.wasm'),
        folder: vscode.Uri.joinPath(context.globalStorageUri, 'local'),
      };
      const running = await runLocalWorkspace(files, clock, logger);
      localFetch = { origin: running.baseUrl, fetch: running.fetch };
      return running;
    },
    dispose: () => undefined,
  };
}
