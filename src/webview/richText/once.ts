// Owns the rule that what names one element is written once, however many elements an edit has made of it.
import type { Kept } from './markup.ts';

/** The attributes of a source element, to be written. */
export type Once = (kept: Kept | null) => Kept | null;

/** For one saving: Enter and the like give the very same attributes to both halves, of which the first keeps its id, anchor and number. */
export function writtenOnce(): Once {
  const written = new Set<Kept>();
  return (kept) => {
    if (kept === null || !written.has(kept)) {
      if (kept !== null) written.add(kept);
      return kept;
    }
    const { id: _id, name: _name, value: _value, ...others } = kept;
    return others;
  };
}
