// Messages about work that is started, stopped or finished. Pure.
import * as l10n from '@vscode/l10n';
import type { ItemOutcome } from '../../../cache/changes/bulk.ts';
import { oneLine, truncate } from '../../../std/truncate.ts';
import type { GitRefusal } from '../../git/refusal.ts';
import type { BranchStep } from './plan.ts';

type TakenBranch = Exclude<BranchStep, { kind: 'invalid' }>;

/** A step that git rejected. */
interface RejectedStep {
  readonly kind: 'create' | 'checkout';
  readonly name: string;
}

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
 * For example `Started work on WEB-28: created the branch WEB-28-fix from main, changed the state to Done.`
 */
export function startedText(
  identifier: string,
  { branch, state, assign, message }: RequestedStart,
  { isBranchTaken, outcomes, isMessageIn }: CompletedSteps,
): string {
  const isDone = (index: number): boolean => outcomes[index]?.kind === 'done';
  const parts = [
    branch === undefined || !isBranchTaken ? '' : takenText(branch),
    state !== undefined && isDone(0) ? l10n.t('changed the state to {0}', state.name) : '',
    assign && isDone(state === undefined ? 0 : 1) ? l10n.t('assigned to you') : '',
    message !== undefined && isMessageIn ? l10n.t('inserted the commit message prefix') : '',
  ].filter((part) => part !== '');
  const started =
    parts.length === 0
      ? l10n.t('Started work on {0}.', identifier)
      : l10n.t('Started work on {0}: {1}.', identifier, parts.join(', '));
  const isTextKept = message !== undefined && !isMessageIn;
  return isTextKept ? `${started} ${l10n.t('Your commit message was kept.')}` : started;
}

/** Returns the title of the question for the state after the work. */
export function endTitle(identifier: string, why: 'stop' | 'finish', state: string | undefined): string {
  if (why === 'stop')
    return state === undefined
      ? l10n.t('Stop Work on {0}', identifier)
      : l10n.t('Stop Work on {0} ({1})', identifier, state);
  return state === undefined
    ? l10n.t('Finish Work on {0}', identifier)
    : l10n.t('Finish Work on {0} ({1})', identifier, state);
}

/** For example `Finished work on WEB-28: changed the state to Done.` `state` is undefined if it was kept. */
export function endedText(identifier: string, why: 'stop' | 'finish', state: string | undefined): string {
  if (why === 'stop')
    return state === undefined
      ? l10n.t('Stopped work on {0}.', identifier)
      : l10n.t('Stopped work on {0}: changed the state to {1}.', identifier, state);
  return state === undefined
    ? l10n.t('Finished work on {0}.', identifier)
    : l10n.t('Finished work on {0}: changed the state to {1}.', identifier, state);
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
      index === 0 && state !== undefined
        ? l10n.t('The state was not changed.')
        : l10n.t('The work item was not assigned to you.');
    return [`${what} ${reasonOf(outcome, faultSentence)}`];
  });
}

function reasonOf(
  outcome: Exclude<ItemOutcome, { kind: 'done' }>,
  faultSentence: (outcome: ItemOutcome & { kind: 'failed' }) => string,
): string {
  switch (outcome.kind) {
    case 'failed':
      return faultSentence(outcome);
    case 'ignored':
      return l10n.t('The server accepted the change but did not save it.');
    case 'cancelled':
      return l10n.t('The change was canceled.');
    default:
      return outcome satisfies never;
  }
}

/** Returns that git rejected the step, with git's own message on one line. */
export function refusalText({ kind, name }: RejectedStep, { answer }: Pick<GitRefusal, 'answer'>): string {
  const reason = truncate(oneLine(answer), MOST_OF_AN_ANSWER);
  return kind === 'create'
    ? l10n.t('Git could not create the branch “{0}”: {1}', name, reason)
    : l10n.t('Git could not check out the branch “{0}”: {1}', name, reason);
}

function takenText(branch: TakenBranch): string {
  if (branch.kind === 'stay') return l10n.t('on the branch {0}', branch.name);
  if (branch.kind === 'checkout') return l10n.t('checked out the branch {0}', branch.name);
  return branch.base === undefined
    ? l10n.t('created the branch {0}', branch.name)
    : l10n.t('created the branch {0} from {1}', branch.name, branch.base);
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
  const facts = [identifier, name, state === '' ? '' : l10n.t('state {0}', state)].filter((one) => one !== '');
  return l10n.t('Current work item {0}', facts.join(', '));
}
