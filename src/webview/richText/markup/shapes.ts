// Types for attributes of the editor's nodes that have objects as values.
import type { PreservedAttributes } from './markup.ts';

/** The markup around the content of a task item. */
export interface TaskShell {
  /** The markup before the content: the label with the checkbox. */
  readonly label: string;
  /** The `<div>` around the content and the white space after it, or null if the source had no such element. */
  readonly box: { readonly kept: PreservedAttributes | null; readonly after: string } | null;
}

/** A row group of a table, for example `<tbody>`. Each row has a copy; rows of one group have the same number. */
export interface RowSection {
  readonly tag: string;
  readonly kept: PreservedAttributes | null;
  readonly number: number;
  /** `gap` is the white space before the group; `tail`, the white space after its last row. */
  readonly gap: string;
  readonly tail: string;
}

/** The attributes of `<code>` inside `<pre>`, or `none` if the source had no `<code>` element. */
export type CodeInner = { readonly kept: PreservedAttributes | null } | 'none';

/** Returns the language of a `<code>` element from its class `language-…`, or null. */
export function languageOf(kept: PreservedAttributes | null): string | null {
  return /(?:^|\s)language-(\S+)/.exec(kept?.['class'] ?? '')?.[1] ?? null;
}
