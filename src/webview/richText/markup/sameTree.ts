// Owns the question whether two pieces of markup mean the same.
import { isElement } from './markup.ts';

function sameAttributes(one: Element, other: Element): boolean {
  if (one.attributes.length !== other.attributes.length) return false;
  const values = new Map([...other.attributes].map(({ name, value }) => [name, value]));
  return [...one.attributes].every(({ name, value }) => values.get(name) === value);
}

function sameNode(one: Node, other: Node): boolean {
  if (isElement(one) && isElement(other)) {
    return (
      one.localName === other.localName &&
      sameAttributes(one, other) &&
      innerMarkup(one) === innerMarkup(other) &&
      sameTree([...one.childNodes], [...other.childNodes])
    );
  }
  return one.nodeType === other.nodeType && one.nodeValue === other.nodeValue;
}

/** A template's content hangs beside the tree, so it is compared as text. */
function innerMarkup(element: Element): string {
  return element instanceof HTMLTemplateElement ? element.innerHTML : '';
}

/** Same elements, same attributes in any order, same text to the last space. Expects normalised nodes. */
export function sameTree(one: readonly Node[], other: readonly Node[]): boolean {
  return (
    one.length === other.length &&
    one.every((node, index) => {
      const counterpart = other[index];
      return counterpart !== undefined && sameNode(node, counterpart);
    })
  );
}
