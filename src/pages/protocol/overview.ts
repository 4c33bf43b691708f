// Messages between an overview's page and the extension host.
// The host parses every message with these schemas; the page uses only the types.
import * as z from 'zod';
import type { FieldProblem } from './record.ts';

/** The messages that the page sends. */
export const fromOverview = z.discriminatedUnion('type', [
  /** The page is ready to receive the model. */
  z.strictObject({ type: z.literal('ready') }),
  /** Load everything that is not loaded yet. */
  z.strictObject({ type: z.literal('readRest') }),
  /** Stop loading after the request that is running. */
  z.strictObject({ type: z.literal('cancel') }),
  /** Retry what could not be loaded. */
  z.strictObject({ type: z.literal('retry') }),
  z.strictObject({ type: z.literal('signIn') }),
]);
export type FromOverview = z.output<typeof fromOverview>;

/** Progress of work. `cancelled` work items are neither open nor done. */
export const CHARTED_STATE_GROUPS = ['done', 'started', 'open', 'cancelled'] as const;
export type StateGroupName = (typeof CHARTED_STATE_GROUPS)[number];
export type StateGroupCounts = Readonly<Record<StateGroupName, number>>;

/** One row of a chart: its label, and its number of work items per state group. */
export interface Bar {
  readonly label: string;
  readonly counts: StateGroupCounts;
}

/** Seven days from a Monday (YYYY-MM-DD, UTC). */
export interface Week {
  readonly from: string;
  readonly created: number;
  readonly completed: number;
}

/** The end of a day of a cycle (YYYY-MM-DD, UTC). */
export interface Day {
  readonly date: string;
  /** Work items not done at that time; undefined for future days. */
  readonly left: number | undefined;
  /** Work items that would be left if the same number were done every day. */
  readonly even: number;
}

export interface Charts {
  readonly totals: StateGroupCounts;
  readonly states: readonly Bar[];
  readonly priorities: readonly Bar[];
  /**
   * Most work items first; the last rows are the remaining users, and unassigned. A work item with two assignees counts
   * for both.
   */
  readonly people: readonly Bar[];
  /** Without gaps, the latest week last. */
  readonly weeks: readonly Week[];
  /** Only for a cycle with dates. */
  readonly burnDown?: readonly Day[];
}

export interface OverviewModel {
  /** The record's key, which the page passes to `setState`: VS Code returns it when the panel is restored. */
  readonly address: string;
  readonly kind: 'project' | 'cycle' | 'initiative';
  readonly status: 'signedOut' | 'loading' | 'ready' | 'failed';
  /** Why loading failed (status `failed`), or why loading more failed (status `ready`). */
  readonly problem?: FieldProblem;
  readonly name: string;
  /** Further information: identifier, dates, state. */
  readonly about: string;
  /** Number of work items that the charts are based on. */
  readonly read: number;
  /** Total number of work items; undefined while it is unknown. */
  readonly total?: number;
  /** Requests needed to load the rest; absent if everything is loaded. `atLeast` if it may be more. */
  readonly rest?: { readonly requests: number; readonly atLeast: boolean };
  /** The loading that is running: number of responses received, and of requests in total. */
  readonly reading?: { readonly done: number; readonly of: number };
  readonly charts: Charts;
}

/** The message that the host sends. */
export interface ToOverview {
  readonly type: 'show';
  readonly model: OverviewModel;
}
