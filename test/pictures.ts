// `npm run pictures`: renews the screenshots of the README with the packaged extension in VS Code.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ItemPage } from './browser/itemPage.ts';
import { signIn } from './browser/steps.ts';
import { openBrowser } from './support/browser.ts';
import { PlaneServer } from './support/planeServer.ts';
import { copySampleWorkspace } from './support/sampleWorkspace.ts';
import type { Theme } from './support/settings.ts';
import { ensureBrowser } from './support/setup/browser.mjs';
import { ensureCodeServer } from './support/setup/codeServer.mjs';
import { packageExtension } from './support/setup/package.mjs';
import { packageFile, root, scratchFolder } from './support/setup/paths.mjs';
import { VscodeServer } from './support/vscodeServer.ts';
import { Workbench } from './support/workbench.ts';

const home = join(scratchFolder, 'pictures');

/** Writes a screenshot to media/NAME-THEME.png. */
async function takeScreenshot(workbench: Workbench, name: string, theme: Theme): Promise<void> {
  await workbench.setTheme(theme);
  // Moves the pointer away from the rows, which would show a tooltip.
  await workbench.page.mouse.move(700, 4);
  await workbench.page.screenshot({ path: join(root, 'media', `${name}-${theme}.png`), animations: 'disabled' });
}

await ensureCodeServer();
await ensureBrowser();
await packageExtension({ quiet: true });
rmSync(home, { recursive: true, force: true });
await using disposables = new AsyncDisposableStack();
const workspace = copySampleWorkspace(join(home, 'workspace'));
const server = await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile });
disposables.defer(() => server.stop());
const planeServer = await PlaneServer.start();
disposables.defer(() => planeServer.stop());
const browser = await openBrowser(join(home, 'profile'));
disposables.defer(() => browser.close());
const workbench = await Workbench.open(browser, server);
const projects = workbench.view('Projects');

await signIn({ workbench, planeServer });
await projects.row('Atlas Web').expand();
await projects.row(/^WEB-1 /).expand();
await projects.row(/^WEB-1 /).click();
const page = await ItemPage.of(workbench, 'WEB-1');
await page.comments.first().waitFor();
for (const theme of ['light', 'dark'] as const) await takeScreenshot(workbench, 'work-item', theme);
