// An end-to-end test of VS Code without code-server's changes: it refuses proposed API, which code-server enables.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { syncOff } from '../support/settings.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { ensureUnchangedVscode } from '../support/setup/unchangedVscode.mjs';
import { WebVscode } from '../support/webVscode.ts';
import { Workbench } from '../support/workbench.ts';
import { openItem, step } from './steps.ts';

const home = join(scratchFolder, 'scenarios', 'unchanged');

it('in VS Code without proposed API, a work item is shown and changed, and a view has its help', async () => {
  rmSync(home, { recursive: true, force: true });
  await ensureUnchangedVscode();
  await using resources = new AsyncDisposableStack();
  const vscode = resources.use(await WebVscode.start(syncOff, { build: 'unchanged' }));
  const browser = resources.adopt(await openBrowser(join(home, 'browser')), (started) => started.close());
  const logged: string[] = [];
  browser.on('console', (message) => logged.push(message.text()));
  const workbench = await Workbench.open(browser, vscode, { screenshotSubfolder: 'unchanged' });

  await step('the sample workspace opens, and a work item is changed', async () => {
    await workbench.openContainer('Contrail');
    await workbench.runCommand('Contrail: Open Sample Workspace');
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench.screenshot('view');
    const page = await openItem({ workbench }, 'WEB-1');
    await page.choose('priority', 'Urgent');
    await workbench.screenshot('item');
  });

  await step('Alt+F1 in a view shows its keys', async () => {
    await workbench.view('Projects').row('Atlas Web').click();
    await workbench.page.keyboard.press('Alt+F1');
    await workbench.page.getByText('Rows are work items, projects').first().waitFor();
    await workbench.screenshot('help');
  });

  expect(logged.filter((text) => /proposed|proposals/i.test(text))).toEqual([]);
  expect(workbench.errors).toEqual([]);
});
