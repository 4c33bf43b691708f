// Owns the joining of list items at their edges: lines become one, and anything else is left to the editor's general
// rules.
import { Extension } from '@tiptap/core';
import { joinForward } from '@tiptap/pm/commands';
import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { joinPoint } from '@tiptap/pm/transform';

/** Tiptap's own joins whatever stands at the edges; where that is no line on both sides, text is dropped. */
function joinItems({ doc, selection: { $from } }: EditorState, transaction: Transaction, direction: 1 | -1): boolean {
  const point = joinPoint(doc, $from.pos, direction);
  if (point === null || point === undefined) return false;
  const { nodeBefore, nodeAfter, depth } = doc.resolve(point);
  // Nothing lies between but the ends, or the beginnings, of what the cursor stands in.
  const isAtEdge = Math.abs(point - $from.pos) === $from.depth - depth;
  const areLines = nodeBefore?.lastChild?.isTextblock === true && nodeAfter?.firstChild?.isTextblock === true;
  if (isAtEdge && areLines) transaction.join(point, 2);
  return isAtEdge && areLines;
}

/**
 * Before a list with something behind it: lifted out of it, as Tiptap does, its first item would change places with
 * that.
 */
function isBeforeListInTheMiddle({ selection: { $from, empty } }: EditorState): boolean {
  if (!empty || $from.depth < 2 || $from.parentOffset < $from.parent.content.size) return false;
  const [item, next] = [$from.node(-1), $from.indexAfter(-1)];
  return isItem(item) && isList(item.maybeChild(next)) && item.childCount > next + 1;
}

function isItem({ type: { name } }: Node): boolean {
  return name === 'listItem' || name === 'taskItem';
}

function isList(node: Node | null): boolean {
  return node?.firstChild !== null && node?.firstChild !== undefined && isItem(node.firstChild);
}

export const Joining = Extension.create({
  name: 'joining',
  addCommands: () => ({
    joinItemForward:
      () =>
      ({ state, tr }) =>
        joinItems(state, tr, 1),
    joinItemBackward:
      () =>
      ({ state, tr }) =>
        joinItems(state, tr, -1),
  }),
});

export const DeletingForward = Extension.create({
  name: 'deletingForward',
  // Hears the key before Tiptap's own rules for lists.
  priority: 200,
  addKeyboardShortcuts: () => ({
    Delete: ({ editor: { state, view } }) => isBeforeListInTheMiddle(state) && joinForward(state, view.dispatch, view),
  }),
});
