// Ends work on a work item: offers the next state, and clears the current work item and commit box.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError } from '../../../client/apiError.ts';
import type { State } from '../../../contract/resources/state.ts';
import { stateIcon } from '../../../tree/presentation/symbols.ts';
import { GitRefusal } from '../../git/refusal.ts';
import type { Repository } from '../../git/repository.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { formatError } from '../../ui/formatError.ts';
import { showError, showInfo } from '../../ui/notifications.ts';
import { QUICK_EDITS } from '../quickEdit/edits.ts';
import { type PickRow, pickRow } from '../quickEdit/pick.ts';
import type { CurrentItem } from './current.ts';
import { endedText, endTitle, refusalText } from './messages.ts';
import { nextStates } from './plan.ts';
import type { Starting } from './start.ts';

export type Ending = 'stop' | 'finish';

/** Rejects with an ApiError if something could not be read first. */
export async function endWork(starting: Starting, current: CurrentItem, why: Ending): Promise<void> {
  const { session, repository, identifier, address, isGone } = current;
  const next = address === undefined || isGone ? { value: undefined } : await askNext(current, address.project, why);
  if (next === undefined) return;
  let newState: string | undefined;
  if (next.value !== undefined && address !== undefined) {
    const change = { field: 'state', value: next.value.id } as const;
    const outcome = await starting.deps.quick.carry(QUICK_EDITS.state, { session, address }, change);
    if (outcome.kind === 'done') newState = next.value.name;
    else {
      const reason =
        outcome.kind === 'failed'
          ? formatError(outcome.fault)
          : l10n.t('The server accepted the change but did not save it.');
      const again = l10n.t('Retry');
      const without = why === 'stop' ? l10n.t('Stop Anyway') : l10n.t('Finish Anyway');
      const chosen = await showError(
        l10n.t('The state of {0} was not changed to {1}. {2}', identifier, next.value.name, reason),
        again,
        without,
      );
      if (chosen === again) return endWork(starting, current, why);
      if (chosen !== without) return;
    }
  }
  await letGo(starting, current);
  await showOutcome(endedText(identifier, why, newState), repository, current.base);
}

/** Removes the current work item of the branch, and what it added to the commit box. */
async function letGo({ current: items, boxes }: Starting, { session, repository }: CurrentItem): Promise<void> {
  await items.keep(session, repository, null);
  if (repository !== undefined) boxes.clear(repository);
}

async function askNext(
  { session, identifier, address }: CurrentItem,
  project: string,
  why: Ending,
): Promise<{ readonly value: State | undefined } | undefined> {
  const { store } = session;
  const item = address === undefined ? undefined : await store.resources.workItems.readOne(address.id, address.project);
  const states = await store.states.read(project);
  if (states.status === 'failed') throw new ApiError(states.fault);
  const now = item?.state === undefined || item.state === null ? undefined : store.state(project, item.state);
  const leave: PickRow<State | undefined> = {
    label: escapeCodicons(now === undefined ? l10n.t('Keep the current state') : l10n.t('Keep {0}', now.name)),
    iconPath: new vscode.ThemeIcon('debug-pause'),
    value: undefined,
  };
  const rows = nextStates(states.records, item?.state ?? null, why).map((one): PickRow<State | undefined> => {
    const { id, color } = stateIcon(one.group ?? undefined);
    return {
      label: escapeCodicons(l10n.t('Change to {0}', one.name)),
      iconPath: new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color)),
      value: one,
    };
  });
  const isDone = why === 'finish' && now?.group === 'completed';
  return pickRow<State | undefined>({
    title: endTitle(identifier, why, now?.name),
    placeholder: l10n.t('Select the new state'),
    rows: () => (isDone ? [leave, ...rows] : [...rows, leave]),
  });
}

/** Offers to check out the branch on which work was started. */
async function showOutcome(
  sentence: string,
  repository: Repository | undefined,
  base: string | undefined,
): Promise<void> {
  const canGoBack = base !== undefined && repository !== undefined && repository.head?.branch !== base;
  const back = l10n.t('Check Out {0}', base ?? '');
  const chosen = await showInfo(sentence, ...(canGoBack ? [back] : []));
  if (chosen !== back || !canGoBack) return;
  try {
    await repository.checkout(base);
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error;
    void showError(refusalText({ kind: 'checkout', name: base }, error));
  }
}
