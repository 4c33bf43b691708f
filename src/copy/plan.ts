// Plans the copy of a project: what is copied, what cannot be copied, and how long the copy takes. Pure.
import * as z from 'zod';
import { newProject } from '../contract/resources/project.ts';
import { STATE_GROUPS } from '../contract/resources/state.ts';
import { MAX_BODY_BYTES } from '../contract/schema/limits.ts';
import { groupRelations } from './relations.ts';
import { type SourceProject, sourceProject } from './source.ts';
import type { CopyWriteOperation, TargetInfo } from './targetInfo.ts';
import { mapUsers, unknownReferences, usersInFields } from './users.ts';

/** The kinds of records that are copied and counted, in the order in which they are copied. */
export const COPIED_KINDS = [
  'state',
  'label',
  'module',
  'cycle',
  'workItem',
  'relation',
  'link',
  'attachment',
  'comment',
] as const;
export type CopiedKind = (typeof COPIED_KINDS)[number];

const warning = z.discriminatedUnion('kind', [
  /**
   * Users without an account on the target. The copied work items are not assigned to them, and mentions of them show
   * no name.
   */
  z.object({ kind: z.literal('unknownUsers'), names: z.array(z.string()) }),
  /**
   * Comments of other users. Each copy is a comment of the current user that starts with the name of the author and the
   * date.
   */
  z.object({ kind: z.literal('otherAuthors'), count: z.number() }),
  /** Work items whose number on the target differs from their number in the source. */
  z.object({ kind: z.literal('otherNumbers'), count: z.number() }),
  /** Work items whose type is not copied, because a new project has no types. */
  z.object({ kind: z.literal('types'), count: z.number() }),
  /**
   * Work items whose estimate is not copied: open-source targets accept no estimates, and a point of an estimate system
   * exists only in its project.
   */
  z.object({ kind: z.literal('estimates'), count: z.number() }),
  /** Relations to work items of other projects, which are not copied. */
  z.object({ kind: z.literal('relationsOutside'), count: z.number() }),
  /** Images whose file is not an attachment of the work item that shows them. They are not copied. */
  z.object({ kind: z.literal('images'), count: z.number() }),
  /** Attachments that are larger than the default limit of a server, so the target may reject them. */
  z.object({ kind: z.literal('largeAttachments'), count: z.number() }),
  /** States of an unknown group. Work items in these states get the default state. */
  z.object({ kind: z.literal('states'), names: z.array(z.string()) }),
  /** Records of the source that could not be parsed. */
  z.object({ kind: z.literal('unreadable'), count: z.number() }),
]);
export type CopyWarning = z.output<typeof warning>;

/** Why the copy cannot start. */
export type CopyBlocker =
  | { readonly kind: 'missingScopes'; readonly scopes: readonly string[] }
  /** The user is a guest in the workspace, and guests cannot create projects. */
  | { readonly kind: 'guest' }
  | { readonly kind: 'nameTaken' | 'identifierTaken' }
  /** `detail` says what is wrong with the name or identifier, in the display language. */
  | { readonly kind: 'invalidName'; readonly detail: string };

export const copyPlan = z.object({
  source: sourceProject,
  /** The name and the identifier of the new project. */
  project: z.object({ name: z.string(), identifier: z.string() }),
  /** Ids of the target's users by ids of the source's users. */
  users: z.record(z.string(), z.string()),
  /** Ids of the target's users who become members of the project. */
  members: z.array(z.string()),
  counts: z.record(z.enum(COPIED_KINDS), z.number()),
  warnings: z.array(warning),
  copiesEstimates: z.boolean(),
  /** Approximate duration at the rate limit of the target. */
  minutes: z.number(),
});
/** Plain data, which is stored on disk while the copy is not complete. */
export type CopyPlan = z.output<typeof copyPlan>;

export interface PlanOptions {
  readonly source: SourceProject;
  readonly target: TargetInfo;
  /** The name of the new project. Default: the name of the source. */
  readonly name?: string;
  /** The identifier of the new project. Default: the identifier of the source. */
  readonly identifier?: string;
}

export interface PlanResult {
  readonly plan: CopyPlan;
  /** The reasons why the copy cannot start; empty if it can start. */
  readonly blockers: readonly CopyBlocker[];
}

/**
 * Counts the records to copy, compares the source with the target, and estimates the duration. Never throws: what
 * prevents the copy is in `blockers`.
 */
export function planCopy(options: PlanOptions): PlanResult {
  const { source, target } = options;
  const project = {
    name: (options.name ?? source.name).trim(),
    identifier: (options.identifier ?? source.identifier).trim().toUpperCase(),
  };
  const users = mapUsers(source, target);
  const userIdsInFields = usersInFields(source);
  const members = [...new Set([...userIdsInFields].flatMap((id) => users[id] ?? []))].filter(
    (id) => id !== target.user,
  );
  const copiesEstimates = !target.isOpenSource;
  const counts = countsOf(source);
  const plan: CopyPlan = {
    source,
    project,
    users,
    members,
    counts,
    warnings: warningsOf(source, users, userIdsInFields, copiesEstimates),
    copiesEstimates,
    minutes: Math.ceil(countRequests(source, members.length, counts) / target.requestsPerMinute),
  };
  return { plan, blockers: blockersOf(target, project) };
}

/**
 * Returns operations that need the same scopes as the copy, so that the scopes of an access token can be checked before
 * the copy starts. Kinds without records need no scope.
 */
export function writeOperationsOf(source: SourceProject): CopyWriteOperation[] {
  const counts = countsOf(source);
  const operationByKind: Readonly<Record<CopiedKind, CopyWriteOperation>> = {
    state: 'updateState',
    label: 'updateLabel',
    module: 'updateModule',
    cycle: 'updateCycle',
    workItem: 'updateWorkItem',
    relation: 'createRelation',
    link: 'updateLink',
    comment: 'updateComment',
    attachment: 'completeAttachment',
  };
  return ['createProject', ...COPIED_KINDS.filter((kind) => counts[kind] > 0).map((kind) => operationByKind[kind])];
}

function countsOf(source: SourceProject): Record<CopiedKind, number> {
  const { states, labels, modules, cycles, items } = source;
  const sumOverItems = (count: (item: (typeof items)[number]) => number): number =>
    items.reduce((total, item) => total + count(item), 0);
  return {
    state: states.length,
    label: labels.length,
    module: modules.length,
    cycle: cycles.length,
    workItem: items.length,
    relation: groupRelations(items).groups.reduce((total, { others }) => total + others.length, 0),
    link: sumOverItems(({ links }) => links.length),
    comment: sumOverItems(({ comments }) => comments.length),
    attachment: sumOverItems(({ attachments }) => attachments.length),
  };
}

const ITEMS_PER_REQUEST = 100;

/** Divides the items into batches, each of which fits into one request. */
export function batchesOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / ITEMS_PER_REQUEST);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * ITEMS_PER_REQUEST, (index + 1) * ITEMS_PER_REQUEST),
  );
}

/**
 * The number of requests that do not depend on the number of records: one each to create the project, to turn on its
 * modules and cycles, to list its members and to list its states.
 */
const INITIAL_REQUEST_COUNT = 4;
const REQUESTS_PER_ATTACHMENT = 2;

function countRequests(
  source: SourceProject,
  memberCount: number,
  counts: Readonly<Record<CopiedKind, number>>,
): number {
  const membershipCount = [...source.modules, ...source.cycles].reduce(
    (total, { items }) => total + batchesOf(items).length,
    0,
  );
  const laterParentCount = source.items.filter((item) => isNumberedBeforeParent(item, source)).length;
  const { attachment, relation: _, ...others } = counts;
  return (
    INITIAL_REQUEST_COUNT +
    memberCount +
    membershipCount +
    laterParentCount +
    source.cycles.length +
    Object.values(others).reduce((total, count) => total + count, 0) +
    groupRelations(source.items).groups.length +
    attachment * REQUESTS_PER_ATTACHMENT
  );
}

function isNumberedBeforeParent(item: SourceProject['items'][number], { items }: SourceProject): boolean {
  const parent = items.find(({ id }) => id === item.parent);
  return parent !== undefined && parent.number > item.number;
}

function warningsOf(
  source: SourceProject,
  users: Readonly<Record<string, string>>,
  userIdsInFields: ReadonlySet<string>,
  copiesEstimates: boolean,
): CopyWarning[] {
  const { items } = source;
  const references = unknownReferences(source, users);
  const unknownUsers = [...new Set([...userIdsInFields, ...references.users])].filter((id) => users[id] === undefined);
  const nameOf = (id: string): string => source.users.find((user) => user.id === id)?.name ?? id;
  const isKnownGroup = (group: string | null): boolean => STATE_GROUPS.some((known) => known === group);
  const warnings: CopyWarning[] = [
    { kind: 'unknownUsers', names: unknownUsers.map(nameOf) },
    {
      kind: 'otherAuthors',
      count: count(
        items.flatMap(({ comments }) => comments),
        (one) => one.author !== source.user,
      ),
    },
    { kind: 'otherNumbers', count: items.filter(({ number }, index) => number !== index + 1).length },
    { kind: 'types', count: count(items, ({ type }) => type !== null) },
    { kind: 'estimates', count: count(items, ({ estimate }) => !canCopyEstimate(estimate, copiesEstimates)) },
    { kind: 'relationsOutside', count: groupRelations(items).outsideCount },
    { kind: 'images', count: references.missingImageCount },
    {
      kind: 'largeAttachments',
      count: count(
        items.flatMap(({ attachments }) => attachments),
        ({ size }) => size > MAX_BODY_BYTES,
      ),
    },
    { kind: 'states', names: source.states.filter(({ group }) => !isKnownGroup(group)).map(({ name }) => name) },
    { kind: 'unreadable', count: source.unreadable },
  ];
  return warnings.filter((one) => ('names' in one ? one.names.length : one.count) > 0);
}

function count<T>(values: readonly T[], condition: (value: T) => boolean): number {
  return values.filter(condition).length;
}

/**
 * Whether the estimate is empty, or a number from 0 to 7 that the target accepts. Any other estimate is the id of a
 * point in the source's estimate system.
 */
export function canCopyEstimate(estimate: string | null, copiesEstimates: boolean): boolean {
  return estimate === null || (copiesEstimates && /^[0-7]$/.test(estimate));
}

const GUEST_ROLE = 5;

function blockersOf(target: TargetInfo, project: CopyPlan['project']): CopyBlocker[] {
  const issues = newProject.safeParse(project).error?.issues ?? [];
  return [
    ...(target.missingScopes.length > 0 ? [{ kind: 'missingScopes', scopes: target.missingScopes } as const] : []),
    ...(target.role === GUEST_ROLE ? [{ kind: 'guest' } as const] : []),
    ...(target.projects.some(({ name }) => name === project.name) ? [{ kind: 'nameTaken' } as const] : []),
    ...(target.projects.some(({ identifier }) => identifier.toUpperCase() === project.identifier)
      ? [{ kind: 'identifierTaken' } as const]
      : []),
    ...issues.slice(0, 1).map(({ message }) => ({ kind: 'invalidName', detail: message }) as const),
  ];
}
