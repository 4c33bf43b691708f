// Defines the two dialects of the server: the specification, and that of open-source servers.
import * as z from 'zod';
import { formatCursor } from '../contract/cursor.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../contract/limits.ts';
import type { Operation } from '../contract/operation.ts';
import type { OperationName } from '../contract/operations.ts';
import { cycle, cycleChanges } from '../contract/resources/cycle.ts';
import { linkChanges } from '../contract/resources/link.ts';
import { workItem } from '../contract/resources/workItem.ts';
import { STATUS } from '../contract/status.ts';
import { badRequest, internalError, type Refusal } from './refusal.ts';

export type Dialect = 'spec' | 'community';

type Wire = Record<string, unknown>;

/** Returns undefined if the text is not a dialect. */
export function parseDialect(text: string): Dialect | undefined {
  return text === 'spec' || text === 'community' ? text : undefined;
}

/** How pages are requested and reported. */
export interface Paging {
  readonly usualSize: number;
  readonly largestSize: number;
  /** Whether the server honors a cursor without `per_page`, and `limit` and `offset`. */
  readonly heeds: boolean;
  /** Returns the `prev_cursor` of a first page. */
  readonly beforeFirst: (size: number) => string;
  /** Returns the Refusal for a page size below one. */
  readonly tooSmall: (words: string) => Refusal;
}

const COMMUNITY_PAGE = 1000;
const PAGING: Readonly<Record<Dialect, Paging>> = {
  spec: { usualSize: PAGE_SIZE, largestSize: MAX_PAGE_SIZE, heeds: true, beforeFirst: () => '', tooSmall: badRequest },
  community: {
    usualSize: COMMUNITY_PAGE,
    largestSize: COMMUNITY_PAGE,
    heeds: false,
    beforeFirst: (size) => formatCursor({ value: size, offset: -1, isPrev: true }),
    tooSmall: internalError,
  },
};

/**
 * What open-source servers do if a path parameter names nothing: by operation, the parameters for which they answer
 * with an empty list, and those that they ignore. They reject all others (API-FACTS A.4, A.5, J38, J40).
 */
const FOR_UNKNOWN: Readonly<Partial<Record<OperationName, Readonly<Record<string, 'empty' | 'ignored'>>>>> = {
  listLabels: { project_id: 'empty' },
  listProjectMembers: { project_id: 'empty' },
  searchWorkItems: { workspace_slug: 'empty' },
  listAttachments: { workspace_slug: 'empty', project_id: 'empty', work_item_id: 'empty' },
  downloadAttachment: { work_item_id: 'ignored' },
  listComments: { work_item_id: 'empty' },
  listActivities: { work_item_id: 'empty' },
  listLinks: { work_item_id: 'empty' },
  listRelations: { work_item_id: 'empty' },
  listModuleItems: { module_id: 'empty' },
  listCycleItems: { cycle_id: 'empty' },
};

/** Returns how an operation answers if a parameter of its path names nothing. */
export function forUnknown(dialect: Dialect, name: OperationName, parameter: string): 'refused' | 'empty' | 'ignored' {
  return (dialect === 'community' && FOR_UNKNOWN[name]?.[parameter]) || 'refused';
}

/** Returns the query as the dialect reads it: open-source servers treat a search without `search` as an empty one. */
export function queryOf(
  dialect: Dialect,
  name: OperationName,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return dialect === 'community' && name === 'searchWorkItems' ? { search: '', ...query } : query;
}

const dateOrInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .nullable()
  .optional();
/** Bodies that open-source servers check less strictly than the specification (API-FACTS J37, J39). */
const COMMUNITY_BODIES: Readonly<Partial<Record<OperationName, NonNullable<Operation['body']>>>> = {
  updateCycle: z.strictObject({ ...cycleChanges.shape, start_date: dateOrInstant, end_date: dateOrInstant }),
  updateLink: z.strictObject({ ...linkChanges.shape, url: z.string().optional() }),
};

/** Returns the schema by which the dialect checks a body; undefined for an operation without one. */
export function bodyOf(dialect: Dialect, name: OperationName, row: Operation): Operation['body'] {
  return (dialect === 'community' && COMMUNITY_BODIES[name]) || row.body;
}

const STICKIES = '/stickies/';
const COMMUNITY_STICKIES = 20;

export function pagingOf(dialect: Dialect, path = ''): Paging {
  const paging = PAGING[dialect];
  return dialect === 'community' && path.endsWith(STICKIES) ? { ...paging, usualSize: COMMUNITY_STICKIES } : paging;
}

/** Whether requests of a path count against the rate limit, and get its headers. */
export function isMetered(dialect: Dialect, path: string): boolean {
  return dialect === 'spec' || !path.includes(STICKIES);
}

const WITHOUT_FIELDS: ReadonlySet<OperationName> = new Set<OperationName>([
  'listAttachments',
  'listProjectMembers',
  'listWorkspaceMembers',
  'getLabel',
  'listStickies',
  'getSticky',
]);

/** Whether the operation supports `fields` and `expand`. */
export function selectsFields(dialect: Dialect, name: OperationName): boolean {
  return dialect === 'spec' || !WITHOUT_FIELDS.has(name);
}

/**
 * Whether `expand` replaces a reference with this name by its record. Open-source servers leave the ids of types and
 * modules as they are.
 */
export function expandsTo(dialect: Dialect, name: string): boolean {
  return dialect === 'spec' || (name !== 'type' && name !== 'module');
}

/** Whether the dialect serves a row. Open-source servers have no routes of the commercial edition. */
export function serves(dialect: Dialect, row: Operation): boolean {
  return dialect === 'spec' || row.edition === 'all';
}

/** Returns the status of a success; `noContent` has no body. */
export function successOf(dialect: Dialect, name: OperationName, row: Operation): number {
  if (dialect === 'community' && name === 'createState') return STATUS.ok;
  if (dialect === 'community' && name === 'completeAttachment') return STATUS.noContent;
  return row.success;
}

/** Whether a list is sent as a whole, as an array without an envelope. */
export function isBareList(dialect: Dialect, name: OperationName, query: Readonly<Record<string, string>>): boolean {
  if (dialect === 'spec') return false;
  return name === 'listAttachments' || (name === 'listCycles' && query['cycle_view'] === 'current');
}

/** Whether the dialect sends the records of a row as they are stored. */
export function isStoredShape(dialect: Dialect, { returns }: Operation): boolean {
  return dialect === 'spec' || !('schema' in returns) || (returns.schema !== workItem && returns.schema !== cycle);
}

/** The fields in the answer of open-source servers to a change of a module, without `id` (API-FACTS J34). */
const MODULE_ANSWER = [
  'name',
  'description',
  'start_date',
  'target_date',
  'status',
  'lead',
  'external_source',
  'external_id',
];

/** Returns a record as the dialect sends it. */
export function toDialect(dialect: Dialect, name: OperationName, row: Operation, record: Wire): Wire {
  if (dialect === 'community' && name === 'updateModule')
    return Object.fromEntries(MODULE_ANSWER.map((field) => [field, record[field]]));
  if (isStoredShape(dialect, row) || !('schema' in row.returns)) return record;
  if (row.returns.schema === workItem) {
    const { module: _, ...rest } = record;
    return rest;
  }
  return { ...record, start_date: midnight(record['start_date']), end_date: midnight(record['end_date']) };
}

function midnight(date: unknown): unknown {
  return typeof date === 'string' && date.length === 10 ? `${date}T00:00:00Z` : date;
}
