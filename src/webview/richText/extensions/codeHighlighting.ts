// Highlights code blocks in the editor with decorations, which do not change the document.
import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { codePieces, createCharacterLimit, MAX_COLORED_CHARACTERS } from '../highlight.ts';

type Pieces = ReturnType<typeof codePieces>;

/** Returns the highlighting of the code blocks up to a limit. The cached parts of an unchanged block are used. */
function highlightDecorations(doc: DocNode, piecesByNode: WeakMap<DocNode, Pieces>): DecorationSet {
  const decorations: Decoration[] = [];
  const isWithinLimit = createCharacterLimit(MAX_COLORED_CHARACTERS);
  doc.descendants((node, position) => {
    if (node.type.name !== 'codeBlock' || !isWithinLimit(node.textContent)) return;
    const pieces =
      piecesByNode.get(node) ?? codePieces(node.textContent, (node.attrs['language'] as string | null) ?? null);
    piecesByNode.set(node, pieces);
    let from = position + 1;
    for (const { text, className } of pieces) {
      if (className !== '') decorations.push(Decoration.inline(from, from + text.length, { class: className }));
      from += text.length;
    }
  });
  return DecorationSet.create(doc, decorations);
}

export const CodeHighlighting = Extension.create({
  name: 'codeHighlighting',
  addProseMirrorPlugins() {
    const piecesByNode = new WeakMap<DocNode, Pieces>();
    const plugin: Plugin<DecorationSet> = new Plugin({
      state: {
        init: (_, { doc }) => highlightDecorations(doc, piecesByNode),
        apply: (transaction, before) =>
          transaction.docChanged ? highlightDecorations(transaction.doc, piecesByNode) : before,
      },
      props: { decorations: (state) => plugin.getState(state) },
    });
    return [plugin];
  },
});
