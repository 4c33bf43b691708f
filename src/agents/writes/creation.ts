// Creates one work item for a language model, once.
import type { ItemRecord } from '../../cache/record.ts';
import { EXTERNAL_SOURCE } from '../../cache/resources/sendComment.ts';
import { type Fault, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { Project } from '../../contract/resources/project.ts';
import type { NewWorkItem } from '../../contract/resources/workItem.ts';
import type { AgentAccess } from '../access.ts';
import { findProject } from '../findItem.ts';
import type { CreateInput } from '../inputs.ts';
import { newItemBody, type ToHtml } from '../itemUpdate.ts';
import { DONE, failureResult, readBack } from '../resultTexts.ts';
import type { ExternalIds } from '../unansweredWrites.ts';
import { withServerValues } from './update.ts';

export interface PreparedCreation {
  readonly project: Project;
  readonly body: NewWorkItem;
  /** Identifies the account, the tool and the input. */
  readonly call: string;
}

/** `isEarlier`: an earlier attempt had created the work item already. */
export type CreationOutcome =
  | { readonly item: ItemRecord; readonly isEarlier: boolean }
  | { readonly fault: Fault; readonly isUncertain: boolean };

/** @throws ToolProblem if something in the input does not exist */
export async function prepareCreation(
  access: AgentAccess,
  input: CreateInput,
  toHtml: ToHtml,
): Promise<PreparedCreation> {
  const project = await findProject(access, input.project);
  const body = await newItemBody(access, project.id, input, toHtml);
  return { project, body, call: JSON.stringify(['create', access.session.account, project.id, body]) };
}

/** Sends the work item with an external id, with which a repeated call finds what an earlier one has created. */
export async function sendCreation(
  access: AgentAccess,
  ids: ExternalIds,
  { project, body, call }: PreparedCreation,
): Promise<CreationOutcome> {
  const { externalId, isRepeated } = ids.begin(call);
  const request = { ...body, external_source: EXTERNAL_SOURCE, external_id: externalId };
  const created = await createOnce(access, project.id, request);
  if ('item' in created) {
    ids.end(call);
    return created;
  }
  const isUncertain = mayHaveBeenProcessed(created.fault);
  if (!isUncertain && !isRepeated) ids.end(call);
  return { fault: created.fault, isUncertain };
}

/** Resolves with the result for the model. */
export async function creationResult(access: AgentAccess, outcome: CreationOutcome): Promise<string> {
  if ('fault' in outcome) return failureResult(outcome.fault, access.clock.now(), outcome.isUncertain);
  const { item, isEarlier } = outcome;
  const message = isEarlier ? DONE.createdEarlier : DONE.created;
  // The answer has the id of the state that the project sets, and no name.
  const isStateKnown = item.state === null || access.session.store.state(item.project, item.state) !== undefined;
  return isStateKnown ? readBack(access, item, message) : withServerValues(access, item, message);
}

/** Creates the work item. If the server has one with this external id, resolves with that one. */
async function createOnce(
  { session, signal }: AgentAccess,
  project: string,
  body: NewWorkItem,
): Promise<{ readonly item: ItemRecord; readonly isEarlier: boolean } | { readonly fault: Fault }> {
  const { workItems } = session.store.resources;
  try {
    return { item: await workItems.create(body, project, { signal }), isEarlier: false };
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind !== 'rejected' || fault.status !== 409 || fault.existing === undefined) return { fault };
    return { item: await workItems.readOne(fault.existing, project), isEarlier: true };
  }
}
