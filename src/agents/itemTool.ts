// Describes one work item for a language model.

import { faultOf, isForbidden, isMissingOrForbidden, isUnsupported } from '../client/apiError.ts';
import type { Comment } from '../contract/resources/comment.ts';
import { RELATION_TYPES } from '../contract/resources/relation.ts';
import { nameOfUser } from '../contract/resources/user.ts';
import { idOf } from '../contract/schema/wire.ts';
import { type ItemAddress, keyOf } from '../core/cache/address.ts';
import { readAllPages } from '../core/cache/lists/readAllPages.ts';
import type { ItemRecord } from '../core/cache/record.ts';
import { usersIn } from '../core/cache/record.ts';
import type { Store } from '../core/cache/store/store.ts';
import { parseCodeComment } from '../core/comments/findCodeComments.ts';
import { ITEM_FIELDS, type ItemFieldName, itemFieldNames, storedValue } from '../items/fields.ts';
import { nameOfValue } from '../items/valueTexts.ts';
import { findAddress, readItem } from './findItem.ts';
import type { ItemInput } from './inputs.ts';
import { dayText, identifierText, itemRow, knownPersonName, personName, priorityText, stateText } from './itemRow.ts';
import type { UserNames } from './modelTexts.ts';
import { lastPageOf, resultPage } from './resultPages.ts';
import { cachedIdentifier } from './searchTool.ts';
import { type ToolContext, waitForAllowance } from './toolContext.ts';
import { NO_CURRENT_ITEM_TEXT, ToolError } from './toolError.ts';
import { quoteName, UNTRUSTED_TEXT_NOTE } from './untrustedText.ts';

const MAX_SUB_ITEMS = 50;
const MAX_CODE_LINKS = 30;

/** Resolves with the work item as text: its fields, description, sub-items, relations, links, code and comments. */
export async function getWorkItem(access: ToolContext, { id, page = 1 }: ItemInput): Promise<string> {
  const identifier = await requestedIdentifier(access, id);
  const address = await findAddress(access, identifier);
  const item = await readItem(access, address, identifier);
  const comments = await commentsOf(access, address);
  const description = await access.texts.read(item.description_html, userNames(access, address));
  const descriptionLines = [...fieldLines(access, item), ...section('Description:', description.lines)];
  const lines = [
    ...descriptionLines,
    ...description.placeholderLines,
    ...subItemLines(access, item),
    ...(await relationLines(access, address)),
    ...(await linkLines(access, address)),
    ...linkedCodeSection(address, comments),
    ...(await commentLines(access, address, comments)),
  ];
  const head = [`${identifierText(access.session.store, item)} ${quoteName(item.name)}. ${UNTRUSTED_TEXT_NOTE}`];
  const result = resultPage(head, lines, page, (next) => `For more, repeat the call with "page": ${next}.`);
  const lastPage = lastPageOf(head, lines, descriptionLines.length);
  access.texts.reportRead(keyOf(address), item.description_html ?? '', page, lastPage);
  return result;
}

/**
 * Resolves with the identifier in the input of a call, by default that of the current work item.
 * @throws ToolError if there is no current work item; outside of VS Code there is never one
 */
export async function requestedIdentifier({ editor }: ToolContext, id: string | undefined): Promise<string> {
  const identifier = id ?? (await editor?.currentIdentifier());
  if (identifier === undefined) throw new ToolError(NO_CURRENT_ITEM_TEXT);
  return identifier;
}

/** Returns the function that finds the names of users whom texts of the project mention. */
export function userNames({ session: { store } }: ToolContext, { project }: Pick<ItemAddress, 'project'>): UserNames {
  return (id) => knownPersonName(store, project, id);
}

/** Returns one line for each field with its value, for example `Priority: high`. */
export function fieldLines({ session: { store } }: ToolContext, item: ItemRecord): string[] {
  return [
    `State: ${stateText(store, item)}`,
    ...itemFieldNames.filter((field) => field !== 'state').flatMap((field) => fieldLine(store, item, field)),
    `Created: ${dayText(item.created_at)}; changed: ${dayText(item.updated_at)}`,
  ];
}

/** Returns no line for a field that the tools do not know, and for one without a value unless it is a list. */
function fieldLine(store: Store, item: ItemRecord, field: ItemFieldName): readonly string[] {
  const { kind, agentKey } = ITEM_FIELDS[field];
  const values = [storedValue(item, ITEM_FIELDS[field]) ?? []].flat();
  if (agentKey === undefined || (kind !== 'ids' && values.length === 0)) return [];
  const words = agentKey.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const text = values.map((value) => valueText(store, item.project, field, value)).join(', ');
  return [`${words.charAt(0).toUpperCase()}${words.slice(1)}: ${text || 'none'}`];
}

function valueText(store: Store, project: string, field: ItemFieldName, value: string): string {
  const { kind, source } = ITEM_FIELDS[field];
  if (kind === 'priority') return priorityText(value);
  if (kind === 'day') return dayText(value);
  if (source === 'members') return personName(store, project, value);
  if (source === 'items') {
    const parent = store.item({ project, id: value });
    return parent === undefined ? 'not loaded' : itemRow(store, parent);
  }
  const name = source === undefined ? value : nameOfValue(store, project, source, value);
  return source === 'estimatePoints' && /^\d+$/.test(name ?? '') ? `${name}` : quoteName(name ?? 'unknown');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function subItemLines({ session: { store } }: ToolContext, { project, id }: ItemRecord): readonly string[] {
  const children = [...store.resources.workItems.records.all().values()].filter(
    (item) => item.project === project && item.parent === id,
  );
  const rows = children.slice(0, MAX_SUB_ITEMS).map((item) => `- ${itemRow(store, item)}`);
  const { status, next } = store.list({ of: 'items', owner: project }).state;
  const isPartial = status !== 'ready' || next !== undefined;
  return section(`Sub-items (${children.length}${isPartial ? ' known so far' : ''}):`, rows);
}

/** Resolves with no lines if the server does not support relations, or the user may not read them. */
async function relationLines(access: ToolContext, { project, id }: ItemAddress): Promise<readonly string[]> {
  const { call } = access.session.client;
  const relations = await undefinedIfUnavailable(async () =>
    call.listRelations({ project_id: project, work_item_id: id }, await waitForAllowance(access)),
  );
  if (relations === undefined) return [];
  const rows = RELATION_TYPES.flatMap((type) => {
    const ids = (relations[type] ?? []).map((related) => (typeof related === 'string' ? related : related.issue_id));
    const names = ids.map((related) => cachedIdentifier(access, project, related) ?? 'a work item that is not loaded');
    return names.length === 0 ? [] : [`- ${type}: ${names.join(', ')}`];
  });
  return section('Relations:', rows);
}

async function linkLines(access: ToolContext, { project, id }: ItemAddress): Promise<readonly string[]> {
  const { call } = access.session.client;
  const links = await undefinedIfUnavailable(async () =>
    call.listLinks({ project_id: project, work_item_id: id, query: {} }, await waitForAllowance(access)),
  );
  const rows = (links?.results ?? []).map(({ title, url }) => `- ${quoteName(title ?? '')} ${quoteName(url, 500)}`);
  return section('Web links:', rows);
}

async function undefinedIfUnavailable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

/**
 * Whether the server lacks the operation or the record, or the user may not access it. Throws any error that is not an
 * ApiError.
 */
function isMissing(error: unknown): boolean {
  const fault = faultOf(error);
  return isUnsupported(fault) || isForbidden(fault) || isMissingOrForbidden(fault);
}

/**
 * Resolves with the comments, the oldest first. The comments are requested in each call, because other users may have
 * added comments.
 */
async function commentsOf(access: ToolContext, address: ItemAddress): Promise<readonly Comment[]> {
  const { store, client } = access.session;
  const { project, id } = address;
  const options = await waitForAllowance(access);
  const comments = await readAllPages((query) =>
    client.call.listComments({ project_id: project, work_item_id: id, query: { ...query, expand: 'actor' } }, options),
  );
  store.seenNames.addUsers(comments.flatMap(({ actor }) => usersIn(actor)));
  return [...comments].sort((one, other) => Date.parse(one.created_at ?? '') - Date.parse(other.created_at ?? ''));
}

function linkedCodeSection(item: ItemAddress, comments: readonly Comment[]): readonly string[] {
  return section('Linked code:', codeCommentLines(item, comments).slice(0, MAX_CODE_LINKS));
}

/** Returns a line for each comment that links code: with the path, the lines, the commit and the repository. */
function codeCommentLines(item: ItemAddress, comments: readonly Comment[]): readonly string[] {
  return comments.flatMap((comment) => {
    const codeLink = parseCodeComment(comment, item)?.place;
    if (codeLink === undefined) return [];
    const { path, lines, commit, repository } = codeLink;
    return [
      `- ${quoteName(path, 500)} lines ${lines.first} to ${lines.last} at commit ${commit.slice(0, 10)} of ${quoteName(repository)}`,
    ];
  });
}

async function commentLines(
  access: ToolContext,
  address: ItemAddress,
  comments: readonly Comment[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [index, comment] of comments.entries()) {
    const text = await access.texts.read(comment.comment_html, userNames(access, address));
    lines.push(commentHead(access, address, comment, `Comment ${index + 1} of ${comments.length}`));
    for (const line of text.lines) lines.push(line);
  }
  return lines;
}

function commentHead({ session }: ToolContext, { project }: ItemAddress, comment: Comment, title: string): string {
  const { actor, created_by, access, created_at } = comment;
  const author = actor ?? created_by;
  const [user] = usersIn(author);
  const name =
    user === undefined
      ? author === null || author === undefined
        ? 'an unknown person'
        : personName(session.store, project, idOf(author))
      : quoteName(nameOfUser(user));
  const visibility = access === 'EXTERNAL' ? 'external' : 'internal';
  return `${title} by ${name}, ${visibility}, ${dayText(created_at)}:`;
}

/** Resolves with a line for each comment of the work item that links code. */
export async function linkedCodeLines(access: ToolContext, address: ItemAddress): Promise<readonly string[]> {
  return codeCommentLines(address, await commentsOf(access, address));
}
