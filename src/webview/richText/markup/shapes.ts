// Types for attributes of the editor's nodes that have objects as values.
import type { PreservedAttributes } from './markup.ts';

/** The markup around the content of a task item. */
export interface TaskMarkup {
  /** The markup before the content: the label with the checkbox. */
  readonly label: string;
  /** The `<div>` around the content and the white space after it, or null if the source had no such element. */
  readonly contentDiv: { readonly sourceAttributes: PreservedAttributes | null; readonly after: string } | null;
}

/** A row group of a table, for example `<tbody>`. Each row has a copy; rows of one group have the same number. */
export interface TableSection {
  readonly tag: string;
  readonly sourceAttributes: PreservedAttributes | null;
  readonly groupNumber: number;
  /** `spaceBefore` is the white space before the group; `trailingSpace`, the white space after its last row. */
  readonly spaceBefore: string;
  readonly trailingSpace: string;
}

/** The attributes of `<code>` inside `<pre>`, or `none` if the source had no `<code>` element. */
export type CodeElementMarkup = { readonly sourceAttributes: PreservedAttributes | null } | 'none';

/** Returns the language of a `<code>` element from its class `language-…`, or null. */
export function languageOf(sourceAttributes: PreservedAttributes | null): string | null {
  return /(?:^|\s)language-(\S+)/.exec(sourceAttributes?.['class'] ?? '')?.[1] ?? null;
}
