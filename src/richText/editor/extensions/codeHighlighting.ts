// Highlights code blocks in the editor with decorations, which do not change the document.
import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { createCharacterLimit, MAX_HIGHLIGHTED_CHARACTERS, tokenizeCode } from '../highlight.ts';

type HighlightTokens = ReturnType<typeof tokenizeCode>;

/** Returns the decorations of the code blocks, up to a limit. Uses the cached tokens of unchanged blocks. */
function createDecorations(doc: DocNode, tokensByNode: WeakMap<DocNode, HighlightTokens>): DecorationSet {
  const decorations: Decoration[] = [];
  const isWithinLimit = createCharacterLimit(MAX_HIGHLIGHTED_CHARACTERS);
  doc.descendants((node, position) => {
    if (node.type.name !== 'codeBlock' || !isWithinLimit(node.textContent)) return;
    const tokens =
      tokensByNode.get(node) ?? tokenizeCode(node.textContent, (node.attrs['language'] as string | null) ?? null);
    tokensByNode.set(node, tokens);
    let from = position + 1;
    for (const { text, className } of tokens) {
      if (className !== '') decorations.push(Decoration.inline(from, from + text.length, { class: className }));
      from += text.length;
    }
  });
  return DecorationSet.create(doc, decorations);
}

export const CodeHighlighting = Extension.create({
  name: 'codeHighlighting',
  addProseMirrorPlugins() {
    const tokensByNode = new WeakMap<DocNode, HighlightTokens>();
    const plugin: Plugin<DecorationSet> = new Plugin({
      state: {
        init: (_, { doc }) => createDecorations(doc, tokensByNode),
        apply: (transaction, before) =>
          transaction.docChanged ? createDecorations(transaction.doc, tokensByNode) : before,
      },
      props: { decorations: (state) => plugin.getState(state) },
    });
    return [plugin];
  },
});
