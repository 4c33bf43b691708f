// Owns the two ways in which the service speaks: as the specification says, or as open-source servers do where they differ.
import { formatCursor } from '../contract/cursor.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../contract/limits.ts';
import type { Operation } from '../contract/operation.ts';
import type { OperationName } from '../contract/operations.ts';
import { cycle } from '../contract/resources/cycle.ts';
import { workItem } from '../contract/resources/workItem.ts';
import { STATUS } from '../contract/status.ts';
import { badRequest, brokenDown, type Refusal } from './refusal.ts';

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
    tooSmall: brokenDown,
  },
};

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
export function heedsFields(dialect: Dialect, name: OperationName): boolean {
  return dialect === 'spec' || !WITHOUT_FIELDS.has(name);
}

/** Whether a reference of this name is answered with its record when `expand` asks for it. Open-source servers leave ids of types as they are. */
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
export function isBare(dialect: Dialect, name: OperationName, query: Readonly<Record<string, string>>): boolean {
  if (dialect === 'spec') return false;
  return name === 'listAttachments' || (name === 'listCycles' && query['cycle_view'] === 'current');
}

/** Whether the dialect has the records of a row on the wire as they are kept. */
export function speaksAsKept(dialect: Dialect, { returns }: Operation): boolean {
  return dialect === 'spec' || !('schema' in returns) || (returns.schema !== workItem && returns.schema !== cycle);
}

/** A record as the dialect has it on the wire. */
export function spoken(dialect: Dialect, row: Operation, record: Wire): Wire {
  if (speaksAsKept(dialect, row) || !('schema' in row.returns)) return record;
  if (row.returns.schema === workItem) {
    const { module: _, ...rest } = record;
    return rest;
  }
  return { ...record, start_date: midnight(record['start_date']), end_date: midnight(record['end_date']) };
}

function midnight(date: unknown): unknown {
  return typeof date === 'string' && date.length === 10 ? `${date}T00:00:00Z` : date;
}
