// An end-to-end test from a work item to the code that mentions it, and from code to a new work item.
import type { Frame, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { externalId } from '../../src/codeLinks/codeExternalId.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { sample } from '../support/testServer.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ThemeChecks } from './axe.ts';
import { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step } from './steps.ts';

/** Python code, because this VS Code has no language server for Python, which could close the quick fix menu. */
const LOGIN = `def login():
    # See WEB-28 and WEB-280.
    connect()
    # FIXME: close the socket
    # when the window goes
    listen()
`;

let repository: GitRepository;
let firstCommit = '';

/** Creates a repository whose first commit is also on the remote, with a branch and a commit for WEB-28. */
function createRepository(folder: string): void {
  repository = GitRepository.createEmpty(folder);
  repository.write('.gitignore', 'out/\n');
  repository.write('src/login.py', LOGIN);
  repository.write('docs/notes.md', '# Notes\n\nWEB-28 comes first, then WEB-28 again.\n');
  repository.write('logo.bin', Buffer.from('\0\0WEB-28'));
  firstCommit = repository.commit('Begin');
  repository.remote('origin', 'https://github.com/acme/atlas.git');
  repository.run('update-ref', 'refs/remotes/origin/main', firstCommit);
  repository.write('out/made.js', '// WEB-28 in what was built\n');
  repository.run('checkout', '--quiet', '-b', 'mara/web-28-release-notes');
  repository.write('docs/release.md', '# Release\n');
  repository.commit('WEB-28: Begin the release notes');
  repository.checkout('main');
}

/** Posts a comment on WEB-28 that links line 6 of the first commit, in the format that Contrail writes. */
async function commentOnCode({ planeServer }: Fixture): Promise<void> {
  const path = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 28)}/comments/`;
  const lines = { first: 6, last: 6 };
  const codeLocation = {
    repository: 'github.com/acme/atlas',
    commit: firstCommit,
    path: 'src/login.py',
    lines,
    changed: false,
    ordinal: 1,
  };
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': planeServer.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      comment_html: '<p><code>src/login.py:6</code></p><pre><code>listen();</code></pre><p>Is this ever closed?</p>',
      external_source: 'contrail',
      external_id: externalId(codeLocation),
    }),
  });
  expect(response.status).toBe(201);
}

async function openFile({ page, quickInput }: Workbench, name: string, line: number): Promise<void> {
  await page.keyboard.press('Control+P');
  await quickInput.type(`${name}:${line}`);
  await quickInput.row(name).waitFor();
  await quickInput.accept();
  await page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
  await page.locator('#status\\.editor\\.selection', { hasText: `Ln ${line},` }).waitFor();
}

scenario(
  'a work item page shows related code, and the user finds mentions and creates work items from code',
  async (fixture) => {
    const { workbench } = fixture;
    const { page, quickInput } = workbench;
    await commentOnCode(fixture);
    repository.write('src/login.py', `# Licensed to everybody.\n\n${LOGIN}`);
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();

    await step('the page shows the code section', async () => {
      const itemPage = await openItem(fixture, 'WEB-28');
      const rows = (frame: Frame, list: string) => frame.getByTestId(`code-${list}`).locator('.code-row');
      // The section is already open because code is linked, but the files are searched only after a click.
      await rows(itemPage.frame, 'branches').getByText('mara/web-28-release-notes').waitFor();
      await itemPage.frame.getByTestId('search-mentions').click();
      await rows(itemPage.frame, 'places').getByText('src/login.py:8').waitFor();
      await rows(itemPage.frame, 'commits').getByText('WEB-28: Begin the release notes').waitFor();
      await rows(itemPage.frame, 'mentions').getByText('See WEB-28 and WEB-280.').waitFor();
      const themeChecks = await ThemeChecks.readThemes(workbench, itemPage.frame);
      await themeChecks.check('work item', 'with its code', itemPage.frame);
      expect(themeChecks.pagesByViolation).toEqual({});

      // Uses the keyboard, because every control of the page must be accessible by keyboard.
      await rows(itemPage.frame, 'places').first().focus();
      await workbench.press('Enter');
      await page.locator('#status\\.editor\\.selection', { hasText: 'Ln 8,' }).waitFor();
      /**
       * Selects the tab again, and resolves with the first row of the list. VS Code has disposed the hidden page, so a
       * new page opens, with the section still open.
       */
      const returnToPage = async (list: string): Promise<Locator> => {
        await workbench.tab(/^WEB-28 /).click();
        return rows((await ItemPage.waitFor(workbench, 'WEB-28')).frame, list).first();
      };
      await (await returnToPage('mentions')).click();
      await page.locator('#status\\.editor\\.selection', { hasText: 'Ln 3,' }).waitFor();
      await (await returnToPage('commits')).click();
      await workbench.tab('WEB-28: Begin the release notes').waitFor();
      await page.locator('.monaco-editor .view-line', { hasText: 'Release' }).first().waitFor();
      await (await returnToPage('branches')).click();
      await quickInput.waitUntilShown('Branch mara/web-28-release-notes');
      await quickInput.pick('Check Out');
      await until('the branch to be checked out', async () => repository.currentBranch === 'mara/web-28-release-notes');
    });

    await workbench.runCommand('View: Close All Editors');
    repository.write('src/login.py', LOGIN);

    await step('a view lists the mentions of a work item', async () => {
      await workbench.runCommand('Contrail: Find Mentions of Work Item…');
      await quickInput.waitUntilShown('Find Mentions: Work Item');
      await quickInput.type('WEB-28');
      await quickInput.pick('WEB-28');
      const mentions = workbench.view('Mentions of WEB-28');
      await mentions.row('See WEB-28 and WEB-280.').waitUntilShown();
      expect((await mentions.rows()).map(({ label }) => label)).toEqual([
        'notes.md',
        'WEB-28 comes first, then WEB-28 again.',
        'WEB-28 comes first, then WEB-28 again.',
        'login.py',
        '# See WEB-28 and WEB-280.',
      ]);
      await mentions.row('See WEB-28 and WEB-280.').click();
      await page.locator('#status\\.editor\\.selection', { hasText: 'Ln 2,' }).waitFor();
    });

    await step('the user creates a work item from a TODO comment', async () => {
      await openFile(workbench, 'login.py', 4);
      const quickFix = page.locator('.action-widget').getByText('Create work item…');
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
      await newItemPage.field('description_html').getByText('src/login.py:4-5').waitFor();
      await newItemPage.save();
      await workbench.tab(/^WEB-\d+ close the socket/).waitFor();
      const [tab = ''] = (await workbench.tabs()).filter((title) => title.includes('close the socket'));
      const identifier = tab.split(' ')[0] ?? '';
      await until('the identifier in the comment', async () => {
        await workbench.tab('login.py').click();
        return page.locator('.view-line', { hasText: `FIXME(${identifier}): close the socket` }).isVisible();
      });
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, prepare: createRepository },
);
