// Ends work on a work item: asks for the new state, and clears the current work item.
import * as l10n from '@vscode/l10n';
import { ApiError } from '../../../client/apiError.ts';
import type { State } from '../../../contract/resources/state.ts';
import { stateIcon } from '../../../tree/presentation/symbols.ts';
import { GitError } from '../../git/gitError.ts';
import type { Repository } from '../../git/repository.ts';
import { pickRow, type ValueRow } from '../../ui/ask.ts';
import { formatError } from '../../ui/formatError.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { CurrentItem } from './currentItems.ts';
import type { WorkDeps } from './deps.ts';
import { endedText, endTitle, gitErrorText } from './messages.ts';
import { nextStates } from './plan.ts';
import { canCreatePullRequest, createPullRequest } from './pullRequest.ts';
import type { StartWorkContext } from './start.ts';

export type EndAction = 'stop' | 'finish';

/**
 * Asks for the new state, and ends work on the work item. Rejects with an ApiError if the work item or the states
 * cannot be loaded.
 */
export async function endWork(work: StartWorkContext, current: CurrentItem, ending: EndAction): Promise<void> {
  const { deps } = work;
  const { session, identifier, address, isGone } = current;
  const pickedState =
    address === undefined || isGone
      ? { value: undefined }
      : await askNextState(deps.prompts, current, address.project, ending);
  if (pickedState === undefined) return;
  let newState: string | undefined;
  if (pickedState.value !== undefined && address !== undefined) {
    const change = { field: 'state', value: pickedState.value.id } as const;
    const outcome = await deps.applyConfirmed('state', { session, address }, change);
    if (outcome.kind === 'done') newState = pickedState.value.name;
    else {
      const reason =
        outcome.kind === 'failed'
          ? formatError(outcome.fault)
          : l10n.t('The server accepted the change but did not save it.');
      const retry = l10n.t('Retry');
      const endAnywayButton = ending === 'stop' ? l10n.t('Stop Anyway') : l10n.t('Finish Anyway');
      const chosenButton = await deps.prompts.notify(
        'error',
        l10n.t('The state of {0} was not changed to {1}. {2}', identifier, pickedState.value.name, reason),
        retry,
        endAnywayButton,
      );
      if (chosenButton === retry) return endWork(work, current, ending);
      if (chosenButton !== endAnywayButton) return;
    }
  }
  await clearCurrent(work, current);
  await showOutcome(deps, current, ending, endedText(identifier, ending, newState));
}

/** Removes the current work item of the branch, and the text that was inserted into the commit box. */
export async function clearCurrent(
  { currentItems, commitBoxes }: StartWorkContext,
  { session, repository }: CurrentItem,
): Promise<void> {
  await currentItems.storeCurrent(session, repository, null);
  if (repository !== undefined) commitBoxes.clear(repository);
}

async function askNextState(
  prompts: Prompts,
  { session, identifier, address }: CurrentItem,
  project: string,
  ending: EndAction,
): Promise<{ readonly value: State | undefined } | undefined> {
  const { store } = session;
  const item = address === undefined ? undefined : await store.resources.workItems.readOne(address.id, address.project);
  const states = await store.states.read(project);
  if (states.status === 'failed') throw new ApiError(states.fault);
  const currentState = item?.state === undefined || item.state === null ? undefined : store.state(project, item.state);
  const keepStateRow: ValueRow<State | undefined> = {
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
    matchedProperties: ['description'],
    staysOpen: true,
    rows: () => (isAlreadyCompleted ? [keepStateRow, ...rows] : [...rows, keepStateRow]),
  });
}

/**
 * Shows the outcome. Offers to create a pull request after work is finished, and to check out the branch on which it was
 * started.
 */
async function showOutcome(deps: WorkDeps, current: CurrentItem, ending: EndAction, message: string): Promise<void> {
  const { repository, base } = current;
  const checkOutBase =
    base !== undefined && repository !== undefined && repository.head?.branch !== base
      ? l10n.t('Check Out {0}', base)
      : undefined;
  const pullRequest =
    ending === 'finish' && canCreatePullRequest(deps, current) ? l10n.t('Create Pull Request…') : undefined;
  const buttons = [pullRequest, checkOutBase].filter((button) => button !== undefined);
  const chosenButton = await deps.prompts.notify('info', message, ...buttons);
  if (chosenButton === undefined) return;
  if (chosenButton === pullRequest) await createPullRequest(deps, current, repository);
  else if (repository !== undefined && base !== undefined) await checkOut(deps.prompts, repository, base);
}

async function checkOut(prompts: Prompts, repository: Repository, branch: string): Promise<void> {
  try {
    await repository.checkout(branch);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    void prompts.notify('error', gitErrorText({ kind: 'checkout', name: branch }, error));
  }
}
