// Selects the attributes to write for each element. If the user has split an element, only its first part keeps its
// `id`, `name` and `value`.
import type { PreservedAttributes } from '../markup/markup.ts';

/** Selects the attributes to write during one serialization. */
export interface AttributeWriter {
  /**
   * Returns the attributes to write for a source element. When it gets the same object again, it omits `id`, `name` and
   * `value`.
   */
  (sourceAttributes: PreservedAttributes | null): PreservedAttributes | null;
  /** Returns whether a paragraph without a `<p>` element has not changed since it was loaded. */
  isUntouched(paragraph: object): boolean;
}

/**
 * Creates an `AttributeWriter` for one serialization. Splitting a block, for example with Enter, gives both halves the
 * same attributes object; only the first half keeps its `id`, `name` and `value`.
 */
export function createAttributeWriter(unwrappedParagraphs: ReadonlySet<object> = new Set()): AttributeWriter {
  const writtenAttributes = new Set<PreservedAttributes>();
  const uniqueAttributes = (sourceAttributes: PreservedAttributes | null): PreservedAttributes | null => {
    if (sourceAttributes === null || !writtenAttributes.has(sourceAttributes)) {
      if (sourceAttributes !== null) writtenAttributes.add(sourceAttributes);
      return sourceAttributes;
    }
    const { id: _id, name: _name, value: _value, ...otherAttributes } = sourceAttributes;
    return otherAttributes;
  };
  return Object.assign(uniqueAttributes, { isUntouched: (paragraph: object) => unwrappedParagraphs.has(paragraph) });
}
