// Starts work on a work item: shows the plan, runs its steps, and shows their outcomes.
import * as l10n from '@vscode/l10n';
import type { State } from '../../../contract/resources/state.ts';
import { type ChangeStep, type ItemChange, stepsOf } from '../../../core/cache/changes/itemChange.ts';
import { stateIcon } from '../../../items/icons.ts';
import { formatError } from '../../../shell/faults/formatError.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import { gitUnavailableText } from '../../../shell/git/gitUnavailable.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { PreparedStart } from '../../../shell/itemPicker/currentWork.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { askInTwoSteps, askText, type OnBack, type PickRowOptions, pickRow } from '../../../shell/prompts/ask.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { displayName } from '../../../std/displayName.ts';
import { failedText, gitErrorText, startedText } from '../messages.ts';
import { headText } from '../plan.ts';
import {
  type EditablePlan,
  planWithAllSteps,
  type StartPlan,
  type StartWorkData,
  type StepName,
  showPlan,
} from '../planList.ts';
import type { CommitBoxes } from './commitBox.ts';
import type { CurrentItems } from './currentItems.ts';
import type { WorkDeps } from './deps.ts';
import {
  chooseWorkRepository,
  type RepositoryOrReason,
  readStartWorkData,
  usableBaseBranch,
} from './readStartWorkData.ts';

/** The options of the lists in which the user picks a value for a step. */
const PICKER_OPTIONS = {
  matchedProperties: ['description'],
  staysOpen: true,
  onBack: backToPlan,
} as const satisfies Partial<PickRowOptions<unknown>>;

export interface StartWorkContext {
  readonly deps: WorkDeps;
  readonly currentItems: CurrentItems;
  readonly commitBoxes: CommitBoxes;
}

/**
 * Shows the plan for starting work, and runs the steps that the user accepts. Resolves with false if the user cancels.
 */
export async function startWork(work: StartWorkContext, chosenItem: ChosenItem, onBack?: OnBack): Promise<boolean> {
  const { deps, commitBoxes: boxes } = work;
  const accepted = await askInTwoSteps(
    () => chooseWorkRepository(deps, l10n.t('Start Work'), onBack),
    async ({ repositoryOrReason, isPicked }, backToRepositories) => {
      const startData = await readStartWorkData(deps, boxes, chosenItem, repositoryOrReason);
      const plan = await askPlan(
        deps,
        startData,
        repositoryOrReason,
        chosenItem,
        isPicked ? backToRepositories : onBack,
      );
      return plan && { startData, repositoryOrReason, plan };
    },
  );
  return (
    accepted !== undefined && runPlan(work, chosenItem, accepted.startData, accepted.repositoryOrReason, accepted.plan)
  );
}

/** Shows the plan until the user accepts it or cancels. In between, the user can change the details of a step. */
async function askPlan(
  deps: WorkDeps,
  startData: StartWorkData,
  repositoryOrReason: RepositoryOrReason,
  chosenItem: ChosenItem,
  onBack: OnBack | undefined,
): Promise<StartPlan | undefined> {
  const draft = createDraft(deps, startData, repositoryOrReason);
  for (;;) {
    const answer = await showPlan(deps.prompts, startData, draft, onBack);
    if (answer.kind === 'closed') return undefined;
    if (answer.kind === 'go') return answer.plan;
    await askDetails(deps.prompts, answer.step, startData, draft, chosenItem);
  }
}

function createDraft(deps: WorkDeps, startData: StartWorkData, repositoryOrReason: RepositoryOrReason): EditablePlan {
  const message = startData.message !== undefined && 'text' in startData.message ? startData.message.text : '';
  const draft: EditablePlan = {
    branchName: startData.branch.name,
    base: usableBaseBranch(deps, startData, repositoryOrReason),
    state: startData.state,
    message,
    uncheckedSteps: new Set(['worktree']),
  };
  if (startData.message !== undefined && 'problem' in startData.message) draft.uncheckedSteps.add('message');
  return draft;
}

/**
 * Resolves with a plan that contains all suggested steps. If `hasBranch` is false, it has no branch step. Rejects with
 * an ApiError or a GitError.
 */
export async function prepareStart(
  work: StartWorkContext,
  chosenItem: ChosenItem,
  hasBranch: boolean,
): Promise<PreparedStart> {
  const { deps, currentItems, commitBoxes: boxes } = work;
  const repositoryOrReason = currentItems.activeRepository ?? gitUnavailableText('noRepository');
  const startData = await readStartWorkData(deps, boxes, chosenItem, repositoryOrReason);
  const draft = createDraft(deps, startData, repositoryOrReason);
  const fullPlan = planWithAllSteps(startData, draft);
  const plan = hasBranch ? fullPlan : { ...fullPlan, branch: undefined };
  return {
    identifier: startData.identifier,
    name: startData.name,
    steps: stepTexts(startData, plan),
    start: async () => {
      await runPlan(work, chosenItem, startData, repositoryOrReason, plan);
    },
  };
}

function stepTexts({ currentState }: StartWorkData, { branch, state, assignsToMe, message }: StartPlan): string[] {
  return [
    ...(branch?.kind === 'create' ? [l10n.t('Create the branch {0}', branch.name)] : []),
    ...(branch?.kind === 'checkout' ? [l10n.t('Check out the branch {0}', branch.name)] : []),
    ...(state === undefined ? [] : [l10n.t('State: {0} → {1}', currentState, displayName(state.name))]),
    ...(assignsToMe ? [l10n.t('Assign to me')] : []),
    ...(message === undefined ? [] : [l10n.t('Start the commit message with “{0}”', message.trim())]),
  ];
}

/** Back and Escape both show the plan again, which needs no action. */
function backToPlan(): void {}

async function askDetails(
  prompts: Prompts,
  step: StepName,
  startData: StartWorkData,
  draft: EditablePlan,
  { session, address }: ChosenItem,
): Promise<void> {
  const title = l10n.t('Start Work on {0}', startData.identifier);
  if (step === 'branch' && typeof startData.git !== 'string') {
    const { branches, head } = startData.git;
    const currentHeadRow = {
      label: headText(head),
      description: l10n.t({ message: 'checked out', comment: ['Describes a branch'] }),
      value: undefined,
    };
    const otherBranches = branches
      .filter(({ name }) => name !== head?.branch)
      .map(({ name }) => ({ label: name, value: name }));
    const pickedRow = await pickRow<string | undefined>(prompts, {
      ...PICKER_OPTIONS,
      title,
      placeholder: l10n.t('Select the branch to start from'),
      rows: () => [currentHeadRow, ...otherBranches],
    });
    if (pickedRow !== undefined) draft.base = pickedRow.value;
  }
  if (step === 'state') draft.state = await askState(prompts, title, { session, address }, draft.state);
  if (step === 'message') {
    const text = await askText(prompts, {
      title,
      prompt: l10n.t('Commit message prefix'),
      text: draft.message,
      staysOpen: true,
      onBack: backToPlan,
    });
    if (text !== undefined) draft.message = text;
    if (text !== undefined && text !== '') draft.uncheckedSteps.delete('message');
  }
}

/** Lets the user pick the new state of a plan. Resolves with the chosen state, or with the earlier choice. */
export async function askState(
  prompts: Prompts,
  title: string,
  { session: { store }, address }: ChosenItem,
  chosenState: State | undefined,
): Promise<State | undefined> {
  const states = await store.resources.states.readAll(address.project);
  const currentState = store.item(address)?.state;
  const rows = states.map((state) => ({
    label: state.name,
    value: state,
    icon: stateIcon(state, states),
    isCurrent: state.id === currentState,
    isFocused: state.id === chosenState?.id,
  }));
  const pickedRow = await pickRow(prompts, {
    ...PICKER_OPTIONS,
    title,
    placeholder: l10n.t('Select the new state'),
    rows: () => rows,
  });
  return pickedRow?.value ?? chosenState;
}

/** Runs the steps of the plan. Resolves with false if git fails and the user cancels. */
async function runPlan(
  { deps, currentItems, commitBoxes: boxes }: StartWorkContext,
  chosenItem: ChosenItem,
  startData: StartWorkData,
  repositoryOrReason: RepositoryOrReason,
  plan: StartPlan,
): Promise<boolean> {
  const { session, address } = chosenItem;
  const repository = typeof repositoryOrReason === 'string' ? undefined : repositoryOrReason;
  const previousBranch = repository?.head?.branch;
  if (repository !== undefined && plan.branch?.kind === 'create')
    currentItems.markCreatedByStart(repository, plan.branch.name);
  const branch = repository === undefined ? 'skipped' : await switchBranch(deps, repository, startData, plan);
  if (branch === 'closed') return false;
  const assignment: ItemChange = { field: 'assignees', add: [session.me.id], remove: [] };
  const shownSteps: readonly ChangeStep[] = [
    ...(plan.state === undefined
      ? []
      : [{ address, field: 'state', before: startData.currentStateId, after: plan.state.id } as const]),
    ...(plan.assignsToMe ? stepsOf(session.store, [address], assignment) : []),
  ];
  const outcomes = await deps.withProgress(
    {
      title: l10n.t('Starting work on {0}', startData.identifier),
      total: shownSteps.length,
      rateLimit: session.store.rateLimit,
    },
    (signal, onProgress) => deps.applyConfirmed(chosenItem, shownSteps, { signal, onProgress }),
  );
  const isElsewhere = plan.branch?.kind === 'elsewhere' || plan.branch?.kind === 'worktree';
  const base =
    previousBranch !== undefined && previousBranch !== repository?.head?.branch ? { base: previousBranch } : {};
  // The window with the other folder finds its current work item by the branch.
  if (!isElsewhere)
    await currentItems.storeCurrent(session, repository, {
      ...address,
      identifier: startData.identifier,
      name: startData.name,
      ...base,
      ...storedMessage(startData, plan),
    });
  await deps.items.remember(chosenItem);
  const isMessageFilled =
    plan.message === undefined || repository === undefined || isElsewhere || boxes.fill(repository, plan.message);
  const stepOutcomes = { isBranchReady: branch === 'done', outcomes, isMessageInserted: isMessageFilled };
  const failed = failedText(plan, outcomes, ({ fault }) => formatError(fault));
  const sentences = [
    startedText(startData.identifier, isElsewhere ? { ...plan, message: undefined } : plan, stepOutcomes),
    ...(typeof repositoryOrReason === 'string' ? [repositoryOrReason] : []),
    ...failed,
  ];
  void deps.prompts.notify(failed.length === 0 ? 'info' : 'warning', sentences.join(' '));
  return true;
}

/** Returns the commit message prefix to store, or no prefix if the user accepted the text that the setting produces. */
function storedMessage({ message }: StartWorkData, plan: StartPlan): { readonly message?: string } {
  const offeredMessage = message !== undefined && 'text' in message ? message.text : undefined;
  if (plan.message === offeredMessage) return {};
  return { message: plan.message ?? '' };
}

/** Creates or checks out the branch. If git fails, shows its output; uncommitted changes are never discarded. */
async function switchBranch(
  deps: WorkDeps,
  repository: Repository,
  { identifier }: StartWorkData,
  { branch }: StartPlan,
): Promise<'done' | 'skipped' | 'closed'> {
  if (branch === undefined || branch.kind === 'stay') return branch === undefined ? 'skipped' : 'done';
  if (branch.kind === 'elsewhere') {
    await deps.openFolder(branch.folder);
    return 'done';
  }
  const { prompts, withProgress } = deps;
  const [retry, continueWithout] = [l10n.t('Retry'), l10n.t('Continue Without Branch')];
  for (;;) {
    try {
      const options = { title: l10n.t('Starting work on {0}', identifier), total: 1, isCancellable: false };
      await withProgress(options, () => {
        if (branch.kind === 'worktree') return repository.addWorktree(branch.folder, branch.start);
        return branch.kind === 'create'
          ? repository.createBranch(branch.name, branch.base)
          : repository.checkout(branch.name);
      });
      if (branch.kind === 'worktree') await deps.openFolder(branch.folder);
      return 'done';
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      const chosenButton = await prompts.notify('error', gitErrorText(branch, error), retry, continueWithout);
      if (chosenButton === continueWithout) return 'skipped';
      if (chosenButton !== retry) return 'closed';
    }
  }
}
