// Owns the sentences about work that is started, stopped or finished. Pure.
import type { ItemOutcome } from '../../../cache/changes/bulk.ts';
import { oneLine, truncate } from '../../../std/truncate.ts';
import type { GitRefusal } from '../../git/refusal.ts';
import type { BranchStep } from './plan.ts';

type TakenBranch = Exclude<BranchStep, { kind: 'invalid' }>;

/** A notice has room for so much of what git says; its output has the rest. */
const MOST_OF_AN_ANSWER = 400;

/** What was wanted, as much as its words need. */
export interface RequestedStart {
  readonly branch: TakenBranch | undefined;
  readonly state: { readonly name: string } | undefined;
  readonly assign: boolean;
  readonly message: string | undefined;
}

/**
 * What came of each wish. The outcomes are those of the state and of the assignment, in this order, as far as they were
 * wanted.
 */
export interface CompletedSteps {
  readonly isBranchTaken: boolean;
  readonly outcomes: readonly ItemOutcome[];
  readonly isMessageIn: boolean;
}

/** `Started work on WEB-28: created the branch WEB-28-fix from main, moved to In Progress, assigned to you.` */
export function startedText(
  identifier: string,
  { branch, state, assign, message }: RequestedStart,
  { isBranchTaken, outcomes, isMessageIn }: CompletedSteps,
): string {
  const isDone = (index: number): boolean => outcomes[index]?.kind === 'done';
  const parts = [
    branch === undefined || !isBranchTaken ? '' : takenWords(branch),
    state !== undefined && isDone(0) ? `moved to ${state.name}` : '',
    assign && isDone(state === undefined ? 0 : 1) ? 'assigned to you' : '',
    message !== undefined && isMessageIn ? 'commit message begun' : '',
  ].filter((part) => part !== '');
  const left = message !== undefined && !isMessageIn ? ' What you had typed in the commit box stays.' : '';
  return `Started work on ${identifier}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.${left}`;
}

/** Why each change that was wanted came to nothing. */
export function failedText(
  { state }: Pick<RequestedStart, 'state'>,
  outcomes: readonly ItemOutcome[],
  faultSentence: (outcome: ItemOutcome & { kind: 'failed' }) => string,
): string[] {
  return outcomes.flatMap((outcome, index) => {
    if (outcome.kind === 'done') return [];
    const what = index === 0 && state !== undefined ? 'The state was not changed.' : 'It was not assigned to you.';
    if (outcome.kind === 'failed') return [`${what} ${faultSentence(outcome)}`];
    return [
      `${what} ${outcome.kind === 'ignored' ? 'The service took the change, but did not keep it.' : 'It was cancelled.'}`,
    ];
  });
}

/** Git's own answer, on one line. */
export function refusalText(what: string, { answer }: Pick<GitRefusal, 'answer'>): string {
  return `Git did not ${what}. It says: ${truncate(oneLine(answer), MOST_OF_AN_ANSWER)}`;
}

/** `create the branch “x”`, to be said of what git did not do. */
export function requestedText({ kind, name }: TakenBranch): string {
  return kind === 'create' ? `create the branch “${name}”` : `check out the branch “${name}”`;
}

function takenWords(branch: TakenBranch): string {
  if (branch.kind === 'stay') return `on the branch ${branch.name}`;
  if (branch.kind === 'checkout') return `checked out the branch ${branch.name}`;
  return `created the branch ${branch.name}${branch.base === undefined ? '' : ` from ${branch.base}`}`;
}

/** `WEB-28 Fix the login, In Progress`: what a screen reader says of the entry in the status bar. */
export function currentLabel({
  identifier,
  name,
  state,
}: {
  readonly identifier: string;
  readonly name: string;
  readonly state: string;
}): string {
  return `Current work item ${[identifier, name, state === '' ? '' : `state ${state}`].filter((one) => one !== '').join(', ')}`;
}
