// A signed-in window with a second account on another server, for the tests of copying projects.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../../../src/client/api/client.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import { type CopyStore, createCopyStore } from '../../../../src/copy/copyStore.ts';
import { ProjectCopier } from '../../../../src/features/copyProject/copyProject.ts';
import type { CopyRuns } from '../../../../src/features/copyProject/copyRuns.ts';
import type { CopyProjectDeps } from '../../../../src/features/copyProject/deps.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { FakeClock } from '../../../support/clock.ts';
import { type FaultProxy, openFaultProxy } from '../../../support/faultProxy.ts';
import { startTestServer, type TestServer } from '../../../support/testServer.ts';
import { type SignedInWindow, signInTo } from '../../support/signedInWindow.ts';

export interface CopyWindow extends AsyncDisposable {
  readonly window: SignedInWindow;
  readonly targetServer: TestServer;
  readonly targetProxy: FaultProxy;
  readonly copies: CopyStore;
  /** Returns the copy store of a window that has crashed, so that its locks are no longer refreshed. */
  readonly copiesOfCrashedWindow: () => CopyStore;
  readonly copyProject: ProjectCopier;
  readonly runs: CopyRuns;
  /** Closes the window, and returns the copy runs of a new window. */
  readonly reopen: () => CopyRuns;
  /** The reports that were shown, in order. */
  readonly reports: readonly string[];
  /** Ids of the accounts that are signed in. */
  readonly accounts: Set<string>;
  /** Number of clients of the other account that were opened and not closed. */
  readonly openClientCount: () => number;
}

export const OTHER_ACCOUNT = 'other-account';

export async function openCopyWindow(
  target: Parameters<typeof startTestServer>[0] = { seed: { kind: 'empty' } },
  usesToken = false,
): Promise<CopyWindow> {
  const sourceServer = await startTestServer();
  const targetServer = await startTestServer(target);
  const window = await signInTo(sourceServer);
  const targetProxy = await openFaultProxy(targetServer.baseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-copies-'));
  const { clock, prompts, sessions, session } = window;
  const reports: string[] = [];
  const accounts = new Set([session.account, OTHER_ACCOUNT]);
  const clients = new Set<Client>();
  const credential = {
    kind: usesToken ? 'token' : 'key',
    secret: new Secret(usesToken ? (targetServer.accessToken ?? '') : targetServer.apiKey),
    origin: targetProxy.url,
  } as const;
  const openOther = async () => {
    const client = createClient({
      baseUrl: targetProxy.url,
      workspace: targetServer.workspace,
      credential,
      clock,
      logger: silentLogger,
      transport: async () => createTransport(),
      random: () => 0,
    });
    clients.add(client);
    return {
      client,
      close: async () => {
        clients.delete(client);
        await client.close();
      },
    };
  };
  const closeController = new AbortController();
  const copies = createCopyStore(folder, { clock });
  const deps: CopyProjectDeps = {
    prompts,
    sessions,
    accounts: {
      list: async () =>
        [
          { id: session.account, label: 'This workspace', description: '', name: 'this workspace' },
          {
            id: OTHER_ACCOUNT,
            label: 'Company',
            description: 'plane.company.example',
            name: 'company at plane.company.example',
          },
        ].filter(({ id }) => accounts.has(id)),
      open: async (id) => {
        if (!accounts.has(id)) return undefined;
        return id === OTHER_ACCOUNT ? openOther() : { client: session.client, close: async () => undefined };
      },
    },
    copies,
    clock,
    logger: silentLogger,
    showReport: async (_title, text) => {
      reports.push(text);
    },
  };
  const copyProject = new ProjectCopier(deps, closeController.signal);
  return {
    window,
    targetServer,
    targetProxy,
    copies,
    copiesOfCrashedWindow: () => createCopyStore(folder, { clock: new FakeClock(clock.now()) }),
    copyProject,
    runs: copyProject.runs,
    reopen: () => {
      closeController.abort();
      return new ProjectCopier(deps, new AbortController().signal).runs;
    },
    reports,
    accounts,
    openClientCount: () => clients.size,
    [Symbol.asyncDispose]: async () => {
      closeController.abort();
      await window[Symbol.asyncDispose]();
      await targetProxy[Symbol.asyncDispose]();
      await sourceServer.stop();
      await targetServer.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
