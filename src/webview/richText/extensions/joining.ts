// Joins list items at their edges if both edges are text. The editor's general rules do the rest.
import { Extension } from '@tiptap/core';
import { joinForward } from '@tiptap/pm/commands';
import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { joinPoint } from '@tiptap/pm/transform';

/** Tiptap's own command joins whatever is at the edges. Where one of them is not text, it drops text. */
function joinItems({ doc, selection: { $from } }: EditorState, transaction: Transaction, direction: 1 | -1): boolean {
  const point = joinPoint(doc, $from.pos, direction);
  if (point === null || point === undefined) return false;
  const { nodeBefore, nodeAfter, depth } = doc.resolve(point);
  // Between the cursor and the join point there are only the ends, or the starts, of the nodes around the cursor.
  const isAtEdge = Math.abs(point - $from.pos) === $from.depth - depth;
  const areLines = nodeBefore?.lastChild?.isTextblock === true && nodeAfter?.firstChild?.isTextblock === true;
  if (isAtEdge && areLines) transaction.join(point, 2);
  return isAtEdge && areLines;
}

/**
 * Whether the cursor is before a nested list that has content after it. If Tiptap lifted the list's first item out, the
 * item would swap places with that content.
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
  // Handles the key before Tiptap's own rules for lists.
  priority: 200,
  addKeyboardShortcuts: () => ({
    Delete: ({ editor: { state, view } }) => isBeforeListInTheMiddle(state) && joinForward(state, view.dispatch, view),
  }),
});
