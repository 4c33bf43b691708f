// Compares two pieces of parsed markup.
import { isElement } from './markup.ts';

/**
 * Returns whether both lists have the same elements, the same attributes in any order, and the same text. Expects
 * normalized nodes.
 */
export function isSameTree(first: readonly Node[], second: readonly Node[]): boolean {
  return (
    first.length === second.length &&
    first.every((node, index) => {
      const counterpart = second[index];
      return counterpart !== undefined && node.isEqualNode(counterpart) && haveSameTemplates(node, counterpart);
    })
  );
}

/**
 * Compares the content of `<template>` elements, which `isEqualNode` ignores because the content is not among their
 * child nodes. Expects nodes that are equal except for templates.
 */
function haveSameTemplates(first: Node, second: Node): boolean {
  const secondTemplates = templatesIn(second);
  return templatesIn(first).every((template, index) => template.innerHTML === secondTemplates[index]?.innerHTML);
}

function templatesIn(node: Node): readonly HTMLTemplateElement[] {
  if (!isElement(node)) return [];
  return [...(node instanceof HTMLTemplateElement ? [node] : []), ...node.querySelectorAll('template')];
}
