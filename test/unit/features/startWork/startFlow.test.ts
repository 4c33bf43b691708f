// Tests starting work on a work item, from the choice of the repository to the message about the outcome.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type StartWorkData, showPlan } from '../../../../src/features/startWork/planList.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import type { OpenedRepository } from '../../../support/openedRepository.ts';
import { type ScriptedList, ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample } from '../../../support/testServer.ts';
import { until } from '../../../support/until.ts';
import { WorkSetup } from './setup.ts';

const BRANCH_LABEL = 'Create this branch';
const WORKTREE_LABEL = 'In a worktree that opens in a new window';
const STATE_LABEL = 'Change the state to In Progress';
const ASSIGN_LABEL = 'Assign to me';
const MESSAGE_LABEL = 'Start the commit message with “WEB-27:”';
const SUGGESTED_BRANCH = 'WEB-27-undo-after-deleting-a-column';

/** Starts work on WEB-27, which is in the state Todo and assigned to another user. */
async function startOn27(
  setup: WorkSetup,
): Promise<{ readonly started: Promise<boolean>; readonly plan: ScriptedList }> {
  const started = setup.work.start(setup.item(27));
  return { started, plan: await setup.prompts.list('Start Work on WEB-27') };
}

/** Creates the branch `release`, which has one commit more than `main`. */
function addReleaseBranch(git: GitRepository): void {
  git.run('checkout', '--quiet', '-b', 'release');
  git.write('README.md', 'Released.\n');
  git.commit('Release');
  git.checkout('main');
}

/** Commits, and empties the commit box as VS Code does. */
async function commitInRepository(openedRepository: OpenedRepository): Promise<void> {
  openedRepository.git.commit('Go on');
  openedRepository.inputBox.value = '';
  await openedRepository.status();
}

describe('Start Work', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('creates the branch, changes the state, assigns the user and inserts the commit message prefix', async () => {
    const { git, inputBox } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    expect(plan).toMatchObject({ title: 'Start Work on WEB-27', placeholder: 'Branch name', text: SUGGESTED_BRANCH });
    expect(plan.visible).toEqual([
      `${BRANCH_LABEL} | from main · in atlas`,
      `${WORKTREE_LABEL} | ${git.folder}-${SUGGESTED_BRANCH}`,
      `${STATE_LABEL} | currently Todo`,
      `${ASSIGN_LABEL} | currently Chioma Obi`,
      MESSAGE_LABEL,
    ]);
    expect(plan.checkedLabels).toEqual([BRANCH_LABEL, STATE_LABEL, ASSIGN_LABEL, MESSAGE_LABEL]);
    plan.enter();
    await started;
    await setup.prompts.message(
      `Started work on WEB-27: created the branch ${SUGGESTED_BRANCH}, changed the state to In Progress, assigned to you, inserted the commit message prefix.`,
    );
    expect(git.currentBranch).toBe(SUGGESTED_BRANCH);
    // The progress of git can't be canceled; the progress of the changes on the server can.
    expect(setup.prompts.progressShown.map(({ isCancellable }) => isCancellable)).toEqual([false, true]);
    expect(await setup.itemOnServer(27)).toEqual({ state: 'In Progress', isMine: true });
    expect(inputBox.value).toBe('WEB-27: ');
    expect(setup.work.currentItems.activeItem).toMatchObject({ identifier: 'WEB-27', base: 'main' });
    expect(setup.recents).toEqual(['WEB-27']);
  });

  it('offers a guest the branch and the commit message, and says why it changes nothing of the work item', async () => {
    const { git } = setup.openRepository();
    vi.spyOn(setup.session.store, 'isGuest').mockReturnValue(true);
    const { started, plan } = await startOn27(setup);
    expect(plan.title).toBe('Start Work on WEB-27 (Todo, you are a guest of this project)');
    expect(plan.checkedLabels).toEqual([BRANCH_LABEL, MESSAGE_LABEL]);
    plan.enter();
    await started;
    expect(git.currentBranch).toBe(SUGGESTED_BRANCH);
    expect(await setup.itemOnServer(27)).toEqual({ state: 'Todo', isMine: false });
  });

  it('takes two requests for a work item that is loaded, of which one changes it', async () => {
    setup.openRepository();
    const { store } = setup.session;
    const { project } = setup.item(27).address;
    await store.list({ of: 'items', owner: project }).readAll();
    await store.resources.states.readAll(project);
    const before = setup.proxy.requests.length;
    const { started, plan } = await startOn27(setup);
    plan.enter();
    await started;
    const requests = setup.proxy.requests.slice(before);
    expect(requests).toHaveLength(2);
    expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });

  it('keeps an assignee that a colleague adds while the plan is shown', async () => {
    setup.openRepository();
    const { started, plan } = await startOn27(setup);
    await setup.changeOnServer(27, { assignees: [sample.user('bruno'), sample.user('chioma')] });
    await setup.clock.advance(2000);
    plan.enter();
    await started;
    const { assignees } = await setup.session.client.call.getWorkItem({
      project_id: sample.project('WEB'),
      work_item_id: sample.workItem('WEB', 27),
    });
    expect(new Set(assignees)).toEqual(new Set([sample.user('bruno'), sample.user('chioma'), setup.session.me.id]));
  });

  it('asks before it replaces a state that a colleague sets while the plan is shown, and assigns the user anyway', async () => {
    setup.openRepository();
    const { started, plan } = await startOn27(setup);
    await setup.changeOnServer(27, { state: sample.state('WEB', 'Done') });
    await setup.clock.advance(2000);
    plan.enter();
    const question = await setup.prompts.message('State of WEB-27 was changed on the server after it was shown.');
    expect(question.words).toContain('Shown: Todo');
    question.select("Keep the Server's Value");
    await started;
    expect(await setup.itemOnServer(27)).toEqual({ state: 'Done', isMine: true });
    await setup.prompts.message('The state was not changed. The change was canceled.');
  });

  it('creates the branch in the submodule that the user selects, and leaves the branch of its parent', async () => {
    const library = GitRepository.createWithReadme(join(setup.folder, 'library'));
    const parent = setup.openRepository((git) => {
      git.run('checkout', '--quiet', '-b', 'WEB-28-parent');
      git.run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${library.folder}`, 'sub');
      git.commit('Add the library');
    });
    const submodule = setup.repositories.add(new GitRepository(join(parent.git.folder, 'sub')));
    const started = setup.work.start(setup.item(27));
    (await setup.prompts.list('Select a repository')).pick('sub');
    const plan = await setup.prompts.list('Start Work on WEB-27');
    expect(plan.visible[0]).toMatch(/· in sub$/);
    plan.enter();
    await started;
    expect([submodule.git.currentBranch, parent.git.currentBranch]).toEqual([SUGGESTED_BRANCH, 'WEB-28-parent']);
    await parent.status();
    const { currentItems } = setup.work;
    await setup.session.store.readByIdentifier('WEB-28');
    expect(currentItems.of(submodule.repository)?.identifier).toBe('WEB-27');
    expect(currentItems.of(parent.repository)?.identifier).toBe('WEB-28');
  });

  it('adds the identifier to the commit template of git, and follows the branch with it', async () => {
    const opened = setup.openRepository((git) => {
      git.write('.gitmessage', 'area: summary\n\nWhy:\n# A comment\n\nSigned-off-by: Mara\n');
      git.commit('Add a template');
      git.run('config', 'commit.template', '.gitmessage');
    });
    const templateText = 'area: summary\n\nWhy:\n\nSigned-off-by: Mara';
    opened.inputBox.value = templateText;
    const { started, plan } = await startOn27(setup);
    plan.enter();
    await started;
    expect(opened.inputBox.value).toBe(`${templateText}\nRefs: WEB-27`);
    opened.git.commit('Go on');
    opened.inputBox.value = templateText;
    await opened.status();
    await until('the identifier is added again', () => opened.inputBox.value === `${templateText}\nRefs: WEB-27`);
    await opened.checkout('main');
    await until('only the template is left', () => opened.inputBox.value === templateText);
  });

  it('offers to open the folder of a branch that another worktree has checked out', async () => {
    let worktree = '';
    const { git } = setup.openRepository((repository) => {
      worktree = `${repository.folder}-other`;
      repository.run('worktree', 'add', '--quiet', '-b', SUGGESTED_BRANCH, worktree);
    });
    const { started, plan } = await startOn27(setup);
    expect(plan.visible[0]).toBe(
      `Open the folder of this branch in a new window | checked out in ${worktree} · in atlas`,
    );
    plan.enter();
    await started;
    await setup.prompts.message(`Started work on WEB-27: opened the folder ${worktree} of the branch`);
    expect(setup.openedFolders).toEqual([worktree]);
    expect(git.currentBranch).toBe('main');
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('creates the branch in a worktree, opens it in a new window, and leaves the checkout and the commit box alone', async () => {
    setup.settings.worktreeFolder = '../trees/${identifier}/${branch}';
    const { git, inputBox } = setup.openRepository((repository) => repository.write('draft.txt', 'Not committed.\n'));
    const { started, plan } = await startOn27(setup);
    plan.type('feature/WEB-27');
    const folder = join(git.folder, '../trees/WEB-27/feature-WEB-27');
    plan.check(BRANCH_LABEL, WORKTREE_LABEL, STATE_LABEL, MESSAGE_LABEL);
    plan.enter();
    await started;
    await setup.prompts.message(
      `Started work on WEB-27: opened the worktree ${folder} with the branch feature/WEB-27, changed the state to In Progress.`,
    );
    expect(setup.openedFolders).toEqual([folder]);
    expect(new GitRepository(folder).currentBranch).toBe('feature/WEB-27');
    expect([git.currentBranch, inputBox.value, existsSync(join(git.folder, 'draft.txt'))]).toEqual(['main', '', true]);
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });

  it('creates a worktree beside the repository if work is started in another worktree', async () => {
    const main = GitRepository.createWithReadme(join(setup.folder, 'web'));
    main.run('worktree', 'add', '--quiet', '-b', 'aside', join(setup.folder, 'deep/er/tree'));
    setup.repositories.add(new GitRepository(join(setup.folder, 'deep/er/tree')));
    const { started, plan } = await startOn27(setup);
    plan.check(BRANCH_LABEL, WORKTREE_LABEL);
    plan.enter();
    await started;
    expect(setup.openedFolders).toEqual([`${main.folder}-${SUGGESTED_BRANCH}`]);
  });

  it('checks out a branch of a remote in a worktree, where it tracks that branch', async () => {
    const { git } = setup.openRepository((repository) => {
      repository.run('update-ref', `refs/remotes/origin/${SUGGESTED_BRANCH}`, 'HEAD');
      repository.addRemote('origin', 'git@github.com:acme/web.git');
    });
    const { started, plan } = await startOn27(setup);
    plan.check('Check out this branch', WORKTREE_LABEL);
    plan.enter();
    await started;
    (await setup.prompts.message('opened the worktree')).close();
    expect(git.run('rev-parse', '--abbrev-ref', `${SUGGESTED_BRANCH}@{upstream}`)).toBe(`origin/${SUGGESTED_BRANCH}`);
    expect(git.currentBranch).toBe('main');
  });

  it('says why Git creates no worktree, and opens nothing', async () => {
    const { git } = setup.openRepository();
    mkdirSync(`${git.folder}-${SUGGESTED_BRANCH}`);
    writeFileSync(join(`${git.folder}-${SUGGESTED_BRANCH}`, 'mine.txt'), 'Mine.\n');
    const { started, plan } = await startOn27(setup);
    plan.check(BRANCH_LABEL, WORKTREE_LABEL);
    plan.enter();
    const message = await setup.prompts.message('Git could not create a worktree for the branch');
    expect(message.words).toContain('already exists');
    message.close();
    await started;
    expect(setup.openedFolders).toEqual([]);
  });

  it.each([
    ['branch', BRANCH_LABEL, `created the branch ${SUGGESTED_BRANCH}`],
    ['state', STATE_LABEL, 'changed the state to In Progress'],
    ['assignment', ASSIGN_LABEL, 'assigned to you'],
  ])('changes only the %s if only that step is checked', async (step, label, done) => {
    const { git } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    plan.check(label);
    plan.enter();
    await started;
    const { words } = await setup.prompts.message('Started work');
    expect(words).toBe(`Started work on WEB-27: ${done}.`);
    expect(git.currentBranch).toBe(step === 'branch' ? SUGGESTED_BRANCH : 'main');
    expect(await setup.itemOnServer(27)).toEqual({
      state: step === 'state' ? 'In Progress' : 'Todo',
      isMine: step === 'assignment',
    });
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
  });

  it('changes nothing if the user closes the plan', async () => {
    const { git, inputBox } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    plan.escape();
    await started;
    expect(git.currentBranch).toBe('main');
    expect(inputBox.value).toBe('');
    expect(setup.changeRequestCount).toBe(0);
    expect(setup.work.currentItems.activeItem).toBeUndefined();
    expect(setup.prompts.pending).toEqual([]);
  });

  it('lists only steps that are not done yet, and sends no change if the work item needs no change', async () => {
    setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'WEB-5-skip'));
    const started = setup.work.start(setup.item(5));
    const plan = await setup.prompts.list('Start Work on WEB-5 (In Progress, assigned to you)');
    expect(plan.visible).toEqual([
      'Stay on this branch | checked out · in atlas',
      'Start the commit message with “WEB-5:”',
    ]);
    plan.enter();
    await started;
    await setup.prompts.message('Started work on WEB-5: on the branch WEB-5-skip, inserted the commit message prefix.');
    expect(setup.changeRequestCount).toBe(0);
  });

  it('rejects if the work item or the states of the project cannot be loaded', async () => {
    setup.openRepository();
    setup.proxy.inject((_, path) => path.includes('/states/'), answerWith(403, { error: 'No' }));
    await expect(setup.work.start(setup.item(27))).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    setup.proxy.removeFaults();
    const { id, project } = setup.item(27).address;
    // The request of the first plan may not have ended yet, and the next plan would share it.
    await setup.session.store.resources.workItems.readOne(id, project);
    setup.proxy.inject((_, path) => path.includes(`/${id}/`), answerWith(404, { error: 'Not found' }));
    await expect(setup.work.start(setup.item(27))).rejects.toMatchObject({ fault: { kind: 'notFound' } });
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('The plan of Start Work', () => {
  it('contains exactly the checked steps, for every combination of steps', async () => {
    const startData: StartWorkData = {
      identifier: 'WEB-27',
      name: 'Undo',
      git: {
        name: 'atlas',
        head: undefined,
        branches: [],
        remotes: [],
        uncommittedCount: 0,
        otherWorktrees: new Map(),
      },
      branch: { name: 'undo' },
      state: { id: 'started', name: 'In Progress' },
      states: [],
      currentStateId: 'todo',
      currentState: 'Todo',
      isAssignedToMe: false,
      isGuest: false,
      currentAssignees: undefined,
      message: { text: 'WEB-27: ' },
    };
    const labels = [BRANCH_LABEL, STATE_LABEL, ASSIGN_LABEL, MESSAGE_LABEL];
    for (let combination = 0; combination < 16; combination += 1) {
      const [branch, state, assign, message] = labels.map((_, index) => ((combination >> index) & 1) === 1);
      const prompts = new ScriptedPrompts();
      const startPromise = showPlan(prompts, startData, {
        branchName: 'undo',
        base: undefined,
        state: startData.state,
        message: 'WEB-27: ',
        uncheckedSteps: new Set(),
      });
      const plan = await prompts.list('Start Work on WEB-27');
      plan.check(...labels.filter((_, index) => [branch, state, assign, message][index]));
      plan.enter();
      expect(await startPromise).toEqual({
        kind: 'go',
        plan: {
          branch: branch ? { kind: 'create', name: 'undo', base: undefined } : undefined,
          state: state ? startData.state : undefined,
          assignsToMe: assign,
          message: message ? 'WEB-27: ' : undefined,
        },
      });
    }
  });
});

describe('The branch in Start Work', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('is not created while its name is invalid, and the row shows the reason', async () => {
    const { git } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    plan.type('WEB-27 login');
    expect(plan.visible[0]).toBe("A branch name can't contain spaces or line breaks. | change the name above");
    plan.enter();
    await plan.handled();
    expect(plan).toMatchObject({ isOpen: true, text: 'WEB-27 login' });
    plan.type('');
    expect(plan.visible[0]).toBe('Enter a branch name. | change the name above');
    plan.type('WEB-27-login');
    plan.enter();
    await started;
    await setup.prompts.message('created the branch WEB-27-login');
    expect(git.currentBranch).toBe('WEB-27-login');
  });

  it('is not created if its name is invalid and its step is unchecked', async () => {
    const { git } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    plan.type('no name');
    plan.check(STATE_LABEL);
    plan.enter();
    await started;
    expect((await setup.prompts.message('Started')).words).toBe(
      'Started work on WEB-27: changed the state to In Progress.',
    );
    expect(git.currentBranch).toBe('main');
  });

  it('is checked out if it exists, and unchecked steps stay unchecked while the user types the name', async () => {
    const { git } = setup.openRepository(addReleaseBranch);
    const { started, plan } = await startOn27(setup);
    plan.check(BRANCH_LABEL, ASSIGN_LABEL);
    plan.type('rel');
    expect(plan.visible[0]).toContain(BRANCH_LABEL);
    plan.type('release');
    expect(plan.visible[0]).toBe('Check out this branch | exists · in atlas');
    expect(plan.checkedLabels).toEqual(['Check out this branch', ASSIGN_LABEL]);
    plan.enter();
    await started;
    await setup.prompts.message('Started work on WEB-27: checked out the branch release, assigned to you.');
    expect(git.currentBranch).toBe('release');
  });

  it('is the checked-out branch if the user types the name of that branch', async () => {
    const { git } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    plan.type('main');
    plan.check('Stay on this branch');
    plan.enter();
    await started;
    await setup.prompts.message('Started work on WEB-27: on the branch main.');
    expect(git.currentBranch).toBe('main');
    expect(setup.work.currentItems.activeItem).toMatchObject({ identifier: 'WEB-27', base: undefined });
  });

  it('is by default the existing branch whose name contains the identifier', async () => {
    setup.openRepository((git) => git.createBranch('web-27-begun'));
    const { started, plan } = await startOn27(setup);
    expect(plan.text).toBe('web-27-begun');
    expect(plan.visible[0]).toBe('Check out this branch | exists · in atlas');
    plan.escape();
    await started;
  });

  it('is not created if the template in the settings results in an invalid name, and the row says why', async () => {
    setup.settings.branchTemplate = '${identifier}:${slug}';
    setup.openRepository();
    const { started, plan } = await startOn27(setup);
    expect(plan.visible[0]).toContain(
      "A branch name can't contain “:”. See the setting contrail.work.branchTemplate. | change the name above",
    );
    plan.enter();
    await plan.handled();
    expect(plan.isOpen).toBe(true);
    plan.type('login');
    expect(plan.visible[0]).toContain(BRANCH_LABEL);
    plan.escape();
    await started;
  });

  it('starts from the branch that the user selects with the button Start from Another Branch', async () => {
    const { git } = setup.openRepository(addReleaseBranch);
    const { started, plan } = await startOn27(setup);
    plan.type('hotfix');
    plan.press('Start from Another Branch', BRANCH_LABEL);
    const baseList = await setup.prompts.list('Select the branch to start from');
    expect(baseList.visible).toEqual(['main | checked out', 'release']);
    baseList.pick('release');
    const changedPlan = await setup.prompts.list('Start Work on WEB-27');
    expect(changedPlan.text).toBe('hotfix');
    expect(changedPlan.visible[0]).toBe(`${BRANCH_LABEL} | from release · in atlas`);
    changedPlan.enter();
    await started;
    await setup.prompts.message('created the branch hotfix from release');
    expect(git.currentBranch).toBe('hotfix');
    expect(git.head).toBe(git.run('rev-parse', 'release'));
  });

  it('starts from the base branch in the settings, unless the user selects another branch', async () => {
    setup.settings.baseBranch = 'release';
    const { git } = setup.openRepository(addReleaseBranch);
    const { started, plan } = await startOn27(setup);
    expect(plan.visible[0]).toBe(`${BRANCH_LABEL} | from release · in atlas`);
    plan.press('Start from Another Branch', BRANCH_LABEL);
    const branches = await setup.prompts.list('Select the branch to start from');
    expect(branches.options.matchedProperties).toEqual(['description']);
    branches.pick('main');
    const changedPlan = await setup.prompts.list('Start Work on WEB-27');
    expect(changedPlan.visible[0]).toBe(`${BRANCH_LABEL} | from main · in atlas`);
    changedPlan.enter();
    await started;
    expect(git.head).toBe(git.run('rev-parse', 'main'));
  });

  it('starts from the checked-out branch if the base branch in the settings does not exist', async () => {
    setup.settings.baseBranch = 'develop';
    setup.openRepository((git) => void git.write('README.md', 'Two.\n'));
    const { started, plan } = await startOn27(setup);
    expect(plan.visible[0]).toBe(
      `${BRANCH_LABEL} | from main (the branch “develop” does not exist) · in atlas · 1 uncommitted change is kept`,
    );
    plan.escape();
    await started;
  });
});

describe('The new state in Start Work', () => {
  it('is the state that the user selects with the button Change to Another State', async () => {
    await using setup = await WorkSetup.open();
    setup.openRepository();
    const { started, plan } = await startOn27(setup);
    plan.press('Change to Another State', STATE_LABEL);
    const states = await setup.prompts.list('Select the new state');
    expect(states.focusedRow?.label).toBe('In Progress');
    expect(states.visible).toContain('Todo ✓');
    expect(states.visible.filter((row) => row.includes('✓'))).toHaveLength(1);
    expect(states.rows.every(({ icon }) => icon !== undefined)).toBe(true);
    states.pick('In Review');
    const changedPlan = await setup.prompts.list('Start Work on WEB-27');
    expect(changedPlan.visible[2]).toBe('Change the state to In Review | currently Todo');
    changedPlan.enter();
    await started;
    await setup.prompts.message('changed the state to In Review');
    expect(await setup.itemOnServer(27)).toMatchObject({ state: 'In Review' });
  });
});

describe('The commit message prefix in Start Work', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('is not listed while the commit box contains text of the user', async () => {
    const { inputBox } = setup.openRepository();
    inputBox.value = 'Half a sentence';
    const { started, plan } = await startOn27(setup);
    expect(plan.checkedLabels).toEqual([BRANCH_LABEL, STATE_LABEL, ASSIGN_LABEL]);
    plan.enter();
    await started;
    await setup.prompts.message('changed the state to In Progress, assigned to you.');
    expect(inputBox.value).toBe('Half a sentence');
  });

  it('does not replace text that the user types into the commit box while the plan is shown', async () => {
    const { inputBox } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    inputBox.value = 'Half a sentence';
    plan.enter();
    await started;
    await setup.prompts.message('assigned to you. Your commit message was kept.');
    expect(inputBox.value).toBe('Half a sentence');
  });

  it('is unchecked if the template in the settings is invalid, until the user enters a prefix', async () => {
    setup.settings.commitTemplate = '${nothing}: ';
    const { inputBox } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    expect(plan.visible[4]).toMatch(/^Start the commit message \| .*nothing/);
    expect(plan.checkedLabels).toEqual([BRANCH_LABEL, STATE_LABEL, ASSIGN_LABEL]);
    plan.press('Change Commit Message Prefix', 'Start the commit message');
    (await setup.prompts.textBox('Commit message prefix')).enter('Undo: ');
    const changedPlan = await setup.prompts.list('Start Work on WEB-27');
    expect(changedPlan.checkedLabels).toEqual([
      BRANCH_LABEL,
      STATE_LABEL,
      ASSIGN_LABEL,
      'Start the commit message with “Undo:”',
    ]);
    changedPlan.enter();
    await started;
    expect(inputBox.value).toBe('Undo: ');
  });

  it('is the text that the user enters, and is inserted again after the next commit', async () => {
    const openedRepository = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    plan.press('Change Commit Message Prefix', MESSAGE_LABEL);
    const box = await setup.prompts.textBox('Commit message prefix');
    expect(box).toMatchObject({ title: 'Start Work on WEB-27', text: 'WEB-27: ' });
    box.enter('Undo: ');
    (await setup.prompts.list('Start Work on WEB-27')).enter();
    await started;
    await setup.prompts.message('inserted the commit message prefix');
    expect(openedRepository.inputBox.value).toBe('Undo: ');
    await commitInRepository(openedRepository);
    expect(openedRepository.inputBox.value).toBe('Undo: ');
  });

  it.each(['unchecks the step', 'empties the prefix'])(
    'is not inserted, not even after the next commit, if the user %s',
    async (action) => {
      const openedRepository = setup.openRepository();
      const { started, plan } = await startOn27(setup);
      if (action === 'unchecks the step') {
        plan.check(BRANCH_LABEL);
        plan.enter();
      } else {
        plan.press('Change Commit Message Prefix', MESSAGE_LABEL);
        (await setup.prompts.textBox('Commit message prefix')).enter('');
        const changedPlan = await setup.prompts.list('Start Work on WEB-27');
        changedPlan.check(BRANCH_LABEL, 'Start the commit message with “”');
        changedPlan.enter();
      }
      await started;
      await setup.prompts.message(`Started work on WEB-27: created the branch ${SUGGESTED_BRANCH}.`);
      expect(openedRepository.inputBox.value).toBe('');
      await commitInRepository(openedRepository);
      expect(openedRepository.inputBox.value).toBe('');
    },
  );
});

describe('A canceled prompt about a step of Start Work', () => {
  it.each([
    ['Start from Another Branch', BRANCH_LABEL, 'Escape'],
    ['Change to Another State', STATE_LABEL, 'Back'],
    ['Change Commit Message Prefix', MESSAGE_LABEL, 'Escape'],
    ['Start from Another Branch', BRANCH_LABEL, 'Back'],
    ['Change Commit Message Prefix', MESSAGE_LABEL, 'Back'],
  ])(
    'returns to the plan, which keeps the typed name and the unchecked steps: %s, %s, %s',
    async (button, row, key) => {
      await using setup = await WorkSetup.open();
      setup.settings.baseBranch = 'release';
      setup.openRepository(addReleaseBranch);
      const { started, plan } = await startOn27(setup);
      plan.type('WEB-27-login');
      plan.check(BRANCH_LABEL);
      plan.check(BRANCH_LABEL, MESSAGE_LABEL);
      plan.press(button, row);
      const { prompts } = setup;
      const details = await (row === MESSAGE_LABEL
        ? prompts.textBox('Commit message prefix')
        : prompts.list('Select the'));
      if (key === 'Back') details.press('back');
      else details.escape();
      const samePlan = await prompts.list('Start Work on WEB-27');
      expect(samePlan.text).toBe('WEB-27-login');
      expect(samePlan.visible).toEqual(plan.visible);
      expect(samePlan.checkedLabels).toEqual([BRANCH_LABEL, MESSAGE_LABEL]);
      samePlan.escape();
      await started;
    },
  );
});

describe('A branch that git cannot check out', () => {
  const setup = forEachTest(() => WorkSetup.open());

  /** Starts work on a branch that conflicts with uncommitted changes. */
  async function startWithConflict(setup: WorkSetup) {
    const { git } = setup.openRepository((repository) => {
      addReleaseBranch(repository);
      repository.write('README.md', 'Mine.\n');
    });
    const { started, plan } = await startOn27(setup);
    plan.type('release');
    plan.enter();
    const error = await setup.prompts.message('Git could not check out the branch “release”: ');
    expect(error.words).toContain('README.md');
    expect(error).toMatchObject({ kind: 'error', buttons: ['Retry', 'Continue Without Branch'] });
    return { git, started, error };
  }

  it('is checked out when the user resolves the conflict and selects Retry', async () => {
    const { git, started, error } = await startWithConflict(setup);
    error.select('Retry');
    const secondMessage = await setup.prompts.message('Git could not check out the branch “release”: ');
    git.run('checkout', '--', 'README.md');
    secondMessage.select('Retry');
    await started;
    await setup.prompts.message('Started work on WEB-27: checked out the branch release, changed the state');
    expect(git.currentBranch).toBe('release');
  });

  it('is skipped when the user selects Continue Without Branch, which keeps uncommitted changes', async () => {
    const { git, started, error } = await startWithConflict(setup);
    error.select('Continue Without Branch');
    await started;
    const { words } = await setup.prompts.message('Started work');
    expect(words).toMatch(/^Started work on WEB-27: changed the state to In Progress, assigned to you/);
    expect(git.currentBranch).toBe('main');
    expect(git.run('status', '--porcelain')).toBe('M README.md');
    expect(git.run('stash', 'list')).toBe('');
    expect(setup.work.currentItems.activeItem).toMatchObject({ identifier: 'WEB-27', base: undefined });
  });

  it('ends Start Work without a change when the user closes the message', async () => {
    const { started, error } = await startWithConflict(setup);
    error.close();
    await started;
    expect(setup.changeRequestCount).toBe(0);
    expect(setup.work.currentItems.activeItem).toBeUndefined();
    expect(setup.prompts.pending).toEqual([]);
  });

  it('is reported as not created if git cannot create it', async () => {
    const { git } = setup.openRepository();
    const { started, plan } = await startOn27(setup);
    git.createBranch(SUGGESTED_BRANCH);
    plan.enter();
    (await setup.prompts.message(`Git could not create the branch “${SUGGESTED_BRANCH}”: `)).close();
    await started;
    expect(git.currentBranch).toBe('main');
  });
});

describe('A merge in progress', () => {
  it.each([SUGGESTED_BRANCH, 'release'])('keeps its second parent when work is started on %s', async (branch) => {
    await using setup = await WorkSetup.open();
    const { git } = setup.openRepository((repository) => {
      addReleaseBranch(repository);
      repository.write('own.txt', 'Own.\n');
      repository.commit('Own');
      repository.run('merge', '--quiet', '--no-commit', '--no-ff', '--strategy', 'ours', 'release');
    });
    const { started, plan } = await startOn27(setup);
    plan.type(branch);
    plan.enter();
    const message = await setup.prompts.message('A merge, rebase, cherry-pick or bisect is in progress.');
    message.select('Continue Without Branch');
    await started;
    git.run('commit', '--quiet', '--message', 'Merge');
    expect(git.run('log', '-1', '--format=%P').split(' ')).toHaveLength(2);
  });
});

describe('A change that Start Work cannot make', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('is reported with the reason, and does not prevent the other changes', async () => {
    setup.openRepository();
    setup.rejectChanges(27, 2);
    const { started, plan } = await startOn27(setup);
    plan.enter();
    await started;
    const message = await setup.prompts.message('Started work on WEB-27');
    expect(message.kind).toBe('warning');
    expect(message.words).toBe(
      `Started work on WEB-27: created the branch ${SUGGESTED_BRANCH}, assigned to you, inserted the commit message prefix. The state was not changed. The server rejected this (No).`,
    );
    expect(await setup.itemOnServer(27)).toEqual({ state: 'Todo', isMine: true });
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-27');
  });

  it('is reported as not saved if the server responds with the previous value', async () => {
    setup.openRepository();
    await setup.ignoreChanges(27);
    const { started, plan } = await startOn27(setup);
    plan.check(STATE_LABEL);
    plan.enter();
    await started;
    await setup.prompts.message(
      'Started work on WEB-27. The state was not changed. The server accepted the change but did not save it.',
    );
  });

  it('is reported as canceled if the user cancels the progress', async () => {
    setup.openRepository();
    const isPatch = (method: string): boolean => method === 'PATCH';
    setup.proxy.inject(isPatch, { kind: 'hanging' });
    const { started, plan } = await startOn27(setup);
    plan.check(STATE_LABEL);
    plan.enter();
    await setup.proxy.waitForRequests(isPatch);
    const [progress] = setup.prompts.progressShown;
    expect(progress?.title).toBe('Starting work on WEB-27');
    progress?.cancel();
    await started;
    await setup.prompts.message('Started work on WEB-27. The state was not changed. The change was canceled.');
  });
});

describe('The repository of Start Work', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it.each([
    ['noFolder', 'No folder is open in this window, so there is no Git repository.'],
    ['off', 'Git is disabled in VS Code or not installed.'],
  ] as const)(
    'is optional: without a repository (%s), the plan has no branch and shows the reason',
    async (reason, text) => {
      setup.repositories.unavailable = reason;
      const { started, plan } = await startOn27(setup);
      expect(plan).toMatchObject({ placeholder: text, text: '' });
      expect(plan.visible).toEqual([`${STATE_LABEL} | currently Todo`, `${ASSIGN_LABEL} | currently Chioma Obi`]);
      plan.type('typed in vain');
      expect(plan.visible).toHaveLength(2);
      plan.enter();
      await started;
      await setup.prompts.message(`Started work on WEB-27: changed the state to In Progress, assigned to you. ${text}`);
      expect(setup.work.currentItems.activeItem).toMatchObject({ identifier: 'WEB-27', repository: undefined });
    },
  );

  it('is picked by the user if several repositories are open', async () => {
    const { git } = setup.openRepository();
    const other = setup.openRepository((repository) => repository.run('checkout', '--quiet', '--detach'), 'courier');
    const started = setup.work.start(setup.item(27));
    const repositories = await setup.prompts.list('Select a repository');
    expect(repositories.visible).toEqual(['atlas | main | atlas', 'courier | no branch checked out | courier']);
    repositories.pick('courier');
    const plan = await setup.prompts.list('Start Work on WEB-27');
    expect(plan.visible[0]).toBe(`${BRANCH_LABEL} | from commit ${git.head.slice(0, 8)} · in courier`);
    plan.enter();
    await started;
    expect([git.currentBranch, other.git.currentBranch]).toEqual(['main', SUGGESTED_BRANCH]);
    expect(other.inputBox.value).toBe('WEB-27: ');
  });

  it('is the repository that contains the active file, even if several repositories are open', async () => {
    setup.openRepository();
    setup.repositories.repositoryOfActiveFile = setup.openRepository(undefined, 'courier').repository;
    const { started, plan } = await startOn27(setup);
    expect(plan.visible[0]).toBe(`${BRANCH_LABEL} | from main · in courier`);
    plan.escape();
    await started;
  });

  it('is picked again on Back in the plan, and Back in its list leads to the work item picker', async () => {
    setup.openRepository();
    setup.openRepository(undefined, 'courier');
    let backCount = 0;
    const started = setup.work.start(setup.item(27), () => (backCount += 1));
    (await setup.prompts.list('Select a repository')).pick('courier');
    (await setup.prompts.list('Start Work on WEB-27')).press('back');
    const repositories = await setup.prompts.list('Select a repository');
    expect(backCount).toBe(0);
    repositories.press('back');
    expect(await started).toBe(false);
    expect(backCount).toBe(1);
  });

  it('is not asked for if only one is open, so Back in the plan leads to the work item picker', async () => {
    setup.openRepository();
    let backCount = 0;
    const started = setup.work.start(setup.item(27), () => (backCount += 1));
    (await setup.prompts.list('Start Work on WEB-27')).press('back');
    expect(await started).toBe(false);
    expect(backCount).toBe(1);
    const { plan, started: startedFromRow } = await startOn27(setup);
    expect(plan.buttons).toEqual([]);
    plan.escape();
    await startedFromRow;
  });

  it('is asked for by Set Current Work Item, and Back in its list leads to the work item picker', async () => {
    setup.openRepository();
    setup.openRepository(undefined, 'courier');
    let backCount = 0;
    const done = setup.work.setCurrent(setup.item(27), () => (backCount += 1));
    (await setup.prompts.list('Set Current Work Item')).press('back');
    await done;
    expect(backCount).toBe(1);
  });

  it('must be picked if several repositories are open, or Start Work ends without a plan', async () => {
    setup.openRepository();
    setup.openRepository(undefined, 'courier');
    const started = setup.work.start(setup.item(27));
    (await setup.prompts.list('Select a repository')).escape();
    await started;
    expect(setup.prompts.pending).toEqual([]);
    expect(setup.work.currentItems.activeItem).toBeUndefined();
  });
});
