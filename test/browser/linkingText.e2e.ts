// An end-to-end test of mentions in code, the commit box, a terminal and the Markdown preview.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail } from './steps.ts';

const CODE = `# Said in UTF-8 and SHA-256, since 2026-11.
def greet(name):
    # WEB-1 asks for a kinder greeting, see WEB-28 and WEB-99.
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

async function openFile({ page, quickInput }: Workbench, name: string): Promise<void> {
  await page.keyboard.press('Control+P');
  await quickInput.type(name);
  await quickInput.pick(name);
  await page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
}

function findMention(page: Page, identifier: string): Locator {
  return page.locator('.editor-instance .view-line .detected-link', { hasText: new RegExp(`^${identifier}$`) }).first();
}

/** Clicks with the modifier key at a fixed position, because VS Code may render the element again in the meantime. */
async function clickWithModifier(page: Page, link: Locator): Promise<void> {
  // VS Code detects and renders the links again when an editor is shown.
  const linkBox = await until('the link to be rendered', async () => (await link.boundingBox()) ?? false);
  const [x, y] = [linkBox.x + linkBox.width / 2, linkBox.y + linkBox.height / 2];
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.move(x + 1, y);
  await page.mouse.click(x, y);
  await page.keyboard.up('Control');
}

/** Follows a link in the terminal, which searches for links at the position of the pointer. */
async function followInTerminal(page: Page, line: Locator, word: string): Promise<void> {
  const { x, y } = await line.evaluate((row, wanted) => {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const matchIndex = text.textContent?.indexOf(wanted) ?? -1;
      if (matchIndex < 0) continue;
      const range = document.createRange();
      range.setStart(text, matchIndex);
      range.setEnd(text, matchIndex + wanted.length);
      const { left, width, top, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    throw new Error(`${wanted} is not drawn`);
  }, word);
  const pointerCursor = page.locator('.xterm-cursor-pointer');
  // The modifier key has an effect only if it is pressed after the terminal has found the link.
  await until(`a link over ${word}`, async () => {
    await page.mouse.move(x, y + 40);
    await page.mouse.move(x, y, { steps: 4 });
    await page.keyboard.down('Control');
    await page.mouse.move(x + 3, y);
    await page.mouse.move(x, y, { steps: 3 });
    const isFound = await pointerCursor.waitFor({ timeout: 1_500 }).then(
      () => true,
      () => false,
    );
    if (!isFound) await page.keyboard.up('Control');
    return isFound;
  });
  await page.mouse.click(x, y);
  await page.keyboard.up('Control');
}

/** Hovers over a mention, and resolves with the hover when the hover contains this text. */
async function mentionHover(page: Page, identifier: string, text: string): Promise<Locator> {
  const visibleHover = page.locator('.monaco-hover:visible', { hasText: text }).first();
  await until(`a card over ${identifier} that says “${text}”`, async () => {
    await page.mouse.move(700, 600);
    await findMention(page, identifier).hover();
    return visibleHover.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  });
  // Waits until the opening animation of the hover has ended.
  await visibleHover.evaluate((drawn) =>
    Promise.all(drawn.getAnimations({ subtree: true }).map((one) => one.finished)),
  );
  return visibleHover;
}

/** Returns the text of the decorations at the end of lines, which is the content of CSS pseudo-elements. */
async function readTextAfterLines(page: Page): Promise<string> {
  const words = await page
    .locator('.editor-instance .view-line span')
    .evaluateAll((spans) => spans.map((span) => getComputedStyle(span, '::after').content));
  return words.join('').replaceAll('\u00a0', ' ');
}

async function suggestions(page: Page): Promise<Locator> {
  const rows = page.locator('.suggest-widget.visible .monaco-list-row');
  await rows.first().waitFor();
  return rows;
}

scenario(
  'mentions are links, have hovers or are completed in code, the commit box, a terminal and a Markdown preview',
  async (fixture) => {
    const { workbench } = fixture;
    const { page } = workbench;
    await openContrail(fixture);
    await openFile(workbench, 'mentions.py');
    await findMention(page, 'WEB-1').waitFor();
    expect(await page.locator('.editor-instance .view-line .detected-link').allTextContents()).toEqual([
      'WEB-1',
      'WEB-28',
      'WEB-99',
    ]);

    const firstHover = await mentionHover(page, 'WEB-1', 'Use the board with the keyboard alone');
    expect(await firstHover.innerText()).toMatch(
      /In Progress[\s\S]*High[\s\S]*Ada Park, Elif Aydin[\s\S]*Open[\s\S]*Comment[\s\S]*Change State…/,
    );
    const missingItemHover = await mentionHover(page, 'WEB-99', 'does not exist, or you have no access to it');
    expect(await missingItemHover.locator('a').count()).toBe(0);
    const itemHover = await mentionHover(page, 'WEB-1', 'Use the board with the keyboard alone');
    await itemHover.locator('a', { hasText: /Open$/ }).click();
    await ItemPage.waitFor(workbench, 'WEB-1');
    await workbench.tab('mentions.py').click();

    await clickWithModifier(page, findMention(page, 'WEB-28'));
    await ItemPage.waitFor(workbench, 'WEB-28');
    await workbench.tab('mentions.py').click();
    await clickWithModifier(page, findMention(page, 'WEB-99'));
    await workbench.toast('WEB-99 does not exist, or you have no access to it.');

    await page.locator('.editor-instance .view-line').nth(4).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# see #keyb');
    expect(await (await suggestions(page)).first().textContent()).toContain('WEB-1');
    await page.keyboard.press('Enter');
    await page.locator('.editor-instance .view-line', { hasText: '# see WEB-1' }).waitFor();
    await workbench.runCommand('File: Revert File');

    // The Source Control view is shown before the reload, so that no view or page of Contrail is visible after it.
    await workbench.openContainer('Source Control');
    await workbench.runCommand('View: Close Other Editors in Group');
    await workbench.reload();
    await findMention(page, 'WEB-1').waitFor();
    const stateText = 'WEB-1 In Progress · WEB-28 Todo · WEB-99 does not exist';
    await until('the states at the end of the line', async () => (await readTextAfterLines(page)).includes(stateText));

    await workbench.openContainer('Source Control');
    await page.locator('.scm-input .monaco-editor').first().click();
    await page.keyboard.type('Wave as well, for WEB-');
    const rows = await suggestions(page);
    await rows.filter({ hasText: 'Use the board' }).waitFor();
    await page.keyboard.type('1');
    await until(
      'WEB-1 to be the first',
      async () => (await rows.first().textContent())?.includes('Use the board') === true,
    );
    await page.keyboard.press('Enter');
    await page.locator('.scm-input .view-line', { hasText: 'for WEB-1' }).first().waitFor();

    await openFile(workbench, 'notes.md');
    await workbench.runCommand('Markdown: Open Preview');
    const preview = await workbench.webview('h1', 'Notes');
    const link = preview.locator('a', { hasText: /^WEB-1$/ });
    await link.waitFor();
    expect(await link.getAttribute('title')).toBe('Use the board with the keyboard alone · In Progress · High');
    expect(await preview.locator('a').allTextContents()).toEqual(['WEB-1', 'the board']);
    const [popup] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    expect(popup.url()).toContain('/contrail/browse/WEB-1/');
    await popup.close();
    await page.bringToFront();

    await workbench.runCommand('Terminal: Create New Terminal');
    const terminal = page.locator('.terminal-wrapper.active .xterm-rows');
    await terminal.locator('div', { hasText: /[#$]/ }).first().waitFor();
    await page.locator('.terminal-wrapper.active').click();
    await page.keyboard.type('clear; git --no-pager log --format=%s\n');
    const line = terminal.locator('> div', { hasText: 'Greet more kindly, for WEB-2' });
    await line.waitFor();
    await followInTerminal(page, line, 'WEB-2');
    await ItemPage.waitFor(workbench, 'WEB-2');
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    prepare,
    settings: { 'contrail.mentions.state': 'endOfLine', 'terminal.integrated.gpuAcceleration': 'off' },
  },
);
