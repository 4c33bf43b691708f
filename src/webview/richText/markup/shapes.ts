// Owns the shapes of the editor's own attributes that hold structured values.
import type { PreservedAttributes } from './markup.ts';

/** What stood around a task's content. `box` is null where the source had no such element. */
export interface TaskShell {
  /** Markup before the content: the checkbox's label. */
  readonly label: string;
  /** `after`: white space behind the element. */
  readonly box: { readonly kept: PreservedAttributes | null; readonly after: string } | null;
}

/** A table's row group. Rows of one group share the number. */
export interface RowSection {
  readonly tag: string;
  readonly kept: PreservedAttributes | null;
  readonly number: number;
  /** White space before it, and within it behind the last row. */
  readonly gap: string;
  readonly tail: string;
}

/** What stood between `<pre>` and its text: `<code>` with attributes, or nothing. */
export type CodeInner = { readonly kept: PreservedAttributes | null } | 'none';

/** The language that a code element's class names, as the service's editor writes it. */
export function languageOf(kept: PreservedAttributes | null): string | null {
  return /(?:^|\s)language-(\S+)/.exec(kept?.['class'] ?? '')?.[1] ?? null;
}
