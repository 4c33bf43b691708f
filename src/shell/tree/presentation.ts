// The appearance of a tree row.
import type { Fault } from '../../client/apiError.ts';
import type { TreeIcon } from '../../items/icons.ts';
import type { RowDecoration } from './rowDecoration.ts';

/** Formats the fault of a failed request for the user. */
export interface FaultTexts {
  /** Returns one or two sentences. */
  readonly sentences: (fault: Fault) => string;
  /** Returns the cause in about three words, without a period. */
  readonly cause: (fault: Fault) => string;
}

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
