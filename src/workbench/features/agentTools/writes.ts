// Plans and sends the changes of the tools that create, change and comment on work items.
import * as l10n from '@vscode/l10n';
import type { AgentAccess } from '../../../agents/access.ts';
import { spareRequest } from '../../../agents/access.ts';
import { faultText, MAY_HAVE_HAPPENED, uncertaintyText } from '../../../agents/faultText.ts';
import { findAddress, findProject, readItem } from '../../../agents/findItem.ts';
import type { CommentInput, CreateInput, UpdateInput } from '../../../agents/inputs.ts';
import { itemChanges, newItemBody, type ToHtml } from '../../../agents/itemUpdate.ts';
import {
  commentResult,
  DONE,
  obstacleResult,
  outcomeText,
  readBack,
  unchangedText,
} from '../../../agents/resultTexts.ts';
import type { UnansweredWrites } from '../../../agents/unansweredWrites.ts';
import type { ItemAddress } from '../../../cache/address.ts';
import { type ChangeField, type ItemChange, isUnchanged, stepsOf } from '../../../cache/changes/itemChange.ts';
import type { ItemRecord } from '../../../cache/record.ts';
import { EXTERNAL_SOURCE } from '../../../cache/resources/sendComment.ts';
import { type Fault, faultOf, mayHaveBeenProcessed } from '../../../client/apiError.ts';
import { displayName } from '../../../std/displayName.ts';
import { truncate } from '../../../std/truncate.ts';
import { FIELD_TEXTS } from '../quickEdit/fieldTexts.ts';
import { changedText, currentValueText, identifierOrName, stepText } from '../quickEdit/messages.ts';
import type { QuickEdits, UndoableChange } from '../quickEdit/quickEdit.ts';
import type { AgentChanges } from './agentChanges.ts';
import type { WritePlan } from './plannedWrite.ts';

/** The part of a text that a confirmation shows. */
const MAX_SHOWN_TEXT = 3_000;

export interface WriteDeps {
  readonly quick: Pick<QuickEdits, 'applyUndoable'>;
  readonly changes: AgentChanges;
  readonly unanswered: UnansweredWrites;
  /** Loads the conversion from Markdown. */
  readonly loadToHtml: () => Promise<ToHtml>;
}

/** Plans the change of the fields of one work item. */
export async function planUpdate(deps: WriteDeps, access: AgentAccess, input: UpdateInput): Promise<WritePlan> {
  const { session } = access;
  const { store } = session;
  const address = await findAddress(access, input.id);
  const item = await readItem(access, address, input.id);
  const changes = await itemChanges(access, address, input, await deps.loadToHtml());
  const planned = changes.flatMap((change) => stepsOf(store, [address], change).map((step) => ({ change, step })));
  const obstacle = planned.find(({ step }) => step.obstacle !== undefined)?.step;
  if (obstacle?.obstacle !== undefined) return { result: obstacleResult(obstacle.field, obstacle.obstacle) };
  const needed = planned.filter(({ step }) => !isUnchanged(step));
  if (needed.length === 0) return { result: unchangedText(access, item) };
  const identifier = identifierOrName(store, address);
  return {
    title: l10n.t('Change {0}?', identifier),
    lines: [
      displayName(item.name),
      ...needed.map(({ step }) => `${FIELD_TEXTS[step.field].title(identifier)}: ${stepText(store, step)}`),
      ...(input.description === undefined ? [] : [l10n.t('New description:'), ...textLines(input.description)]),
    ],
    isExternal: false,
    change: JSON.stringify([session.account, address, needed.map(({ step }) => [step.field, step.before, step.after])]),
    send: () =>
      sendUpdate(
        deps,
        access,
        address,
        needed.map(({ change }) => change),
      ),
  };
}

async function sendUpdate(
  deps: WriteDeps,
  access: AgentAccess,
  address: ItemAddress,
  changes: readonly ItemChange[],
): Promise<string> {
  const { session, clock, signal } = access;
  const { store } = session;
  const results: string[] = [];
  const undoables: UndoableChange[] = [];
  const savedTexts: string[] = [];
  let isComplete = true;
  let isUncertain = false;
  for (const change of changes) {
    const edit = {
      field: change.field,
      progress: () => FIELD_TEXTS[change.field].title(identifierOrName(store, address)),
    };
    const [step] = stepsOf(store, [address], change);
    const { outcome, undo } = await deps.quick.applyUndoable(edit, { session, address }, change, { signal });
    results.push(outcomeText(change.field, outcome, clock.now()));
    isUncertain ||= outcome.kind === 'cancelled' || (outcome.kind === 'failed' && mayHaveBeenProcessed(outcome.fault));
    if (undo !== undefined) undoables.push(undo);
    if (step !== undefined && (outcome.kind === 'done' || isUncertain)) savedTexts.push(changedText(store, step));
    isComplete = outcome.kind === 'done';
    if (!isComplete) break;
  }
  if (savedTexts.length > 0)
    deps.changes.add({
      session,
      address,
      text: savedTexts.join('; '),
      isUncertain,
      undoAction: { kind: 'undo', changes: undoables },
    });
  const sentence = `${isComplete ? DONE.updated : DONE.partly} ${results.join('. ')}.`;
  return withValues(access, address, sentence);
}

/** Resolves with the sentence and the values on the server, or with the sentence and why they could not be read. */
async function withValues(access: AgentAccess, address: ItemAddress, sentence: string): Promise<string> {
  const { session, clock } = access;
  try {
    const item = await session.store.resources.workItems.readOne(address.id, address.project, { urgency: 'visible' });
    return readBack(access, item, sentence);
  } catch (error) {
    return `${sentence} ${faultText(faultOf(error), clock.now())}`;
  }
}

/** Plans the creation of one work item. */
export async function planCreation(deps: WriteDeps, access: AgentAccess, input: CreateInput): Promise<WritePlan> {
  const { session } = access;
  const { store } = session;
  const project = await findProject(access, input.project);
  const body = await newItemBody(access, project.id, input, await deps.loadToHtml());
  const place = { project: project.id, id: '' };
  const valueLine = (field: (typeof NEW_ITEM_FIELDS)[number]): readonly string[] => {
    const value = body[field];
    if (value === undefined) return [];
    const text = currentValueText(store, place, field, value);
    return [`${FIELD_TEXTS[field].title(l10n.t('the new work item'))}: ${text}`];
  };
  const call = JSON.stringify(['create', session.account, project.id, body]);
  return {
    title: l10n.t('Create a work item in “{0}”?', displayName(project.name)),
    lines: [
      displayName(body.name),
      ...NEW_ITEM_FIELDS.flatMap(valueLine),
      ...(input.description === undefined ? [] : [l10n.t('Description:'), ...textLines(input.description)]),
    ],
    isExternal: false,
    change: call,
    send: async () => {
      const { externalId, isRepeated } = deps.unanswered.begin(call);
      const request = { ...body, external_source: EXTERNAL_SOURCE, external_id: externalId };
      const created = await createOnce(access, project.id, request);
      if ('fault' in created) {
        const { fault } = created;
        const isUncertain = mayHaveBeenProcessed(fault);
        if (isUncertain)
          deps.changes.add({
            session,
            address: undefined,
            text: l10n.t('Created “{0}”', displayName(body.name)),
            isUncertain,
            undoAction: { kind: 'none' },
          });
        else if (!isRepeated) deps.unanswered.end(call);
        return failureResult(fault, access.clock.now(), isUncertain);
      }
      deps.unanswered.end(call);
      const { item, isEarlier } = created;
      const address = { project: project.id, id: item.id };
      deps.changes.add({
        session,
        address,
        text: l10n.t('Created {0} “{1}”', identifierOrName(store, address), displayName(item.name)),
        isUncertain: false,
        undoAction: { kind: 'deleteItem' },
      });
      return readBack(access, item, isEarlier ? DONE.createdEarlier : DONE.created);
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

type CreatedItem = { readonly item: ItemRecord; readonly isEarlier: boolean } | { readonly fault: Fault };

/** Creates the work item. If the server has one with this external id, resolves with that one. */
async function createOnce(
  { session, signal }: AgentAccess,
  project: string,
  body: Parameters<AgentAccess['session']['store']['resources']['workItems']['create']>[0],
): Promise<CreatedItem> {
  const { workItems } = session.store.resources;
  try {
    return { item: await workItems.create(body, project, { signal }), isEarlier: false };
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind !== 'rejected' || fault.status !== 409 || fault.existing === undefined) return { fault };
    return { item: await workItems.readOne(fault.existing, project), isEarlier: true };
  }
}

/** Plans a comment. */
export async function planComment(deps: WriteDeps, access: AgentAccess, input: CommentInput): Promise<WritePlan> {
  const { session } = access;
  const { store } = session;
  const address = await findAddress(access, input.id);
  if (store.item(address) === undefined || store.identifier(address) === undefined)
    await store.resources.workItems.readOne(address.id, address.project, await spareRequest(access));
  const identifier = identifierOrName(store, address);
  const visibility = input.visibility ?? 'INTERNAL';
  const isExternal = visibility === 'EXTERNAL';
  const call = JSON.stringify(['comment', session.account, address, visibility, input.text]);
  return {
    title: isExternal
      ? l10n.t('Send an external comment on {0}?', identifier)
      : l10n.t('Send an internal comment on {0}?', identifier),
    lines: [
      displayName(store.item(address)?.name ?? ''),
      isExternal
        ? l10n.t('External: people outside the workspace can see it if the project is shared.')
        : l10n.t('Internal: only members of this workspace see it.'),
      ...textLines(input.text),
    ],
    isExternal,
    change: call,
    send: async () => {
      const toHtml = await deps.loadToHtml();
      const { externalId, isRepeated } = deps.unanswered.begin(call);
      const draft = { access: visibility, externalId, ...(isRepeated ? { sentText: input.text } : {}) };
      const outcome = await store.comments.send(address, draft, toHtml(input.text));
      const addChange = (isUncertain: boolean, comment: string | undefined): void =>
        deps.changes.add({
          session,
          address,
          text: l10n.t('Comment on {0}: {1}', identifier, truncate(displayName(input.text), 80)),
          isUncertain,
          undoAction: comment === undefined ? { kind: 'none' } : { kind: 'deleteComment', comment },
        });
      if (!outcome.sent) {
        if (outcome.perhaps) addChange(true, undefined);
        else if (!isRepeated) deps.unanswered.end(call);
        return failureResult(outcome.fault, access.clock.now(), outcome.perhaps);
      }
      deps.unanswered.end(call);
      addChange(false, outcome.comment?.id);
      return commentResult(outcome.earlier ? DONE.commentedEarlier : DONE.commented, outcome.comment);
    },
  };
}

function failureResult(fault: Fault, now: number, isUncertain: boolean): string {
  const text = faultText(fault, now);
  return isUncertain ? `${text} ${uncertaintyText(fault) || MAY_HAVE_HAPPENED}` : text;
}

/** Returns the lines of a text that an agent wants to send, as the confirmation shows them. */
function textLines(text: string): readonly string[] {
  return truncate(text, MAX_SHOWN_TEXT).split(/\r\n?|\n/);
}
