// Counts the requests of the most common operations, each with its maximum.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { FaultProxy } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import type { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { openItem } from './steps.ts';

export interface Asked {
  readonly what: string;
  /** Method and path of each request, in the order of arrival. */
  readonly requests: readonly string[];
  readonly most: number;
}

export interface Way {
  readonly workbench: Workbench;
  /** The proxy between Contrail and the server. */
  readonly proxy: FaultProxy;
  /** Restarts VS Code, with or without what Contrail has stored about the workspace. */
  restart(how: { readonly forgetting: boolean }): Promise<Workbench>;
}

/** Counts for a user who is signed in; the first project must be Atlas Web. */
export async function countRequests({ proxy, ...way }: Way): Promise<readonly Asked[]> {
  const counted: Asked[] = [];
  const count = async (what: string, most: number, walk: () => Promise<unknown>): Promise<void> => {
    await quiet(proxy);
    const before = proxy.requests.length;
    await walk();
    await quiet(proxy);
    const requests = proxy.requests
      .slice(before)
      .map(({ method, path }) => `${method} ${path.replace(/^.*?\/workspaces\/[^/]+/, '')}`);
    counted.push({ what, requests, most });
  };
  const workbench = await way.restart({ forgetting: true });
  const { quickInput } = workbench;
  const view = workbench.view('Projects');
  const choose = async (command: string, identifier: string): Promise<void> => {
    await workbench.runCommand(command);
    await quickInput.shown('Enter an identifier');
    await quickInput.type(identifier);
    // The list may change just before a click: Enter selects the focused row.
    const named = new RegExp(`${identifier}\\b`);
    await until(`${identifier} to be chosen`, async () => named.test((await quickInput.chosen()) ?? ''));
    await quickInput.accept();
  };

  await count('open the sidebar, knowing nothing', 1, async () => {
    await workbench.openContainer('Contrail');
    await view.row('Atlas Web').shown();
  });
  await count('open a project', 1, async () => {
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).shown();
  });
  await count('open a project again', 0, async () => {
    await view.row('Atlas Web').collapse();
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).shown();
  });
  await count('open a work item', 4, async () => {
    const page = await openItem({ workbench }, 'WEB-1');
    await page.comments.first().waitFor();
  });
  // The command uses an open work item without asking which one.
  await workbench.closeTab('WEB-1');
  await count('comment from the palette on a work item that is listed', 1, async () => {
    await choose('Contrail: Comment on Work Item…', 'WEB-28');
    await quickInput.shown('Comment on WEB-28');
    await quickInput.accept('A thought from the palette');
    await quickInput.gone();
  });
  await count('go to a work item that is listed', 3, async () => {
    await choose('Contrail: Go to Work Item…', 'WEB-2');
    const page = await ItemPage.of(workbench, 'WEB-2');
    await page.composer.waitFor();
  });
  await workbench.closeTab('WEB-2');
  // The reload saves the open tabs.
  await workbench.reload();
  await view.row(/^WEB-1 /).shown();
  await quiet(proxy);
  const restarted = await way.restart({ forgetting: false });
  await count('the same sidebar after a restart, to freshen what it shows at once', 2, async () => {
    await restarted.openContainer('Contrail');
    await restarted.view('Projects').row('Atlas Web').expand();
    await restarted
      .view('Projects')
      .row(/^WEB-1 /)
      .shown();
  });
  return counted;
}

/**
 * Stops VS Code and starts it again; `forgetting` deletes the snapshots of the workspace. Resolves with a new window.
 */
export async function startAgain(
  server: VscodeServer,
  browser: BrowserContext,
  forgetting: boolean,
): Promise<Workbench> {
  for (const page of browser.pages()) await page.goto('about:blank');
  await server.stop();
  const snapshots = join(server.userData, 'User', 'globalStorage', 'contrail.contrail', 'snapshots');
  if (forgetting) rmSync(snapshots, { recursive: true, force: true });
  await server.start();
  return Workbench.open(browser, server);
}

/** Resolves when no request has arrived for one second. */
export async function quiet(proxy: FaultProxy): Promise<void> {
  let [seen, since] = [proxy.requests.length, Date.now()];
  await until('the server to be left in peace', () => {
    if (proxy.requests.length !== seen) [seen, since] = [proxy.requests.length, Date.now()];
    return Date.now() - since > 1_000;
  });
}
