// Ends work on a work item: asks for the new state, and clears the current work item.
import * as l10n from '@vscode/l10n';
import { ApiError } from '../../../client/apiError.ts';
import type { State } from '../../../contract/resources/state.ts';
import { stateIcon } from '../../../tree/presentation/symbols.ts';
import { GitRefusal } from '../../git/refusal.ts';
import type { Repository } from '../../git/repository.ts';
import { pickRow, type ValueRow } from '../../ui/ask.ts';
import { formatError } from '../../ui/formatError.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { CurrentItem } from './current.ts';
import type { WorkDeps } from './deps.ts';
import { endedText, endTitle, refusalText } from './messages.ts';
import { nextStates } from './plan.ts';
import { canCreatePullRequest, createPullRequest } from './pullRequest.ts';
import type { StartWorkContext } from './start.ts';

export type Ending = 'stop' | 'finish';

/**
 * Asks for the new state, and ends work on the work item. Rejects with an ApiError if the work item or the states
 * cannot be loaded.
 */
export async function endWork(work: StartWorkContext, current: CurrentItem, ending: Ending): Promise<void> {
  const { deps } = work;
  const { session, identifier, address, isGone } = current;
  const picked =
    address === undefined || isGone
      ? { value: undefined }
      : await askNextState(deps.prompts, current, address.project, ending);
  if (picked === undefined) return;
  let newState: string | undefined;
  if (picked.value !== undefined && address !== undefined) {
    const change = { field: 'state', value: picked.value.id } as const;
    const outcome = await deps.applyConfirmed('state', { session, address }, change);
    if (outcome.kind === 'done') newState = picked.value.name;
    else {
      const reason =
        outcome.kind === 'failed'
          ? formatError(outcome.fault)
          : l10n.t('The server accepted the change but did not save it.');
      const retry = l10n.t('Retry');
      const endAnyway = ending === 'stop' ? l10n.t('Stop Anyway') : l10n.t('Finish Anyway');
      const chosen = await deps.prompts.notify(
        'error',
        l10n.t('The state of {0} was not changed to {1}. {2}', identifier, picked.value.name, reason),
        retry,
        endAnyway,
      );
      if (chosen === retry) return endWork(work, current, ending);
      if (chosen !== endAnyway) return;
    }
  }
  await clearCurrent(work, current);
  await showOutcome(deps, current, ending, endedText(identifier, ending, newState));
}

/** Removes the current work item of the branch, and the text that was inserted into the commit box. */
export async function clearCurrent(
  { current: items, boxes }: StartWorkContext,
  { session, repository }: CurrentItem,
): Promise<void> {
  await items.storeCurrent(session, repository, null);
  if (repository !== undefined) boxes.clear(repository);
}

async function askNextState(
  prompts: Prompts,
  { session, identifier, address }: CurrentItem,
  project: string,
  ending: Ending,
): Promise<{ readonly value: State | undefined } | undefined> {
  const { store } = session;
  const item = address === undefined ? undefined : await store.resources.workItems.readOne(address.id, address.project);
  const states = await store.states.read(project);
  if (states.status === 'failed') throw new ApiError(states.fault);
  const currentState = item?.state === undefined || item.state === null ? undefined : store.state(project, item.state);
  const keepState: ValueRow<State | undefined> = {
    label: currentState === undefined ? l10n.t('Keep the current state') : l10n.t('Keep {0}', currentState.name),
    icon: { id: 'debug-pause' },
    value: undefined,
  };
  const rows = nextStates(states.records, item?.state ?? null, ending).map(
    (state): ValueRow<State | undefined> => ({
      label: l10n.t('Change to {0}', state.name),
      icon: stateIcon(state, states.records),
      value: state,
    }),
  );
  const isAlreadyCompleted = ending === 'finish' && currentState?.group === 'completed';
  return pickRow<State | undefined>(prompts, {
    title: endTitle(identifier, ending, currentState?.name),
    placeholder: l10n.t('Select the new state'),
    matches: ['description'],
    staysOpen: true,
    rows: () => (isAlreadyCompleted ? [keepState, ...rows] : [...rows, keepState]),
  });
}

/**
 * Shows the outcome. Offers to create a pull request after work is finished, and to check out the branch on which it was
 * started.
 */
async function showOutcome(deps: WorkDeps, current: CurrentItem, ending: Ending, message: string): Promise<void> {
  const { repository, base } = current;
  const checkOutBase =
    base !== undefined && repository !== undefined && repository.head?.branch !== base
      ? l10n.t('Check Out {0}', base)
      : undefined;
  const pullRequest =
    ending === 'finish' && canCreatePullRequest(deps, current) ? l10n.t('Create Pull Request…') : undefined;
  const buttons = [pullRequest, checkOutBase].filter((button) => button !== undefined);
  const chosen = await deps.prompts.notify('info', message, ...buttons);
  if (chosen === undefined) return;
  if (chosen === pullRequest) await createPullRequest(deps, current, repository);
  else if (repository !== undefined && base !== undefined) await checkOut(deps.prompts, repository, base);
}

async function checkOut(prompts: Prompts, repository: Repository, branch: string): Promise<void> {
  try {
    await repository.checkout(branch);
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error;
    void prompts.notify('error', refusalText({ kind: 'checkout', name: branch }, error));
  }
}
