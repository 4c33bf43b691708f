// The model of what a record contains, for example the work items of a cycle, and the message that opens a row.
import * as z from 'zod';
import type { Choice } from '../../items/form/fieldProtocol.ts';
import type { PageProblem } from '../../items/form/recordProtocol.ts';

export const contentsMessages = [
  /** Opens the record of a row. */
  z.strictObject({ type: z.literal('openContent'), seq: z.number(), key: z.string() }),
] as const;

export interface ContentRow {
  /** The key of the record. */
  readonly key: string;
  readonly name: string;
  /** `PROJ-123`; absent for other records than work items and epics. */
  readonly identifier?: string;
  readonly state?: Choice;
  /** The names of the assignees, separated by commas. */
  readonly assignees?: string;
}

/** One list of the page. */
export interface ContentsView {
  readonly title: string;
  readonly status: 'notLoaded' | 'loading' | 'ready' | 'failed';
  readonly problem?: PageProblem;
  readonly rows: readonly ContentRow[];
  /** The number of rows that the page does not show, as far as it is known. */
  readonly hidden?: number;
  /** The number of completed work items; absent until all rows and their states are known. */
  readonly completed?: number;
}
