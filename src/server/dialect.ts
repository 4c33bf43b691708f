// Owns the two ways in which the server answers: as the specification says, or as open-source servers do where they
// differ.
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

/** Undefined when the text is no dialect. */
export function parseDialect(text: string): Dialect | undefined {
  return text === 'spec' || text === 'community' ? text : undefined;
}

/** How pages are asked for and told. */
export interface Paging {
  readonly usualSize: number;
  readonly largestSize: number;
  /** Whether a cursor without `per_page`, `limit` and `offset` are taken for what they say. */
  readonly heeds: boolean;
  /** The `prev_cursor` of a first page. */
  readonly beforeFirst: (size: number) => string;
  /** Refuses a page size below one. */
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
 * What open-source servers do when a path parameter names nothing: by operation, the parameters for which they answer
 * an empty list, and those that they ignore. Everything else they refuse (API-FACTS A.4, A.5, J38, J40).
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

/** How an operation answers when a parameter of its path names nothing. */
export function forUnknown(dialect: Dialect, name: OperationName, parameter: string): 'refused' | 'empty' | 'ignored' {
  return (dialect === 'community' && FOR_UNKNOWN[name]?.[parameter]) || 'refused';
}

/** The query as the dialect reads it: open-source servers take a search without `search` for an empty one. */
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

/** The schema by which the dialect checks a body; undefined for an operation without one. */
export function bodyOf(dialect: Dialect, name: OperationName, row: Operation): Operation['body'] {
  return (dialect === 'community' && COMMUNITY_BODIES[name]) || row.body;
}

const STICKIES = '/stickies/';
const COMMUNITY_STICKIES = 20;

export function pagingOf(dialect: Dialect, path = ''): Paging {
  const paging = PAGING[dialect];
  return dialect === 'community' && path.endsWith(STICKIES) ? { ...paging, usualSize: COMMUNITY_STICKIES } : paging;
}

/** Whether requests of a path count against the allowance, and are told of it. */
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

/** Whether `fields` and `expand` count. */
export function selectsFields(dialect: Dialect, name: OperationName): boolean {
  return dialect === 'spec' || !WITHOUT_FIELDS.has(name);
}

/**
 * Whether a reference of this name is answered with its record when `expand` asks for it. Open-source servers leave ids
 * of types as they are.
 */
export function expandsTo(dialect: Dialect, name: string): boolean {
  return dialect === 'spec' || (name !== 'type' && name !== 'module');
}

/** Open-source servers do not have what is commercial: no route leads to it. */
export function serves(dialect: Dialect, row: Operation): boolean {
  return dialect === 'spec' || row.edition === 'all';
}

/** The status of a success; `noContent` goes without a body. */
export function successOf(dialect: Dialect, name: OperationName, row: Operation): number {
  if (dialect === 'community' && name === 'createState') return STATUS.ok;
  if (dialect === 'community' && name === 'completeAttachment') return STATUS.noContent;
  return row.success;
}

/** Whether a list goes out whole, as an array without an envelope. */
export function isBareList(dialect: Dialect, name: OperationName, query: Readonly<Record<string, string>>): boolean {
  if (dialect === 'spec') return false;
  return name === 'listAttachments' || (name === 'listCycles' && query['cycle_view'] === 'current');
}

/** Whether the dialect has the records of a row on the wire as they are kept. */
export function isStoredShape(dialect: Dialect, { returns }: Operation): boolean {
  return dialect === 'spec' || !('schema' in returns) || (returns.schema !== workItem && returns.schema !== cycle);
}

/** The fields in open-source servers' answer to a change of a module: no `id` among them (API-FACTS J34). */
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

/** A record as the dialect has it on the wire. */
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
