// If the user has split an element, writes its `id`, `name` and `value` only in the first part.
import type { PreservedAttributes } from '../markup/markup.ts';

/** The state of one serialization. */
export interface AttributeWriter {
  /** Returns the attributes to write for a source element; without `id`, `name` and `value` from the second call. */
  (sourceAttributes: PreservedAttributes | null): PreservedAttributes | null;
  /** Returns whether a paragraph without a `<p>` element has not changed since it was loaded. */
  isUntouched(paragraph: object): boolean;
}

/**
 * Creates the state of one serialization. Splitting a block, for example with Enter, gives both halves the same
 * attributes object; only the first half keeps its `id`, `name` and `value`.
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
