// Creates a work item for a language model, without duplicates when the call is repeated.
import * as l10n from '@vscode/l10n';
import { existingIdOf, type Fault, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import { type EditableField, isEditableField, type NewWorkItem } from '../../contract/resources/workItem.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { EXTERNAL_SOURCE } from '../../core/cache/resources/sendComment.ts';
import { fieldTitle, fieldValueText, identifierOrName } from '../../items/valueTexts.ts';
import { displayName, visibleText } from '../../std/displayName.ts';
import { findProject } from '../findItem.ts';
import type { CreateInput, IdempotencyInput } from '../inputs.ts';
import type { WritePlan } from '../plannedWrite.ts';
import { failureResult, OUTCOME_MESSAGES, savedValuesText } from '../resultTexts.ts';
import type { ToolContext } from '../toolContext.ts';
import { trackerForKey } from '../unansweredWrites.ts';
import { newItemBody, TOOL_FIELDS } from './itemUpdate.ts';
import { reloadedValuesText } from './update.ts';

/**
 * `wasCreatedEarlier` means that an earlier call had already created the work item. `ignoredFields` are the sent fields
 * that the server did not store, for example assignees who are guests.
 */
interface CreatedItem {
  readonly item: ItemRecord;
  readonly wasCreatedEarlier: boolean;
  readonly ignoredFields: readonly string[];
}

type CreationOutcome = CreatedItem | { readonly fault: Fault };

/**
 * The fields that a confirmation shows, besides name and description. Their values are ids, dates or names, which servers
 * store as they are or not at all.
 */
const SHOWN_FIELDS = TOOL_FIELDS.map(({ field }) => field).filter(isEditableField);

/**
 * Plans to create a work item with an external id, by which a repeated call finds the work item of an earlier call.
 * @throws ToolError if the project or another record that the input names does not exist
 */
export async function planCreation(access: ToolContext, input: CreateInput & IdempotencyInput): Promise<WritePlan> {
  const { session, remember } = access;
  const { store, account } = session;
  const project = await findProject(access, input.project);
  const body = await newItemBody(access, project.id, input);
  const callKey = JSON.stringify(['create', account, project.id, body]);
  const idTracker = trackerForKey(access.externalIds, [account, 'create', project.id], input.idempotencyKey);
  const newItemAddress = { project: project.id, id: '' };
  const valueLine = (field: EditableField): readonly string[] => {
    const value = body[field];
    if (value === undefined) return [];
    const text = fieldValueText(store, newItemAddress, field, value);
    return [`${fieldTitle(field, l10n.t('the new work item'))}: ${text}`];
  };
  return {
    title: l10n.t('Create a work item in “{0}”?', displayName(project.name)),
    lines: [
      displayName(body.name),
      ...SHOWN_FIELDS.flatMap(valueLine),
      ...(input.description === undefined
        ? []
        : [l10n.t('Description:'), ...visibleText(input.description).split('\n')]),
    ],
    isExternal: false,
    changeKey: callKey,
    send: async () => {
      const { externalId, isRepeated } = idTracker.begin(callKey);
      const request = { ...body, external_source: EXTERNAL_SOURCE, external_id: externalId };
      const outcome = await createOnce(access, project.id, request);
      const isSaved = 'item' in outcome;
      const isUncertain = !isSaved && mayHaveBeenProcessed(outcome.fault);
      if (isSaved || (!isUncertain && !isRepeated)) idTracker.end(callKey);
      if (isSaved) {
        const address = { project: project.id, id: outcome.item.id };
        const text = l10n.t('Created {0} “{1}”', identifierOrName(store, address), displayName(outcome.item.name));
        remember({ address, text, isUncertain, undo: { kind: 'item' } });
      } else if (isUncertain) {
        const text = l10n.t('Created “{0}”', displayName(body.name));
        remember({ address: undefined, text, isUncertain, undo: undefined });
      }
      return { text: await resultText(access, outcome, isUncertain), isSaved };
    },
  };
}

/** Resolves with the result for the model. */
async function resultText(access: ToolContext, outcome: CreationOutcome, isUncertain: boolean): Promise<string> {
  if ('fault' in outcome) return failureResult(outcome.fault, access.clock.now(), isUncertain);
  const { item, wasCreatedEarlier } = outcome;
  const message = [
    wasCreatedEarlier ? OUTCOME_MESSAGES.createdEarlier : OUTCOME_MESSAGES.created,
    ...ignoredFieldsSentence(outcome.ignoredFields),
  ].join(' ');
  // The server may have set the default state. The response contains only its id, and the name may not be cached.
  const isStateKnown = item.state === null || access.session.store.state(item.project, item.state) !== undefined;
  return isStateKnown ? savedValuesText(access, item, message) : reloadedValuesText(access, item, message);
}

/** Creates the work item, or reads the existing work item with the same external id. */
async function createOnce(
  { session, signal }: ToolContext,
  project: string,
  body: NewWorkItem,
): Promise<CreationOutcome> {
  const { workItems } = session.store.resources;
  try {
    const item = await workItems.create(body, project, { signal });
    return { item, wasCreatedEarlier: false, ignoredFields: ignoredFieldsOf(body, item) };
  } catch (error) {
    const fault = faultOf(error);
    const existingId = existingIdOf(fault);
    if (existingId === undefined) return { fault };
    return { item: await workItems.readOne(existingId, project), wasCreatedEarlier: true, ignoredFields: [] };
  }
}

function ignoredFieldsOf(body: NewWorkItem, item: ItemRecord): string[] {
  return SHOWN_FIELDS.filter((field) => {
    const [sent, stored] = [body[field] ?? [], item[field] ?? []].map((value) => [value].flat().sort());
    return sent !== undefined && sent.length > 0 && sent.join() !== stored?.join();
  });
}

function ignoredFieldsSentence(fields: readonly string[]): string[] {
  return fields.length === 0 ? [] : [`The server did not store: ${fields.join(', ').replaceAll('_', ' ')}.`];
}
