// Owns the words about the code of a work item: the places that comments link, branches and commits, and what mentions
// it in the window.
import * as z from 'zod';

const seq = z.number();

/** What the page says about code. Every one is answered. */
export const codeMessages = [
  /** The section was opened: read everything that it shows. */
  z.strictObject({ say: z.literal('showCode'), seq }),
  /** The section was closed: what is under way for it ends. */
  z.strictObject({ say: z.literal('hideCode'), seq }),
  z.strictObject({ say: z.literal('searchMentions'), seq }),
  z.strictObject({ say: z.literal('cancelMentions'), seq }),
  /** Show all that was found in the references view. */
  z.strictObject({ say: z.literal('listMentions'), seq }),
  /** Open what a row stands for. */
  z.strictObject({ say: z.literal('openCode'), seq, id: z.string() }),
] as const;
export type CodeMessage = z.output<(typeof codeMessages)[number]>;

export interface CodeRow {
  readonly id: string;
  readonly label: string;
  /** Dimmed, behind the label. */
  readonly detail?: string;
  /** Where in the label something is to be told from the rest. */
  readonly marked?: readonly [start: number, end: number];
  /** A word that qualifies it, such as `moved away`. */
  readonly badge?: string;
  /** ISO 8601. */
  readonly at?: string;
}

/** One list of the section. */
export interface CodeList {
  readonly status: 'unread' | 'reading' | 'ready';
  readonly rows: readonly CodeRow[];
  /** How far it is, what is missing, why there is nothing. */
  readonly sentence?: string;
  /** More were found than stand here. */
  readonly more?: boolean;
}

export interface CodeView {
  /** Kept here, since a page is thrown away when another tab is shown. */
  readonly isOpen: boolean;
  readonly places: CodeList;
  readonly branches: CodeList;
  readonly commits: CodeList;
  readonly mentions: CodeList;
}
