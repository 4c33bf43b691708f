// Defines the two dialects of the server: of the specification, and of open-source servers.
import * as z from 'zod';
import { formatCursor } from '../../contract/cursor.ts';
import type { Operation } from '../../contract/operation.ts';
import type { OperationName } from '../../contract/operations.ts';
import { cycleChanges } from '../../contract/resources/cycle.ts';
import { linkChanges } from '../../contract/resources/link.ts';
import { moduleChanges } from '../../contract/resources/module.ts';
import { workItem } from '../../contract/resources/workItem.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../contract/schema/limits.ts';
import { STATUS } from '../../contract/status.ts';
import { type HttpError, internalError, invalidQueryOrJson } from './httpError.ts';

export type Dialect = 'spec' | 'community';

type JsonRecord = Record<string, unknown>;

/** Returns undefined if the text is not the name of a dialect. */
export function parseDialect(text: string): Dialect | undefined {
  return text === 'spec' || text === 'community' ? text : undefined;
}

/** The paging rules of a dialect. */
export interface Paging {
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
  /** Whether the server uses the page size in a cursor, `limit` and `offset`, or ignores all three. */
  readonly honorsLimitAndOffset: boolean;
  /** Returns the `prev_cursor` of the first page for this page size. */
  readonly firstPrevCursor: (size: number) => string;
  /** Returns the HttpError for a page size below one or a negative offset. */
  readonly createTooSmallError: (message: string) => HttpError;
}

const COMMUNITY_PAGE_SIZE = 1000;
const PAGING: Readonly<Record<Dialect, Paging>> = {
  spec: {
    defaultPageSize: PAGE_SIZE,
    maxPageSize: MAX_PAGE_SIZE,
    honorsLimitAndOffset: true,
    firstPrevCursor: () => '',
    createTooSmallError: invalidQueryOrJson,
  },
  community: {
    defaultPageSize: COMMUNITY_PAGE_SIZE,
    maxPageSize: COMMUNITY_PAGE_SIZE,
    honorsLimitAndOffset: false,
    firstPrevCursor: (size) => formatCursor({ value: size, offset: -1, isPrev: true }),
    createTooSmallError: internalError,
  },
};

/**
 * How open-source servers respond if a path parameter names no existing record, by operation and parameter: with an
 * empty list, or as if the parameter were ignored. For parameters that are not in this table, open-source servers
 * reject the request.
 */
const UNKNOWN_ID_EXCEPTIONS: Readonly<Partial<Record<OperationName, Readonly<Record<string, 'empty' | 'ignored'>>>>> = {
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

/** Returns how an operation responds if the path parameter names no existing record. */
export function responseToUnknownId(
  dialect: Dialect,
  name: OperationName,
  parameter: string,
): 'refused' | 'empty' | 'ignored' {
  return (dialect === 'community' && UNKNOWN_ID_EXCEPTIONS[name]?.[parameter]) || 'refused';
}

/** Returns the query with defaults: in the open-source dialect, a missing `search` is an empty text. */
export function queryWithDefaults(
  dialect: Dialect,
  name: OperationName,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return dialect === 'community' && name === 'searchWorkItems' ? { search: '', ...query } : query;
}

const dateOrTimestamp = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .nullable()
  .optional();
/**
 * Bodies that open-source servers validate less strictly than the specification requires: the dates of a cycle may have
 * a time, and the URL of a link may be any text.
 */
const COMMUNITY_BODY_SCHEMAS: Readonly<Partial<Record<OperationName, NonNullable<Operation['body']>>>> = {
  updateCycle: z.strictObject({ ...cycleChanges.shape, start_date: dateOrTimestamp, end_date: dateOrTimestamp }),
  updateLink: z.strictObject({ ...linkChanges.shape, url: z.string().optional() }),
};

/** Returns the schema by which the dialect validates the request body; undefined for an operation without a body. */
export function bodySchemaOf(dialect: Dialect, name: OperationName, operation: Operation): Operation['body'] {
  return (dialect === 'community' && COMMUNITY_BODY_SCHEMAS[name]) || operation.body;
}

const STICKIES_PATH = '/stickies/';
const COMMUNITY_STICKIES_PAGE_SIZE = 20;

export function pagingOf(dialect: Dialect, path = ''): Paging {
  const paging = PAGING[dialect];
  return dialect === 'community' && path.endsWith(STICKIES_PATH)
    ? { ...paging, defaultPageSize: COMMUNITY_STICKIES_PAGE_SIZE }
    : paging;
}

/** Whether requests to a path count against the rate limit, and have rate limit headers in their responses. */
export function countsAgainstRateLimit(dialect: Dialect, path: string): boolean {
  return dialect === 'spec' || !path.includes(STICKIES_PATH);
}

const OPERATIONS_WITHOUT_FIELD_SELECTION: ReadonlySet<OperationName> = new Set<OperationName>([
  'listAttachments',
  'listProjectMembers',
  'listWorkspaceMembers',
  'getLabel',
  'listStickies',
  'getSticky',
]);

/** Whether the dialect supports `fields` and `expand` for the operation. */
export function supportsFieldSelection(dialect: Dialect, name: OperationName): boolean {
  return dialect === 'spec' || !OPERATIONS_WITHOUT_FIELD_SELECTION.has(name);
}

/**
 * Whether `expand` replaces the id in the field `name` by the record with this id. Open-source servers never expand
 * types and modules.
 */
export function supportsExpand(dialect: Dialect, name: string): boolean {
  return dialect === 'spec' || (name !== 'type' && name !== 'module');
}

/** Whether the dialect has a route for the operation. Open-source servers lack operations of the commercial edition. */
export function hasRoute(dialect: Dialect, operation: Operation): boolean {
  return dialect === 'spec' || operation.edition === 'all';
}

/** Returns the status of a successful response. A response with `noContent` has no body. */
export function successStatusOf(dialect: Dialect, name: OperationName, operation: Operation): number {
  if (dialect === 'community' && name === 'createState') return STATUS.ok;
  if (dialect === 'community' && name === 'completeAttachment') return STATUS.noContent;
  return operation.success;
}

/** Whether the response is the whole list as an array, without an envelope and without paging. */
export function isBareList(dialect: Dialect, name: OperationName, query: Readonly<Record<string, string>>): boolean {
  if (dialect === 'spec') return false;
  return name === 'listAttachments' || (name === 'listCycles' && query['cycle_view'] === 'current');
}

/** Whether the dialect sends the records of the operation exactly as they are stored. */
export function sendsStoredRecords(dialect: Dialect, { returns }: Operation): boolean {
  return dialect === 'spec' || !('schema' in returns) || returns.schema !== workItem;
}

/** The fields that open-source servers send after a change of a module; `id` and `members` are missing. */
const UPDATED_MODULE_FIELDS = Object.keys(moduleChanges.shape).filter((field) => field !== 'members');

/** Returns the record in the form in which the dialect sends it. */
export function toDialect(dialect: Dialect, name: OperationName, operation: Operation, record: JsonRecord): JsonRecord {
  if (dialect === 'community' && name === 'updateModule')
    return Object.fromEntries(UPDATED_MODULE_FIELDS.map((field) => [field, record[field]]));
  if (sendsStoredRecords(dialect, operation) || !('schema' in operation.returns)) return record;
  if (operation.returns.schema === workItem) {
    const { module: _, ...rest } = record;
    return rest;
  }
  return record;
}
