// Types of the editor attributes that have structured values.
import type { PreservedAttributes } from './markup.ts';

/** The markup around a task's content. `box` is null where the source had no such element. */
export interface TaskShell {
  /** The markup before the content: the checkbox's label. */
  readonly label: string;
  /** `after` is the white space after the element. */
  readonly box: { readonly kept: PreservedAttributes | null; readonly after: string } | null;
}

/** A row group of a table. Rows of one group have the same number. */
export interface RowSection {
  readonly tag: string;
  readonly kept: PreservedAttributes | null;
  readonly number: number;
  /** White space before the group, and at its end after the last row. */
  readonly gap: string;
  readonly tail: string;
}

/** The element between `<pre>` and its text: `<code>` with its attributes, or `none`. */
export type CodeInner = { readonly kept: PreservedAttributes | null } | 'none';

/** Returns the language in a code element's class, as the server's editor writes it, or null. */
export function languageOf(kept: PreservedAttributes | null): string | null {
  return /(?:^|\s)language-(\S+)/.exec(kept?.['class'] ?? '')?.[1] ?? null;
}
