// Owns the words between an overview's page and the extension host, both ways. The host parses every message with these
// schemas; the page sees only the types.
import * as z from 'zod';
import type { FieldProblem } from './record.ts';

/** What the page says. */
export const fromOverview = z.discriminatedUnion('say', [
  /** The page is up and wants to be told. */
  z.strictObject({ say: z.literal('ready') }),
  /** Read everything that is not read yet. */
  z.strictObject({ say: z.literal('readRest') }),
  /** Read no more than what is on its way already. */
  z.strictObject({ say: z.literal('cancel') }),
  /** Read again what could not be read. */
  z.strictObject({ say: z.literal('retry') }),
  z.strictObject({ say: z.literal('signIn') }),
]);
export type FromOverview = z.output<typeof fromOverview>;

/** How far work has come. `cancelled` work is neither open nor done. */
export const STATE_GROUPS = ['done', 'started', 'open', 'cancelled'] as const;
export type StateGroupName = (typeof STATE_GROUPS)[number];
export type StateGroupCounts = Readonly<Record<StateGroupName, number>>;

/** One row of a picture: what it is called, and how many work items of each stage it has. */
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
  /** Work items not done by then; undefined for days to come. */
  readonly left: number | undefined;
  /** What would be left if as much were done every day. */
  readonly even: number;
}

export interface Charts {
  readonly totals: StateGroupCounts;
  readonly states: readonly Bar[];
  readonly priorities: readonly Bar[];
  /** Most work first; the last rows are the rest of the people and nobody. An item of two people counts for both. */
  readonly people: readonly Bar[];
  /** Without gaps, the latest last. */
  readonly weeks: readonly Week[];
  /** Of a cycle with dates. */
  readonly burnDown?: readonly Day[];
}

export interface OverviewModel {
  /** The record's key, for the page to hand to `setState`: it comes back when the panel is restored. */
  readonly address: string;
  readonly kind: 'project' | 'cycle' | 'initiative';
  readonly status: 'signedOut' | 'loading' | 'ready' | 'failed';
  /** Why it could not be read (status `failed`), or why no more was (status `ready`). */
  readonly problem?: FieldProblem;
  readonly name: string;
  /** What else is said of it: identifier, dates, state. */
  readonly about: string;
  /** Work items that the pictures are drawn from. */
  readonly read: number;
  /** How many there are; undefined while that is not known. */
  readonly total?: number;
  /** What reading the rest costs; absent when all is read. `atLeast` when it may be more. */
  readonly rest?: { readonly requests: number; readonly atLeast: boolean };
  /** The reading under way: requests answered, and how many it will be. */
  readonly reading?: { readonly done: number; readonly of: number };
  readonly charts: Charts;
}

/** What the host says. */
export interface ToOverview {
  readonly say: 'show';
  readonly model: OverviewModel;
}
