// How the window reaches servers: over undici, and the local workspace in a worker thread.
// `web/serverAccess.ts` replaces this module in a browser.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Transport } from '../../client/transport.ts';
import { readNetworkVariables } from '../../core/session/environment.ts';
import { type LocalWorkspace, startLocalWorkspace } from '../../core/session/localWorkspace.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import type { Logger } from '../../std/logger.ts';
import { loadProxyResolver } from '../network/proxyAgent.ts';
import { ProxyLookup } from '../network/proxyLookup.ts';
import { NetworkSettings } from '../network/settings.ts';

export interface ServerAccess extends Disposable {
  /** `signedInTo` is the only origin that a client certificate may be sent to. */
  readonly openTransport: (signedInTo?: string) => Promise<Transport>;
  readonly startLocalWorkspace: () => Promise<LocalWorkspace>;
}

export function createServerAccess(context: vscode.ExtensionContext, clock: Clock, logger: Logger): ServerAccess {
  const disposables = new DisposableStore();
  const networkSettings = disposables.add(new NetworkSettings(readNetworkVariables()));
  const proxyLookup = new ProxyLookup({ loadResolver: () => loadProxyResolver(vscode.env.appRoot), clock, logger });
  return {
    openTransport: async (signedInTo) => {
      const { createTransport } = await import('../../client/transport.ts');
      return createTransport({
        network: () => networkSettings.current,
        resolveProxy: (origin) => proxyLookup.resolve(origin),
        ...(signedInTo === undefined ? {} : { signedInOrigin: signedInTo }),
      });
    },
    startLocalWorkspace: () =>
      startLocalWorkspace({
        script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.cjs').fsPath,
        folder: join(context.globalStorageUri.fsPath, 'local'),
      }),
    dispose: () => disposables.dispose(),
  };
}
