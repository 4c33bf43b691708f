// The appearance of a row.
import type { TreeIcon } from './symbols.ts';

export interface Presentation {
  readonly label: string;
  readonly description?: string;
  readonly icon?: TreeIcon;
  /** Plain hover text. Work items have a Markdown tooltip instead, which is created when VS Code requests it. */
  readonly tooltip?: string;
  readonly collapsible: boolean;
  /** The `contextValue`, for `when` clauses of menus; node.ts lists the values. */
  readonly context: string;
  /** The accessible name, read by screen readers. */
  readonly spoken: string;
}
