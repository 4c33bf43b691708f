// `npm run pictures`: renews the screenshots of the README with the packaged extension in VS Code.
import { join } from 'node:path';
import { AgentChat } from './browser/agentChat.ts';
import { ItemPage } from './browser/itemPage.ts';
import { openSampleWindow } from './browser/sampleWindow.ts';
import { root, scratchFolder } from './support/setup/paths.mjs';
import type { Workbench } from './support/workbench.ts';

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Writes screenshots of the window, or of a part of it, in both themes to media/NAME-THEME.png. */
async function takeScreenshots(workbench: Workbench, name: string, clip?: Clip): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await workbench.setTheme(theme);
    // Moves the pointer away from the rows, which would show a tooltip.
    await workbench.page.mouse.move(700, 4);
    const path = join(root, 'media', `${name}-${theme}.png`);
    await workbench.page.screenshot({ path, animations: 'disabled', ...(clip === undefined ? {} : { clip }) });
  }
}

async function photographWorkItem(): Promise<void> {
  await using window = await openSampleWindow(join(scratchFolder, 'pictures'));
  const { workbench } = window;
  const projects = workbench.view('Projects');
  await projects.row('Atlas Web').expand();
  await projects.row(/^WEB-1 /).expand();
  await projects.row(/^WEB-1 /).click();
  const page = await ItemPage.of(workbench, 'WEB-1');
  await page.comments.first().waitFor();
  await takeScreenshots(workbench, 'work-item');
}

async function photographAgent(): Promise<void> {
  await using chat = await AgentChat.open(join(scratchFolder, 'pictures'));
  const { workbench, panel } = chat;
  await workbench.page.setViewportSize({ width: 1400, height: 640 });
  await chat.handOver('API-12');
  await chat.widenChat(140);
  await chat.send();
  await chat.text('Change API-12?').waitFor();
  await takeScreenshots(workbench, 'agent', (await panel.boundingBox()) ?? undefined);
}

await photographWorkItem();
await photographAgent();
