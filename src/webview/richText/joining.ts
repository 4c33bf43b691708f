// Owns the joining of list items at their edges: lines become one, and anything else is left to the editor's general rules.
import { Extension } from '@tiptap/core';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { joinPoint } from '@tiptap/pm/transform';

/** Tiptap's own joins whatever stands at the edges; where that is no line on both sides, text is dropped. */
function joinItems({ doc, selection }: EditorState, transaction: Transaction, direction: 1 | -1): boolean {
  const point = joinPoint(doc, selection.$from.pos, direction);
  if (point === null || point === undefined) return false;
  const { nodeBefore, nodeAfter } = doc.resolve(point);
  const areLines = nodeBefore?.lastChild?.isTextblock === true && nodeAfter?.firstChild?.isTextblock === true;
  if (areLines) transaction.join(point, 2);
  return areLines;
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
