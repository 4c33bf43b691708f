// `npm run pictures`: renews the screenshots of the README with the packaged extension in VS Code.
import { join } from 'node:path';
import { ItemPage } from './browser/itemPage.ts';
import { openSampleWindow } from './browser/sampleWindow.ts';
import type { Theme } from './support/settings.ts';
import { root, scratchFolder } from './support/setup/paths.mjs';
import type { Workbench } from './support/workbench.ts';

/** Writes a screenshot to media/NAME-THEME.png. */
async function takeScreenshot(workbench: Workbench, name: string, theme: Theme): Promise<void> {
  await workbench.setTheme(theme);
  // Moves the pointer away from the rows, which would show a tooltip.
  await workbench.page.mouse.move(700, 4);
  await workbench.page.screenshot({ path: join(root, 'media', `${name}-${theme}.png`), animations: 'disabled' });
}

await using window = await openSampleWindow(join(scratchFolder, 'pictures'));
const { workbench } = window;
const projects = workbench.view('Projects');
await projects.row('Atlas Web').expand();
await projects.row(/^WEB-1 /).expand();
await projects.row(/^WEB-1 /).click();
const page = await ItemPage.of(workbench, 'WEB-1');
await page.comments.first().waitFor();
for (const theme of ['light', 'dark'] as const) await takeScreenshot(workbench, 'work-item', theme);
