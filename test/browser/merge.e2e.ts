// End-to-end test of a work item that follows its code: from a TODO to the merged pull request.

import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { CodeHost } from '../support/codeHost.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { RecordPage } from './recordPage.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, step } from './steps.ts';

let repository: GitRepository;
/** Plays the host of the repository in the scenario of a pull request. */
const host = await CodeHost.start('gitea');
afterAll(() => host[Symbol.asyncDispose]());

scenario(
  'a TODO becomes a work item, whose branch is pushed, gets a pull request, and is merged',
  async (fixture) => {
    const { workbench } = fixture;
    const { page, quickInput } = workbench;
    host.pulls = [];
    await openContrail(fixture);
    await workbench.openFile('app.ts');

    const identifier = await step('a work item is created from the TODO', async () => {
      const quickFix = page.locator('.action-widget').getByText('Create work item from TODO (Contrail)');
      let lastAttemptAt = Number.NEGATIVE_INFINITY;
      // Retries, because an editor that has just become active may ignore keys.
      await until('the quick fix', async () => {
        if (Date.now() - lastAttemptAt > 3_000) {
          lastAttemptAt = Date.now();
          await page.locator('.view-line', { hasText: 'TODO' }).first().click();
          await workbench.press('Control+.');
        }
        return quickFix.isVisible();
      });
      await quickFix.click();
      await quickInput.waitUntilShown('Create Work Item in Project');
      await quickInput.pick('Atlas Web');
      await (await RecordPage.waitFor(workbench, 'New Work Item')).save();
      const created = workbench.statusBarEntry(/WEB-\d+ created/);
      await created.waitFor();
      return /WEB-\d+/.exec(await created.innerText())?.[0] ?? '';
    });
    repository.commit(`${identifier}: Note the work item`);
    const branch = `${identifier.toLowerCase()}-login`;
    await step('its branch is created and pushed, and the offered link is added', async () => {
      await workbench.runCommand('Git: Create Branch...');
      await quickInput.type(branch);
      await quickInput.accept();
      await workbench.toast(`The state of ${identifier} is now In Progress, because its branch was created.`);
      await workbench.runCommand('Git: Publish Branch...');
      await workbench.statusBarEntry(`Link to ${identifier}?`).click();
      await quickInput.waitUntilShown('Link What Was Pushed');
      await quickInput.pick(`Add Link to ${identifier}`);
      await workbench.statusBarEntry(`Added the link to ${identifier}`).waitFor();
    });

    await step('the opened pull request moves the state, and is offered in place of the branch', async () => {
      host.pulls = [{ number: 12, branch, state: 'open', title: 'Sign in', checks: 'failing' }];
      await workbench.toast(
        `The state of ${identifier} is now In Review, because its pull request was opened.`,
        90_000,
      );
      await workbench.statusBarEntry(`Link to ${identifier}?`).click();
      await quickInput.waitUntilShown('Link What Was Pushed');
      await quickInput.pick(`Add Link to ${identifier}`);
      await workbench.statusBarEntry(`Removed the link Branch ${branch} from ${identifier}`).waitFor();
    });

    await step('the page shows the pull request and its failing checks', async () => {
      await workbench.runCommand('Contrail: Go to Work Item…');
      await quickInput.type(identifier);
      await quickInput.pick(identifier);
      const itemPage = await ItemPage.waitFor(workbench, identifier);
      await itemPage.frame.getByText('open, checks failing').waitFor();
      await itemPage.frame.getByText('#12 Sign in').waitFor();
      await workbench.screenshot('pull-request');
    });

    await step('the merged branch moves the state, which Undo moves back', async () => {
      repository.run('fetch', '--quiet', 'origin');
      repository.run('push', '--quiet', 'origin', `${branch}:main`);
      await workbench.runCommand('Git: Refresh');
      await workbench.clickToast(`The state of ${identifier} is now Done, because its branch was merged.`, 'Undo');
      await workbench.statusBarEntry(`${identifier} · In Review`).waitFor();
    });
    expect(workbench.errors).toEqual([]);
  },
  {
    ...SPEC_ONLY_SIGNED_IN,
    machineSettings: { 'contrail.code.hosts': host.setting },
    settings: {
      'contrail.work.stateRules': { branchCreated: 'In Progress', pullRequestOpened: 'In Review', merged: 'Done' },
    },
    prepare: (folder) => {
      repository = GitRepository.createEmpty(folder);
      repository.write('src/app.ts', '// TODO: sign in\nexport const app = 1;\n');
      repository.commit('Begin');
      const remote = GitRepository.createBare(join(folder, '.git', 'remote.git'));
      repository.addSshRemote('origin', 'git@127.0.0.1:acme/web.git', remote);
      repository.run('push', '--quiet', '--set-upstream', 'origin', 'main');
    },
  },
);
