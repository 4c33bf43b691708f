// Creates a work item for a language model, without duplicates when the call is repeated.
import type { ItemRecord } from '../../cache/record.ts';
import { EXTERNAL_SOURCE } from '../../cache/resources/sendComment.ts';
import { type Fault, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { Project } from '../../contract/resources/project.ts';
import type { NewWorkItem } from '../../contract/resources/workItem.ts';
import { findProject } from '../findItem.ts';
import type { CreateInput } from '../inputs.ts';
import { newItemBody } from '../itemUpdate.ts';
import { failureResult, OUTCOME_MESSAGES, savedValuesText } from '../resultTexts.ts';
import type { ToolContext } from '../toolContext.ts';
import type { ExternalIdTracker } from './unansweredWrites.ts';
import { reloadedValuesText } from './update.ts';

export interface PreparedCreation {
  readonly project: Project;
  readonly body: NewWorkItem;
  /** A text that identifies the account, the tool and the input of the call. */
  readonly callKey: string;
}

/**
 * `wasCreatedEarlier` means that an earlier call had already created the work item. `ignoredFields` are the sent fields
 * that the server did not store, for example assignees who are guests.
 */
interface CreatedItem {
  readonly item: ItemRecord;
  readonly wasCreatedEarlier: boolean;
  readonly ignoredFields: readonly string[];
}

export type CreationOutcome = CreatedItem | { readonly fault: Fault; readonly isUncertain: boolean };

/** @throws ToolError if the project or another record that the input names does not exist */
export async function prepareCreation(access: ToolContext, input: CreateInput): Promise<PreparedCreation> {
  const project = await findProject(access, input.project);
  const body = await newItemBody(access, project.id, input);
  return { project, body, callKey: JSON.stringify(['create', access.session.account, project.id, body]) };
}

/** Creates the work item with an external id, by which a repeated call finds the work item of an earlier call. */
export async function sendCreation(
  access: ToolContext,
  idTracker: ExternalIdTracker,
  { project, body, callKey }: PreparedCreation,
): Promise<CreationOutcome> {
  const { externalId, isRepeated } = idTracker.begin(callKey);
  const request = { ...body, external_source: EXTERNAL_SOURCE, external_id: externalId };
  const creationResponse = await createOnce(access, project.id, request);
  if ('item' in creationResponse) {
    idTracker.end(callKey);
    return creationResponse;
  }
  const isUncertain = mayHaveBeenProcessed(creationResponse.fault);
  if (!isUncertain && !isRepeated) idTracker.end(callKey);
  return { fault: creationResponse.fault, isUncertain };
}

/** Resolves with the result for the model. */
export async function creationResult(access: ToolContext, outcome: CreationOutcome): Promise<string> {
  if ('fault' in outcome) return failureResult(outcome.fault, access.clock.now(), outcome.isUncertain);
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
): Promise<CreatedItem | { readonly fault: Fault }> {
  const { workItems } = session.store.resources;
  try {
    const item = await workItems.create(body, project, { signal });
    return { item, wasCreatedEarlier: false, ignoredFields: ignoredFieldsOf(body, item) };
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind !== 'rejected' || fault.status !== 409 || fault.existingId === undefined) return { fault };
    return { item: await workItems.readOne(fault.existingId, project), wasCreatedEarlier: true, ignoredFields: [] };
  }
}

/** The fields of a new work item whose values are ids, dates or names, which servers store as they are or not at all. */
const COMPARED_FIELDS = ['state', 'priority', 'assignees', 'labels', 'parent', 'start_date', 'target_date'] as const;

function ignoredFieldsOf(body: NewWorkItem, item: ItemRecord): string[] {
  return COMPARED_FIELDS.filter((field) => {
    const [sent, stored] = [body[field] ?? [], item[field] ?? []].map((value) => [value].flat().sort());
    return sent !== undefined && sent.length > 0 && sent.join() !== stored?.join();
  });
}

function ignoredFieldsSentence(fields: readonly string[]): string[] {
  return fields.length === 0 ? [] : [`The server did not store: ${fields.join(', ').replaceAll('_', ' ')}.`];
}
