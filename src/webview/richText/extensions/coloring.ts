// Highlights code blocks in a live text with decorations, which leave the document unchanged.
import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { codePieces, colorUpTo, MAX_COLORED } from '../highlight.ts';

type Pieces = ReturnType<typeof codePieces>;

/** An unchanged block is the same node, so its cached highlighting is used. */
function colorsOf(doc: DocNode, known: WeakMap<DocNode, Pieces>): DecorationSet {
  const decorations: Decoration[] = [];
  const isWorthIt = colorUpTo(MAX_COLORED);
  doc.descendants((node, position) => {
    if (node.type.name !== 'codeBlock' || !isWorthIt(node.textContent)) return;
    const pieces = known.get(node) ?? codePieces(node.textContent, (node.attrs['language'] as string | null) ?? null);
    known.set(node, pieces);
    let from = position + 1;
    for (const { text, className } of pieces) {
      if (className !== '') decorations.push(Decoration.inline(from, from + text.length, { class: className }));
      from += text.length;
    }
  });
  return DecorationSet.create(doc, decorations);
}

export const Coloring = Extension.create({
  name: 'colouring',
  addProseMirrorPlugins() {
    const known = new WeakMap<DocNode, Pieces>();
    const plugin: Plugin<DecorationSet> = new Plugin({
      state: {
        init: (_, { doc }) => colorsOf(doc, known),
        apply: (transaction, before) => (transaction.docChanged ? colorsOf(transaction.doc, known) : before),
      },
      props: { decorations: (state) => plugin.getState(state) },
    });
    return [plugin];
  },
});
