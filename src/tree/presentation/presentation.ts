// The appearance of a tree row.
import type { TreeIcon } from './symbols.ts';

/** The color and badge of a row, on top of its icon and texts. */
export type RowDecoration = 'unread' | 'overdue' | 'urgent' | 'high' | 'urgent+overdue' | 'high+overdue';

export interface Presentation {
  readonly label: string;
  readonly description?: string;
  readonly icon?: TreeIcon;
  /** A plain text. Work items have a Markdown tooltip instead, which is created when VS Code requests it. */
  readonly tooltip?: string;
  readonly decoration?: RowDecoration;
  readonly collapsible: boolean;
  /** The `contextValue`, for `when` clauses of menus; node.ts lists the values. */
  readonly context: string;
  /** The accessible name, which screen readers read aloud. */
  readonly accessibleName: string;
}
