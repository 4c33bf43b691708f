// Owns the question whether two pieces of markup mean the same.
import { isElement } from './markup.ts';

/** Same elements, same attributes in any order, same text to the last space. Expects normalized nodes. */
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
 * `isEqualNode` ignores what is in a template, because its content is not among its child nodes. Expects equal nodes.
 */
function sameTemplates(one: Node, other: Node): boolean {
  const others = templatesIn(other);
  return templatesIn(one).every((template, index) => template.innerHTML === others[index]?.innerHTML);
}

function templatesIn(node: Node): readonly HTMLTemplateElement[] {
  if (!isElement(node)) return [];
  return [...(node instanceof HTMLTemplateElement ? [node] : []), ...node.querySelectorAll('template')];
}
