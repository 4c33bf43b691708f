// Finds work items and projects by the identifiers and names that a language model uses.

import { faultOf, isMissingOrForbidden } from '../client/apiError.ts';
import type { Project } from '../contract/resources/project.ts';
import { normalizeIdentifier } from '../contract/resources/workItem.ts';
import { type ItemAddress, keyOf } from '../core/cache/address.ts';
import { readAllPages } from '../core/cache/lists/readAllPages.ts';
import { hasDescription, type ItemRecord } from '../core/cache/record.ts';
import type { Store } from '../core/cache/store/store.ts';
import { findByName } from './nameLookup.ts';
import { type ToolContext, waitForAllowance } from './toolContext.ts';
import { ToolError } from './toolError.ts';
import { quoteName } from './untrustedText.ts';

/** A record that the server has sent within this time is not requested again, in milliseconds. */
const MAX_CACHE_AGE_MS = 15_000;

/** Resolves with the projects that the user has joined. Requests them if their list is not complete. */
export async function joinedProjects(access: ToolContext): Promise<readonly Project[]> {
  const { store, client } = access.session;
  const { status, next } = store.resources.projects.list().state;
  const isComplete = status === 'ready' && next === undefined;
  if (!isComplete) {
    const options = await waitForAllowance(access);
    const projects = await readAllPages((query) => client.call.listProjects({ query }, options));
    store.resources.projects.storeRecords('', projects);
  }
  return [...store.resources.projects.records.all().values()]
    .flatMap(({ id }) => store.project(id) ?? [])
    .filter(({ is_member, archived_at }) => is_member !== false && !archived_at);
}

/**
 * Resolves with the project that has this identifier or name.
 * @throws ToolError if no project has it
 */
export async function findProject(access: ToolContext, name: string): Promise<Project> {
  const projects = await joinedProjects(access);
  return findByName(
    'project',
    projects.map((record) => ({ ...record, names: [record.identifier, record.name] })),
    name,
  );
}

/**
 * Resolves with the address of the work item with this identifier. Sends a request only if the work item is not cached.
 * @throws ToolError if no work item has the identifier
 */
export async function findAddress(access: ToolContext, identifier: string): Promise<ItemAddress> {
  const { store } = access.session;
  const address = cachedAddress(store, identifier);
  if (address !== undefined) return address;
  try {
    const { project, id } = await store.readByIdentifier(identifier, await waitForAllowance(access));
    return { project, id };
  } catch (error) {
    throw toNotFoundError(error, identifier);
  }
}

/** Like `findAddress`, but also loads the work item into the cache, so that a confirmation can show its name. */
export async function findLoadedItem(access: ToolContext, identifier: string): Promise<ItemAddress> {
  const { store } = access.session;
  const address = await findAddress(access, identifier);
  if (store.item(address) === undefined || store.identifier(address) === undefined)
    await store.resources.workItems.readOne(address.id, address.project, await waitForAllowance(access));
  return address;
}

/**
 * Resolves with the work item as it is on the server, with its description. Sends no request if the cached work item is
 * at most `MAX_CACHE_AGE_MS` old, unless `isCurrent`: what a change is computed on must be read immediately before it.
 * @throws ToolError if the work item does not exist
 */
export async function readItem(
  access: ToolContext,
  address: ItemAddress,
  identifier: string,
  { isCurrent = false } = {},
): Promise<ItemRecord> {
  const { workItems } = access.session.store.resources;
  const cachedItem = workItems.records.confirmed(keyOf(address));
  const age = access.clock.now() - (workItems.records.fetchedAt(keyOf(address)) ?? 0);
  if (!isCurrent && cachedItem !== undefined && hasDescription(cachedItem) && age < MAX_CACHE_AGE_MS) return cachedItem;
  try {
    return await workItems.readOne(address.id, address.project, { ...(await waitForAllowance(access)), isCurrent });
  } catch (error) {
    throw toNotFoundError(error, identifier);
  }
}

/** Returns the address of the cached work item with this identifier. */
function cachedAddress(store: Store, identifier: string): ItemAddress | undefined {
  const normalized = normalizeIdentifier(identifier);
  const dashIndex = normalized.lastIndexOf('-');
  const [prefix, sequence] = [normalized.slice(0, dashIndex), Number(normalized.slice(dashIndex + 1))];
  for (const item of store.resources.workItems.records.all().values()) {
    if (item.sequence_id !== sequence) continue;
    if (normalizeIdentifier(store.project(item.project)?.identifier ?? '') === prefix)
      return { project: item.project, id: item.id };
  }
  return undefined;
}

/** Returns a ToolError if the error means that the work item does not exist; otherwise the error itself. */
function toNotFoundError(error: unknown, identifier: string): unknown {
  if (error instanceof ToolError) return error;
  const fault = faultOf(error);
  const isMissing = isMissingOrForbidden(fault) || (fault.kind === 'rejected' && fault.status === 400);
  return isMissing
    ? new ToolError(`There is no work item ${quoteName(identifier)}, or the user has no access to it.`)
    : error;
}
