// Messages and models of the Code section: places that comments link, branches, commits, mentions.
import * as z from 'zod';

const seq = z.number();

/** The messages that the page sends about code. Each one gets an answer. */
export const codeMessages = [
  /** The section was opened: load everything that it shows. */
  z.strictObject({ type: z.literal('showCode'), seq }),
  /** The section was closed: cancel what is running for it. */
  z.strictObject({ type: z.literal('hideCode'), seq }),
  z.strictObject({ type: z.literal('searchMentions'), seq }),
  z.strictObject({ type: z.literal('cancelMentions'), seq }),
  /** Show all results in the references view. */
  z.strictObject({ type: z.literal('listMentions'), seq }),
  /** Open the target of a row. */
  z.strictObject({ type: z.literal('openCode'), seq, id: z.string() }),
] as const;
export type CodeMessage = z.output<(typeof codeMessages)[number]>;

export interface CodeRow {
  readonly id: string;
  readonly label: string;
  /** Shown dimmed after the label. */
  readonly detail?: string;
  /** Range of the label to highlight. */
  readonly marked?: readonly [start: number, end: number];
  /** A qualifier, for example `not found`. */
  readonly badge?: string;
  /** Timestamp (ISO 8601). */
  readonly at?: string;
}

/** One list of the section. */
export interface CodeList {
  readonly status: 'unread' | 'reading' | 'ready';
  readonly rows: readonly CodeRow[];
  /** Progress, what is missing, or why the list is empty. */
  readonly sentence?: string;
  /** Whether there are more results than rows. */
  readonly more?: boolean;
}

export interface CodeView {
  /** Stored in the host, because the page is destroyed when another tab is shown. */
  readonly isOpen: boolean;
  readonly places: CodeList;
  readonly branches: CodeList;
  readonly commits: CodeList;
  readonly mentions: CodeList;
}
