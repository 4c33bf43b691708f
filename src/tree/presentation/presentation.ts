// Owns the shape of how a row looks.
import type { TreeIcon } from './symbols.ts';

export interface Presentation {
  readonly label: string;
  readonly description?: string;
  readonly icon?: TreeIcon;
  /** Hover text that costs nothing; work items have a tooltip of their own, made when asked for. */
  readonly tooltip?: string;
  readonly collapsible: boolean;
  /** For `when` clauses of menus; node.ts lists them. */
  readonly context: string;
  /** What a screen reader says. */
  readonly spoken: string;
}
