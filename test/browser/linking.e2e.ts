// An end-to-end test of links between work items and code: mentions in texts, comments with code in a real git
// repository, the code of a work item, and work items from code.
import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { violationsIn } from './axe.ts';
import { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { step, waitForDraftOnDisk } from './steps.ts';

/** Python code, because this VS Code has no language server for Python, which could close the quick fix menu. */
const GREETING = `# Said in UTF-8 and SHA-256, since 2026-11.
def greet(name):
    # WEB-1 asks for a kinder greeting, see WEB-28 and WEB-99.
    # FIXME: close the socket
    return f"Hello, {name}"
`;
const PRICES = `def total(prices):
    """Adds up."""
    return sum(prices)


def discount(price, share):
    """Takes a share off a price."""
    if share > 1:
        raise ValueError(share)
    return price * (1 - share)
`;
const NOTES = `# Notes

We wait for WEB-1, in UTF-8, see \`WEB-2\` and [the board](https://example.com/WEB-3).
`;
const BRANCH = 'mara/web-28-release-notes';

let repository: GitRepository;
let commit = '';

/** Creates a repository whose first commit is also on the remote, with a branch and a commit for WEB-28. */
function createRepository(folder: string): void {
  repository = GitRepository.createEmpty(folder);
  repository.write('src/mentions.py', GREETING);
  repository.write('src/prices.py', PRICES);
  repository.write('notes.md', NOTES);
  commit = repository.commit('Greet more kindly, for WEB-2');
  repository.addRemote('origin', 'https://mara:token-of-mara@github.com/acme/atlas.git');
  repository.run('update-ref', 'refs/remotes/origin/main', commit);
  repository.run('checkout', '--quiet', '-b', BRANCH);
  repository.write('release.md', '# Release\n\nWEB-28 comes first, then WEB-28 again.\n');
  repository.commit('WEB-28: Begin the release notes');
  repository.checkout('main');
}

/** Opens the file with the cursor in this line. */
async function openFile(workbench: Workbench, name: string, line: number): Promise<void> {
  await workbench.openFile(name, line);
  await waitForCursorAt(workbench, `Ln ${line},`);
  await workbench.page.locator('.editor-instance .view-line').first().waitFor();
}

/** Resolves when the status bar shows this cursor position. */
async function waitForCursorAt({ page }: Workbench, positionText: string | RegExp): Promise<void> {
  await page.locator('#status\\.editor\\.selection', { hasText: positionText }).waitFor();
}

/** Starts a comment with the code of two lines of the file. */
async function commentWithCode(workbench: Workbench): Promise<void> {
  await openFile(workbench, 'prices.py', 8);
  await commentOnTwoLines(workbench);
}

/** Starts a comment with the code of the line of the cursor and the next one. */
async function commentOnTwoLines(workbench: Workbench): Promise<void> {
  const { page, quickInput } = workbench;
  // The first one goes to the first letter of the line.
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Home');
  for (let line = 0; line < 2; line += 1) await page.keyboard.press('Shift+ArrowDown');
  await waitForCursorAt(workbench, 'selected');
  await workbench.runCommand('Contrail: Comment with Selected Code…');
  await quickInput.waitUntilShown('Find by ID');
  await quickInput.type('WEB-28');
  await quickInput.pick('WEB-28');
}

/** Types an @ and the start of a name, and accepts the only member that is offered. */
async function mentionElif({ page }: Workbench): Promise<void> {
  await page.keyboard.type('@eli');
  await page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: 'Elif Aydin' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.comment-form .view-line', { hasText: '@Elif Aydin' }).waitFor();
}

function codeRows(frame: Frame, list: 'branches' | 'commits' | 'mentions' | 'places'): Locator {
  return frame.getByTestId(`code-${list}`).locator('.code-row');
}

/**
 * Selects the tab of WEB-28, and resolves with its page. VS Code disposes a page that was hidden, so this is a new
 * page, whose code section is still open.
 */
async function returnToPage(workbench: Workbench): Promise<Frame> {
  await workbench.tab(/^WEB-28 /).click();
  return (await ItemPage.waitFor(workbench, 'WEB-28')).frame;
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
  const decorationTexts = await page
    .locator('.editor-instance .view-line span')
    .evaluateAll((spans) => spans.map((span) => getComputedStyle(span, '::after').content));
  return decorationTexts.join('').replaceAll('\u00a0', ' ');
}

scenario(
  'identifiers in texts are links, comments link code, and work items are created from code',
  async (fixture) => {
    const { workbench } = fixture;
    const { page, quickInput } = workbench;

    await workbench.openContainer('Contrail');
    await workbench.view('Projects').row('Atlas Web').waitUntilShown();
    // The Source Control view is shown before the reload, so that no view or page of Contrail is visible after it.
    await workbench.openContainer('Source Control');
    await workbench.reload();

    await step('an editor shows states, cards and links while no view of Contrail is visible', async () => {
      await openFile(workbench, 'mentions.py', 1);
      const stateText = 'WEB-1 In Progress · WEB-28 Todo · WEB-99 does not exist';
      await until('the states at the end of the line', async () =>
        (await readTextAfterLines(page)).includes(stateText),
      );
      const hover = await mentionHover(page, 'WEB-1', 'Use the board with the keyboard alone');
      await hover.locator('a', { hasText: /Open$/ }).click();
      await ItemPage.waitFor(workbench, 'WEB-1');
      await workbench.tab('mentions.py').click();
      await clickWithModifier(page, findMention(page, 'WEB-28'));
      await ItemPage.waitFor(workbench, 'WEB-28');
    });

    await step('the commit box completes an identifier', async () => {
      await page.locator('.scm-input .monaco-editor').first().click();
      await page.keyboard.type('Wave as well, for #keyb');
      await page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: 'Use the board' }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.scm-input .view-line', { hasText: 'for WEB-1' }).first().waitFor();
    });

    await step('a Markdown preview contains a link', async () => {
      await openFile(workbench, 'notes.md', 1);
      await workbench.runCommand('Markdown: Open Preview');
      const preview = await workbench.webview('h1', 'Notes');
      const link = preview.locator('a', { hasText: /^WEB-1$/ });
      await link.waitFor();
      expect(await link.getAttribute('href')).toContain('/contrail/browse/WEB-1/');
      expect(await preview.locator('a').allTextContents()).toEqual(['WEB-1', 'the board']);
      // An open preview would show the next Markdown document that is edited, and have its name.
      await workbench.closeTab('Preview notes.md');
    });

    await step('a terminal contains a link', async () => {
      await workbench.runCommand('Terminal: Create New Terminal');
      const terminal = page.locator('.terminal-wrapper.active .xterm-rows');
      await terminal.locator('div', { hasText: /[#$]/ }).first().waitFor();
      await page.locator('.terminal-wrapper.active').click();
      await page.keyboard.type('clear; git --no-pager log --format=%s\n');
      const line = terminal.locator('> div', { hasText: 'Greet more kindly, for WEB-2' });
      await line.waitFor();
      await followInTerminal(page, line, 'WEB-2');
      await ItemPage.waitFor(workbench, 'WEB-2');
      await workbench.runCommand('View: Toggle Panel Visibility');
    });

    await step('the user comments on selected code below it, and continues in a document beside it', async () => {
      await commentWithCode(workbench);
      const thread = page.locator('.review-widget', { hasText: 'WEB-28' });
      await thread.locator('.comment-form .monaco-editor.focused').waitFor();
      // No work item is current, and the file has no comments.
      expect(await page.locator('.comment-diff-added').count()).toBe(0);
      await mentionElif(workbench);
      await page.keyboard.type('Should a share of one');
      await waitForDraftOnDisk(fixture, 'Should a share of one');
      // VS Code removes the box with its tab, and creates another one with the text when the tab is shown again.
      await openFile(workbench, 'notes.md', 1);
      await openFile(workbench, 'prices.py', 8);
      await thread.locator('.comment-form .monaco-editor.focused').waitFor();
      await workbench.press('Control+End');
      await page.keyboard.type(' be');
      await waitForDraftOnDisk(fixture, 'Should a share of one be');
      // The command continues the thread that these lines have already.
      await page.locator('.editor-instance .view-line', { hasText: 'if share' }).click();
      await commentOnTwoLines(workbench);
      await thread.locator('.comment-form .monaco-editor.focused').waitFor();
      expect(await page.locator('.review-widget').count()).toBe(1);
      expect(await thread.locator('.form-actions .monaco-button').allInnerTexts()).toEqual([
        'Send as Internal',
        'Send as External',
        'Open in Editor',
      ]);
      await thread.locator('.form-actions .monaco-button', { hasText: 'Open in Editor' }).click();
      await workbench.tab('Comment on WEB-28 about prices.py 8-9.md').waitFor();
      await thread.waitFor({ state: 'detached' });
      await page.locator('.part.editor .view-line', { hasText: 'discount(price, share)' }).waitFor();
      await waitForCursorAt(workbench, 'Ln 8, Col 37');
      await page.keyboard.type(' refused too?');
      const lens = page.locator('.codelens-decoration', { hasText: 'Ctrl+Enter' });
      await lens.getByText('Internal').click();
      await lens.getByText('External').waitFor();
      await page.locator('.view-line', { hasText: 'be refused' }).click();
      await workbench.press('Control+Enter');
      await workbench.dialog.getByText('Show this code to people outside the workspace?').waitFor();
      await workbench.answerDialog('Send as Internal');
      await workbench.tab('Comment on WEB-28 about').waitFor({ state: 'detached' });
    });

    await step('the comment is a thread in the file, where the user replies', async () => {
      await workbench.tab('prices.py').click();
      await page.locator('.editor-instance .view-line').first().click();
      await page.keyboard.press('Alt+F9');
      const thread = page.locator('.review-widget', { hasText: 'WEB-28' });
      await thread.getByText('Should a share of one be refused too?').waitFor();
      await page.locator('.comment-diff-added').first().waitFor();
      // VS Code shows the button, or the box itself if the thread was opened with the cursor in its lines.
      await thread.locator('.review-thread-reply-button:visible, .comment-form .monaco-editor:visible').first().click();
      await mentionElif(workbench);
      await page.keyboard.type('One gives it away.');
      await thread.locator('.form-actions .monaco-button', { hasText: 'Send as Internal' }).click();
      await thread.locator('.review-comment', { hasText: 'One gives it away.' }).waitFor();
    });

    await step('the page of the work item shows the comment and the code section', async () => {
      await commentWithCode(workbench);
      await workbench.toast('already has a comment on these lines');
      repository.write('src/prices.py', `import math\n\n\n${PRICES}`);
      await page.locator('.editor-instance .view-line', { hasText: 'import math' }).waitFor();
      await workbench.clickToast('already has a comment on these lines', 'Open Work Item');
      const itemPage = await ItemPage.waitFor(workbench, 'WEB-28');
      const { frame } = itemPage;
      const comment = itemPage.comments.filter({ hasText: 'Should a share of one' });
      const link = comment.locator('a', { hasText: 'src/prices.py:8-9' });
      for (const text of ['Should a share of one', 'One gives it away.'])
        await itemPage.comments
          .filter({ hasText: text })
          .locator('.mention-chip', { hasText: '@Elif Aydin' })
          .waitFor();
      expect(await link.getAttribute('href')).toBe(`https://github.com/acme/atlas/blob/${commit}/src/prices.py#L8-L9`);
      expect(await comment.locator('pre').textContent()).toContain('if share > 1:\n    raise ValueError(share)');
      // The section is already open because code is linked, but the files are searched only after a click.
      await codeRows(frame, 'branches').getByText(BRANCH).waitFor();
      await frame.getByTestId('search-mentions').click();
      await codeRows(frame, 'mentions').getByText('see WEB-28 and WEB-99.').waitFor();
      await codeRows(frame, 'commits').getByText('WEB-28: Begin the release notes').waitFor();
      const place = codeRows(frame, 'places').filter({ hasText: 'src/prices.py:11' }).first();
      await place.waitFor();
      expect(await violationsIn(frame, 'all')).toEqual([]);
      // Uses the keyboard, because every control of the page must be accessible by keyboard.
      await place.focus();
      await workbench.press('Enter');
      await waitForCursorAt(workbench, /Ln 12, Col \d+ \(\d+ selected\)/);
    });

    await step('a commit opens in the editor, and a branch is checked out', async () => {
      await codeRows(await returnToPage(workbench), 'commits')
        .first()
        .click();
      await workbench.tab('WEB-28: Begin the release notes').waitFor();
      await page.locator('.monaco-editor .view-line', { hasText: 'Release' }).first().waitFor();
      await codeRows(await returnToPage(workbench), 'branches')
        .first()
        .click();
      await quickInput.waitUntilShown(`Branch ${BRANCH}`);
      await quickInput.pick('Check Out');
      await until('the branch to be checked out', () => repository.currentBranch === BRANCH);
    });

    await step('commented lines that are no longer in the file can be shown at their commit', async () => {
      await openFile(workbench, 'prices.py', 1);
      const removedLine = page.locator('.editor-instance .view-line', { hasText: 'raise ValueError' });
      await removedLine.first().waitFor();
      repository.write('src/prices.py', 'def total(prices):\n    return sum(prices)\n');
      await removedLine.first().waitFor({ state: 'detached' });
      await workbench.runCommand('Contrail: Go to Commented Code…');
      await quickInput.waitUntilShown('Find by ID');
      await quickInput.type('WEB-28');
      await quickInput.pick('WEB-28');
      await quickInput.waitUntilShown('Select the lines to go to');
      await quickInput.accept();
      await workbench.clickToast('the commented lines are no longer in the file', 'Show at Commit');
      await waitForCursorAt(workbench, 'Ln 9');
    });

    await workbench.runCommand('View: Close All Editors');

    await step('a view lists the mentions of a work item', async () => {
      await workbench.runCommand('Contrail: Find Mentions of Work Item…');
      await quickInput.waitUntilShown('Find Mentions: Work Item');
      await quickInput.type('WEB-28');
      await quickInput.pick('WEB-28');
      const mentions = workbench.view('Mentions of WEB-28');
      await mentions.row('see WEB-28 and WEB-99.').waitUntilShown();
      expect((await mentions.rows()).map(({ label }) => label)).toEqual([
        'release.md',
        'WEB-28 comes first, then WEB-28 again.',
        'WEB-28 comes first, then WEB-28 again.',
        'mentions.py',
        '# WEB-1 asks for a kinder greeting, see WEB-28 and WEB-99.',
      ]);
      await mentions.row('see WEB-28 and WEB-99.').click();
      await waitForCursorAt(workbench, 'Ln 3,');
    });

    await step('the user creates a work item from a TODO comment', async () => {
      const quickFix = page.locator('.action-widget').getByText('Create work item from FIXME (Contrail)');
      let lastAttemptAt = Number.NEGATIVE_INFINITY;
      // Retries, because an editor that has just become active may ignore keys.
      await until('the quick fix', async () => {
        if (Date.now() - lastAttemptAt > 3_000) {
          lastAttemptAt = Date.now();
          await page.locator('.view-line', { hasText: 'FIXME' }).first().click();
          await workbench.press('Control+.');
        }
        return quickFix.isVisible();
      });
      await quickFix.click();
      await quickInput.waitUntilShown('Create Work Item in Project');
      await quickInput.pick('Atlas Web');
      const newItemPage = await RecordPage.waitFor(workbench, 'New Work Item');
      expect(await newItemPage.name.inputValue()).toBe('close the socket');
      await newItemPage.field('description_html').getByText('src/mentions.py:4').waitFor();
      await newItemPage.save();
      const created = workbench.statusBarEntry(/WEB-\d+ created/);
      await created.waitFor();
      const [identifier = ''] = /WEB-\d+/.exec(await created.innerText()) ?? [];
      await page.locator('.view-line', { hasText: `FIXME(${identifier}): close the socket` }).waitFor();
      await page.locator('.part.editor .monaco-editor.focused').waitFor();
      expect((await workbench.tabs()).filter((title) => title.includes('close the socket'))).toEqual([]);
      await created.click();
      await ItemPage.waitFor(workbench, identifier);
    });
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    prepare: createRepository,
    settings: { 'contrail.mentions.state': 'endOfLine', 'terminal.integrated.gpuAcceleration': 'off' },
  },
);
