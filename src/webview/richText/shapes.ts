// Owns the shapes of the editor's own attributes that hold structured values.
import type { Kept } from './markup.ts';

/** What stood around a task's content. `label` and `box` are null where the source had no such element. */
export interface TaskShell {
  /** Markup of the checkbox's label. */
  readonly label: string | null;
  readonly box: { readonly kept: Kept | null } | null;
}

/** A table's row group. Rows of one group share the number. */
export interface RowSection {
  readonly tag: string;
  readonly kept: Kept | null;
  readonly number: number;
}

/** What stood between `<pre>` and its text: `<code>` with attributes, or nothing. */
export type CodeInner = { readonly kept: Kept | null } | 'none';

/** The language that a code element's class names, as the service's editor writes it. */
export function languageOf(kept: Kept | null): string | null {
  return /(?:^|\s)language-(\S+)/.exec(kept?.['class'] ?? '')?.[1] ?? null;
}
