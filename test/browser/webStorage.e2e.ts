// End-to-end tests of VS Code for the Web that depend on its storage and on the browser's file picker.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { CorsProxy } from '../support/corsProxy.ts';
import { syncOff } from '../support/settings.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { WebVscode } from '../support/webVscode.ts';
import { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { openItem, signIn, step } from './steps.ts';

const home = join(scratchFolder, 'scenarios', 'webStorage');

it('in a browser, a reload keeps the key, the tabs and what was typed, and a file that the file storage refuses', async () => {
  rmSync(home, { recursive: true, force: true });
  await using resources = new AsyncDisposableStack();
  const vscode = resources.use(await WebVscode.start(syncOff, { workspace: 'vscode-userdata' }));
  const browser = resources.adopt(await openBrowser(join(home, 'reload')), (started) => started.close());
  const planeServer = resources.adopt(await BuiltInServer.start(), (started) => started.stop());
  const fileStorage = resources.use(await CorsProxy.start(planeServer.baseUrl));
  const proxy = resources.use(await CorsProxy.start(planeServer.baseUrl, fileStorage.url));
  const workbench = await Workbench.open(browser, vscode, { screenshotSubfolder: 'web' });
  await signIn({ workbench, planeServer }, proxy.url);
  await workbench.view('Projects').row('Atlas Web').expand();

  await step('a tab that is opened just before a reload is there again, with the key', async () => {
    await openItem({ workbench }, 'WEB-27');
    await workbench.reload();
    await ItemPage.waitFor(workbench, 'WEB-27');
  });

  await step('a draft is shown again although VS Code was not told of the reload', async () => {
    const page = await ItemPage.waitFor(workbench, 'WEB-27');
    await page.write(page.composer, 'Typed before a reload');
    await page.name.fill('A title that is not sent');
    await until('the draft to be stored', async () => {
      const drafts = await workbench.page.evaluate(readStoredDrafts);
      return drafts.includes('Typed before a reload') && drafts.includes('A title that is not sent');
    });
    await workbench.reloadAtOnce();
    const restored = await ItemPage.waitFor(workbench, 'WEB-27');
    await expect.poll(() => restored.name.inputValue()).toBe('A title that is not sent');
    await restored.composer.getByText('Typed before a reload').waitFor();
    await workbench.screenshot('draft');
  });

  await step('a file is kept if the file storage lets no web page in, and sent when it does', async () => {
    fileStorage.isOpen = false;
    const page = await ItemPage.waitFor(workbench, 'WEB-27');
    const files = page.frame.getByTestId('attachments');
    await offerFile(workbench.page, 'notes.txt', 'Kept until it is sent');
    await page.frame.getByTestId('attach-files').click();
    await files.getByText(`${new URL(fileStorage.url).host} does not respond, or does not let web pages in.`).waitFor();
    await workbench.screenshot('file storage');
    fileStorage.isOpen = true;
    await files.getByTitle('Retry attaching notes.txt').click();
    await files.locator('[data-attachment="notes.txt"]').getByText('Ada Park').waitFor();
    await files.getByTitle('Open notes.txt').click();
    await page.frame.getByText('a browser does not show where the file is; VS Code on the desktop opens it').waitFor();
  });

  await step('accounts that VS Code has not kept are reported', async () => {
    await workbench.reopen(() => workbench.page.evaluate(() => localStorage.clear()));
    await workbench.toast('VS Code has not kept your accounts and their keys, so you are signed out.');
    await workbench.screenshot('lost key');
  });

  expect(workbench.errors).toEqual([]);
});

it('in a browser, a window that is not trusted opens the sample workspace, and attaches and opens a file', async () => {
  rmSync(home, { recursive: true, force: true });
  await using resources = new AsyncDisposableStack();
  const vscode = resources.use(await WebVscode.start({ ...syncOff, ...RESTRICTED }));
  const browser = resources.adopt(await openBrowser(join(home, 'restricted')), (started) => started.close());
  const workbench = await Workbench.open(browser, vscode, { screenshotSubfolder: 'web' });
  await workbench.page.getByText('Restricted Mode').first().waitFor();
  await workbench.openContainer('Contrail');
  await workbench.runCommand('Contrail: Open Sample Workspace');
  await workbench.view('Projects').row('Atlas Web').expand();
  const page = await openItem({ workbench }, 'WEB-1');
  const files = page.frame.getByTestId('attachments');
  await offerFile(workbench.page, 'notes.txt', 'From the file picker of the browser');
  await page.frame.getByTestId('attach-files').click();
  await files.locator('[data-attachment="notes.txt"]').getByText('Ada Park').waitFor();
  await files.getByTitle('Open notes.txt').click();
  await workbench.page.locator('.monaco-editor').getByText('From the file picker of the browser').waitFor();
  await workbench.screenshot('restricted');
  expect(workbench.errors).toEqual([]);
});

const RESTRICTED = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.emptyWindow': false,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

/** Lets the browser's file picker, which a test cannot answer, return a new file. */
async function offerFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    async ([fileName = '', content = '']) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle(fileName, { create: true });
      const stream = await handle.createWritable();
      await stream.write(content);
      await stream.close();
      Object.assign(window, { showOpenFilePicker: async () => [handle] });
    },
    [name, text],
  );
}

/** Runs in the page. Returns the files of drafts that VS Code keeps in the browser's database. */
async function readStoredDrafts(): Promise<string> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('The database has failed.')));
    });
  const database = await settled(indexedDB.open('vscode-web-db'));
  const files = database.transaction('vscode-userdata-store').objectStore('vscode-userdata-store');
  const [names, contents] = await Promise.all([settled(files.getAllKeys()), settled(files.getAll())]);
  database.close();
  return contents
    .filter((_, index) => JSON.stringify(names[index]).includes('/drafts/'))
    .map((content) => (content instanceof Uint8Array ? new TextDecoder().decode(content) : JSON.stringify(content)))
    .join();
}
