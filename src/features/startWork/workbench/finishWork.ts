// Finishes work on a work item: shows the steps, runs those that the user accepts, and shows their outcomes.
import * as l10n from '@vscode/l10n';
import { GitError } from '../../../shell/git/gitError.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import { endTitle, finishedText, gitErrorText } from '../messages.ts';
import type { WorkDeps } from './deps.ts';
import { changeStateAtEnd, clearCurrent } from './endWork.ts';
import {
  type FinishData,
  type FinishedBranch,
  type FinishedWorktree,
  type FinishPlan,
  hasNoSteps,
  initialFinishPlan,
  readFinishData,
  showFinishPlan,
} from './finishPlan.ts';
import { needsBranchForPullRequest, offerLink, openPullRequest } from './pullRequest.ts';
import { askState, type StartWorkContext } from './start.ts';
import type { BranchEnd } from './summary.ts';

export interface FinishDeps extends WorkDeps {
  /** Opens the draft of a comment with a summary of the branch; see `commentWithSummary`. */
  commentWithSummary(current: CurrentItem, end: BranchEnd): Promise<void>;
}

const NO_STEPS: FinishPlan = {
  state: undefined,
  createsPullRequest: false,
  commentsWithSummary: false,
  checksOutMain: false,
  removesWorktree: false,
  deletesBranch: false,
};

/** Rejects with an ApiError or a GitError if the work item, its states or the branch cannot be read. */
export async function finishWork(
  work: StartWorkContext & { readonly deps: FinishDeps },
  current: CurrentItem,
): Promise<void> {
  const { deps } = work;
  const { identifier, repository } = current;
  const data = await readFinishData(deps, current);
  const plan = hasNoSteps(data) ? NO_STEPS : await askPlan(deps, data, current);
  if (plan === undefined) return;
  const stateChange = await changeStateAtEnd(
    deps,
    current,
    { value: plan.state, shownId: data.state?.current?.id },
    'finish',
  );
  if (stateChange === undefined) return;
  // The current work item is stored for the checked-out branch, so it is cleared before another one is checked out.
  await clearCurrent(work, current);
  const { branch } = data;
  if (repository === undefined || typeof branch === 'string') {
    void deps.prompts.notify('info', finishedText(identifier, stateChange));
    return;
  }
  const outcome: BranchOutcome = { done: [], problems: [], hasPullRequest: false };
  try {
    await runBranchSteps(deps, outcome, current, repository, branch, plan);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    outcome.problems.push(l10n.t('Git error: {0}', error.output));
  }
  const message = [finishedText(identifier, [...stateChange, ...outcome.done]), ...outcome.problems].join(' ');
  void showFinished(deps, message, outcome);
  // The summary and the link ask the user something, so they come last.
  if (plan.commentsWithSummary)
    await deps.commentWithSummary({ ...current, base: branch.main }, { branch: branch.name, commit: branch.commit });
  if (outcome.hasPullRequest) await offerLink(deps.prompts, current);
}

async function askPlan(deps: WorkDeps, data: FinishData, current: CurrentItem): Promise<FinishPlan | undefined> {
  const draft = initialFinishPlan(data);
  const { session, address, identifier } = current;
  for (;;) {
    const answer = await showFinishPlan(deps.prompts, data, draft);
    if (answer.kind === 'closed') return undefined;
    if (answer.kind === 'go') return answer.plan;
    if (address === undefined) continue;
    const title = endTitle(identifier, 'finish', data.state?.current?.name);
    draft.state = await askState(deps.prompts, title, { session, address }, draft.state);
  }
}

/** What was done with the branch, as parts of a sentence, and sentences with what was not done. */
interface BranchOutcome {
  readonly done: string[];
  readonly problems: string[];
  hasPullRequest: boolean;
  /** The folder of the repository, if its worktree in this window was removed. */
  remainingFolder?: string;
}

async function runBranchSteps(
  deps: WorkDeps,
  outcome: BranchOutcome,
  current: CurrentItem,
  repository: Repository,
  branch: FinishedBranch,
  plan: FinishPlan,
): Promise<void> {
  const { name, main } = branch;
  if (plan.createsPullRequest) {
    const item = { ...current, base: main };
    outcome.hasPullRequest = await openPullRequest(deps, item, repository, { isPushConfirmed: true });
    if (outcome.hasPullRequest) outcome.done.push(l10n.t('opened a pull request'));
    const needsBranch = needsBranchForPullRequest(deps, repository);
    if ((plan.checksOutMain || plan.removesWorktree) && (needsBranch || !outcome.hasPullRequest)) {
      outcome.problems.push(
        needsBranch
          ? l10n.t('{0} is still checked out, because the pull request is created from it.', name)
          : l10n.t('{0} is still checked out, because no pull request was opened.', name),
      );
      return;
    }
  }
  if (branch.worktree !== undefined) {
    if (plan.removesWorktree) await removeWorktree(deps, outcome, repository, branch, branch.worktree, plan);
    return;
  }
  const isCheckedOut =
    plan.checksOutMain &&
    main !== undefined &&
    (await runGit(deps, outcome, l10n.t('Checking out {0}…', main), { kind: 'checkout', name: main }, () =>
      repository.checkout(main),
    ));
  if (isCheckedOut) outcome.done.push(l10n.t('checked out the branch {0}', main));
  if (plan.deletesBranch) await deleteBranch(deps, outcome, repository, branch, isCheckedOut);
}

/** Removes the worktree, and then deletes the branch, both without force: git refuses if something would be lost. */
async function removeWorktree(
  deps: WorkDeps,
  outcome: BranchOutcome,
  repository: Repository,
  { name, main }: FinishedBranch,
  { folder, mainFolder }: FinishedWorktree,
  { deletesBranch }: FinishPlan,
): Promise<void> {
  await repository.refresh();
  const isPushed = repository.head?.ahead === 0;
  if (
    repository.uncommittedCount > 0 ||
    deps.unsavedCount(repository.root) > 0 ||
    !(isPushed || (main !== undefined && (await repository.isMerged(name, main))))
  ) {
    outcome.problems.push(
      l10n.t('The worktree {0} was kept, because its commits are neither pushed nor merged or it has changes.', folder),
    );
    return;
  }
  const isRemoved = await runGit(
    deps,
    outcome,
    l10n.t('Removing {0}…', folder),
    { kind: 'removeWorktree', name: folder },
    () => repository.removeWorktree(mainFolder),
  );
  if (!isRemoved) return;
  outcome.done.push(l10n.t('removed the worktree {0}', folder));
  outcome.remainingFolder = mainFolder;
  if (!deletesBranch) return;
  const isDeleted = await runGit(deps, outcome, l10n.t('Deleting {0}…', name), { kind: 'delete', name }, () =>
    repository.deleteBranchIn(mainFolder, name),
  );
  if (isDeleted) outcome.done.push(l10n.t('deleted the branch {0}', name));
}

/** Shows the outcome. If the folder of this window was removed, offers to open the repository's folder in its place. */
async function showFinished(
  deps: WorkDeps,
  message: string,
  { problems, remainingFolder }: BranchOutcome,
): Promise<void> {
  const severity = problems.length === 0 ? 'info' : 'warning';
  const buttons = remainingFolder === undefined ? [] : [l10n.t('Open Folder of Repository')];
  const button = await deps.prompts.notify(severity, message, ...buttons);
  if (button !== undefined && remainingFolder !== undefined)
    await deps.openFolder(remainingFolder, { isSameWindow: true });
}

/** Deletes the branch without force: git refuses if commits would be lost. */
async function deleteBranch(
  deps: WorkDeps,
  outcome: BranchOutcome,
  repository: Repository,
  { name }: FinishedBranch,
  isMainCheckedOut: boolean,
): Promise<void> {
  if (!isMainCheckedOut) {
    outcome.problems.push(l10n.t('The branch {0} was kept, because it is checked out.', name));
    return;
  }
  await repository.refresh();
  if (repository.uncommittedCount > 0) {
    outcome.problems.push(l10n.t('The branch {0} was kept, because there are uncommitted changes.', name));
    return;
  }
  const isDeleted = await runGit(deps, outcome, l10n.t('Deleting {0}…', name), { kind: 'delete', name }, () =>
    repository.deleteBranch(name),
  );
  if (isDeleted) outcome.done.push(l10n.t('deleted the branch {0}', name));
}

/** Runs a step, and adds the reason to the problems if git rejects it. Resolves with whether it succeeded. */
async function runGit(
  { prompts }: WorkDeps,
  { problems }: BranchOutcome,
  title: string,
  step: Parameters<typeof gitErrorText>[0],
  run: () => Promise<void>,
): Promise<boolean> {
  try {
    await prompts.progress({ title, location: 'window' }, run);
    return true;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    problems.push(gitErrorText(step, error));
    return false;
  }
}
