// Keeps selected text inside one cell of a table.
import { Extension } from '@tiptap/core';
import { Plugin, type Selection, TextSelection } from '@tiptap/pm/state';

/** Returns the depth of the anchor's cell if the head is in another cell of the same table. */
function anchorCellDepth({ $anchor, $head }: Selection): number | undefined {
  const sharedDepth = $anchor.sharedDepth($head.pos);
  const role: unknown = $anchor.node(sharedDepth).type.spec['tableRole'];
  if (role === 'row') return sharedDepth + 1;
  return role === 'table' ? sharedDepth + 2 : undefined;
}

/**
 * Ends selected text at the edge of the cell in which the selection starts. Erased text of two rows would merge the
 * rows, and the other rows would get empty cells. Whole cells are selected with the mouse, or with Shift and the arrow
 * keys. In a text that is only read, all text can be selected.
 */
export const SelectionInCell = Extension.create({
  name: 'selectionInCell',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (_transactions, _before, { selection, tr }) => {
          const depth = selection instanceof TextSelection ? anchorCellDepth(selection) : undefined;
          if (depth === undefined || !this.editor.isEditable) return null;
          const { $anchor, head } = selection;
          const $edge = tr.doc.resolve(head < $anchor.pos ? $anchor.start(depth) : $anchor.end(depth));
          return tr.setSelection(TextSelection.between($anchor, $edge));
        },
      }),
    ];
  },
});
