// An end-to-end test that starts work on a work item, commits with git, and finishes the work.
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { until } from '../support/until.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, step } from './steps.ts';

/** The commit box of the Source Control view. */
function commitBox({ workbench }: Fixture) {
  return workbench.page.locator('.scm-view .scm-input .view-lines').first();
}

async function waitForCommitBoxText(fixture: Fixture, text: string): Promise<void> {
  // The editor renders spaces as no-break spaces.
  const boxText = async (): Promise<string> =>
    ((await commitBox(fixture).textContent()) ?? '').replaceAll('\u00a0', ' ');
  await until(`the commit box to contain “${text}”`, async () => (await boxText()) === text);
}

let repository: GitRepository;

scenario(
  'the user starts and finishes work, and starts work with text in the commit box and with Git disabled',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-27 /).pickFromMenu('Start Work');
    await quickInput.waitUntilShown('Start Work on WEB-27');
    await quickInput.row('Create this branch').waitFor();
    await quickInput.waitUntilSettled();
    await workbench.screenshot('work/start');
    // VS Code reports changed checkboxes when rows are replaced. A step that the user has unchecked must stay
    // unchecked.
    await quickInput.row('Assign to me').locator('input[type=checkbox], .monaco-checkbox').first().click();
    await quickInput.type('WEB-27 login');
    await quickInput.row("A branch name can't contain spaces or line breaks.").waitFor();
    await workbench.screenshot('work/bad-name');
    await quickInput.type('WEB-27-login');
    await quickInput.row('Create this branch').waitFor();
    await quickInput.accept();
    await workbench.toast(
      'Started work on WEB-27: created the branch WEB-27-login, changed the state to In Progress, inserted the commit message prefix.',
    );
    expect(repository.currentBranch).toBe('WEB-27-login');
    const statusBarEntry = workbench.statusBarEntry('WEB-27 · In Progress');
    await statusBarEntry.waitFor();
    await workbench.screenshot('work/started');
    await workbench.clearToasts();
    await step('My Work shows the current work item first', async () => {
      const myWork = workbench.view('My Work');
      await myWork.open();
      await until('the section Current with the work item', async () => {
        const [section, item] = (await myWork.rows()).map(({ aria }) => aria);
        return section?.startsWith('Current, section') && item?.startsWith('WEB-27 ');
      });
      await workbench.screenshot('work/my-work');
      await myWork.close();
    });

    repository.write('README.md', 'Hello.\n');
    await workbench.openContainer('Source Control');
    await waitForCommitBoxText(fixture, 'WEB-27: ');
    await workbench.runCommand('Git: Refresh');
    await commitBox(fixture).click();
    await workbench.press('Control+End');
    await workbench.page.keyboard.type('Say hello');
    await workbench.screenshot('work/commit-box');
    await workbench.press('Control+Enter');
    await until('the commit', () => repository.run('log', '-1', '--format=%s') === 'WEB-27: Say hello');
    await waitForCommitBoxText(fixture, 'WEB-27: ');

    await step('Create Pull Request asks for confirmation before it pushes the branch', async () => {
      repository.remote('origin', 'git@github.com:acme/web.git');
      await workbench.runCommand('Git: Refresh');
      await workbench.runCommand('Contrail: Create Pull Request…');
      await workbench.dialog.getByText('Push WEB-27-login to origin?').waitFor();
      await workbench.dialog.getByText('The commits of the branch are not on github.com yet').waitFor();
      await workbench.screenshot('work/pull-request');
      await workbench.answerDialog('Cancel');
      await workbench.dialog.waitFor({ state: 'detached' });
    });

    await statusBarEntry.click();
    await quickInput.waitUntilShown('Select an action');
    await workbench.screenshot('work/current');
    await quickInput.pick('Finish Work');
    await quickInput.waitUntilShown('Finish Work on WEB-27 (In Progress)');
    await workbench.screenshot('work/finish');
    await quickInput.pick('Change to Done');
    await workbench.toast('Finished work on WEB-27: changed the state to Done.');
    await workbench.clickToast('Finished work on WEB-27', 'Check Out main');
    await until('the branch main', () => repository.currentBranch === 'main');
    await statusBarEntry.waitFor({ state: 'detached' });
    await workbench.clearToasts();

    await step('text in the commit box does not change when the user starts work', async () => {
      await workbench.openContainer('Source Control');
      await commitBox(fixture).click();
      await workbench.page.keyboard.type('Half a sentence');
      await workbench.openContainer('Contrail');
      await view.row(/^WEB-26 /).pickFromMenu('Start Work');
      await quickInput.row('Create this branch').waitFor();
      expect((await quickInput.rows()).filter((row) => row.includes('commit message'))).toEqual([]);
      await quickInput.accept();
      await workbench.toast(/^Started work on WEB-26: created the branch WEB-26-/);
      await workbench.statusBarEntry('WEB-26 · In Progress').waitFor();
      await workbench.clearToasts();

      await workbench.runCommand('Contrail: Comment on Work Item…');
      await quickInput.waitUntilShown('Search by identifier');
      expect((await quickInput.rows())[0]).toMatch(/^WEB-26, /);
      await workbench.screenshot('work/suggested');
      await quickInput.escape();
      repository.run('checkout', '--quiet', '-b', 'WEB-9999');
      await workbench.runCommand('Git: Refresh');
      await workbench.statusBarEntry('WEB-9999 · not found').waitFor();
      await workbench.openContainer('Source Control');
      await waitForCommitBoxText(fixture, 'Half a sentence');
    });

    await step('the user starts work while Git is disabled', async () => {
      fixture.server.writeSettings({ 'git.enabled': false });
      await workbench.reload();
      await workbench.openContainer('Contrail');
      await view.row('Atlas Web').expand();
      await view.row(/^WEB-25 /).pickFromMenu('Start Work');
      await quickInput.waitUntilShown('Git is disabled');
      await workbench.screenshot('work/no-git');
      await quickInput.accept();
      await workbench.toast(
        /^Started work on WEB-25: changed the state to In Progress, assigned to you. Git is disabled/,
      );
      await workbench.statusBarEntry('WEB-25 · In Progress').waitFor();
    });
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    settings: { 'git.enableSmartCommit': true },
    prepare: (folder) => {
      repository = GitRepository.create(folder);
    },
  },
);
