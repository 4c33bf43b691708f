// Messages about work that was started, stopped or finished.
import * as l10n from '@vscode/l10n';
import type { ItemOutcome } from '../../core/cache/changes/bulk.ts';
import type { GitError } from '../../shell/git/gitError.ts';
import { byKind } from '../../std/objects/byKind.ts';
import { oneLine, truncate } from '../../std/truncate.ts';
import type { PlannedBranch } from './plan.ts';

/** A step that git rejected: creating the branch `name`, checking it out, deleting it, or a worktree with it. */
interface RejectedStep {
  readonly kind: 'create' | 'checkout' | 'delete' | 'worktree' | 'removeWorktree';
  readonly name: string;
}

/** Maximum length of git's output in a notification. The Git output channel shows the whole output. */
const MAX_OUTPUT_CHARACTERS = 400;

/** The parts of the accepted plan that messages contain. */
export interface PlanForMessages {
  readonly branch: PlannedBranch | undefined;
  readonly state: { readonly name: string } | undefined;
  readonly assignsToMe: boolean;
  readonly message: string | undefined;
}

/**
 * The outcomes of the steps of a plan. `outcomes` contains the change of the state and then the assignment, without the
 * steps that are not in the plan.
 */
export interface StepOutcomes {
  readonly isBranchReady: boolean;
  readonly outcomes: readonly ItemOutcome[];
  readonly isMessageInserted: boolean;
}

/**
 * Returns, for example, `Started work on WEB-28: created the branch WEB-28-fix, changed the state to In Progress.`
 */
export function startedText(
  identifier: string,
  { branch, state, assignsToMe, message }: PlanForMessages,
  { isBranchReady, outcomes, isMessageInserted }: StepOutcomes,
): string {
  const isDone = (index: number): boolean => outcomes[index]?.kind === 'done';
  const parts = [
    branch === undefined || !isBranchReady ? '' : branchStepText(branch),
    state !== undefined && isDone(0) ? l10n.t('changed the state to {0}', state.name) : '',
    assignsToMe && isDone(state === undefined ? 0 : 1) ? l10n.t('assigned to you') : '',
    message !== undefined && isMessageInserted ? l10n.t('inserted the commit message prefix') : '',
  ].filter((part) => part !== '');
  const startedMessage =
    parts.length === 0
      ? l10n.t('Started work on {0}.', identifier)
      : l10n.t('Started work on {0}: {1}.', identifier, parts.join(', '));
  const isUserTextKept = message !== undefined && !isMessageInserted;
  return isUserTextKept ? `${startedMessage} ${l10n.t('Your commit message was kept.')}` : startedMessage;
}

/** Returns the title of the picker for the state after work has ended. */
export function endTitle(identifier: string, ending: 'stop' | 'finish', state: string | undefined): string {
  if (ending === 'stop')
    return state === undefined
      ? l10n.t('Stop Work on {0}', identifier)
      : l10n.t('Stop Work on {0} ({1})', identifier, state);
  return state === undefined
    ? l10n.t('Finish Work on {0}', identifier)
    : l10n.t('Finish Work on {0} ({1})', identifier, state);
}

/** Returns, for example, `Stopped work on WEB-28: changed the state to Todo.` `steps` are the steps that were done. */
export function stoppedText(identifier: string, steps: readonly string[]): string {
  return steps.length === 0
    ? l10n.t('Stopped work on {0}.', identifier)
    : l10n.t('Stopped work on {0}: {1}.', identifier, steps.join(', '));
}

/** Returns, for example, `Finished work on WEB-28: changed the state to Done, checked out the branch main.` */
export function finishedText(identifier: string, steps: readonly string[]): string {
  return steps.length === 0
    ? l10n.t('Finished work on {0}.', identifier)
    : l10n.t('Finished work on {0}: {1}.', identifier, steps.join(', '));
}

/** Returns a message for each requested change that failed. */
export function failedText(
  { state }: Pick<PlanForMessages, 'state'>,
  outcomes: readonly ItemOutcome[],
  faultMessage: (outcome: ItemOutcome & { kind: 'failed' }) => string,
): string[] {
  return outcomes.flatMap((outcome, index) => {
    if (outcome.kind === 'done') return [];
    const failure =
      index === 0 && state !== undefined
        ? l10n.t('The state was not changed.')
        : l10n.t('The work item was not assigned to you.');
    return [`${failure} ${failureReason(outcome, faultMessage)}`];
  });
}

function failureReason(
  outcome: Exclude<ItemOutcome, { kind: 'done' }>,
  faultMessage: (outcome: ItemOutcome & { kind: 'failed' }) => string,
): string {
  return byKind(outcome, {
    failed: faultMessage,
    ignored: () => l10n.t('The server accepted the change but did not save it.'),
    cancelled: () => l10n.t('The change was canceled.'),
  });
}

/** Returns the message that git rejected the step, with the output of git on one line. */
export function gitErrorText({ kind, name }: RejectedStep, { output }: Pick<GitError, 'output'>): string {
  const reason = truncate(oneLine(output), MAX_OUTPUT_CHARACTERS);
  if (kind === 'worktree') return l10n.t('Git could not create a worktree for the branch “{0}”: {1}', name, reason);
  if (kind === 'removeWorktree') return l10n.t('Git could not remove the worktree {0}: {1}', name, reason);
  if (kind === 'create') return l10n.t('Git could not create the branch “{0}”: {1}', name, reason);
  return kind === 'checkout'
    ? l10n.t('Git could not check out the branch “{0}”: {1}', name, reason)
    : l10n.t('Git could not delete the branch “{0}”: {1}', name, reason);
}

function branchStepText(branch: PlannedBranch): string {
  if (branch.kind === 'stay') return l10n.t('on the branch {0}', branch.name);
  if (branch.kind === 'elsewhere') return l10n.t('opened the folder {0} of the branch {1}', branch.folder, branch.name);
  if (branch.kind === 'worktree')
    return l10n.t('opened the worktree {0} with the branch {1}', branch.folder, branch.name);
  if (branch.kind === 'checkout') return l10n.t('checked out the branch {0}', branch.name);
  return branch.base === undefined
    ? l10n.t('created the branch {0}', branch.name)
    : l10n.t('created the branch {0} from {1}', branch.name, branch.base);
}

/**
 * Returns the text that screen readers speak for the status bar item, for example
 * `Current work item WEB-28, Fix the login, state In Progress`.
 */
export function currentLabel({
  identifier,
  name,
  state,
}: {
  readonly identifier: string;
  readonly name: string;
  readonly state: string;
}): string {
  const textParts = [identifier, name, state === '' ? '' : l10n.t('state {0}', state)].filter((part) => part !== '');
  return l10n.t('Current work item {0}', textParts.join(', '));
}
