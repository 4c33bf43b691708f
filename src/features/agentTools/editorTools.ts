// What tools do in a window of VS Code: the current work item, starting and finishing work, and mentions in files.
import * as l10n from '@vscode/l10n';
import { findAddress, readItem } from '../../agents/findItem.ts';
import type { WritePlan } from '../../agents/plannedWrite.ts';
import { findCompletedStateId } from '../../agents/projectNames.ts';
import { branchSentence, GIT_FAILED_TEXT, OUTCOME_MESSAGES, savedValuesText } from '../../agents/resultTexts.ts';
import { type EditorTools, type ToolContext, waitForAllowance } from '../../agents/toolContext.ts';
import { NO_CURRENT_ITEM_TEXT, ToolError } from '../../agents/toolError.ts';
import { readCompletionProblems, sendChanges } from '../../agents/writes/update.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { type ItemChange, isUnchanged, stepsOf } from '../../core/cache/changes/itemChange.ts';
import type { Session } from '../../core/session/session.ts';
import { fieldTitle, identifierOrName, stepText } from '../../items/valueTexts.ts';
import { GitError } from '../../shell/git/gitError.ts';
import type { CurrentItem, WorkOnItems } from '../../shell/itemPicker/currentWork.ts';
import { displayName } from '../../std/displayName.ts';

export interface EditorToolsDeps {
  readonly work: Omit<WorkOnItems, 'start'>;
  readonly findMentions: EditorTools['findMentions'];
}

/** Returns what tools do in this window while the session is signed in. */
export function createEditorTools(deps: EditorToolsDeps, session: Session): EditorTools {
  return {
    currentIdentifier: async () => (await currentItemOf(deps, session))?.identifier,
    findMentions: (identifier, signal) => deps.findMentions(identifier, signal),
    planWork: (access, { action, id, branch = true, state }) =>
      action === 'start' && id !== undefined
        ? planStartWork(deps, session, access, id, branch)
        : planFinishWork(deps, session, access, id, state),
  };
}

/**
 * Resolves with the current work item. Resolves with undefined if there is none, if it no longer exists, or if it
 * belongs to another session.
 */
async function currentItemOf({ work }: EditorToolsDeps, session: Session): Promise<CurrentItem | undefined> {
  const current = await throwingToolErrors(() => work.loadCurrent());
  return current === undefined || current.isGone || current.session !== session ? undefined : current;
}

/** Runs git for a tool. Rejects with a ToolError if git fails. */
async function throwingToolErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GitError ? new ToolError(GIT_FAILED_TEXT) : error;
  }
}

/** Plans to start work on a work item, with the same steps as the command Start Work. */
async function planStartWork(
  deps: EditorToolsDeps,
  session: Session,
  access: ToolContext,
  id: string,
  hasBranch: boolean,
): Promise<WritePlan> {
  const address = await findAddress(access, id);
  await waitForAllowance(access);
  const prepared = await throwingToolErrors(() => deps.work.planStart({ session, address }, hasBranch));
  const { identifier, name, steps } = prepared;
  return {
    title: l10n.t('Start work on {0}?', identifier),
    lines: [displayName(name), ...steps],
    isExternal: false,
    changeKey: JSON.stringify(['start', session.account, address, steps]),
    send: async () => {
      await throwingToolErrors(() => prepared.start());
      const current = await currentItemOf(deps, session);
      const isStarted = current?.address?.id === address.id;
      const text = l10n.t('Started work on {0}', identifier);
      access.remember({ address, text, isUncertain: !isStarted, undo: undefined });
      const branch = branchSentence(current?.branch === '' ? undefined : current?.branch);
      const message = isStarted ? OUTCOME_MESSAGES.started : OUTCOME_MESSAGES.notStarted;
      return { text: await readItemWithMessage(access, address, `${message} ${branch}`), isSaved: isStarted };
    },
  };
}

/** Plans to finish work on a work item, by default on the current one. */
async function planFinishWork(
  deps: EditorToolsDeps,
  session: Session,
  access: ToolContext,
  id: string | undefined,
  newState: string | undefined,
): Promise<WritePlan> {
  const { store } = session;
  const current = await currentItemOf(deps, session);
  const identifier = id ?? current?.identifier;
  if (identifier === undefined) return { result: NO_CURRENT_ITEM_TEXT };
  const address = await findAddress(access, identifier);
  await readItem(access, address, identifier, { isCurrent: true });
  const change: ItemChange = {
    field: 'state',
    value: await findCompletedStateId(access, address.project, newState),
  };
  const [step] = stepsOf(store, [address], change);
  const problems = step === undefined ? [] : await readCompletionProblems(access, [step]);
  const isCurrent = current?.address?.id === address.id;
  const shownIdentifier = identifierOrName(store, address);
  return {
    title: l10n.t('Finish work on {0}?', shownIdentifier),
    lines: [
      displayName(store.item(address)?.name ?? ''),
      ...(step === undefined ? [] : [`${fieldTitle('state', shownIdentifier)}: ${stepText(store, step)}`]),
      ...problems,
      ...(isCurrent ? [l10n.t('Clear the current work item')] : []),
    ],
    isExternal: false,
    changeKey: JSON.stringify(['finish', session.account, address, step?.before, step?.after, isCurrent]),
    send: async () => {
      const { isSaved, isUncertain, savedSteps, changeTexts, results } = await sendChanges(access, address, [change]);
      if (step !== undefined && !isUnchanged(step) && changeTexts.length > 0) {
        const undo = { kind: 'fields', requests: savedSteps.length === 0 ? [] : [savedSteps] } as const;
        access.remember({ address, text: changeTexts.join('; '), isUncertain, undo });
      }
      if (isSaved && isCurrent && current !== undefined) await deps.work.clearCurrent(current);
      const message = isSaved ? OUTCOME_MESSAGES.finished : results.join('. ');
      return { text: await readItemWithMessage(access, address, message), isSaved };
    },
  };
}

async function readItemWithMessage(
  access: ToolContext,
  { project, id }: ItemAddress,
  message: string,
): Promise<string> {
  const item = await access.session.store.resources.workItems.readOne(id, project, { urgency: 'visible' });
  return savedValuesText(access, item, message);
}
