// Counts the requests of the most common operations, and defines the maximum number for each operation.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { FaultProxy } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import type { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { openItem } from './steps.ts';

export interface RequestCount {
  readonly name: string;
  /** The method and path of each request, in the order of arrival. */
  readonly requests: readonly string[];
  readonly maxRequests: number;
}

export interface RequestCountSetup {
  readonly workbench: Workbench;
  /** The proxy between Contrail and the server. */
  readonly proxy: FaultProxy;
  /** Restarts VS Code. If `clearSnapshots` is true, first deletes Contrail's snapshots of the workspace. */
  restart(options: { readonly clearSnapshots: boolean }): Promise<Workbench>;
}

/** Performs common actions, and counts their requests. The user must be signed in to the sample workspace. */
export async function countRequests({ proxy, ...setup }: RequestCountSetup): Promise<readonly RequestCount[]> {
  const counts: RequestCount[] = [];
  const count = async (what: string, maxRequests: number, action: () => Promise<unknown>): Promise<void> => {
    await waitUntilQuiet(proxy);
    const countBefore = proxy.requests.length;
    await action();
    await waitUntilQuiet(proxy);
    const requests = proxy.requests
      .slice(countBefore)
      .map(({ method, path }) => `${method} ${path.replace(/^.*?\/workspaces\/[^/]+/, '')}`);
    counts.push({ name: what, requests, maxRequests });
  };
  const workbench = await setup.restart({ clearSnapshots: true });
  const { quickInput } = workbench;
  const view = workbench.view('Projects');
  const choose = async (command: string, identifier: string): Promise<void> => {
    await workbench.runCommand(command);
    await quickInput.waitUntilShown('Search by identifier');
    await quickInput.type(identifier);
    // Uses Enter, which selects the focused row, because the rows may move just before a click.
    const pattern = new RegExp(`${identifier}\\b`);
    await until(`${identifier} to be focused`, async () => pattern.test((await quickInput.focusedRowLabel()) ?? ''));
    await quickInput.accept();
  };

  await count('open the sidebar without a snapshot on disk', 1, async () => {
    await workbench.openContainer('Contrail');
    await view.row('Atlas Web').waitUntilShown();
  });
  await count('open a project', 1, async () => {
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).waitUntilShown();
  });
  await count('open a project again', 0, async () => {
    await view.row('Atlas Web').collapse();
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).waitUntilShown();
  });
  await count('open a work item', 6, async () => {
    const page = await openItem({ workbench }, 'WEB-1');
    await page.comments.first().waitFor();
  });
  // Closes the tab, because the command would comment on the open work item without a picker.
  await workbench.closeTab('WEB-1');
  await count('comment from the palette on a work item that is listed', 1, async () => {
    await choose('Contrail: Comment on Work Item…', 'WEB-28');
    await quickInput.waitUntilShown('Comment on WEB-28');
    await quickInput.accept('A thought from the palette');
    await quickInput.waitUntilGone();
  });
  await count('go to a work item that is listed', 5, async () => {
    await choose('Contrail: Go to Work Item…', 'WEB-2');
    const page = await ItemPage.waitFor(workbench, 'WEB-2');
    await page.composer.waitFor();
  });
  await workbench.closeTab('WEB-2');
  // The reload saves the open tabs.
  await workbench.reload();
  await view.row(/^WEB-1 /).waitUntilShown();
  await waitUntilQuiet(proxy);
  const restartedWorkbench = await setup.restart({ clearSnapshots: false });
  await count('open the sidebar after a restart, with a snapshot on disk', 2, async () => {
    await restartedWorkbench.openContainer('Contrail');
    await restartedWorkbench.view('Projects').row('Atlas Web').expand();
    await restartedWorkbench
      .view('Projects')
      .row(/^WEB-1 /)
      .waitUntilShown();
  });
  return counts;
}

/** Restarts VS Code and opens a new window. Before the start, deletes these folders of Contrail's storage. */
export async function restartVscode(
  server: VscodeServer,
  browser: BrowserContext,
  deletedFolders: readonly string[],
): Promise<Workbench> {
  for (const page of browser.pages()) await page.goto('about:blank');
  await server.stop();
  const storageFolder = join(server.userData, 'User', 'globalStorage', 'contrail.contrail');
  for (const folder of deletedFolders) rmSync(join(storageFolder, folder), { recursive: true, force: true });
  await server.start();
  return Workbench.open(browser, server);
}

/** Resolves when no request has arrived for one second. */
export async function waitUntilQuiet(proxy: FaultProxy): Promise<void> {
  let [requestCount, changedAt] = [proxy.requests.length, Date.now()];
  await until('one second without a request', () => {
    if (proxy.requests.length !== requestCount) [requestCount, changedAt] = [proxy.requests.length, Date.now()];
    return Date.now() - changedAt > 1_000;
  });
}
