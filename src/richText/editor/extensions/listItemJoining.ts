// Commands that join list items without losing text, and the Delete key before a nested list.
import { Extension } from '@tiptap/core';
import { joinForward } from '@tiptap/pm/commands';
import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { joinPoint } from '@tiptap/pm/transform';

/**
 * Joins two list items if the last block of the first and the first block of the second are text blocks. In other cases
 * Tiptap's command loses text.
 */
function joinItems({ doc, selection: { $from } }: EditorState, transaction: Transaction, direction: 1 | -1): boolean {
  const joinPosition = joinPoint(doc, $from.pos, direction);
  if (joinPosition === null || joinPosition === undefined) return false;
  const { nodeBefore, nodeAfter, depth } = doc.resolve(joinPosition);
  // Each position between the cursor and the join point must be the start, or the end, of an ancestor of the cursor.
  const isCursorAtEdge = Math.abs(joinPosition - $from.pos) === $from.depth - depth;
  const areBothEdgesTextblocks =
    nodeBefore?.lastChild?.isTextblock === true && nodeAfter?.firstChild?.isTextblock === true;
  if (isCursorAtEdge && areBothEdgesTextblocks) transaction.join(joinPosition, 2);
  return isCursorAtEdge && areBothEdgesTextblocks;
}

/**
 * Returns whether the cursor is directly before a nested list that is followed by more content. If Tiptap lifted the
 * first item out of the list, the item would end up after that content.
 */
function isBeforeNestedListInMiddle({ selection: { $from, empty } }: EditorState): boolean {
  if (!empty || $from.depth < 2 || $from.parentOffset < $from.parent.content.size) return false;
  const [item, nextIndex] = [$from.node(-1), $from.indexAfter(-1)];
  return isListItem(item) && isList(item.maybeChild(nextIndex)) && item.childCount > nextIndex + 1;
}

function isListItem({ type: { name } }: Node): boolean {
  return name === 'listItem' || name === 'taskItem';
}

function isList(node: Node | null): boolean {
  return node?.firstChild !== null && node?.firstChild !== undefined && isListItem(node.firstChild);
}

export const ListItemJoining = Extension.create({
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

export const DeleteBeforeNestedList = Extension.create({
  name: 'deletingForward',
  // With this priority, the key handler of this extension runs before Tiptap's own key handlers for lists.
  priority: 200,
  addKeyboardShortcuts: () => ({
    Delete: ({ editor: { state, view } }) =>
      isBeforeNestedListInMiddle(state) && joinForward(state, view.dispatch, view),
  }),
});
