// Searches work items for a language model: first the cached work items, then the server.

import { raceAbort } from '../client/abort.ts';
import { ApiError, faultOf, isMissingOrForbidden } from '../client/apiError.ts';
import type { Project } from '../contract/resources/project.ts';
import { identifierOf, isIdentifier } from '../contract/resources/workItem.ts';
import { Finder } from '../core/cache/find.ts';
import type { ItemRecord, LabelRecord } from '../core/cache/record.ts';
import { dueDay } from '../items/fields.ts';
import { findAddress, findProject, joinedProjects } from './findItem.ts';
import type { SearchInput } from './inputs.ts';
import { identifierText, isOpenItem, itemRow, priorityText, quoteUnusualIdentifier } from './itemRow.ts';
import { findByName } from './nameLookup.ts';
import { findIdByName, NONE, namesOfPerson } from './projectNames.ts';
import { countWithNoun, resultPage } from './resultPages.ts';
import { hasAllowance, type ToolContext, waitForAllowance } from './toolContext.ts';
import { ToolError } from './toolError.ts';
import { quoteName, UNTRUSTED_TEXT_NOTE } from './untrustedText.ts';

/** The maximum number of work items in all pages of a result. */
const MAX_RESULTS = 500;
/** The maximum number of pages of work items that one call requests. The next call reads on. */
const MAX_REQUESTED_PAGES = 10;

type ItemCondition = (item: ItemRecord) => boolean;

/** Resolves with the work items that match the input, as text. */
export async function searchWorkItems(access: ToolContext, input: SearchInput): Promise<string> {
  const { store, me } = access.session;
  const { text = '', includeClosed = false, page = 1 } = input;
  const isMine = isMe(input.assignee);
  const currentTexts = isMine ? await currentItemTexts(access) : [];
  const projects =
    input.project === undefined ? await joinedProjects(access) : [await findProject(access, input.project)];
  const incompleteProjects = projects.filter(({ id }) => !isComplete(access, id));
  const readsOn = text.trim() === '' || hasFilter(input);
  if (readsOn) await readOn(access, incompleteProjects, page);
  const exactItem = await findByIdentifier(access, text.trim());
  const conditions = await conditionsOf(access, input, projects);
  if (!includeClosed) conditions.push((item) => item === exactItem || isOpenItem(store, item));
  const projectIds = new Set(projects.map(({ id }) => id));
  const matches: ItemCondition = (item) => projectIds.has(item.project) && conditions.every((holds) => holds(item));
  const foundItems =
    text.trim() === ''
      ? cachedItems(access, matches).toSorted(isMine ? compareUrgency : compareChange)
      : findInCache(access, text, matches);
  const items = exactItem !== undefined && matches(exactItem) ? [...new Set([exactItem, ...foundItems])] : foundItems;
  const serverRows =
    text.trim() === '' || incompleteProjects.length === 0
      ? []
      : await findOnServer(access, text, input, projectIds, items);
  const rows = [
    ...items.slice(0, MAX_RESULTS).map((item) => itemRow(store, item, isMine ? me.id : undefined)),
    ...serverRows,
  ];
  const notes = incompleteTexts(access, projects, readsOn);
  const count = countWithNoun(rows.length, 'work item');
  const countText = notes.length > 0 || items.length > MAX_RESULTS ? `At least ${count}` : count;
  const head = rows.length === 0 ? 'No work items found.' : `${countText}. ${UNTRUSTED_TEXT_NOTE}`;
  return resultPage(
    [head, ...currentTexts, ...notes],
    rows,
    page,
    (next) => `For more, repeat the call with "page": ${next}, or narrow the search.`,
  );
}

/**
 * Reads the lists of the projects from where an earlier call ended, until they are complete, `MAX_REQUESTED_PAGES` were
 * requested, or the rate limit is scarce. A call for a later page of the result does not read on, because the work items
 * of the earlier pages would move. Rejects with an ApiError if a request fails.
 */
async function readOn(access: ToolContext, projects: readonly Project[], resultPage: number): Promise<void> {
  const lists = projects.map(({ id }) => access.session.store.list({ of: 'items', owner: id }));
  let pages = 0;
  for (const list of lists.filter(({ state }) => resultPage === 1 || state.status !== 'ready'))
    do {
      if (pages > 0 && (pages >= MAX_REQUESTED_PAGES || !hasAllowance(access.session.client))) return;
      // The requests have no signal, because a view may wait for the same request, which must continue if the call is
      // canceled.
      const { urgency } = await waitForAllowance(access);
      const options = urgency === undefined ? {} : { urgency };
      await raceAbort(list.state.status === 'ready' ? list.loadMore(options) : list.read(options), access.signal);
      if (list.state.fault !== undefined) throw new ApiError(list.state.fault);
      pages += 1;
    } while (list.state.next !== undefined);
}

/** Resolves with the work item whose identifier is `text`, or with undefined. */
async function findByIdentifier(access: ToolContext, text: string): Promise<ItemRecord | undefined> {
  if (!isIdentifier(text)) return undefined;
  try {
    return access.session.store.item(await findAddress(access, text));
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** Whether the input has a filter, which the server's search would ignore. */
function hasFilter({ state, label, assignee, priority }: SearchInput): boolean {
  return [state, label, assignee, priority].some((filter) => filter !== undefined);
}

/** Whether the cache has all work items of the project. */
function isComplete({ session }: ToolContext, project: string): boolean {
  const { status, next } = session.store.list({ of: 'items', owner: project }).state;
  return status === 'ready' && next === undefined;
}

/**
 * Returns a line for each project whose list is not complete, for at most five of them, and how the model can read on
 * if `readsOn`.
 */
function incompleteTexts(access: ToolContext, projects: readonly Project[], readsOn: boolean): string[] {
  return projects
    .filter(({ id }) => !isComplete(access, id))
    .slice(0, 5)
    .map((project) => `${incompleteText(access, project)}${readsOn ? ' Repeat the call to read more.' : ''}`);
}

function incompleteText({ session }: ToolContext, { id, identifier }: Project): string {
  const { ids, total } = session.store.list({ of: 'items', owner: id }).state;
  const cachedItems = [...session.store.resources.workItems.records.all().values()].filter(
    (item) => item.project === id,
  );
  const count = Math.max(ids.length, cachedItems.length);
  const countText =
    total === undefined ? countWithNoun(count, 'work item') : `${count} of ${countWithNoun(total, 'work item')}`;
  return `Project ${quoteName(identifier)}: only ${countText} ${count === 1 ? 'is' : 'are'} known so far.`;
}

async function conditionsOf(
  access: ToolContext,
  { state, label, assignee, priority, project }: SearchInput,
  projects: readonly Project[],
): Promise<ItemCondition[]> {
  const { store, me } = access.session;
  const { seenNames, resources } = store;
  const { states, labels } = resources;
  const [onlyProject] = projects;
  const projectId = project === undefined ? undefined : onlyProject?.id;
  const conditions: ItemCondition[] = [];
  if (state !== undefined) {
    const ids =
      projectId === undefined
        ? idsOfName('state', [...states.records.all().values(), ...seenNames.all.states], state)
        : [await findIdByName(access, 'state', projectId, state)];
    conditions.push((item) => item.state !== null && ids.includes(item.state));
  }
  if (label !== undefined) {
    const ids =
      projectId === undefined
        ? idsOfName('label', [...labels.records.all().values(), ...seenNames.all.labels], label)
        : [await findIdByName(access, 'label', projectId, label)];
    conditions.push((item) => item.labels.some((id) => ids.includes(id)));
  }
  if (priority !== undefined) conditions.push((item) => item.priority === priority);
  if (assignee?.toLowerCase() === NONE) conditions.push((item) => item.assignees.length === 0);
  else if (isMe(assignee)) conditions.push((item) => item.assignees.includes(me.id));
  else if (assignee !== undefined) {
    const id =
      projectId === undefined
        ? await findMemberId(access, assignee)
        : await findIdByName(access, 'member', projectId, assignee);
    conditions.push((item) => item.assignees.includes(id));
  }
  return conditions;
}

/**
 * Returns the ids of all records with this name. They include those that were received in work items, because the lists
 * of all projects are too many to read.
 * @throws ToolError if no record has the name
 */
function idsOfName(kind: string, records: readonly LabelRecord[], name: string): readonly string[] {
  const ids = records.filter((record) => record.name.toLowerCase() === name.trim().toLowerCase()).map(({ id }) => id);
  if (ids.length > 0) return ids;
  const distinctRecords = [
    ...new Map(records.map((record) => [record.name, { id: record.id, names: [record.name] }])).values(),
  ];
  return [findByName(kind, distinctRecords, name).id];
}

/** Resolves with the id of the workspace member with this name. */
async function findMemberId(access: ToolContext, name: string): Promise<string> {
  const { workspaceUsers } = access.session.store;
  if (workspaceUsers.list().readAt === undefined) await waitForAllowance(access);
  const records = await workspaceUsers.readAll();
  return findByName(
    'person',
    records.map((user) => ({ id: user.id, names: namesOfPerson(user) })),
    name,
  ).id;
}

function isMe(assignee: string | undefined): boolean {
  return assignee?.toLowerCase() === 'me';
}

/** Resolves with the line about the current work item; outside of VS Code, with none. */
async function currentItemTexts({ editor }: ToolContext): Promise<readonly string[]> {
  if (editor === undefined) return [];
  const identifier = await editor.currentIdentifier();
  return [`Current work item: ${identifier === undefined ? 'none' : quoteUnusualIdentifier(identifier)}`];
}

function cachedItems({ session: { store } }: ToolContext, matches: ItemCondition): readonly ItemRecord[] {
  return [...store.resources.workItems.records.all().values()].filter(matches);
}

/** Compares for an order with the work item first that was changed last. */
function compareChange(one: ItemRecord, other: ItemRecord): number {
  return (one.updated_at ?? '') < (other.updated_at ?? '') ? 1 : -1;
}

/** Compares for an order with the most urgent work item first, then by due date. */
function compareUrgency(one: ItemRecord, other: ItemRecord): number {
  return rank(one) - rank(other) || (dueDay(one) ?? '9999').localeCompare(dueDay(other) ?? '9999');
}

function findInCache({ session: { store } }: ToolContext, text: string, matches: ItemCondition): readonly ItemRecord[] {
  const addresses = new Finder(store).find(text, MAX_RESULTS, {
    isWanted: (address) => {
      const item = store.item(address);
      return item !== undefined && matches(item);
    },
  });
  return addresses.flatMap((address) => store.item(address) ?? []);
}

/**
 * Resolves with a line for each work item that the server finds and that is not cached; with no lines if the input has
 * a filter, which the server's search ignores.
 */
async function findOnServer(
  access: ToolContext,
  text: string,
  input: SearchInput,
  projects: ReadonlySet<string>,
  cachedItems: readonly ItemRecord[],
): Promise<readonly string[]> {
  if (hasFilter(input)) return [];
  const { store } = access.session;
  const cachedIds = new Set(cachedItems.map(({ id }) => id));
  try {
    const results = await store.search(text, await waitForAllowance(access));
    return results
      .filter(({ id, project_id }) => !cachedIds.has(id) && projects.has(project_id))
      .filter(({ id, project_id }) => {
        const item = store.item({ project: project_id, id });
        return item === undefined;
      })
      .map(({ project__identifier, sequence_id, name }) => {
        return `${quoteUnusualIdentifier(identifierOf(project__identifier, sequence_id))} ${quoteName(name, 120)}`;
      });
  } catch (error) {
    if (isMissingOrForbidden(faultOf(error))) return [];
    throw error;
  }
}

const PRIORITY_ORDER = ['urgent', 'high', 'medium', 'low'];

function rank({ priority }: ItemRecord): number {
  const index = PRIORITY_ORDER.indexOf(priorityText(priority));
  return index < 0 ? PRIORITY_ORDER.length : index;
}

/** Returns the identifier of a work item as `identifierText` formats it; undefined if the work item is not cached. */
export function cachedIdentifier({ session: { store } }: ToolContext, project: string, id: string): string | undefined {
  const item = store.item({ project, id });
  return item === undefined ? undefined : identifierText(store, item);
}
