// Counts the requests of the most common operations, and defines the maximum number for each operation.
import type { FaultProxy } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { listAllItems, openItem } from './steps.ts';

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
}

/**
 * Performs common actions, and counts their requests. The user must be signed in to the sample workspace, no snapshot
 * of the workspace may exist, and the window must not have shown a view of Contrail.
 */
export async function countRequests({ proxy, workbench }: RequestCountSetup): Promise<readonly RequestCount[]> {
  const counts: RequestCount[] = [];
  const count = async (what: string, maxRequests: number, action: () => Promise<unknown>): Promise<void> => {
    const countBefore = proxy.requests.length;
    await action();
    await waitUntilQuiet(proxy);
    const requests = proxy.requests
      .slice(countBefore)
      .map(({ method, path }) => `${method} ${path.replace(/^.*?\/workspaces\/[^/]+/, '')}`);
    counts.push({ name: what, requests, maxRequests });
  };
  const { quickInput } = workbench;
  const view = workbench.view('Projects');
  const choose = async (command: string, identifier: string): Promise<void> => {
    await workbench.runCommand(command);
    await quickInput.waitUntilShown('Find by ID');
    await quickInput.type(identifier);
    // Uses Enter, which selects the focused row, because the rows may move just before a click.
    const pattern = new RegExp(`${identifier}\\b`);
    await until(`${identifier} to be focused`, async () => pattern.test((await quickInput.focusedRowLabel()) ?? ''));
    await quickInput.accept();
  };

  await waitUntilQuiet(proxy);
  await count('open the sidebar without a snapshot on disk', 1, async () => {
    await workbench.openContainer('Contrail');
    await view.row('Atlas Web').waitUntilShown();
  });
  await listAllItems(workbench);
  await waitUntilQuiet(proxy);
  await count('open a project', 1, async () => {
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).waitUntilShown();
  });
  await count('open a project again', 0, async () => {
    await view.row('Atlas Web').collapse();
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).waitUntilShown();
  });
  await count('show the sidebar again after it was hidden', 0, async () => {
    await workbench.openContainer('Explorer');
    await view.pane.waitFor({ state: 'hidden' });
    await workbench.openContainer('Contrail');
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
  await workbench.openContainer('Explorer');
  await workbench.reload();
  await waitUntilQuiet(proxy);
  await count('open the sidebar after a reload, with a snapshot on disk', 2, async () => {
    await workbench.openContainer('Contrail');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-1 /).waitUntilShown();
  });
  return counts;
}

/** Resolves when no request has arrived for one second. */
export async function waitUntilQuiet(proxy: FaultProxy): Promise<void> {
  let [requestCount, changedAt] = [proxy.requests.length, Date.now()];
  await until('one second without a request', () => {
    if (proxy.requests.length !== requestCount) [requestCount, changedAt] = [proxy.requests.length, Date.now()];
    return Date.now() - changedAt > 1_000;
  });
}
