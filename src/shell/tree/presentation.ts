// The appearance of a tree row.
import type { TreeIcon } from '../../items/icons.ts';
import type { RowDecoration } from './rowDecoration.ts';

export interface Presentation {
  readonly label: string;
  readonly description?: string;
  readonly icon?: TreeIcon;
  /**
   * The tooltip as plain text. Work items have a Markdown tooltip instead, which is created when VS Code requests it.
   */
  readonly tooltip?: string;
  readonly decoration?: RowDecoration;
  readonly collapsible: boolean;
  /** The `contextValue`, for `when` clauses of menus; node.ts lists the values. */
  readonly context: string;
  /** The accessible name, which screen readers read aloud. */
  readonly accessibleName: string;
}
