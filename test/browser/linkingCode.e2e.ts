// End-to-end tests of comments with code in a real git repository: from the code to a comment, and from a comment to
// its code.
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import type { Workbench } from '../support/workbench.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem } from './steps.ts';

const CODE = `def total(prices):
    """Adds up."""
    return sum(prices)


def discount(price, share):
    """Takes a share off a price."""
    if share > 1:
        raise ValueError(share)
    return price * (1 - share)
`;

let repository: GitRepository;
let commit = '';

/** Creates a repository with a commit that is also on the remote. */
function createRepository(folder: string): void {
  repository = GitRepository.createEmpty(folder);
  repository.write('src/prices.py', CODE);
  commit = repository.commit('Begin');
  repository.remote('origin', 'https://mara:token-of-mara@github.com/acme/atlas.git');
  repository.run('update-ref', 'refs/remotes/origin/main', commit);
}

async function openFile({ page, quickInput }: Workbench, name: string, line: number): Promise<void> {
  await page.keyboard.press('Control+P');
  await quickInput.type(`${name}:${line}`);
  await quickInput.row(name).waitFor();
  await quickInput.accept();
  await page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
  await page.locator('.editor-instance .view-line').first().waitFor();
}

/** Resolves when the status bar shows this cursor position. */
async function waitForCursorAt({ page }: Workbench, positionText: string | RegExp): Promise<void> {
  await page.locator('#status\\.editor\\.selection', { hasText: positionText }).waitFor();
}

async function selectCommentedLines(workbench: Workbench): Promise<void> {
  await openFile(workbench, 'prices.py', 8);
  await waitForCursorAt(workbench, 'Ln 8');
  for (let line = 0; line < 2; line += 1) await workbench.page.keyboard.press('Shift+ArrowDown');
}

scenario(
  'the user sends a comment with selected code, replies in the file, and opens the lines after they have moved',
  async (fixture) => {
    const { workbench } = fixture;
    const { page, quickInput } = workbench;
    await openContrail(fixture);
    await selectCommentedLines(workbench);
    await workbench.runCommand('Contrail: Comment with Selected Code…');
    await quickInput.waitUntilShown('Search by identifier');
    await quickInput.type('WEB-28');
    await quickInput.pick('WEB-28');
    await workbench.tab('Comment on WEB-28 about prices.py 8-9.md').waitFor();
    await waitForCursorAt(workbench, 'Ln 8, Col 1');
    await page.keyboard.type('Should a share of one be refused too?');

    await workbench.press('Control+Enter');
    await quickInput.waitUntilShown('Select visibility');
    await quickInput.pick('External');
    await workbench.dialog.getByText('Show this code to people outside the workspace?').waitFor();
    await workbench.answerDialog('Send as Internal');
    await workbench.tab('Comment on WEB-28 about').waitFor({ state: 'detached' });

    await workbench.view('Projects').row('Atlas Web').expand();
    const item = await openItem(fixture, 'WEB-28');
    const comment = item.comments.filter({ hasText: 'Should a share of one' });
    await comment.waitFor();
    const link = comment.locator('a', { hasText: 'src/prices.py:8-9' });
    expect(await link.getAttribute('href')).toBe(`https://github.com/acme/atlas/blob/${commit}/src/prices.py#L8-L9`);
    expect(await comment.locator('pre').textContent()).toContain('if share > 1:\n    raise ValueError(share)');
    expect(await comment.textContent()).not.toContain('token-of-mara');

    await workbench.tab('prices.py').click();
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Alt+F9');
    const thread = page.locator('.review-widget', { hasText: 'WEB-28' });
    await thread.getByText('Should a share of one be refused too?').waitFor();
    expect(await thread.textContent()).not.toContain('raise ValueError');
    await thread.locator('.review-thread-reply-button').click();
    await page.keyboard.type('One gives it away.');
    await thread.locator('.form-actions .monaco-button', { hasText: 'Send' }).click();
    await quickInput.waitUntilShown('Select visibility');
    await quickInput.pick('Internal');
    await thread.locator('.review-comment', { hasText: 'One gives it away.' }).waitFor();
    await selectCommentedLines(workbench);

    await workbench.runCommand('Contrail: Comment with Selected Code…');
    await quickInput.waitUntilShown('Search by identifier');
    await quickInput.pick('WEB-28');
    await workbench.clickToast('already has a comment on these lines', 'Open Work Item');
    await workbench.tab(/^WEB-28/).waitFor();
    await workbench.closeTab('prices.py');

    repository.write('src/prices.py', `import math\n\n\n${CODE.replace('"""Adds up."""', '"""Adds prices up."""')}`);
    await workbench.runCommand('Contrail: Go to Commented Code…');
    await quickInput.waitUntilShown('Select the lines to go to');
    await quickInput.accept();
    await workbench.tab('prices.py').waitFor();
    await waitForCursorAt(workbench, /Ln 12, Col \d+ \(\d+ selected\)/);

    repository.write('src/prices.py', 'def total(prices):\n    return sum(prices)\n');
    await workbench.closeTab('prices.py');
    await workbench.runCommand('Contrail: Go to Commented Code…');
    await quickInput.waitUntilShown('Select the lines to go to');
    await quickInput.accept();
    await workbench.clickToast('the commented lines are no longer in the file', 'Show at Commit');
    await waitForCursorAt(workbench, /Ln 9/);
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, prepare: createRepository },
);
