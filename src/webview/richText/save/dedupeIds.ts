// Writes `id`, `name` and `value` of an element only once, even if an edit has split the element.
import type { PreservedAttributes } from '../markup/markup.ts';

/** The state of one save operation. */
export interface UniqueIds {
  /** Returns the attributes to write for a source element. */
  (kept: PreservedAttributes | null): PreservedAttributes | null;
  /** Whether this line was loaded and not changed since. */
  isUntouched(line: object): boolean;
}

/**
 * Creates the state of one save operation. Splitting a block, for example with Enter, gives both halves the same
 * attributes object; only the first half keeps its `id`, `name` and `value`.
 */
export function dedupeIds(loaded: ReadonlySet<object> = new Set()): UniqueIds {
  const written = new Set<PreservedAttributes>();
  const once = (kept: PreservedAttributes | null): PreservedAttributes | null => {
    if (kept === null || !written.has(kept)) {
      if (kept !== null) written.add(kept);
      return kept;
    }
    const { id: _id, name: _name, value: _value, ...others } = kept;
    return others;
  };
  return Object.assign(once, { isUntouched: (line: object) => loaded.has(line) });
}
