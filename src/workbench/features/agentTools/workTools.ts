// The tools that start and finish work, and that read the current work item.
import * as l10n from '@vscode/l10n';
import { findAddress, readItem } from '../../../agents/findItem.ts';
import type { FinishWorkInput, StartWorkInput } from '../../../agents/inputs.ts';
import { getWorkItem } from '../../../agents/itemTool.ts';
import { findCompletedStateId } from '../../../agents/projectNames.ts';
import {
  branchSentence,
  NO_CURRENT_ITEM_TEXT,
  OUTCOME_MESSAGES,
  outcomeText,
  savedValuesText,
} from '../../../agents/resultTexts.ts';
import { type ToolContext, waitForAllowance } from '../../../agents/toolContext.ts';
import type { ItemAddress } from '../../../cache/address.ts';
import { type ItemChange, isUnchanged, stepsOf } from '../../../cache/changes/itemChange.ts';
import { mayHaveBeenProcessed } from '../../../client/apiError.ts';
import { FIELD_TEXTS } from '../../../items/fieldTexts.ts';
import { changedText, identifierOrName, stepText } from '../../../items/valueTexts.ts';
import type { Session } from '../../../session/session.ts';
import { displayName } from '../../../std/displayName.ts';
import type { CurrentItem } from '../startWork/currentItems.ts';
import type { PreparedStart } from '../startWork/start.ts';
import type { CurrentWork } from '../startWork/work.ts';
import type { WritePlan } from './plannedWrite.ts';
import type { WriteDeps } from './writes.ts';

export interface WorkToolDeps extends Pick<WriteDeps, 'quickEdits' | 'changes'> {
  readonly work: Pick<CurrentWork, 'loadCurrent' | 'planStart' | 'startPlanned' | 'clearCurrent'>;
}

/** Resolves with text that describes the current work item, in the same form as the result of `getWorkItem`. */
export async function currentWorkItemText({ work }: WorkToolDeps, access: ToolContext<Session>): Promise<string> {
  const current = await currentItemOf(work, access);
  return current === undefined ? NO_CURRENT_ITEM_TEXT : getWorkItem(access, { id: current.identifier });
}

/**
 * Resolves with the current work item. Resolves with undefined if there is none, if it no longer exists, or if it
 * belongs to another session.
 */
export async function currentItemOf(
  work: Pick<CurrentWork, 'loadCurrent'>,
  { session }: ToolContext<Session>,
): Promise<CurrentItem | undefined> {
  const current = await work.loadCurrent();
  return current === undefined || current.isGone || current.session !== session ? undefined : current;
}

/** Plans to start work on a work item, with the same steps as the command Start Work. */
export async function planStartWork(
  deps: WorkToolDeps,
  access: ToolContext<Session>,
  input: StartWorkInput,
): Promise<WritePlan> {
  const { session } = access;
  const address = await findAddress(access, input.id);
  await waitForAllowance(access);
  const prepared = await deps.work.planStart({ session, address }, input.branch !== false);
  const { startData, plan } = prepared;
  return {
    title: l10n.t('Start work on {0}?', startData.identifier),
    lines: [displayName(startData.name), ...startLines(prepared)],
    isExternal: false,
    changeKey: JSON.stringify([
      'start',
      session.account,
      address,
      plan.branch,
      plan.state?.id,
      plan.assignsToMe,
      plan.message,
    ]),
    send: async () => {
      await deps.work.startPlanned(prepared);
      const current = await currentItemOf(deps.work, access);
      const isStarted = current?.address?.id === address.id;
      deps.changes.add({
        session,
        address,
        text: l10n.t('Started work on {0}', startData.identifier),
        isUncertain: !isStarted,
        undoAction: { kind: 'none' },
      });
      const branch = branchSentence(current?.branch === '' ? undefined : current?.branch);
      return readItemWithMessage(
        access,
        address,
        `${isStarted ? OUTCOME_MESSAGES.started : OUTCOME_MESSAGES.notStarted} ${branch}`,
      );
    },
  };
}

function startLines({ startData, plan }: PreparedStart): readonly string[] {
  const { branch, state, assignsToMe, message } = plan;
  return [
    ...(branch?.kind === 'create' ? [l10n.t('Create the branch {0}', branch.name)] : []),
    ...(branch?.kind === 'checkout' ? [l10n.t('Check out the branch {0}', branch.name)] : []),
    ...(state === undefined ? [] : [l10n.t('State: {0} → {1}', startData.currentState, displayName(state.name))]),
    ...(assignsToMe ? [l10n.t('Assign to me')] : []),
    ...(message === undefined ? [] : [l10n.t('Start the commit message with “{0}”', message.trim())]),
  ];
}

/** Plans to finish work on a work item, by default on the current one. */
export async function planFinishWork(
  deps: WorkToolDeps,
  access: ToolContext<Session>,
  input: FinishWorkInput,
): Promise<WritePlan> {
  const { session } = access;
  const { store } = session;
  const current = await currentItemOf(deps.work, access);
  const identifier = input.id ?? current?.identifier;
  if (identifier === undefined) return { result: NO_CURRENT_ITEM_TEXT };
  const address = await findAddress(access, identifier);
  await readItem(access, address, identifier);
  const change: ItemChange = {
    field: 'state',
    value: await findCompletedStateId(access, address.project, input.state),
  };
  const [step] = stepsOf(store, [address], change);
  const isCurrent = current?.address?.id === address.id;
  const shownIdentifier = identifierOrName(store, address);
  return {
    title: l10n.t('Finish work on {0}?', shownIdentifier),
    lines: [
      displayName(store.item(address)?.name ?? ''),
      ...(step === undefined ? [] : [`${FIELD_TEXTS.state.title(shownIdentifier)}: ${stepText(store, step)}`]),
      ...(isCurrent ? [l10n.t('Clear the current work item')] : []),
    ],
    isExternal: false,
    changeKey: JSON.stringify(['finish', session.account, address, step?.before, step?.after, isCurrent]),
    send: async () => {
      const edit = { field: 'state', progress: () => FIELD_TEXTS.state.title(shownIdentifier) } as const;
      const { outcomes, undoableChange } = await deps.quickEdits.applyUndoable(edit, { session, address }, [change], {
        signal: access.signal,
      });
      const [outcome = { kind: 'done' }] = outcomes;
      const isUncertain =
        outcome.kind === 'cancelled' || (outcome.kind === 'failed' && mayHaveBeenProcessed(outcome.fault));
      if (step !== undefined && !isUnchanged(step) && (outcome.kind === 'done' || isUncertain))
        deps.changes.add({
          session,
          address,
          text: changedText(store, step),
          isUncertain,
          undoAction: { kind: 'undo', changes: undoableChange === undefined ? [] : [undoableChange] },
        });
      if (outcome.kind !== 'done')
        return readItemWithMessage(access, address, outcomeText('state', outcome, access.clock.now()));
      if (isCurrent && current !== undefined) await deps.work.clearCurrent(current);
      return readItemWithMessage(access, address, OUTCOME_MESSAGES.finished);
    },
  };
}

async function readItemWithMessage(
  access: ToolContext<Session>,
  { project, id }: ItemAddress,
  message: string,
): Promise<string> {
  const item = await access.session.store.resources.workItems.readOne(id, project, { urgency: 'visible' });
  return savedValuesText(access, item, message);
}
