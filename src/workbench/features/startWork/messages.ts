// Messages about work that is started, stopped or finished. Pure.
import * as l10n from '@vscode/l10n';
import type { ItemOutcome } from '../../../cache/changes/bulk.ts';
import { oneLine, truncate } from '../../../std/truncate.ts';
import type { GitRefusal } from '../../git/refusal.ts';
import type { BranchStep } from './plan.ts';

type TakenBranch = Exclude<BranchStep, { kind: 'invalid' }>;

/** Maximum length of git's output in a notification, in characters. The Git output channel shows all of it. */
const MOST_OF_AN_ANSWER = 400;

/** The accepted plan, as far as messages need it. */
export interface RequestedStart {
  readonly branch: TakenBranch | undefined;
  readonly state: { readonly name: string } | undefined;
  readonly assign: boolean;
  readonly message: string | undefined;
}

/**
 * The outcome of each step. `outcomes` are those of the state and of the assignment, in this order, for the steps in
 * the plan.
 */
export interface CompletedSteps {
  readonly isBranchTaken: boolean;
  readonly outcomes: readonly ItemOutcome[];
  readonly isMessageIn: boolean;
}

/**
 * For example `Started work on WEB-28: created the branch WEB-28-fix from main, moved to In Progress, assigned to you.`
 */
export function startedText(
  identifier: string,
  { branch, state, assign, message }: RequestedStart,
  { isBranchTaken, outcomes, isMessageIn }: CompletedSteps,
): string {
  const isDone = (index: number): boolean => outcomes[index]?.kind === 'done';
  const parts = [
    branch === undefined || !isBranchTaken ? '' : takenWords(branch),
    state !== undefined && isDone(0) ? l10n.t('moved to {0}', state.name) : '',
    assign && isDone(state === undefined ? 0 : 1) ? l10n.t('assigned to you') : '',
    message !== undefined && isMessageIn ? l10n.t('commit message begun') : '',
  ].filter((part) => part !== '');
  const left = message !== undefined && !isMessageIn ? l10n.t(' What you had typed in the commit box stays.') : '';
  return l10n.t('Started work on {0}{1}.{2}', identifier, parts.length === 0 ? '' : `: ${parts.join(', ')}`, left);
}

/** Returns why each requested change failed. */
export function failedText(
  { state }: Pick<RequestedStart, 'state'>,
  outcomes: readonly ItemOutcome[],
  faultSentence: (outcome: ItemOutcome & { kind: 'failed' }) => string,
): string[] {
  return outcomes.flatMap((outcome, index) => {
    if (outcome.kind === 'done') return [];
    const what =
      index === 0 && state !== undefined ? l10n.t('The state was not changed.') : l10n.t('It was not assigned to you.');
    if (outcome.kind === 'failed') return [`${what} ${faultSentence(outcome)}`];
    return [
      `${what} ${outcome.kind === 'ignored' ? l10n.t('The service took the change, but did not keep it.') : l10n.t('It was cancelled.')}`,
    ];
  });
}

/** Returns git's own message, on one line. */
export function refusalText(what: string, { answer }: Pick<GitRefusal, 'answer'>): string {
  return l10n.t('Git did not {0}. It says: {1}', what, truncate(oneLine(answer), MOST_OF_AN_ANSWER));
}

/** For example `create the branch “x”`. Used for a step that git rejected. */
export function requestedText({ kind, name }: TakenBranch): string {
  return kind === 'create' ? l10n.t('create the branch “{0}”', name) : l10n.t('check out the branch “{0}”', name);
}

function takenWords(branch: TakenBranch): string {
  if (branch.kind === 'stay') return l10n.t('on the branch {0}', branch.name);
  if (branch.kind === 'checkout') return l10n.t('checked out the branch {0}', branch.name);
  return `created the branch ${branch.name}${branch.base === undefined ? '' : l10n.t(' from {0}', branch.base)}`;
}

/**
 * For example `Current work item WEB-28, Fix the login, state In Progress`. Screen readers read it for the status bar
 * item.
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
  return `Current work item ${[identifier, name, state === '' ? '' : l10n.t('state {0}', state)].filter((one) => one !== '').join(', ')}`;
}
