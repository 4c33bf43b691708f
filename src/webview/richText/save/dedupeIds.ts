// Owns the rule that what names one element is written once, however many elements an edit has made of it.
import type { PreservedAttributes } from '../markup/markup.ts';

/** What one saving knows: of what it has written, and of what was loaded. */
export interface UniqueIds {
  /** The attributes of a source element, to be written. */
  (kept: PreservedAttributes | null): PreservedAttributes | null;
  /** Whether this very line was loaded, and nothing of it was changed since. */
  isUntouched(line: object): boolean;
}

/**
 * For one saving: Enter and the like give the very same attributes to both halves, of which the first keeps its id,
 * anchor and number.
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
