// Takes the pictures of the README: an open work item, and an agent that asks before it changes a work item.
import { join } from 'node:path';
import type { Theme } from '../support/settings.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import type { Workbench } from '../support/workbench.ts';
import { AgentChat } from './agentChat.ts';
import { ItemPage } from './itemPage.ts';
import { openSampleWindow } from './sampleWindow.ts';

interface ReadmePicture {
  readonly name: string;
  readonly theme: Theme;
  /** The name of the file, which consists of the name of the picture and the theme. */
  readonly file: string;
}

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Writes screenshots of the window, or of a part of it, in both themes. */
async function takeScreenshots(
  workbench: Workbench,
  folder: string,
  name: string,
  clip?: Clip,
): Promise<ReadmePicture[]> {
  const pictures: ReadmePicture[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await workbench.setTheme(theme);
    // Moves the pointer away from the rows, which would show a tooltip.
    await workbench.page.mouse.move(700, 4);
    const file = `${name}-${theme}.png`;
    const options = {
      path: join(folder, file),
      animations: 'disabled',
      ...(clip === undefined ? {} : { clip }),
    } as const;
    await workbench.page.screenshot(options);
    pictures.push({ name, theme, file });
  }
  return pictures;
}

async function takeWorkItemPictures(folder: string): Promise<ReadmePicture[]> {
  await using window = await openSampleWindow(join(scratchFolder, 'readmePictures'), {
    settings: { 'contrail.sync.enabled': true },
  });
  const { workbench } = window;
  const projects = workbench.view('Projects');
  // As a new window shows it: in groups.
  await projects.clickTitleAction('Group Work Items By');
  await workbench.quickInput.pick('State');
  await workbench.quickInput.waitUntilGone();
  await projects.row('Atlas Web').expand();
  await projects.row(/^WEB-1 /).click();
  const page = await ItemPage.waitFor(workbench, 'WEB-1');
  await page.comments.first().waitFor();
  // The background reads the cycles some seconds after the sign-in.
  await page.frame.getByRole('button', { name: 'Cycle: Board by keyboard' }).waitFor({ timeout: 60_000 });
  return await takeScreenshots(workbench, folder, 'work-item');
}

async function takeAgentPictures(folder: string): Promise<ReadmePicture[]> {
  await using chat = await AgentChat.open(join(scratchFolder, 'readmePictures'));
  const { workbench, panel } = chat;
  await workbench.page.setViewportSize({ width: 1400, height: 640 });
  await chat.handOverItem('API-12');
  await chat.widenChat(140);
  await chat.send();
  await chat.text('Change API-12?').waitFor();
  return await takeScreenshots(workbench, folder, 'agent', (await panel.boundingBox()) ?? undefined);
}

/** Writes the pictures into the folder. Starts VS Code with the packaged extension twice. */
export async function takeReadmePictures(folder: string): Promise<readonly ReadmePicture[]> {
  return [...(await takeWorkItemPictures(folder)), ...(await takeAgentPictures(folder))];
}
