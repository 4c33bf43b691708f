// Plans and sends the changes of the tools that create, change and comment on work items.
import * as l10n from '@vscode/l10n';
import type { CommentInput, CreateInput, UpdateInput } from '../../../agents/inputs.ts';
import { userNames } from '../../../agents/itemTool.ts';
import type { ToolContext } from '../../../agents/toolContext.ts';
import { commentOutcomeResult, prepareComment, sendPreparedComment } from '../../../agents/writes/comment.ts';
import { creationResult, prepareCreation, sendCreation } from '../../../agents/writes/creation.ts';
import type { ExternalIdTracker } from '../../../agents/writes/unansweredWrites.ts';
import { prepareUpdate, reloadedValuesText, reportWritten, sendChanges } from '../../../agents/writes/update.ts';
import type { ItemAddress } from '../../../cache/address.ts';
import { type ChangeField, type ItemChange, stepsOf } from '../../../cache/changes/itemChange.ts';
import { mayHaveBeenProcessed } from '../../../client/apiError.ts';
import { FIELD_TEXTS } from '../../../items/fieldTexts.ts';
import { changedText, fieldValueText, identifierOrName, stepText } from '../../../items/valueTexts.ts';
import type { Session } from '../../../session/session.ts';
import { displayName, visibleText } from '../../../std/displayName.ts';
import { truncate } from '../../../std/truncate.ts';
import type { QuickEditRunner, UndoableChange } from '../quickEdit/quickEditRunner.ts';
import type { AgentChanges } from './agentChanges.ts';
import type { WritePlan } from './plannedWrite.ts';

export interface WriteDeps {
  readonly quickEdits: Pick<QuickEditRunner, 'applyUndoable'>;
  readonly changes: AgentChanges;
  readonly unansweredExternalIds: ExternalIdTracker;
}

/** Plans the change of the fields of one work item. */
export async function planUpdate(
  deps: WriteDeps,
  access: ToolContext<Session>,
  input: UpdateInput,
): Promise<WritePlan> {
  const { session } = access;
  const { store } = session;
  const prepared = await prepareUpdate(access, input);
  if ('result' in prepared) return prepared;
  const { address, item, neededChanges } = prepared;
  const identifier = identifierOrName(store, address);
  const valueSteps = neededChanges.map(({ step }) => step).filter(({ field }) => field !== 'description_html');
  const newDescription = neededChanges.find(({ step }) => step.field === 'description_html')?.step.after;
  const changedLines =
    typeof newDescription === 'string'
      ? await access.texts.changedLines(item.description_html ?? '', newDescription, userNames(access, address))
      : [];
  return {
    title: l10n.t('Change {0}?', identifier),
    lines: [
      displayName(item.name),
      ...valueSteps.map((step) => `${FIELD_TEXTS[step.field].title(identifier)}: ${stepText(store, step)}`),
      ...(changedLines.length === 0 ? [] : [l10n.t('Changes of the description:'), ...changedLines]),
    ],
    isExternal: false,
    changeKey: JSON.stringify([
      session.account,
      address,
      neededChanges.map(({ step }) => [step.field, step.before, step.after]),
    ]),
    send: () =>
      sendUpdate(
        deps,
        access,
        address,
        neededChanges.map(({ change }) => change),
      ),
  };
}

async function sendUpdate(
  deps: WriteDeps,
  access: ToolContext<Session>,
  address: ItemAddress,
  changes: readonly ItemChange[],
): Promise<string> {
  const { session, clock, signal } = access;
  const { store } = session;
  const undoableChanges: UndoableChange[] = [];
  const changeTexts: string[] = [];
  let isUncertain = false;
  const now = (): number => clock.now();
  const { message } = await sendChanges(changes, now, async (group) => {
    const [first] = group;
    if (first === undefined) return [];
    const edit = {
      field: first.field,
      progress: () => FIELD_TEXTS[first.field].title(identifierOrName(store, address)),
    };
    const steps = group.flatMap((change) => stepsOf(store, [address], change, group));
    const { outcomes, undoableChange } = await deps.quickEdits.applyUndoable(edit, { session, address }, group, {
      signal,
    });
    isUncertain ||= outcomes.some(
      (outcome) => outcome.kind === 'cancelled' || (outcome.kind === 'failed' && mayHaveBeenProcessed(outcome.fault)),
    );
    if (undoableChange !== undefined) undoableChanges.push(undoableChange);
    for (const [index, step] of steps.entries())
      if (outcomes[index]?.kind === 'done' || isUncertain) changeTexts.push(changedText(store, step));
    if (first.field === 'description_html' && outcomes[0]?.kind === 'done') await reportWritten(access, address);
    return outcomes;
  });
  if (changeTexts.length > 0)
    deps.changes.add({
      session,
      address,
      text: changeTexts.join('; '),
      isUncertain,
      undoAction: { kind: 'undo', changes: undoableChanges },
    });
  return reloadedValuesText(access, address, message);
}

/** Plans the creation of one work item. */
export async function planCreation(
  deps: WriteDeps,
  access: ToolContext<Session>,
  input: CreateInput,
): Promise<WritePlan> {
  const { session } = access;
  const { store } = session;
  const prepared = await prepareCreation(access, input);
  const { project, body } = prepared;
  const newItemAddress = { project: project.id, id: '' };
  const valueLine = (field: (typeof NEW_ITEM_FIELDS)[number]): readonly string[] => {
    const value = body[field];
    if (value === undefined) return [];
    const text = fieldValueText(store, newItemAddress, field, value);
    return [`${FIELD_TEXTS[field].title(l10n.t('the new work item'))}: ${text}`];
  };
  return {
    title: l10n.t('Create a work item in “{0}”?', displayName(project.name)),
    lines: [
      displayName(body.name),
      ...NEW_ITEM_FIELDS.flatMap(valueLine),
      ...(input.description === undefined
        ? []
        : [l10n.t('Description:'), ...visibleText(input.description).split('\n')]),
    ],
    isExternal: false,
    changeKey: prepared.callKey,
    send: async () => {
      const outcome = await sendCreation(access, deps.unansweredExternalIds, prepared);
      if ('item' in outcome) {
        const address = { project: project.id, id: outcome.item.id };
        deps.changes.add({
          session,
          address,
          text: l10n.t('Created {0} “{1}”', identifierOrName(store, address), displayName(outcome.item.name)),
          isUncertain: false,
          undoAction: { kind: 'deleteItem' },
        });
      } else if (outcome.isUncertain)
        deps.changes.add({
          session,
          address: undefined,
          text: l10n.t('Created “{0}”', displayName(body.name)),
          isUncertain: true,
          undoAction: { kind: 'none' },
        });
      return creationResult(access, outcome);
    },
  };
}

const NEW_ITEM_FIELDS = [
  'state',
  'priority',
  'assignees',
  'labels',
  'parent',
  'start_date',
  'target_date',
] as const satisfies readonly ChangeField[];

/** Plans to send a comment on one work item. */
export async function planComment(
  deps: WriteDeps,
  access: ToolContext<Session>,
  input: CommentInput,
): Promise<WritePlan> {
  const { session } = access;
  const { store } = session;
  const prepared = await prepareComment(access, input);
  const { address, visibility } = prepared;
  const identifier = identifierOrName(store, address);
  const isExternal = visibility === 'EXTERNAL';
  return {
    title: isExternal
      ? l10n.t('Send an external comment on {0}?', identifier)
      : l10n.t('Send an internal comment on {0}?', identifier),
    lines: [
      displayName(store.item(address)?.name ?? ''),
      isExternal
        ? l10n.t('External: people outside the workspace can see it if the project is shared.')
        : l10n.t('Internal: only members of this workspace can see it.'),
      ...prepared.text.split('\n'),
    ],
    isExternal,
    changeKey: prepared.callKey,
    send: async () => {
      const outcome = await sendPreparedComment(access, deps.unansweredExternalIds, prepared);
      const addChange = (isUncertain: boolean, commentId: string | undefined): void =>
        deps.changes.add({
          session,
          address,
          text: l10n.t('Comment on {0}: {1}', identifier, truncate(displayName(prepared.text), 80)),
          isUncertain,
          undoAction: commentId === undefined ? { kind: 'none' } : { kind: 'deleteComment', commentId },
        });
      if (outcome.sent) addChange(false, outcome.comment?.id);
      else if (outcome.isUncertain) addChange(true, undefined);
      return commentOutcomeResult(access, outcome);
    },
  };
}
