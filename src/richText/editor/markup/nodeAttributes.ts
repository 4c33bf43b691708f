// Types of the attributes of editor nodes whose values are objects, and the language in a class attribute.
import type { PreservedAttributes } from './markup.ts';

/** The markup around the content of a task item. */
export interface TaskMarkup {
  /** The markup before the content: the label with the checkbox. */
  readonly label: string;
  /** The `<div>` around the content and the white space after it, or null if the source had no such element. */
  readonly contentDiv: { readonly sourceAttributes: PreservedAttributes | null; readonly after: string } | null;
}

/**
 * The `<thead>`, `<tbody>` or `<tfoot>` element around a row. It is stored at each of its rows; the rows of one element
 * have the same `sectionNumber`.
 */
export interface TableSection {
  readonly tag: string;
  readonly sourceAttributes: PreservedAttributes | null;
  readonly sectionNumber: number;
  /** `spaceBefore` is the white space before the element; `trailingSpace`, the white space after its last row. */
  readonly spaceBefore: string;
  readonly trailingSpace: string;
}

/** The attributes of `<code>` inside `<pre>`, or `none` if the source had no `<code>` element. */
export type CodeElementMarkup = { readonly sourceAttributes: PreservedAttributes | null } | 'none';

/** Returns the language of a `<code>` element from its class `language-…`, or null. */
export function languageOf(sourceAttributes: PreservedAttributes | null): string | null {
  return /(?:^|\s)language-(\S+)/.exec(sourceAttributes?.['class'] ?? '')?.[1] ?? null;
}
