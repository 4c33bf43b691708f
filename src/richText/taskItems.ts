// Recognizes the items of Plane's task lists: `li > label > input` with the content in a `div` behind the label.
import type { HtmlElement, HtmlNode } from './htmlTree.ts';

export interface Task {
  readonly isChecked: boolean;
  readonly content: readonly HtmlNode[];
}

export function isTaskList({ tag, attributes }: HtmlElement): boolean {
  return tag === 'ul' && attributes.get('data-type') === 'taskList';
}

/** Returns the task of a list item; undefined if the element is not an item of a task list. */
export function taskOf({ tag, attributes, children }: HtmlElement): Task | undefined {
  if (tag !== 'li' || attributes.get('data-type') !== 'taskItem') return undefined;
  const content = children
    .filter((child) => !isBox(child))
    .flatMap((child) =>
      child.kind === 'element' && child.tag === 'div' && child.attributes.size === 0 ? child.children : [child],
    );
  return { isChecked: attributes.get('data-checked') === 'true', content };
}

/** Whether the node is the check box of a task: a label or input without text. */
function isBox(node: HtmlNode): boolean {
  if (node.kind === 'text') return false;
  const isEmpty = (one: HtmlNode): boolean =>
    one.kind === 'text' ? one.text.trim() === '' : ['input', 'span'].includes(one.tag) && one.children.every(isEmpty);
  return node.tag === 'input' || (node.tag === 'label' && node.children.every(isEmpty));
}
