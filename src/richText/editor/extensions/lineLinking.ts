// Shows lines of a text that is not edited as links, with decorations, which do not change the document.
import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findLinkedLines, type LineLinks } from '../lineLinks.ts';

function createDecorations(doc: DocNode, links: LineLinks): DecorationSet {
  const decorations: Decoration[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const { size } = node.content;
    const text = node.textBetween(0, size, '\n', ({ type }) => (type.name === 'hardBreak' ? '\n' : '\uFFFC'));
    // Content with an inner structure has other positions than its text.
    for (const { start, end, url } of text.length === size ? findLinkedLines(text, links) : [])
      decorations.push(
        Decoration.inline(position + 1 + start, position + 1 + end, {
          nodeName: 'a',
          role: 'link',
          tabindex: '0',
          'data-href': url,
        }),
      );
    return false;
  });
  return DecorationSet.create(doc, decorations);
}

/** With `links`, which is called for each change of the text or of its state. Nothing is computed while it is edited. */
export const LineLinking = Extension.create<{ readonly links: () => LineLinks }>({
  name: 'lineLinking',
  addOptions: () => ({ links: () => new Map() }),
  addProseMirrorPlugins() {
    let shown: { readonly doc: DocNode; readonly links: LineLinks; readonly set: DecorationSet } | undefined;
    return [
      new Plugin({
        props: {
          decorations: ({ doc }) => {
            const links = this.options.links();
            if (this.editor.isEditable || links.size === 0) return null;
            if (shown?.doc !== doc || shown.links !== links) shown = { doc, links, set: createDecorations(doc, links) };
            return shown.set;
          },
        },
      }),
    ];
  },
});
