// An end-to-end test of VS Code for the Web: a window without a server behind it, whose extensions run in the browser.
// `npm test -- firefox` runs it in Firefox.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { CorsProxy } from '../support/corsProxy.ts';
import { syncOff } from '../support/settings.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { WebVscode } from '../support/webVscode.ts';
import { Workbench } from '../support/workbench.ts';
import { listAllItems, openItem, signIn, step } from './steps.ts';

const home = join(scratchFolder, 'scenarios', 'web');

it('in a browser, the sample workspace needs no server and keeps its data, and a server that lets web pages in is used like any other', async () => {
  rmSync(home, { recursive: true, force: true });
  await using resources = new AsyncDisposableStack();
  const vscode = resources.use(await WebVscode.start(syncOff));
  const browser = resources.adopt(await openBrowser(join(home, 'browser')), (started) => started.close());
  const workbench = await Workbench.open(browser, vscode, { screenshotSubfolder: 'web' });

  await step('the sample workspace opens, and a work item is changed', async () => {
    await workbench.openContainer('Contrail');
    await workbench.runCommand('Contrail: Open Sample Workspace');
    await workbench.view('Projects').row('Atlas Web').waitUntilShown();
    await listAllItems(workbench);
    await workbench.view('Projects').row('Atlas Web').expand();
    const page = await openItem({ workbench }, 'WEB-28');
    await page.choose('priority', 'Urgent');
    await page.write(page.composer, 'Written in a browser');
    await page.frame.page().keyboard.press('Control+Enter');
    await page.comments.getByText('Written in a browser').waitFor();
    await workbench.screenshot('item');
  });

  await step('the data and the account are there after a reload', async () => {
    await workbench.reload();
    const page = await openItem({ workbench }, 'WEB-28');
    await page.comments.getByText('Written in a browser').waitFor();
    expect(await page.field('priority').textContent()).toContain('Urgent');
  });

  const planeServer = resources.adopt(await BuiltInServer.start(), (started) => started.stop());
  const proxy = resources.use(await CorsProxy.start(planeServer.baseUrl));

  await step('a server that lets no web page in is named, with what its administrator can do', async () => {
    proxy.isOpen = false;
    await workbench.runCommand('Contrail: Sign In to Plane');
    await workbench.quickInput.waitUntilShown('Paste the address');
    await workbench.quickInput.accept(`${proxy.url}/${planeServer.workspace}/`);
    await workbench.quickInput.message('does not let web pages in');
    await workbench.screenshot('refused');
    await workbench.quickInput.escape();
  });

  await step('a server that lets web pages in is signed in to, and gets a comment', async () => {
    proxy.isOpen = true;
    await signIn({ workbench, planeServer }, proxy.url);
    await workbench.view('Projects').row('Atlas Web').expand();
    const page = await openItem({ workbench }, 'WEB-27');
    await page.write(page.composer, 'Over the proxy');
    await page.frame.page().keyboard.press('Control+Enter');
    await page.comments.getByText('Over the proxy').waitFor();
    await expect.poll(() => proxy.requests.filter((request) => request.startsWith('POST')).length).toBe(1);
  });

  expect(workbench.errors).toEqual([]);
});
