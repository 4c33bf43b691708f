// Takes the pictures of the README that show code: an animation of the way from a TODO to a branch, and the comment
// thread below the lines that it is about.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createSampleFolder } from '../../src/features/sampleFolder/createSampleFolder.ts';
import { type AnimationFrame, animatedPng } from '../support/animatedPng.ts';
import { succeedsBeforeTimeout } from '../support/playwrightTimeout.ts';
import type { Theme } from '../support/settings.ts';
import { scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { RecordPage } from './recordPage.ts';
import { openSampleWindow, type SampleWindow } from './sampleWindow.ts';

/** The comment that becomes a work item. */
const TODO = 'TODO: Write';
const SIZE = { width: 960, height: 600 } as const;
/** The window without its status bar, and without the notifications above it. */
const CLIP = { x: 0, y: 0, width: SIZE.width, height: 464 } as const;
/** How long a frame is shown in which something is to be read. */
const READING_MS = 1800;

/** Replaces the workspace by the sample folder with its repository. */
export async function createSampleRepository(workspace: string): Promise<void> {
  await rm(workspace, { recursive: true });
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  await createSampleFolder(workspace, { git, now: Date.now() });
}

/** Resolves with the frames of the animation, and writes the pictures of its last steps. */
async function tellStory(
  { workbench, workspace }: SampleWindow,
  folder: string,
  theme: Theme,
): Promise<AnimationFrame[]> {
  const { page, quickInput } = workbench;
  const frames: AnimationFrame[] = [];
  const take = async (milliseconds = READING_MS): Promise<Buffer> => {
    const png = await page.screenshot({ animations: 'disabled', clip: CLIP });
    frames.push({ png, milliseconds });
    return png;
  };
  const file = join(workspace, 'src', 'dates.js');
  await workbench.openFile(
    'dates.js',
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(TODO)) + 1,
  );
  const todo = page.locator('.view-line', { hasText: TODO }).first();
  await todo.click({ position: { x: 60, y: 8 } });
  await take();
  const fix = page.locator('.action-widget').getByText('Create work item from TODO (Contrail)');
  // An editor that has just become active may ignore keys.
  await until('the quick fix', async () => {
    await page.keyboard.press('Control+.');
    if (await succeedsBeforeTimeout(fix.waitFor({ timeout: 4_000 }))) return true;
    await page.keyboard.press('Escape');
    await todo.click({ position: { x: 60, y: 8 } });
    return false;
  });
  await take();
  await fix.click();
  const newItemPage = await RecordPage.waitFor(workbench, 'New Work Item');
  await newItemPage.field('description_html').getByText('src/dates.js').waitFor();
  await take();
  await newItemPage.save();
  await page.locator('.view-line', { hasText: /TODO\(WEB-\d+\)/ }).waitFor();
  await take();
  const line = (await page.locator('.view-line', { hasText: /TODO\(WEB-\d+\)/ }).textContent()) ?? '';
  const identifier = /WEB-\d+/.exec(line)?.[0] ?? '';
  await workbench.runCommand('Contrail: Start Work…');
  await quickInput.waitUntilShown('Find by ID');
  await quickInput.type(identifier);
  await quickInput.row(identifier).waitFor();
  await quickInput.accept();
  await quickInput.waitUntilShown(`Start Work on ${identifier}`);
  await quickInput.row('Create this branch').waitFor();
  await take(2500);
  await quickInput.accept();
  await workbench.statusBarEntry(`${identifier} · In Progress`).waitFor();
  await take();
  await workbench.clearToasts();
  await page.locator('.view-line', { hasText: 'export' }).first().click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await workbench.runCommand('Contrail: Comment with Selected Code…');
  const thread = page.locator('.review-widget', { hasText: identifier });
  await thread.locator('.comment-form .monaco-editor.focused').waitFor();
  await page.keyboard.type('One function for both days?');
  writeFileSync(join(folder, `thread-${theme}.png`), await take(3000));
  return frames;
}

/** Writes the animation and the pictures of its last step into the folder, for each theme in a window of its own. */
export async function takeStoryPictures(folder: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await using window = await openSampleWindow(join(scratchFolder, 'storyPictures'), {
      prepare: createSampleRepository,
      // Start Work names the folder of a worktree: not the one of the machine that takes the picture.
      settings: { 'editor.minimap.enabled': false, 'contrail.work.worktreeFolder': '/home/ada/${identifier}' },
    });
    const { workbench } = window;
    await workbench.setTheme(theme);
    await workbench.page.setViewportSize(SIZE);
    writeFileSync(join(folder, `story-${theme}.png`), animatedPng(await tellStory(window, folder, theme)));
  }
}
