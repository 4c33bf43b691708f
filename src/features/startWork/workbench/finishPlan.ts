// The plan for finishing work on a work item: which steps it has, which of them are possible, and which are checked.
import * as l10n from '@vscode/l10n';
import type { State } from '../../../contract/resources/state.ts';
import { MAIN_BRANCH_NAMES } from '../../../core/branches/mainBranch.ts';
import { completionProblems } from '../../../items/completionProblems.ts';
import { stateIcon } from '../../../items/icons.ts';
import { gitUnavailableText } from '../../../shell/git/gitUnavailable.ts';
import { type Repository, unfinishedText } from '../../../shell/git/repository.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import type { ListPrompt, Prompts } from '../../../shell/prompts/prompts.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { formatList } from '../../../std/formatText.ts';
import { plural } from '../../../std/plural.ts';
import { endTitle } from '../messages.ts';
import { nextStates } from '../plan.ts';
import { type ChecklistAnswer, type StepRow, showChecklist, stateButton } from '../planList.ts';
import type { WorkDeps } from './deps.ts';
import { pullRequestRemote } from './pullRequest.ts';

/** The data that the plan is made from. */
export interface FinishData {
  readonly identifier: string;
  /** Undefined if the work item does not exist. `suggested` is undefined if it is completed already. */
  readonly state:
    | {
        readonly current: Pick<State, 'id' | 'name'> | undefined;
        readonly suggested: State | undefined;
        readonly all: readonly State[];
        /** Sentences about what should be done before the work item is completed. */
        readonly problems: readonly string[];
      }
    | undefined;
  /** The checked-out branch, or the reason why there is nothing to do with a branch. */
  readonly branch: FinishedBranch | string;
}

export interface FinishedBranch {
  readonly name: string;
  readonly commit: string;
  /** The branch on which work was started, or else the main branch. Undefined if no such branch exists. */
  readonly main: string | undefined;
  /** The folder of another worktree that has the main branch checked out. */
  readonly mainFolder: string | undefined;
  /** Number of commits that are not on the main branch. Undefined without a main branch. */
  readonly commitCount: number | undefined;
  readonly uncommittedCount: number;
  /** Whether a merge, rebase, cherry-pick, revert or bisect is in progress. */
  readonly isUnfinished: boolean;
  readonly remote: { readonly name: string; readonly host: string } | undefined;
  /** The upstream, if all commits are on it. */
  readonly pushedTo: string | undefined;
  /** Set if the branch is checked out in a worktree of its own, besides the folder of the repository. */
  readonly worktree: FinishedWorktree | undefined;
  /** Whether git deletes the branch without force: its commits are on its upstream or, without one, on the main branch. */
  readonly isDeletable: boolean;
}

export interface FinishedWorktree {
  readonly folder: string;
  /** The folder of the repository. */
  readonly mainFolder: string;
  /** Number of stashes that were made on the branch. */
  readonly stashCount: number;
  /** Number of files whose text in the editor is not saved. */
  readonly unsavedCount: number;
  /** Files and folders that no commit and no list of changes has; undefined if git can't list them. */
  readonly hiddenFiles: readonly string[] | undefined;
}

export type FinishStep = 'removeWorktree' | 'state' | 'pullRequest' | 'summary' | 'checkout' | 'deleteBranch';

/** The steps that the user accepted. */
export interface FinishPlan {
  readonly state: State | undefined;
  readonly createsPullRequest: boolean;
  readonly commentsWithSummary: boolean;
  readonly checksOutMain: boolean;
  readonly removesWorktree: boolean;
  readonly deletesBranch: boolean;
}

/** The parts of the plan that the user can change. */
export interface EditableFinishPlan {
  state: State | undefined;
  readonly checkedSteps: Set<FinishStep>;
}

/** A step that is not possible has an obstacle, which is its description. It is not done even if it is checked. */
interface FinishRow extends StepRow<FinishStep> {
  readonly hasObstacle: boolean;
}

/** Rejects with an ApiError if the work item or its states cannot be loaded, or with a GitError. */
export async function readFinishData(deps: WorkDeps, current: CurrentItem): Promise<FinishData> {
  const [state, branch] = await Promise.all([readState(current), readBranch(deps, current)]);
  return { identifier: current.identifier, state, branch };
}

async function readState({ session: { store }, address, isGone }: CurrentItem): Promise<FinishData['state']> {
  if (address === undefined || isGone) return undefined;
  const item = await store.resources.workItems.readOne(address.id, address.project);
  const states = await store.resources.states.readAllOrThrow(address.project);
  const current = item.state === null ? undefined : store.state(address.project, item.state);
  const [suggested] = current?.group === 'completed' ? [] : nextStates(states, item.state, 'finish');
  return { current, suggested, all: states, problems: completionProblems(store, address) };
}

async function readBranch(deps: WorkDeps, { repository, base }: CurrentItem): Promise<FinishedBranch | string> {
  if (repository === undefined) return gitUnavailableText('noRepository');
  await repository.refresh();
  const { branch: name, commit, upstream, ahead } = repository.head ?? {};
  if (name === undefined || commit === undefined) return l10n.t('No branch with commits is checked out.');
  const main = await mainBranchOf(deps, repository, base);
  if (name === main) return l10n.t('{0} is checked out, so there is no branch to finish.', name);
  const [commits, worktrees, mainFolder, isUnfinished] = await Promise.all([
    main === undefined ? undefined : repository.commitsSince(main),
    repository.otherWorktrees(),
    repository.mainWorktree(),
    repository.isUnfinished(),
  ]);
  const isMerged = commits?.length === 0;
  // If the upstream was deleted on the server, git does not report `ahead`, and compares the branch with HEAD.
  const isPushed = upstream !== undefined && ahead === 0;
  return {
    name,
    commit,
    main,
    mainFolder: main === undefined ? undefined : worktrees.get(main),
    commitCount: commits?.length,
    uncommittedCount: repository.uncommittedCount,
    isUnfinished,
    remote: pullRequestRemote(deps, repository),
    pushedTo: isPushed ? upstream : undefined,
    worktree: mainFolder === undefined ? undefined : await readWorktree(deps, repository, mainFolder, name),
    isDeletable: isPushed || (isMerged && ahead === undefined),
  };
}

async function readWorktree(
  deps: WorkDeps,
  repository: Repository,
  mainFolder: string,
  branch: string,
): Promise<FinishedWorktree> {
  const { root } = repository;
  const [stashCount, hiddenFiles] = await Promise.all([repository.stashCount(branch), repository.hiddenFiles()]);
  return { folder: root.fsPath, mainFolder, stashCount, unsavedCount: deps.unsavedCount(root), hiddenFiles };
}

/** Resolves with the branch on which work was started, or else with the configured base branch, or `main` or `master`. */
async function mainBranchOf(
  { settings }: WorkDeps,
  repository: Repository,
  base: string | undefined,
): Promise<string | undefined> {
  const localBranches = (await repository.branches()).filter(({ remote }) => !remote);
  return [base, settings.baseBranch(repository.root), ...MAIN_BRANCH_NAMES].find((name) =>
    localBranches.some((branch) => branch.name === name),
  );
}

/** Returns the plan with the steps checked that most users want, and none that loses something. */
export function initialFinishPlan({ state, branch }: FinishData): EditableFinishPlan {
  const plan: EditableFinishPlan = { state: state?.suggested, checkedSteps: new Set(['state']) };
  if (typeof branch === 'string') return plan;
  if (branch.pushedTo === undefined) plan.checkedSteps.add('pullRequest');
  if (branch.uncommittedCount === 0) plan.checkedSteps.add('checkout');
  if (branch.isDeletable && branch.worktree?.hiddenFiles?.length === 0) plan.checkedSteps.add('removeWorktree');
  if (branch.isDeletable && branch.commitCount === 0) plan.checkedSteps.add('deleteBranch');
  return plan;
}

/** Whether the plan has no steps, so that the user need not be asked. */
export function hasNoSteps(data: FinishData): boolean {
  return data.state === undefined && typeof data.branch === 'string';
}

/** Shows the steps. Resolves when the user accepts them, wants to pick another state, or cancels. Changes `draft`. */
export async function showFinishPlan(
  prompts: Prompts,
  data: FinishData,
  draft: EditableFinishPlan,
): Promise<ChecklistAnswer<FinishStep, FinishPlan>> {
  const list = prompts.createList<FinishRow>({
    title: endTitle(data.identifier, 'finish', data.state?.current?.name),
    placeholder: typeof data.branch === 'string' ? data.branch : l10n.t('Select the steps'),
    isMultiSelect: true,
    staysOpen: true,
  });
  const rows = finishRows(data, draft);
  list.setRows(rows, { checked: rows.filter(({ step, hasObstacle }) => !hasObstacle && draft.checkedSteps.has(step)) });
  return showChecklist<FinishStep, FinishPlan>(list, {
    onTyped: () => undefined,
    onChecked: (checkedRows) => {
      draft.checkedSteps.clear();
      for (const { step } of checkedRows) draft.checkedSteps.add(step);
    },
    plan: () => planOf(list, draft),
  });
}

function planOf(list: ListPrompt<FinishRow>, { state }: EditableFinishPlan): FinishPlan {
  const isChosen = (step: FinishStep): boolean => list.checkedRows.some((row) => row.step === step && !row.hasObstacle);
  return {
    state: isChosen('state') ? state : undefined,
    createsPullRequest: isChosen('pullRequest'),
    commentsWithSummary: isChosen('summary'),
    checksOutMain: isChosen('checkout'),
    removesWorktree: isChosen('removeWorktree'),
    deletesBranch: isChosen('deleteBranch'),
  };
}

function finishRows({ state, branch }: FinishData, draft: EditableFinishPlan): FinishRow[] {
  const stateRows: FinishRow[] =
    state === undefined || draft.state === undefined
      ? []
      : [
          {
            step: 'state',
            hasObstacle: false,
            label: l10n.t('Change the state to {0}', draft.state.name),
            description: state.current === undefined ? '' : l10n.t('currently {0}', state.current.name),
            ...(draft.state.group === 'completed' && state.problems.length > 0
              ? { detail: state.problems.join(' ') }
              : {}),
            icon: stateIcon(draft.state, state.all),
            buttons: [stateButton()],
            alwaysShow: true,
          },
        ];
  if (typeof branch === 'string') return stateRows;
  const stepRow = (
    step: FinishStep,
    icon: string,
    label: string,
    { obstacle, note = '' }: { readonly obstacle: string | undefined; readonly note?: string },
  ): FinishRow => ({
    step,
    hasObstacle: obstacle !== undefined,
    label,
    description: obstacle ?? note,
    icon: { id: obstacle === undefined ? icon : 'warning' },
    alwaysShow: true,
  });
  const { name, main, remote, pushedTo } = branch;
  return [
    ...stateRows,
    stepRow(
      'pullRequest',
      'git-pull-request-create',
      pushedTo === undefined
        ? l10n.t('Push {0} and create a pull request', name)
        : l10n.t('Create a pull request for {0}', name),
      {
        obstacle:
          remote === undefined ? l10n.t('No remote is on a host whose web pages are known.') : noCommits(branch),
        ...(remote === undefined ? {} : { note: l10n.t('{0} on {1}', remote.name, remote.host) }),
      },
    ),
    ...(state === undefined
      ? []
      : [
          stepRow('summary', 'comment-draft', l10n.t('Comment with a summary of the commits'), {
            obstacle: main === undefined ? noMainBranch() : noCommits(branch),
            note: l10n.t('opens a draft'),
          }),
        ]),
    branch.worktree === undefined
      ? stepRow(
          'checkout',
          'git-branch',
          main === undefined ? l10n.t('Check out the main branch') : l10n.t('Check out {0}', main),
          { obstacle: checkoutObstacle(branch), note: uncommittedNote(branch) },
        )
      : stepRow('removeWorktree', 'multiple-windows', l10n.t('Remove the worktree {0}', branch.worktree.folder), {
          obstacle: worktreeObstacle(branch, branch.worktree),
          note: hiddenFilesNote(branch.worktree),
        }),
    stepRow('deleteBranch', 'trash', l10n.t('Delete the local branch {0}', name), deletionText(branch)),
  ];
}

function noMainBranch(): string {
  return l10n.t('No main branch is known. Set contrail.work.baseBranch.');
}

function noCommits({ commitCount, main }: FinishedBranch): string | undefined {
  return commitCount === 0 && main !== undefined ? l10n.t('The branch has no commits since {0}.', main) : undefined;
}

/** Lists what would be lost with the worktree. What a pull request pushes is not lost. */
function worktreeObstacle(branch: FinishedBranch, { stashCount, unsavedCount }: FinishedWorktree): string | undefined {
  const uncommitted = formatCount(branch.uncommittedCount);
  const [stashed, unsaved] = [formatCount(stashCount), formatCount(unsavedCount)];
  const losses = [
    unsavedCount === 0
      ? ''
      : plural(unsavedCount, {
          one: l10n.t('{0} unsaved file', unsaved),
          other: l10n.t('{0} unsaved files', unsaved),
        }),
    branch.uncommittedCount === 0
      ? ''
      : plural(branch.uncommittedCount, {
          one: l10n.t('{0} uncommitted change', uncommitted),
          other: l10n.t('{0} uncommitted changes', uncommitted),
        }),
    isSafeOrPushable(branch) ? '' : l10n.t('commits that are neither pushed nor merged'),
    branch.isUnfinished ? l10n.t('a merge, rebase, cherry-pick or bisect in progress') : '',
    stashCount === 0
      ? ''
      : plural(stashCount, { one: l10n.t('{0} stash', stashed), other: l10n.t('{0} stashes', stashed) }),
  ].filter((text) => text !== '');
  return losses.length === 0 ? undefined : l10n.t('would lose {0}', formatList(losses));
}

const MAX_HIDDEN_FILES = 3;

/** Names what is deleted with the worktree although git lists no change of it, for example `.env`. */
function hiddenFilesNote({ hiddenFiles }: FinishedWorktree): string {
  if (hiddenFiles === undefined) return l10n.t('also deletes files that Git ignores');
  if (hiddenFiles.length === 0) return '';
  const names = hiddenFiles.slice(0, MAX_HIDDEN_FILES);
  const rest = hiddenFiles.length - names.length;
  const more = rest === 0 ? [] : [l10n.t('{0} more', formatCount(rest))];
  return l10n.t('also deletes {0}', formatList([...names, ...more]));
}

/** Whether the commits are pushed or merged, or can be pushed with a pull request. */
function isSafeOrPushable({ isDeletable, remote, commitCount }: FinishedBranch): boolean {
  return isDeletable || (remote !== undefined && commitCount !== 0);
}

function checkoutObstacle({ main, mainFolder, worktree, isUnfinished }: FinishedBranch): string | undefined {
  if (worktree !== undefined) return undefined;
  if (isUnfinished) return unfinishedText();
  if (main === undefined) return noMainBranch();
  return mainFolder === undefined ? undefined : l10n.t('checked out in {0}', mainFolder);
}

function uncommittedNote({ uncommittedCount }: FinishedBranch): string {
  const count = formatCount(uncommittedCount);
  if (uncommittedCount === 0) return '';
  return plural(uncommittedCount, {
    one: l10n.t('{0} uncommitted change is kept', count),
    other: l10n.t('{0} uncommitted changes are kept', count),
  });
}

/** Returns why the branch cannot be deleted, or else where its commits are. */
function deletionText(branch: FinishedBranch): { readonly obstacle: string | undefined; readonly note: string } {
  const { main, uncommittedCount, pushedTo, commitCount } = branch;
  const merged = main === undefined ? '' : l10n.t('merged into {0}', main);
  const note =
    commitCount === 0
      ? merged
      : pushedTo === undefined
        ? l10n.t('after it is pushed')
        : l10n.t('pushed to {0}', pushedTo);
  const count = formatCount(uncommittedCount);
  if (uncommittedCount > 0) {
    const obstacle = plural(uncommittedCount, {
      one: l10n.t('{0} uncommitted change keeps the branch', count),
      other: l10n.t('{0} uncommitted changes keep the branch', count),
    });
    return { obstacle, note };
  }
  const unsafe = isSafeOrPushable(branch) ? undefined : l10n.t('Its commits are neither pushed nor merged.');
  return { obstacle: checkoutObstacle(branch) ?? unsafe, note };
}
