// Stops work on a work item: asks for the new state, and clears the current work item.
import * as l10n from '@vscode/l10n';
import type { State } from '../../../contract/resources/state.ts';
import { type ChangeStep, stepsOf } from '../../../core/cache/changes/itemChange.ts';
import { stateIcon } from '../../../items/icons.ts';
import { formatError } from '../../../shell/faults/formatError.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import { pickRow, type ValueRow } from '../../../shell/prompts/ask.ts';
import { confirmCompletion } from '../../../shell/prompts/confirmCompletion.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { endTitle, gitErrorText, stoppedText } from '../messages.ts';
import { nextStates } from '../plan.ts';
import type { WorkDeps } from './deps.ts';
import type { StartWorkContext } from './start.ts';

export type EndAction = 'stop' | 'finish';

/**
 * Asks for the new state, and stops work on the work item. Rejects with an ApiError if the work item or the states
 * cannot be loaded.
 */
export async function stopWork(work: StartWorkContext, current: CurrentItem): Promise<void> {
  const { deps } = work;
  const { identifier, address, isGone } = current;
  const pickedState =
    address === undefined || isGone
      ? { value: undefined, shownId: undefined }
      : await askNextState(deps.prompts, current, address.project);
  if (pickedState === undefined) return;
  if (address !== undefined && pickedState.value !== undefined) {
    const { store } = current.session;
    const steps = stepsOf(store, [address], { field: 'state', value: pickedState.value.id });
    if (!(await confirmCompletion(deps.prompts, store, steps))) return;
  }
  const stateChange = await changeStateAtEnd(deps, current, pickedState, 'stop');
  if (stateChange === undefined) return;
  await clearCurrent(work, current);
  await showStopped(deps.prompts, current, stoppedText(identifier, stateChange));
}

/** The new state, if one is wanted, and the id of the state that the user has seen; null for none. */
export interface ChosenState {
  readonly value: State | undefined;
  readonly shownId: string | null | undefined;
}

/**
 * Changes the state, if one is given. Resolves with what was done, as parts of a sentence, which is nothing if the user
 * keeps a state that was changed meanwhile; with undefined if the server rejects the change and the user does not want to
 * end work anyway.
 */
export async function changeStateAtEnd(
  deps: WorkDeps,
  { session, identifier, address }: CurrentItem,
  { value: state, shownId }: ChosenState,
  ending: EndAction,
): Promise<readonly string[] | undefined> {
  if (state === undefined || address === undefined) return [];
  const [retry, endAnyway] = [l10n.t('Retry'), ending === 'stop' ? l10n.t('Stop Anyway') : l10n.t('Finish Anyway')];
  for (;;) {
    const step: ChangeStep = { address, field: 'state', before: shownId, after: state.id };
    const [outcome] = await deps.applyConfirmed({ session, address }, [step]);
    if (outcome?.kind === 'cancelled') return [];
    if (outcome === undefined || outcome.kind === 'done') return [l10n.t('changed the state to {0}', state.name)];
    const reason =
      outcome.kind === 'failed'
        ? formatError(outcome.fault)
        : l10n.t('The server accepted the change but did not save it.');
    const message = l10n.t('The state of {0} was not changed to {1}. {2}', identifier, state.name, reason);
    const chosenButton = await deps.prompts.notify('error', message, retry, endAnyway);
    if (chosenButton === endAnyway) return [];
    if (chosenButton !== retry) return undefined;
  }
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
): Promise<ChosenState | undefined> {
  const { store } = session;
  const item = address === undefined ? undefined : await store.resources.workItems.readOne(address.id, address.project);
  const states = await store.resources.states.readAllOrThrow(project);
  const currentState = item?.state === undefined || item.state === null ? undefined : store.state(project, item.state);
  const keepStateRow: ValueRow<State | undefined> = {
    label: currentState === undefined ? l10n.t('Keep the current state') : l10n.t('Keep {0}', currentState.name),
    icon: { id: 'debug-pause' },
    value: undefined,
  };
  const rows = nextStates(states, item?.state ?? null, 'stop').map(
    (state): ValueRow<State | undefined> => ({
      label: l10n.t('Change to {0}', state.name),
      icon: stateIcon(state, states),
      value: state,
    }),
  );
  const pickedRow = await pickRow<State | undefined>(prompts, {
    title: endTitle(identifier, 'stop', currentState?.name),
    placeholder: l10n.t('Select the new state'),
    matchedProperties: ['description'],
    staysOpen: true,
    rows: () => [...rows, keepStateRow],
  });
  return pickedRow && { value: pickedRow.value, shownId: item?.state };
}

/** Shows the outcome, and offers to check out the branch on which work was started. */
async function showStopped(prompts: Prompts, { repository, base }: CurrentItem, message: string): Promise<void> {
  const checkOutBase =
    base !== undefined && repository !== undefined && repository.head?.branch !== base
      ? [l10n.t('Check Out {0}', base)]
      : [];
  const chosenButton = await prompts.notify('info', message, ...checkOutBase);
  if (chosenButton !== undefined && repository !== undefined && base !== undefined)
    await checkOut(prompts, repository, base);
}

async function checkOut(prompts: Prompts, repository: Repository, branch: string): Promise<void> {
  try {
    await repository.checkout(branch);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    void prompts.notify('error', gitErrorText({ kind: 'checkout', name: branch }, error));
  }
}
