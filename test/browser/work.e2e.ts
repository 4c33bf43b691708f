// End-to-end tests that start work on a work item, commit and push with git, and finish the work.

import { join } from 'node:path';
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, step } from './steps.ts';

/** The commit box of the Source Control view. */
function commitBox({ workbench }: Fixture) {
  return workbench.page.locator('.scm-view .scm-input .view-lines').first();
}

async function waitForCommitBoxText(fixture: Fixture, text: string): Promise<void> {
  // The editor renders spaces as no-break spaces.
  const readBoxText = async (): Promise<string> =>
    ((await commitBox(fixture).textContent()) ?? '').replaceAll('\u00a0', ' ');
  await until(`the commit box to contain “${text}”`, async () => (await readBoxText()) === text);
}

let repository: GitRepository;

scenario(
  'the user starts work on a work item, commits with its prefix, and finishes the work',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-27 /).pickFromMenu('Start Work');
    await quickInput.waitUntilShown('Start Work on WEB-27');
    await quickInput.row('Create this branch').waitFor();
    // VS Code reports changed checkboxes when rows are replaced. A step that the user has unchecked must stay
    // unchecked.
    await quickInput.row('Assign to me').locator('input[type=checkbox], .monaco-checkbox').first().click();
    await quickInput.type('WEB-27 login');
    await quickInput.row("A branch name can't contain spaces or line breaks.").waitFor();
    await quickInput.type('WEB-27-login');
    await quickInput.row('Create this branch').waitFor();
    await quickInput.accept();
    await workbench.toast(
      'Started work on WEB-27: created the branch WEB-27-login, changed the state to In Progress, inserted the commit message prefix.',
    );
    expect(repository.currentBranch).toBe('WEB-27-login');
    const statusBarEntry = workbench.statusBarEntry('WEB-27 · In Progress');
    await statusBarEntry.waitFor();

    repository.write('README.md', 'Hello.\n');
    await workbench.openContainer('Source Control');
    await waitForCommitBoxText(fixture, 'WEB-27: ');
    await workbench.runCommand('Git: Refresh');
    // Without a change in the list, VS Code asks whether to create an empty commit.
    await workbench.page.locator('.scm-view .monaco-list-row', { hasText: 'README.md' }).waitFor();
    await commitBox(fixture).click();
    await workbench.press('Control+End');
    await workbench.page.keyboard.type('Say hello');
    await workbench.press('Control+Enter');
    await until('the commit', () => repository.run('log', '-1', '--format=%s') === 'WEB-27: Say hello');
    await waitForCommitBoxText(fixture, 'WEB-27: ');

    await step('Create Pull Request asks for confirmation before it pushes the branch', async () => {
      await workbench.runCommand('Contrail: Create Pull Request…');
      await workbench.dialog.getByText('Push WEB-27-login to origin?').waitFor();
      await workbench.answerDialog('Cancel');
      await workbench.dialog.waitFor({ state: 'detached' });
    });

    await statusBarEntry.click();
    await quickInput.waitUntilShown('Select an action');
    await quickInput.pick('Finish Work');
    await quickInput.waitUntilShown('Finish Work on WEB-27 (In Progress)');
    // The remote of this repository does not exist.
    const push = quickInput.row('Push WEB-27-login and create a pull request');
    await push.locator('input[type=checkbox], .monaco-checkbox').first().click();
    await quickInput.accept();
    await workbench.toast('Finished work on WEB-27: changed the state to Done, checked out the branch main.');
    await until('the branch main', () => repository.currentBranch === 'main');
    await statusBarEntry.waitFor({ state: 'detached' });
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    settings: { 'git.enableSmartCommit': true },
    prepare: (folder) => {
      repository = GitRepository.create(folder);
      repository.addRemote('origin', 'git@github.com:acme/web.git');
    },
  },
);

scenario(
  'a new branch changes the state by a rule of the folder, and its push is offered as a link',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-27 /).locator.waitFor();
    await workbench.runCommand('Git: Create Branch...');
    await quickInput.type('web-27-login');
    await quickInput.accept();
    await workbench.toast('The state of WEB-27 is now In Progress, because its branch was created.');
    await workbench.statusBarEntry('WEB-27 · In Progress').waitFor();

    await workbench.runCommand('Git: Publish Branch...');
    const offer = workbench.statusBarEntry('Link to WEB-27?');
    await offer.waitFor();
    const inbox = workbench.view('Inbox');
    await inbox.open();
    const inboxRow = inbox.row(/^Link to WEB-27\?/);
    await inboxRow.waitUntilShown();
    await view.row(/^WEB-27 /).click();
    const { frame } = await ItemPage.waitFor(workbench, 'WEB-27');
    const pageRow = frame.locator('[data-testid=code-offers] .code-row');
    await pageRow.waitFor();
    await workbench.screenshot('link-offer');
    await pageRow.click();
    await quickInput.waitUntilShown('Link What Was Pushed');
    await quickInput.row('https://github.com/acme/web/tree/web-27-login').waitFor();
    await quickInput.pick('Add Link to WEB-27');
    await workbench.statusBarEntry('Added the link to WEB-27').waitFor();
    await offer.waitFor({ state: 'detached' });
    await inboxRow.waitUntilGone();
    await pageRow.waitFor({ state: 'detached' });
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    settings: { 'contrail.work.stateRules': { branchCreated: 'In Progress' } },
    prepare: (folder) => {
      repository = GitRepository.create(folder);
      const remote = GitRepository.createBare(join(folder, '.git', 'remote.git'));
      repository.addSshRemote('origin', 'git@github.com:acme/web.git', remote);
      repository.run('push', '--quiet', '--set-upstream', 'origin', 'main');
    },
  },
);
