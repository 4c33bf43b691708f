// Owns the journeys of work items mentioned in text: in files, in the commit box, in a terminal and in a Markdown preview, of a real git repository.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { journey, ONE } from './journey.ts';
import { signIn } from './steps.ts';

const CODE = `# Said in UTF-8 and SHA-256, since 2026-11.
def greet(name):
    # WEB-1 asks for a kinder greeting, see WEB-28 and WEB-9999.
    return f"Hello, {name}"
`;
const NOTES = `# Notes

We wait for WEB-1, in UTF-8, see \`WEB-2\` and [the board](https://example.com/WEB-3).
`;

function prepare(folder: string): void {
  const repository = GitRepository.create(folder);
  repository.write('src/mentions.py', CODE);
  repository.write('notes.md', NOTES);
  repository.commit('Greet more kindly, for WEB-2');
}

async function openFile({ page, quickInput, tab }: Workbench, name: string): Promise<void> {
  await page.keyboard.press('Control+P');
  await quickInput.type(name);
  await quickInput.pick(name);
  void tab;
}

async function clickWithControl(page: Page, selector: string, text: string): Promise<void> {
  const box = await page.locator(selector, { hasText: text }).first().boundingBox();
  if (box === null) throw new Error(`${text} is not drawn`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.up('Control');
}

journey(
  'mentions in code are links with a card',
  async (stage) => {
    const { workbench } = stage;
    const { page } = workbench;
    await signIn(stage);
    await openFile(workbench, 'mentions.py');
    const link = page.locator('.view-line .detected-link', { hasText: 'WEB-1' }).first();
    await link.waitFor();
    expect(await page.locator('.view-line .detected-link').allTextContents()).toEqual(['WEB-1', 'WEB-28', 'WEB-9999']);
    await link.hover();
    await page.waitForTimeout(3000);
    await workbench.screenshot('linkingText/try-hover');
    console.log(await page.locator('.monaco-hover:visible').allInnerTexts());
    await page.mouse.move(5, 5);
    await page.locator('.view-line .detected-link', { hasText: 'WEB-9999' }).first().hover();
    await page.waitForTimeout(3000);
    await workbench.screenshot('linkingText/try-hover-gone');
    console.log(await page.locator('.monaco-hover:visible').allInnerTexts());
    await page.mouse.move(5, 5);
    await clickWithControl(page, '.view-line .detected-link', 'WEB-28');
    const item = await ItemPage.of(workbench, 'WEB-28');
    void item;
    await workbench.closeTab('WEB-28');

    // commit box
    await workbench.openContainer('Source Control');
    const box = page.locator('.scm-input .monaco-editor').first();
    await box.click();
    await page.keyboard.type('Fix #WEB');
    await page.waitForTimeout(2000);
    await workbench.screenshot('linkingText/try-commit');
    await page.keyboard.press('Escape');
    await page.keyboard.type(' and WEB-');
    await page.waitForTimeout(2000);
    await workbench.screenshot('linkingText/try-commit2');
    await page.keyboard.press('Escape');

    // preview
    await openFile(workbench, 'notes.md');
    await workbench.runCommand('Markdown: Open Preview');
    const frame = await workbench.webview('h1', 'Notes');
    console.log(await frame.locator('body').innerHTML());
    await workbench.screenshot('linkingText/try-preview');
    const popup = page
      .context()
      .waitForEvent('page', { timeout: 10_000 })
      .then(
        (one) => one.url(),
        (e) => String(e),
      );
    await frame.locator('a', { hasText: 'WEB-1' }).click();
    console.log('popup', await popup);
    await workbench.screenshot('linkingText/try-preview-clicked');

    // terminal
    await workbench.runCommand('Terminal: Create New Terminal');
    await page.locator('.xterm-rows').waitFor();
    await page.waitForTimeout(2000);
    await page.keyboard.type('git --no-pager log --oneline\n');
    await page.locator('.xterm-rows > div', { hasText: 'kindly' }).waitFor();
    await workbench.screenshot('linkingText/try-terminal');
    console.log(await page.locator('.xterm-rows').innerHTML());
    void until;
  },
  { ...ONE, prepare },
);
