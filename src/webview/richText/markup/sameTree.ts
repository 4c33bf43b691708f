// Compares two pieces of parsed markup.
import { isElement } from './markup.ts';

/**
 * Whether both have the same elements, the same attributes in any order, and exactly the same text. Expects normalized
 * nodes.
 */
export function sameTree(one: readonly Node[], other: readonly Node[]): boolean {
  return (
    one.length === other.length &&
    one.every((node, index) => {
      const counterpart = other[index];
      return counterpart !== undefined && node.isEqualNode(counterpart) && sameTemplates(node, counterpart);
    })
  );
}

/**
 * Compares the content of templates, which `isEqualNode` ignores because it is not among their child nodes. Expects
 * nodes that are otherwise equal.
 */
function sameTemplates(one: Node, other: Node): boolean {
  const others = templatesIn(other);
  return templatesIn(one).every((template, index) => template.innerHTML === others[index]?.innerHTML);
}

function templatesIn(node: Node): readonly HTMLTemplateElement[] {
  if (!isElement(node)) return [];
  return [...(node instanceof HTMLTemplateElement ? [node] : []), ...node.querySelectorAll('template')];
}
