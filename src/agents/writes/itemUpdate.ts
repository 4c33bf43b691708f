// Converts the input of the tools that create and change work items to request bodies and changes of fields.

import { ITEM_DATES, type NewWorkItem, newWorkItem } from '../../contract/resources/workItem.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import { type ChangeField, type ItemChange, isChangeField, isListField } from '../../core/cache/changes/itemChange.ts';
import { ITEM_FIELDS, itemFieldNames, type ValueSource } from '../../items/fields.ts';
import { isDay } from '../../std/calendarDay.ts';
import { plainName } from '../../std/displayName.ts';
import { findAddress } from '../findItem.ts';
import type { CreateInput, UpdateInput } from '../inputs.ts';
import { userNames } from '../itemTool.ts';
import { findIdByName, type NameKind, NONE, readNames } from '../projectNames.ts';
import type { ToolContext } from '../toolContext.ts';
import { ToolError } from '../toolError.ts';
import { quoteName } from '../untrustedText.ts';

/** The fields that the tools change besides name and description, and their names in the input. */
export const TOOL_FIELDS = itemFieldNames.filter(isChangeField).flatMap((field) => {
  const { agentKey: key } = ITEM_FIELDS[field];
  return key === undefined ? [] : [{ field, key }];
});

/** What the tools call the records of each source. */
const NAME_KINDS: Readonly<Partial<Record<ValueSource, NameKind>>> = {
  states: 'state',
  labels: 'label',
  members: 'member',
  modules: 'module',
  cycles: 'cycle',
};

type FieldInput = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Resolves with one change for each field of the input, in the order in which the changes are sent.
 * @throws ToolError if the input names a record that does not exist, has an invalid value, or changes no field
 */
export async function itemChanges(
  access: ToolContext,
  address: ItemAddress,
  input: UpdateInput,
): Promise<readonly ItemChange[]> {
  const { name, description } = input;
  const values: FieldInput = input;
  const changes: ItemChange[] = [];
  if (name !== undefined) changes.push({ field: 'name', value: visibleName(name) });
  if (description !== undefined)
    changes.push({ field: 'description_html', value: await newDescription(access, address, description) });
  for (const { field, key } of TOOL_FIELDS) {
    if (isListField(field)) {
      const listName = `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
      const [added, removed] = [values[`add${listName}`], values[`remove${listName}`]];
      if (added === undefined && removed === undefined) continue;
      const [add, remove] = [await idsOf(access, address, field, added), await idsOf(access, address, field, removed)];
      changes.push({ field, add, remove });
    } else {
      const [text] = [values[key] ?? []].flat();
      if (text !== undefined) changes.push({ field, value: await valueOf(access, address, field, text) });
    }
  }
  if (changes.length === 0) throw new ToolError('Nothing to change: name at least one field.');
  return changes;
}

/**
 * Resolves with the body of the request for a new work item.
 * @throws ToolError if the input names a record that does not exist, or has an invalid value
 */
export async function newItemBody(access: ToolContext, project: string, input: CreateInput): Promise<NewWorkItem> {
  const { name, description } = input;
  const values: FieldInput = input;
  const body: Partial<Record<ChangeField, unknown>> = { name: visibleName(name) };
  if (description !== undefined) body.description_html = await access.texts.toHtml(description);
  for (const { field, key } of TOOL_FIELDS) {
    const ids = await idsOf(access, { project, id: '' }, field, values[key]);
    if (ids.length > 0) body[field] = isListField(field) ? ids : ids[0];
  }
  const newItem = newWorkItem.parse(body);
  const [start, due] = ITEM_DATES.map((date) => newItem[date]);
  if (start && due && due < start) throw new ToolError('The due date is before the start date.');
  return newItem;
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

/** Resolves with the values that the model names, without `none`. */
async function idsOf(
  access: ToolContext,
  address: ItemAddress,
  field: ChangeField,
  names: FieldInput[string] = [],
): Promise<string[]> {
  const ids = new Set<string>();
  for (const name of [names].flat()) {
    const id = await valueOf(access, address, field, name);
    if (id !== null) ids.add(id);
  }
  return [...ids];
}

/** Resolves with the value of the field that the model names; null for `none`. */
async function valueOf(
  access: ToolContext,
  address: ItemAddress,
  field: ChangeField,
  text: string,
): Promise<string | null> {
  const { kind, source, form } = ITEM_FIELDS[field];
  if (kind === 'priority') return text;
  if (kind === 'id' && form?.isNeverEmpty !== true && isNone(text)) return null;
  if (kind === 'day') return parseDayOrNone(text);
  if (source === 'items') return findParentId(access, address.project, text);
  if (source === 'estimatePoints') return findEstimate(access, address, text);
  const nameKind = source === undefined ? undefined : NAME_KINDS[source];
  return nameKind === undefined ? text : findIdByName(access, nameKind, address.project, text);
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
  if (isNone(text)) return null;
  if (!isDay(text)) throw new ToolError(`There is no day ${quoteName(text)}. Use a date such as 2026-11-20.`);
  return text;
}

/** Resolves with the value of the field: a number from 0 to 7, or the id of a point of the project's estimate system. */
async function findEstimate(access: ToolContext, { project, id }: ItemAddress, text: string): Promise<string> {
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
