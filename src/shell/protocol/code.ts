// Messages and models of the Code section: lines linked by comments, branches, commits, mentions.
import * as z from 'zod';

const seq = z.number();

/** The messages that the page sends about code. The host answers each message. */
export const codeMessages = [
  /** The user opened the section. The host loads the section's lists. */
  z.strictObject({ type: z.literal('showCode'), seq }),
  /**
   * The page is shown and the user has not opened the section. The host loads what it can find without a request: the
   * lines of code that loaded comments link or stack traces name, and the branches. If it finds lines or branches, it
   * also loads the commits.
   */
  z.strictObject({ type: z.literal('readKnownCode'), seq }),
  /** The user closed the section. The host cancels the section's running requests and searches. */
  z.strictObject({ type: z.literal('hideCode'), seq }),
  z.strictObject({ type: z.literal('searchMentions'), seq }),
  z.strictObject({ type: z.literal('cancelMentions'), seq }),
  /** Shows the found mentions in VS Code's References view. */
  z.strictObject({ type: z.literal('listMentions'), seq }),
  /** Opens the file, branch or commit of the row with this id. */
  z.strictObject({ type: z.literal('openCode'), seq, id: z.string() }),
] as const;
export type CodeMessage = z.output<(typeof codeMessages)[number]>;

export interface CodeRow {
  readonly id: string;
  readonly label: string;
  /** A text that the page shows dimmed after the label. */
  readonly detail?: string;
  /** The range of the label that is highlighted. */
  readonly marked?: readonly [start: number, end: number];
  /** Whether `detail` is a line of a stack trace in the texts of the page, which show it as a link to the row. */
  readonly isStackFrame?: boolean;
  /** A short text after the label, for example `not found`. */
  readonly badge?: string;
  /** Timestamp (ISO 8601). */
  readonly at?: string;
}

/** One list of the section. */
export interface CodeList {
  readonly status: 'notLoaded' | 'loading' | 'ready';
  readonly rows: readonly CodeRow[];
  /** A message for the user: the progress, which results are missing, or why the list is empty. */
  readonly message?: string;
  /** Whether there are more results than rows. */
  readonly more?: boolean;
}

export interface CodeView {
  /**
   * Whether the section is open; undefined until the user has opened or closed it. The host stores the value, because
   * VS Code destroys the page when another tab is shown.
   */
  readonly isOpen?: boolean;
  /**
   * Number of rows in all lists. Before the lists are loaded, this is the number of places in code that loaded comments
   * link.
   */
  readonly count: number;
  /** The links that are offered for what was pushed. */
  readonly offers: CodeList;
  readonly places: CodeList;
  readonly branches: CodeList;
  readonly commits: CodeList;
  readonly mentions: CodeList;
}
