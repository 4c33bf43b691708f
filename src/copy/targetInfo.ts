// Reads what the user can do on the target and which projects exist there. Changes nothing.
import { randomUUID } from 'node:crypto';
import type { Client } from '../client/api/client.ts';
import { type Fault, faultOf, isForbidden, isScopeMissing, isUnsupported } from '../client/apiError.ts';
import type { CallOptions } from '../client/call.ts';
import { operations } from '../contract/operations.ts';
import { readAllPages } from '../core/cache/lists/readAllPages.ts';
import type { TargetUsers } from './users.ts';

export interface TargetInfo extends TargetUsers {
  /** The user's role in the workspace (20 admin, 15 member, 5 guest); null if unknown. */
  readonly role: number | null;
  readonly projects: readonly { readonly name: string; readonly identifier: string }[];
  /** The scopes that the access token needs but does not have. Empty for an API key, which has no scopes. */
  readonly missingScopes: readonly string[];
  readonly requestsPerMinute: number;
  /** Whether the server is known to be an open-source server. */
  readonly isOpenSource: boolean;
}

/** The operations whose scopes the access token needs, one for each kind of record that is copied. */
export type CopyWriteOperation =
  | 'createProject'
  | 'updateState'
  | 'updateLabel'
  | 'updateModule'
  | 'updateCycle'
  | 'updateWorkItem'
  | 'updateComment'
  | 'updateLink'
  | 'createRelation'
  | 'completeAttachment';

export interface ReadTargetInfoOptions {
  readonly client: Client;
  /** The operations whose scopes are checked. */
  readonly writes: readonly CopyWriteOperation[];
  readonly signal?: AbortSignal | undefined;
}

/** Resolves with information about the target. Rejects with an ApiError, for example if the credential is invalid. */
export async function readTargetInfo({ client, writes, signal }: ReadTargetInfoOptions): Promise<TargetInfo> {
  const options: CallOptions = signal === undefined ? { urgency: 'visible' } : { urgency: 'visible', signal };
  const user = await client.call.getCurrentUser({}, options);
  const readMembers = async (): ReturnType<Client['call']['listWorkspaceMembers']> => {
    try {
      return await client.call.listWorkspaceMembers({}, options);
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (!isForbidden(fault) && !isUnsupported(fault)) throw thrown;
      return { results: [], next: undefined, total: undefined, skipped: 0 };
    }
  };
  const { results: members } = await readMembers();
  const missingScopes = await findMissingScopes(client, writes, options);
  const projects = missingScopes.includes('projects:read')
    ? []
    : await readAllPages((query) => client.call.listProjects({ query }, options));
  return {
    user: user.id,
    role: members.find(({ id }) => id === user.id)?.role ?? null,
    members: members.map(({ id, email }) => ({ id, email: email ?? null })),
    projects: projects.map(({ name, identifier }) => ({ name, identifier })),
    missingScopes,
    requestsPerMinute: client.allowance.limit,
    isOpenSource: client.unsupported.size > 0,
  };
}

/**
 * Finds missing scopes by requests for records that do not exist: a server that checks scopes responds with 403 and
 * names the scope if it is missing. A 403 that names none only means that the project does not exist.
 */
async function findMissingScopes(
  client: Client,
  writes: readonly CopyWriteOperation[],
  options: CallOptions,
): Promise<readonly string[]> {
  const { call, credential } = client;
  // Only access tokens have scopes.
  if (credential === 'key') return [];
  const project_id = randomUUID();
  const readFault = await faultOfRequest(call.getProject({ project_id }, options));
  if (isScopeMissing(readFault)) return ['projects:read'];
  const missingScopes = new Set<string>();
  for (const name of writes) {
    const fault = await faultOfRequest(probeByOperation[name](call, project_id, options));
    const { scope } = operations[name];
    if (scope !== null && isScopeMissing(fault)) missingScopes.add(scope);
  }
  return [...missingScopes];
}

type ScopeProbe = (call: Client['call'], project_id: string, options: CallOptions) => Promise<unknown>;

/** For each operation, a request that changes nothing, because its project does not exist. */
const probeByOperation: Readonly<Record<CopyWriteOperation, ScopeProbe>> = {
  createProject: (call, project_id, options) => call.updateProject({ project_id, body: {} }, options),
  updateState: (call, project_id, options) =>
    call.updateState({ project_id, state_id: randomUUID(), body: {} }, options),
  updateLabel: (call, project_id, options) =>
    call.updateLabel({ project_id, label_id: randomUUID(), body: {} }, options),
  updateModule: (call, project_id, options) =>
    call.updateModule({ project_id, module_id: randomUUID(), body: {} }, options),
  updateCycle: (call, project_id, options) =>
    call.updateCycle({ project_id, cycle_id: randomUUID(), body: {} }, options),
  updateWorkItem: (call, project_id, options) =>
    call.updateWorkItem({ project_id, work_item_id: randomUUID(), body: {} }, options),
  updateComment: (call, project_id, options) =>
    call.updateComment({ project_id, work_item_id: randomUUID(), comment_id: randomUUID(), body: {} }, options),
  updateLink: (call, project_id, options) =>
    call.updateLink({ project_id, work_item_id: randomUUID(), link_id: randomUUID(), body: {} }, options),
  createRelation: (call, project_id, options) =>
    call.createRelation(
      { project_id, work_item_id: randomUUID(), body: { relation_type: 'relates_to', issues: [randomUUID()] } },
      options,
    ),
  completeAttachment: (call, project_id, options) =>
    call.completeAttachment({ project_id, work_item_id: randomUUID(), asset_id: randomUUID(), body: {} }, options),
};

/**
 * Resolves with the fault of the response; if the request succeeded, with `NOT_FOUND_FAULT`, because the scope is not
 * missing then either. Rejects with an ApiError if the fault says nothing about the scope, for example because the
 * server is not reachable.
 */
async function faultOfRequest(request: Promise<unknown>): Promise<Fault> {
  try {
    await request;
    return NOT_FOUND_FAULT;
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault.kind === 'notFound' || fault.kind === 'rejected') return fault;
    throw thrown;
  }
}

const NOT_FOUND_FAULT: Fault = { kind: 'notFound', isRouteMissing: false, detail: '' };
