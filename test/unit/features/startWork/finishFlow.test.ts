// Tests the steps of Finish Work, with real git repositories and remotes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forEachTest } from '../../../support/fixture.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import type { OpenedRepository } from '../../../support/openedRepository.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { until } from '../../../support/until.ts';
import { WorkSetup } from './setup.ts';

const BRANCH = 'web-27-begun';
const STEPS = {
  state: 'Change the state to Done',
  push: `Push ${BRANCH} and create a pull request`,
  summary: 'Comment with a summary of the commits',
  checkout: 'Check out main',
  delete: `Delete the local branch ${BRANCH}`,
};

/** Makes WEB-27 the current work item of a branch with this number of commits. */
async function openBranch(setup: WorkSetup, { commits = 1, remote = true } = {}): Promise<OpenedRepository> {
  const opened = await setup.openWithCurrentItem(27, BRANCH);
  for (let number = 1; number <= commits; number += 1) opened.git.commit(`Change ${number}`);
  if (remote) {
    const bare = GitRepository.createBare(join(opened.git.folder, '..', 'remote.git'));
    opened.git.addRemote('origin', 'git@github.com:acme/web.git');
    opened.git.run('config', 'remote.origin.pushurl', bare.folder);
  }
  await opened.status();
  return opened;
}

async function openList(setup: WorkSetup): Promise<{ readonly list: ScriptedList; readonly finished: Promise<void> }> {
  const finished = setup.work.end('finish');
  return { list: await setup.prompts.list('Finish Work on WEB-27 (Todo)'), finished };
}

/** Accepts the list with only these steps checked, and resolves with the message after them. */
async function finish(setup: WorkSetup, ...steps: readonly string[]): Promise<string> {
  const { list, finished } = await openList(setup);
  list.check(...steps);
  list.enter();
  const message = await setup.prompts.message('Finished work on WEB-27');
  message.close();
  if (steps.includes(STEPS.push) && setup.prompts.openedUrls.length > 0)
    (await setup.prompts.message('When the pull request is created, add its link to WEB-27.')).close();
  await finished;
  return message.words;
}

const localBranches = ({ git }: OpenedRepository): readonly string[] =>
  git.run('branch', '--format=%(refname:short)').split('\n');

const setup = forEachTest(() => WorkSetup.open());

describe('Finish Work', () => {
  it('lists the steps, with those checked that lose nothing, and sends nothing if the user cancels', async () => {
    await openBranch(setup);
    const { list, finished } = await openList(setup);
    expect(list.visible).toEqual([
      `${STEPS.state} | currently Todo`,
      `${STEPS.push} | origin on github.com`,
      `${STEPS.summary} | opens a draft`,
      STEPS.checkout,
      `${STEPS.delete} | after it is pushed`,
    ]);
    expect(list.checkedLabels).toEqual([STEPS.state, STEPS.push, STEPS.checkout]);
    list.escape();
    await finished;
    expect([setup.changeRequestCount, setup.work.currentItems.activeItem?.identifier]).toEqual([0, 'WEB-27']);
  });

  it('changes the state, pushes, opens a pull request, checks out the main branch and deletes the pushed branch', async () => {
    const opened = await openBranch(setup);
    const message = await finish(setup, STEPS.state, STEPS.push, STEPS.checkout, STEPS.delete);
    expect(message).toBe(
      `Finished work on WEB-27: changed the state to Done, opened a pull request, checked out the branch main, deleted the branch ${BRANCH}.`,
    );
    expect(await setup.itemOnServer(27)).toMatchObject({ state: 'Done' });
    expect(setup.prompts.openedUrls[0]).toContain(`compare/main...${BRANCH}`);
    expect([opened.git.currentBranch, localBranches(opened)]).toEqual(['main', ['main']]);
    expect(opened.git.run('branch', '--remotes')).toContain(`origin/${BRANCH}`);
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('changes the state to another one that the user picks with the button of the step', async () => {
    await openBranch(setup, { remote: false });
    const { list, finished } = await openList(setup);
    list.check(STEPS.state);
    list.press('Change to Another State', STEPS.state);
    (await setup.prompts.list('Select the new state')).pick('In Review');
    const secondList = await setup.prompts.list('Finish Work on WEB-27 (Todo)');
    expect(secondList.checkedLabels).toEqual(['Change the state to In Review']);
    secondList.enter();
    await setup.prompts.message('Finished work on WEB-27: changed the state to In Review.');
    await finished;
  });

  it('has no step for the state of a completed work item, and none for a branch while the main branch is checked out', async () => {
    const { repository } = setup.openRepository();
    await setup.setCurrentItem(2, repository);
    const finished = setup.work.end('finish');
    const list = await setup.prompts.list('Finish Work on WEB-2 (Done)');
    expect([list.placeholder, list.visible]).toEqual(['main is checked out, so there is no branch to finish.', []]);
    list.enter();
    await setup.prompts.message('Finished work on WEB-2.');
    await finished;
  });

  it('drafts the comment for the commits of the branch, also after it was deleted', async () => {
    const opened = await openBranch(setup);
    const commit = opened.git.head;
    await finish(setup, STEPS.push, STEPS.summary, STEPS.checkout, STEPS.delete);
    expect(setup.summaries).toEqual([{ base: 'main', branch: BRANCH, commit }]);
    expect(localBranches(opened)).toEqual(['main']);
  });

  it('says why a step is not possible, and does not do it even if it is checked', async () => {
    const opened = await openBranch(setup, { remote: false });
    const { list, finished } = await openList(setup);
    expect(list.visible.slice(1)).toEqual([
      `${STEPS.push} | No remote is on a host whose web pages are known.`,
      `${STEPS.summary} | opens a draft`,
      STEPS.checkout,
      `${STEPS.delete} | Its commits are neither pushed nor merged.`,
    ]);
    expect(list.checkedLabels).toEqual([STEPS.state, STEPS.checkout]);
    list.check(STEPS.push, STEPS.checkout, STEPS.delete);
    list.enter();
    await setup.prompts.message('Finished work on WEB-27: checked out the branch main.');
    await finished;
    expect(localBranches(opened)).toEqual(['main', BRANCH]);
  });

  it('returns to no branch if none is known', async () => {
    const opened = await openBranch(setup, { remote: false });
    opened.git.run('branch', '--move', 'main', 'trunk');
    const { list, finished } = await openList(setup);
    const reason = 'No main branch is known. Set contrail.work.baseBranch.';
    expect(list.visible).toContain(`Check out the main branch | ${reason}`);
    expect(list.visible).toContain(`${STEPS.summary} | ${reason}`);
    list.escape();
    await finished;
  });
});

describe('The branch of finished work', () => {
  it('is deleted if it is merged, and the step is checked', async () => {
    const opened = await openBranch(setup, { remote: false });
    opened.git.run('branch', '--force', 'main', BRANCH);
    const { list, finished } = await openList(setup);
    expect(list.visible).toContain(`${STEPS.delete} | merged into main`);
    expect(list.visible).toContain(`${STEPS.summary} | The branch has no commits since main.`);
    expect(list.checkedLabels).toEqual([STEPS.state, STEPS.checkout, STEPS.delete]);
    list.enter();
    await setup.prompts.message(`checked out the branch main, deleted the branch ${BRANCH}.`);
    await finished;
    expect(localBranches(opened)).toEqual(['main']);
  });

  it('is kept if there are uncommitted changes, and the step says so', async () => {
    const opened = await openBranch(setup);
    await opened.push('origin', BRANCH, true);
    opened.git.write('README.md', 'Two.\n');
    const { list, finished } = await openList(setup);
    expect(list.visible).toContain(`${STEPS.delete} | 1 uncommitted change keeps the branch`);
    expect(list.visible).toContain(`${STEPS.checkout} | 1 uncommitted change is kept`);
    expect(list.checkedLabels).toEqual([STEPS.state]);
    list.check(STEPS.checkout, STEPS.delete);
    list.enter();
    await setup.prompts.message('Finished work on WEB-27: checked out the branch main.');
    await finished;
    expect(localBranches(opened)).toEqual(['main', BRANCH]);
    expect(opened.git.run('status', '--porcelain')).toBe('M README.md');
  });

  it('is kept if the user deletes it without pushing it, with the reason of git', async () => {
    const opened = await openBranch(setup);
    const message = await finish(setup, STEPS.checkout, STEPS.delete);
    expect(message).toMatch(
      /checked out the branch main\. Git could not delete the branch “web-27-begun”: .*not fully merged/,
    );
    expect(localBranches(opened)).toEqual(['main', BRANCH]);
  });

  it('is kept, and stays checked out, during a merge, which would lose its second parent', async () => {
    await using setup = await WorkSetup.open();
    const opened = await openBranch(setup, { remote: false });
    opened.git.checkout('main');
    opened.git.commit('Aside');
    opened.git.checkout(BRANCH);
    opened.git.run('merge', '--quiet', '--no-commit', '--strategy', 'ours', 'main');
    await opened.status();
    const { list, finished } = await openList(setup);
    const reason = 'A merge, rebase, cherry-pick or bisect is in progress. Finish or abort it first.';
    expect(list.visible.slice(3)).toEqual([`${STEPS.checkout} | ${reason}`, `${STEPS.delete} | ${reason}`]);
    list.check(STEPS.checkout, STEPS.delete);
    list.enter();
    (await setup.prompts.message('Finished work on WEB-27.')).close();
    await finished;
    opened.git.run('commit', '--quiet', '--message', 'Merge');
    expect(opened.git.run('log', '-1', '--format=%P').split(' ')).toHaveLength(2);
  });

  it('is kept while it is checked out', async () => {
    const opened = await openBranch(setup);
    expect(await finish(setup, STEPS.delete)).toBe(
      `Finished work on WEB-27. The branch ${BRANCH} was kept, because it is checked out.`,
    );
    expect(localBranches(opened)).toEqual(['main', BRANCH]);
  });

  it('stays checked out if the push fails, or an extension creates the pull request from it', async () => {
    const opened = await openBranch(setup);
    setup.pullRequestCommand = 'pr.create';
    const { list, finished } = await openList(setup);
    list.enter();
    const message = await setup.prompts.message('Finished work on WEB-27');
    expect(message.words).toBe(
      `Finished work on WEB-27: changed the state to Done, opened a pull request. ${BRANCH} is still checked out, because the pull request is created from it.`,
    );
    (await setup.prompts.message('add its link to WEB-27')).close();
    await finished;
    expect(setup.prompts.commands).toEqual([['pr.create']]);

    setup.pullRequestCommand = undefined;
    opened.git.commit('More');
    opened.git.run('config', 'remote.origin.pushurl', join(opened.git.folder, 'missing'));
    await setup.setCurrentItem(27, opened.repository, 'main');
    const secondFinished = setup.work.end('finish');
    const secondList = await setup.prompts.list('Finish Work on WEB-27 (Done)');
    secondList.check(STEPS.push, STEPS.checkout);
    secondList.enter();
    await setup.prompts.message(`${BRANCH} was not pushed.`);
    await setup.prompts.message(`${BRANCH} is still checked out, because no pull request was opened.`);
    await secondFinished;
    expect(opened.git.currentBranch).toBe(BRANCH);
  });
});

describe('Finish Work in a worktree', () => {
  /** Opens a worktree with this number of commits, with WEB-27 as the current work item, and the main folder. */
  async function openWorktree(setup: WorkSetup, { commits = 0, name = 'web' } = {}) {
    const main = GitRepository.createWithReadme(join(setup.folder, name));
    const folder = `${main.folder}-27`;
    main.run('worktree', 'add', '--quiet', '-b', BRANCH, folder);
    const opened = setup.repositories.add(new GitRepository(folder));
    for (let number = 1; number <= commits; number += 1) opened.git.commit(`Change ${number}`);
    await setup.setCurrentItem(27, opened.repository, 'main');
    await opened.status();
    return { main, opened, step: `Remove the worktree ${folder}` };
  }

  it('removes the worktree and its merged branch, and offers to open the folder of the repository', async () => {
    const { main, opened, step } = await openWorktree(setup);
    const { list, finished } = await openList(setup);
    expect(list.visible).toContain(step);
    expect(list.visible.join()).not.toContain('Check out');
    expect(list.checkedLabels).toEqual([STEPS.state, step, STEPS.delete]);
    list.enter();
    const message = await setup.prompts.message('Finished work on WEB-27');
    expect(message.words).toBe(
      `Finished work on WEB-27: changed the state to Done, removed the worktree ${opened.git.folder}, deleted the branch ${BRANCH}.`,
    );
    message.select('Open Folder of Repository');
    await finished;
    await until('the folder is opened', () => setup.openedFolders.length > 0);
    expect(setup.openedFolders).toEqual([main.folder]);
    expect(existsSync(opened.git.folder)).toBe(false);
    expect(main.run('branch', '--format=%(refname:short)')).toBe('main');
  });

  it.each(['my web', 'wëb–端 ', '-web', 'web;echo $(x) "y"', "it's"])(
    'removes it beside the folder “%s”',
    async (name) => {
      await using setup = await WorkSetup.open();
      const { main, opened } = await openWorktree(setup, { name });
      expect(await opened.repository.mainWorktree()).toBe(main.folder);
      expect([...(await opened.repository.otherWorktrees())]).toEqual([['main', main.folder]]);
      const { list, finished } = await openList(setup);
      list.enter();
      const message = await setup.prompts.message(`removed the worktree ${opened.git.folder}, deleted the branch`);
      message.select('Open Folder of Repository');
      await finished;
      await until('the folder is opened', () => setup.openedFolders.length > 0);
      expect(setup.openedFolders).toEqual([main.folder]);
      expect(existsSync(opened.git.folder)).toBe(false);
    },
  );

  it('lists what would be lost, and removes nothing', async () => {
    const { opened, step } = await openWorktree(setup, { commits: 1 });
    opened.git.write('README.md', 'Stashed.\n');
    opened.git.run('stash');
    opened.git.write('new.txt', 'New.\n');
    await opened.status();
    const { list, finished } = await openList(setup);
    expect(list.visible).toContain(
      `${step} | would lose 1 uncommitted change, commits that are neither pushed nor merged, and 1 stash`,
    );
    list.check(step);
    list.enter();
    (await setup.prompts.message('Finished work on WEB-27.')).close();
    await finished;
    expect(existsSync(join(opened.git.folder, 'new.txt'))).toBe(true);
  });

  it('keeps the worktree if its commits are not pushed after all', async () => {
    const { main, opened, step } = await openWorktree(setup, { commits: 1 });
    main.addRemote('origin', 'git@github.com:acme/web.git');
    await opened.status();
    const { list, finished } = await openList(setup);
    list.check(step);
    list.enter();
    (await setup.prompts.message(`The worktree ${opened.git.folder} was kept`)).close();
    await finished;
    expect(existsSync(opened.git.folder)).toBe(true);
  });

  it('tells what was done, and what git rejected, if the main branch is gone when the worktree is checked', async () => {
    await using setup = await WorkSetup.open();
    const { main, opened, step } = await openWorktree(setup, { commits: 1 });
    main.addRemote('origin', 'git@github.com:acme/web.git');
    await opened.status();
    const { list, finished } = await openList(setup);
    list.check(STEPS.state, step);
    main.run('update-ref', '-d', 'refs/heads/main');
    list.enter();
    const message = await setup.prompts.message('Finished work on WEB-27: changed the state to Done.');
    expect(message).toMatchObject({ kind: 'warning', words: expect.stringContaining('Git error: ') });
    message.close();
    await finished;
    expect(existsSync(opened.git.folder)).toBe(true);
  });

  it('names the files that no commit has, and removes them only if the user checks the step', async () => {
    await using setup = await WorkSetup.open();
    const { opened, step } = await openWorktree(setup);
    opened.git.run('config', 'core.excludesFile', opened.git.write('../ignored', '.env\nnode_modules\n'));
    opened.git.write('.env', 'KEY=1\n');
    opened.git.write('node_modules/a.js', '');
    opened.git.run('update-index', '--skip-worktree', 'README.md');
    opened.git.write('README.md', 'Only here.\n');
    await opened.status();
    const { list, finished } = await openList(setup);
    expect(list.visible).toContain(`${step} | also deletes .env, node_modules/, and README.md`);
    expect(list.checkedLabels).toEqual([STEPS.state, STEPS.delete]);
    list.escape();
    await finished;
    expect(opened.git.run('ls-files', '-v')).toBe('S README.md');
  });

  it.each<readonly [string, (git: GitRepository, main: GitRepository) => void]>([
    [
      'a new file although the user hides new files',
      (git) => {
        git.run('config', 'status.showUntrackedFiles', 'no');
        git.write('new.txt', 'New.\n');
      },
    ],
    ['a locked worktree', (git) => git.run('worktree', 'lock', '.')],
    [
      'a submodule',
      (git, main) => {
        const library = GitRepository.createWithReadme(join(git.folder, '..', 'library'));
        git.run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${library.folder}`, 'sub');
        git.commit('Add the library');
        main.run('merge', '--quiet', BRANCH);
      },
    ],
  ])('keeps %s, with the reason of git', async (_, prepare) => {
    await using setup = await WorkSetup.open();
    const { main, opened, step } = await openWorktree(setup);
    prepare(opened.git, main);
    await opened.status();
    const { list, finished } = await openList(setup);
    list.check(step);
    list.enter();
    (await setup.prompts.message(`Git could not remove the worktree ${opened.git.folder}: `)).close();
    await finished;
    expect(existsSync(join(opened.git.folder, 'README.md'))).toBe(true);
  });

  it('is kept while a file in an editor is not saved, also if it was changed after the list was shown', async () => {
    await using setup = await WorkSetup.open();
    const { opened, step } = await openWorktree(setup);
    setup.unsavedCount = 1;
    const { list, finished } = await openList(setup);
    expect(list.visible).toContain(`${step} | would lose 1 unsaved file`);
    list.escape();
    await finished;
    setup.unsavedCount = 0;
    const { list: secondList, finished: secondFinished } = await openList(setup);
    setup.unsavedCount = 1;
    secondList.check(step);
    secondList.enter();
    (await setup.prompts.message(`The worktree ${opened.git.folder} was kept`)).close();
    await secondFinished;
    expect(existsSync(opened.git.folder)).toBe(true);
  });

  it('is kept during a merge without changes', async () => {
    await using setup = await WorkSetup.open();
    const { main, opened, step } = await openWorktree(setup);
    main.commit('Aside');
    opened.git.run('merge', '--no-commit', '--strategy', 'ours', '--no-ff', 'main');
    await opened.status();
    const { list, finished } = await openList(setup);
    expect(list.visible).toContain(`${step} | would lose a merge, rebase, cherry-pick or bisect in progress`);
    list.escape();
    await finished;
  });
});

describe('A repository whose data is outside of its folder', () => {
  it.each(['a submodule', 'a folder with a separate git folder'])('has no worktree to remove: %s', async (kind) => {
    await using setup = await WorkSetup.open();
    const library = GitRepository.createWithReadme(join(setup.folder, 'library'));
    const parent = GitRepository.createWithReadme(join(setup.folder, 'parent'));
    const sub = join(parent.folder, 'sub');
    if (kind === 'a submodule')
      parent.run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${library.folder}`, 'sub');
    else parent.run('clone', '--quiet', '--separate-git-dir', `${sub}.git`, library.folder, sub);
    const opened = setup.repositories.add(new GitRepository(sub));
    await opened.createBranch(BRANCH, true);
    await setup.setCurrentItem(27, opened.repository, 'main');
    const { list, finished } = await openList(setup);
    expect(list.visible.slice(3)).toEqual([STEPS.checkout, `${STEPS.delete} | merged into main`]);
    list.escape();
    await finished;
    expect([...(await opened.repository.otherWorktrees())]).toEqual([]);
    const folder = join(setup.folder, 'tree');
    opened.git.run('worktree', 'add', '--quiet', '-b', 'aside', folder);
    const worktree = setup.repositories.add(new GitRepository(folder));
    expect(await worktree.repository.mainWorktree()).toBe(kind === 'a submodule' ? sub : undefined);
  });
});
