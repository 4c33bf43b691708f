// Converts the input of the tools that create and change work items to request bodies and changes of fields.
import { type ItemAddress, keyOf } from '../../cache/address.ts';
import type { ItemChange, ListField } from '../../cache/changes/itemChange.ts';
import type { NewWorkItem } from '../../contract/resources/workItem.ts';
import { isDay } from '../../std/calendarDay.ts';
import { plainName } from '../../std/displayName.ts';
import { findAddress } from '../findItem.ts';
import type { CreateInput, UpdateInput } from '../inputs.ts';
import { userNames } from '../itemTool.ts';
import { findIdByName, type NameKind, NONE, readNames } from '../projectNames.ts';
import type { ToolContext } from '../toolContext.ts';
import { ToolError } from '../toolError.ts';
import { quoteName } from '../untrustedText.ts';

/**
 * Resolves with one change for each field of the input, in the order in which the changes are sent.
 * @throws ToolError if the input names a record that does not exist, has an invalid value, or changes no field
 */
export async function itemChanges(
  access: ToolContext,
  address: ItemAddress,
  input: UpdateInput,
): Promise<readonly ItemChange[]> {
  const { project } = address;
  const changes: ItemChange[] = [];
  const idOrNull = async (kind: NameKind, name: string): Promise<string | null> =>
    isNone(name) ? null : findIdByName(access, kind, project, name);
  const { name, description, state, priority, parent, startDate, dueDate, estimate, cycle, module } = input;
  if (name !== undefined) changes.push({ field: 'name', value: visibleName(name) });
  if (description !== undefined)
    changes.push({ field: 'description_html', value: await newDescription(access, address, description) });
  if (state !== undefined) changes.push({ field: 'state', value: await findIdByName(access, 'state', project, state) });
  if (priority !== undefined) changes.push({ field: 'priority', value: priority });
  if (input.addAssignees !== undefined || input.removeAssignees !== undefined)
    changes.push(await listFieldChange(access, project, 'assignees', input.addAssignees, input.removeAssignees));
  if (input.addLabels !== undefined || input.removeLabels !== undefined)
    changes.push(await listFieldChange(access, project, 'labels', input.addLabels, input.removeLabels));
  if (parent !== undefined)
    changes.push({ field: 'parent', value: isNone(parent) ? null : await findParentId(access, project, parent) });
  if (startDate !== undefined) changes.push({ field: 'start_date', value: parseDayOrNone(startDate) });
  if (dueDate !== undefined) changes.push({ field: 'target_date', value: parseDayOrNone(dueDate) });
  if (estimate !== undefined)
    changes.push({ field: 'estimate_point', value: await estimateOrNull(access, address, estimate) });
  if (cycle !== undefined) changes.push({ field: 'cycle', value: await idOrNull('cycle', cycle) });
  if (module !== undefined) changes.push({ field: 'module', value: await idOrNull('module', module) });
  if (changes.length === 0) throw new ToolError('Nothing to change: name at least one field.');
  return changes;
}

/**
 * Resolves with the body of the request for a new work item.
 * @throws ToolError if the input names a record that does not exist, or has an invalid value
 */
export async function newItemBody(access: ToolContext, project: string, input: CreateInput): Promise<NewWorkItem> {
  const { description, state, priority, assignees, labels, parent, startDate, dueDate } = input;
  const name = visibleName(input.name);
  const [start, due] = [parseDay(startDate), parseDay(dueDate)];
  if (start !== undefined && due !== undefined && due < start)
    throw new ToolError('The due date is before the start date.');
  return {
    name,
    ...(description === undefined ? {} : { description_html: await access.texts.toHtml(description) }),
    ...(state === undefined ? {} : { state: await findIdByName(access, 'state', project, state) }),
    ...(priority === undefined ? {} : { priority }),
    ...(assignees === undefined ? {} : { assignees: await findIdsByName(access, project, 'assignees', assignees) }),
    ...(labels === undefined ? {} : { labels: await findIdsByName(access, project, 'labels', labels) }),
    ...(parent === undefined ? {} : { parent: await findParentId(access, project, parent) }),
    ...(start === undefined ? {} : { start_date: start }),
    ...(due === undefined ? {} : { target_date: due }),
  };
}

/** @throws ToolError if the name has no visible character */
function visibleName(name: string): string {
  const visible = plainName(name).trim();
  if (visible === '') throw new ToolError('The name is empty.');
  return visible;
}

/** Resolves with the HTML of the description in which the model's Markdown replaces the text that it has read. */
function newDescription(access: ToolContext, address: ItemAddress, markdown: string): Promise<string> {
  const html = access.session.store.item(address)?.description_html ?? '';
  return access.texts.edited(keyOf(address), html, markdown, userNames(access, address));
}

async function listFieldChange(
  access: ToolContext,
  project: string,
  field: ListField,
  added: readonly string[] = [],
  removed: readonly string[] = [],
): Promise<ItemChange> {
  return {
    field,
    add: await findIdsByName(access, project, field, added),
    remove: await findIdsByName(access, project, field, removed),
  };
}

async function findIdsByName(
  access: ToolContext,
  project: string,
  field: ListField,
  names: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names)
    ids.push(await findIdByName(access, field === 'labels' ? 'label' : 'member', project, name));
  return [...new Set(ids)];
}

async function findParentId(access: ToolContext, project: string, identifier: string): Promise<string> {
  const parent = await findAddress(access, identifier);
  if (parent.project !== project)
    throw new ToolError(`${quoteName(identifier)} is in another project. A parent must be in the same project.`);
  return parent.id;
}

function isNone(text: string): boolean {
  return text.trim().toLowerCase() === NONE;
}

function parseDayOrNone(text: string): string | null {
  return isNone(text) ? null : (parseDay(text) ?? null);
}

function parseDay(text: string | undefined): string | undefined {
  if (text === undefined || isNone(text)) return undefined;
  if (!isDay(text)) throw new ToolError(`There is no day ${quoteName(text)}. Use a date such as 2026-11-20.`);
  return text;
}

/** Resolves with the value of the field: a number from 0 to 7, or the id of a point of the project's estimate system. */
async function estimateOrNull(access: ToolContext, { project, id }: ItemAddress, text: string): Promise<string | null> {
  if (isNone(text)) return null;
  const scale = access.session.store.estimateScale(project, [id]);
  if (scale === 'none') throw new ToolError('The project has no estimates.');
  if (scale === 'numbers') {
    if (!/^[0-7]$/.test(text)) throw new ToolError('An estimate is a whole number from 0 to 7, or "none".');
    return text;
  }
  if ((await readNames(access, 'estimate', project)).length === 0)
    throw new ToolError("The server does not list the project's estimate points. Change the estimate in Plane.");
  return findIdByName(access, 'estimate', project, text);
}
