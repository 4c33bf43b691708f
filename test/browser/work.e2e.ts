// End-to-end tests of work on a work item: started, committed with git and finished.
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { until } from '../support/until.ts';
import { type Fixture, ONE_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail } from './steps.ts';

/** The commit box of the Source Control view. */
function commitBox({ workbench }: Fixture) {
  return workbench.page.locator('.scm-view .scm-input .view-lines').first();
}

async function commitBoxContains(fixture: Fixture, text: string): Promise<void> {
  // The editor renders spaces as no-break spaces.
  const boxText = async (): Promise<string> =>
    ((await commitBox(fixture).textContent()) ?? '').replaceAll('\u00a0', ' ');
  await until(`the commit box to contain “${text}”`, async () => (await boxText()) === text);
}

let repository: GitRepository;

scenario(
  'work on a work item is started, committed and finished',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    for (const theme of ['light', 'hc-dark', 'dark'] as const) {
      await workbench.setTheme(theme);
      await view.row(/^WEB-27 /).pickFromMenu('Start Work');
      await quickInput.shown('Start Work on WEB-27');
      await quickInput.row('Create this branch').waitFor();
      await quickInput.settled();
      await workbench.screenshot(`work/start-${theme}`);
      if (theme !== 'dark') await quickInput.escape();
    }
    // An unchecked option stays unchecked while the name is typed.
    await quickInput.row('Start the commit message').locator('input[type=checkbox], .monaco-checkbox').first().click();
    expect(await quickInput.typed()).toMatch(/^WEB-27-[a-z0-9-]+$/);
    await quickInput.type('WEB-27 login');
    await quickInput.row("A branch name can't contain spaces or line breaks.").waitFor();
    await workbench.screenshot('work/bad-name');
    await quickInput.accept();
    expect(await quickInput.typed()).toBe('WEB-27 login');
    await quickInput.type('WEB-27-login');
    await quickInput.row('Create this branch').waitFor();
    await quickInput.accept();
    await workbench.toast(
      'Started work on WEB-27: created the branch WEB-27-login, changed the state to In Progress, assigned to you.',
    );
    expect(repository.currentBranch).toBe('WEB-27-login');
    const entry = workbench.statusBar('WEB-27 · In Progress');
    await entry.waitFor();
    await workbench.screenshot('work/started');
    await workbench.clearToasts();

    repository.write('README.md', 'Hello.\n');
    await workbench.openContainer('Source Control');
    await commitBoxContains(fixture, 'WEB-27: ');
    await workbench.runCommand('Git: Refresh');
    await commitBox(fixture).click();
    await workbench.press('Control+End');
    await workbench.page.keyboard.type('Say hello');
    await workbench.screenshot('work/commit-box');
    await workbench.press('Control+Enter');
    await until('the commit', () => repository.run('log', '-1', '--format=%s') === 'WEB-27: Say hello');
    await commitBoxContains(fixture, 'WEB-27: ');

    await entry.click();
    await quickInput.shown('Select an action');
    for (const offer of ['Open', 'Comment', 'Change State', 'Copy Link', 'Finish Work', 'Stop Work'])
      await quickInput.row(offer).waitFor();
    await workbench.screenshot('work/current');
    await quickInput.pick('Finish Work');
    await quickInput.shown('Finish Work on WEB-27 (In Progress)');
    await workbench.screenshot('work/finish');
    await quickInput.pick('Change to Done');
    await workbench.toast('Finished work on WEB-27: changed the state to Done.');
    await workbench.clickToast('Finished work on WEB-27', 'Check Out main');
    await until('the branch main', () => repository.currentBranch === 'main');
    await entry.waitFor({ state: 'detached' });
    expect(workbench.errors).toEqual([]);
  },
  {
    ...ONE_SIGNED_IN,
    settings: { 'git.enableSmartCommit': true },
    prepare: (folder) => {
      repository = GitRepository.create(folder);
    },
  },
);

scenario(
  'work is started where git refuses to check out, and where there is no git',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-28 /).pickFromMenu('Start Work');
    await quickInput.row("A branch name can't contain “:”. See the setting").waitFor();
    await workbench.screenshot('work/bad-template');
    await quickInput.escape();

    repository.write('README.md', 'Mine, and not committed.\n');
    await workbench.openContainer('Source Control');
    await commitBox(fixture).click();
    await workbench.page.keyboard.type('Half a sentence');
    await workbench.runCommand('Git: Refresh');
    await workbench.openContainer('Contrail');
    await view.row(/^WEB-26 /).pickFromMenu('Start Work');
    await quickInput.row('Check out this branch').waitFor();
    expect(await quickInput.typed()).toBe('web-26-begun');
    expect((await quickInput.rows()).filter((row) => row.includes('commit message'))).toEqual([]);
    await quickInput.accept();
    await workbench.toast(/Git could not check out the branch “web-26-begun”: .*README.md/);
    await workbench.screenshot('work/refused');
    expect(repository.currentBranch).toBe('main');
    expect(repository.run('stash', 'list')).toBe('');
    await workbench.clickToast('Git could not', 'Continue without Branch');
    await workbench.toast('Started work on WEB-26: changed the state to In Progress');
    await workbench.statusBar('WEB-26 · In Progress').waitFor();
    expect(repository.run('status', '--porcelain')).toBe('M README.md');
    await workbench.clearToasts();

    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.shown('Enter an identifier');
    expect((await quickInput.rows())[0]).toMatch(/^WEB-26, /);
    await workbench.screenshot('work/suggested');
    await quickInput.escape();
    await workbench.runCommand('Contrail: Stop Work…');
    await quickInput.shown('Stop Work on WEB-26');
    await quickInput.pick('Change to Todo');
    await workbench.toast('Stopped work on WEB-26: changed the state to Todo.');
    await workbench.clearToasts();
    repository.run('checkout', '--quiet', '-b', 'WEB-9999');
    await workbench.runCommand('Git: Refresh');
    await workbench.statusBar('WEB-9999 · not found').waitFor();
    await workbench.openContainer('Source Control');
    await commitBoxContains(fixture, 'Half a sentence');

    fixture.server.writeSettings({ 'git.enabled': false });
    await workbench.reload();
    await workbench.openContainer('Contrail');
    await view.row('Atlas Web').expand();
    await view.row(/^WEB-25 /).pickFromMenu('Start Work');
    await quickInput.shown('Git is disabled');
    await workbench.screenshot('work/no-git');
    await quickInput.accept();
    await workbench.toast(
      /^Started work on WEB-25: changed the state to In Progress, assigned to you. Git is disabled/,
    );
    await workbench.statusBar('WEB-25 · In Progress').waitFor();
    // VS Code also logs the text of an error notification as an error.
    expect(workbench.errors.filter((one) => !one.startsWith('Git could not check out'))).toEqual([]);
  },
  {
    ...ONE_SIGNED_IN,
    settings: { 'contrail.work.branchTemplate': '${identifier}:${slug}' },
    prepare: (folder) => {
      repository = GitRepository.create(folder);
      repository.branch('web-26-begun');
      repository.checkout('web-26-begun');
      repository.write('README.md', 'Begun.\n');
      repository.commit('Begin');
      repository.checkout('main');
    },
  },
);
