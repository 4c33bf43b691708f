// An end-to-end test of Eclipse Theia with Contrail. A scheduled workflow runs it, because building Theia takes minutes.
// Known in Theia 1.74, and not caused by Contrail: while an extension is being loaded, Theia fills its views with their
// welcome texts. It never replaces the text of a view that is collapsed when the extension registers the rows, until the
// window is reloaded (`tryFireOnDidExpandView` in Theia's plugin-view-registry.ts).
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { endGroup, spawnWithWatchdog } from '../support/processes.ts';
import { root, scratchFolder, screenshotFolder } from '../support/setup/paths.mjs';
import { theiaProgram } from '../support/setup/theia.mjs';
import { until } from '../support/until.ts';
import { freePort } from '../support/vscodeServer.ts';
import { webviewFrame } from '../support/webviewFrame.ts';

const home = join(scratchFolder, 'scenarios', 'theia');
/** How long Theia may take to load, in milliseconds. */
const LOAD_TIMEOUT = 120_000;

/** Unpacks Contrail as Theia unpacks a .vsix file: Theia finds a font by the folder `extension` in its path. */
function writePlugin(): void {
  rmSync(home, { recursive: true, force: true });
  for (const name of ['package.json', 'package.nls.json', 'dist', 'media'])
    cpSync(join(root, name), join(home, 'plugins', 'extension', name), { recursive: true });
}

/** Starts Theia on this port. Resolves with a function that ends it. */
async function startTheia(port: number): Promise<() => Promise<void>> {
  const workspace = join(home, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const args = [
    theiaProgram,
    `--port=${port}`,
    '--hostname=localhost',
    `--plugins=local-dir:${join(home, 'plugins')}`,
    workspace,
  ];
  const environment = { HOME: home, THEIA_CONFIG_DIR: join(home, 'configuration') };
  const server = spawnWithWatchdog(process.execPath, args, environment, 'pipe');
  await until(
    'Theia to respond',
    () =>
      fetch(`http://localhost:${port}`).then(
        ({ ok }) => ok,
        () => false,
      ),
    LOAD_TIMEOUT,
  );
  return () => endGroup(server);
}

it('in Theia, the sample workspace opens, and a work item is shown', async () => {
  writePlugin();
  await using resources = new AsyncDisposableStack();
  const port = await freePort();
  resources.adopt(await startTheia(port), (end) => end());
  const browser = resources.adopt(await openBrowser(join(home, 'browser')), (started) => started.close());
  const page = await browser.newPage();
  // Pages of extensions get a host below that of the window, which the browser must take for the same site.
  await page.goto(`http://theia.localhost:${port}/`);
  await page.locator('li[id*="contrail"]').first().click({ timeout: LOAD_TIMEOUT });

  await page.keyboard.press('F1');
  const command = 'Contrail: Open Sample Workspace';
  await page.locator('.quick-input-widget input[type=text]').fill(`>${command}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: command }).first().click();
  await page.getByText('Signed in to the sample workspace').waitFor({ timeout: LOAD_TIMEOUT });

  await page.reload();
  const row = (text: string) => page.locator('.theia-TreeNode', { hasText: text }).first();
  const isFontLoaded = () =>
    page.evaluate(() => [...document.fonts].some((font) => /states/.test(font.family) && font.status === 'loaded'));
  await row('Atlas Web').click({ timeout: LOAD_TIMEOUT });
  await row('Undo after deleting a column').dblclick();
  await until('the font of the icons of states', isFontLoaded);
  const frame = await webviewFrame(page, '.page .identifier', 'WEB-27');
  await frame.locator('[data-field="name"] textarea').waitFor();
  await page.screenshot({ path: join(screenshotFolder, 'theia.png') });
  expect(await frame.locator('[data-field="name"] textarea').inputValue()).toBe('Undo after deleting a column');
});
