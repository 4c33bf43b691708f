// Messages between an overview's page and the extension host.
// The host parses every message with these schemas; the page uses only the types.
import * as z from 'zod';
import type { PageProblem } from '../../items/form/recordProtocol.ts';

/**
 * The filter that selects the work items of a bar or segment. The value '' selects the work items without a value. The
 * values of the field `chartGroup` are `CHART_GROUPS`.
 */
const barFilter = { field: z.enum(['state', 'priority', 'assignee', 'chartGroup']), value: z.string() };
export type BarFilter = z.output<z.ZodObject<typeof barFilter>>;

/** The messages that the page sends. */
export const messageFromOverview = z.discriminatedUnion('type', [
  /** The page is ready to receive the model. */
  z.strictObject({ type: z.literal('ready') }),
  /** Loads all work items that are not loaded yet. */
  z.strictObject({ type: z.literal('readRest') }),
  /** Stops loading after the running request. */
  z.strictObject({ type: z.literal('cancel') }),
  /** Repeats the request that failed. */
  z.strictObject({ type: z.literal('retry') }),
  z.strictObject({ type: z.literal('signIn') }),
  /** Shows the work items of a bar in the views. */
  z.strictObject({ type: z.literal('showItems'), ...barFilter }),
  /** Switches the window to the account of the page. */
  z.strictObject({ type: z.literal('switchAccount') }),
]);
export type MessageFromOverview = z.output<typeof messageFromOverview>;

/**
 * The groups in which charts count work items. Each work item is in exactly one group: `done` (its state is completed,
 * or is unknown and it has a completion time), `started`, `cancelled`, or `open` for all others.
 */
export const CHART_GROUPS = ['done', 'started', 'open', 'cancelled'] as const;
export type ChartGroup = (typeof CHART_GROUPS)[number];
export type ChartGroupCounts = Readonly<Record<ChartGroup, number>>;

/** A bar of a chart: its label, and its number of work items in each group. */
export interface Bar {
  readonly label: string;
  readonly counts: ChartGroupCounts;
  /** Absent if no filter selects the work items of the bar. */
  readonly filter?: BarFilter;
}

/** A day (UTC) in the display language. */
export interface DateLabel {
  readonly label: string;
  /** The short form for an axis. */
  readonly tick: string;
}

/** The numbers of work items created and completed in the week that starts on this Monday. */
export interface WeekCounts extends DateLabel {
  readonly created: number;
  readonly completed: number;
}

/** A point of the burn-down chart: the end of this day. */
export interface BurnDownPoint extends DateLabel {
  /** The number of work items that are not done at the end of the day; undefined for future days. */
  readonly remaining: number | undefined;
  /** The number of work items that would remain if the same number were completed every day. */
  readonly ideal: number;
}

export interface Charts {
  readonly totals: ChartGroupCounts;
  readonly states: readonly Bar[];
  readonly priorities: readonly Bar[];
  /**
   * The users with the most work items first. The last bars are for the remaining users and for unassigned work items.
   * A work item with two assignees counts for both.
   */
  readonly people: readonly Bar[];
  /** Consecutive weeks, with the latest week last. */
  readonly weeks: readonly WeekCounts[];
  /** The points of the burn-down chart; undefined unless the record is a cycle with dates. */
  readonly burnDown?: readonly BurnDownPoint[];
}

export interface OverviewModel {
  /** The record's key, which the page passes to `setState`: VS Code returns it when the panel is restored. */
  readonly address: string;
  /** The id of the page's account (`Session.account`), which the page also passes to `setState`. */
  readonly account?: string;
  readonly kind: 'project' | 'cycle' | 'initiative';
  readonly status: 'otherAccount' | 'loading' | 'ready' | 'failed';
  /**
   * The reason for the status `otherAccount` or `failed` or, with the status `ready`, why loading more work items
   * failed.
   */
  readonly problem?: PageProblem;
  readonly name: string;
  /** The line below the name: identifier, dates or state of the record. */
  readonly about: string;
  /** Number of work items that the charts are based on. */
  readonly read: number;
  /** Total number of work items; undefined while it is unknown. */
  readonly total?: number;
  /**
   * The number of requests that load the remaining work items; absent if all are loaded. `isMinimum`: more requests may
   * be needed.
   */
  readonly rest?: { readonly requests: number; readonly isMinimum: boolean };
  /**
   * The progress while the remaining work items are loaded: the number of finished requests (`done`) and of all
   * requests (`of`).
   */
  readonly reading?: { readonly done: number; readonly of: number };
  readonly charts: Charts;
}

/** The message that the host sends. */
export interface MessageToOverview {
  readonly type: 'show';
  readonly model: OverviewModel;
}
