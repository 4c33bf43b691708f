// Cleans pasted content: removes duplicate ids, and gives plain text the formatting at the cursor.
import { Extension } from '@tiptap/core';
import { type Node as DocNode, Fragment, Mark, type ResolvedPos, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { markupOfAll, type PreservedAttributes, parseInert } from '../markup/markup.ts';
import { elementId } from './mention.ts';

interface Named {
  readonly attrs: Readonly<Record<string, unknown>>;
}

function idsIn({ attrs }: Named): readonly string[] {
  const id = (attrs['kept'] as PreservedAttributes | null | undefined)?.['id'];
  const inside = [...((attrs['raw'] as string | undefined) ?? '').matchAll(/\sid="([^"]*)"/g)].map(
    ([, name = '']) => name,
  );
  return id === undefined ? inside : [id, ...inside];
}

function idsOf(doc: DocNode): ReadonlySet<string> {
  const ids = new Set<string>();
  doc.descendants((node) => {
    for (const named of [node, ...node.marks]) for (const id of idsIn(named)) ids.add(id);
  });
  return ids;
}

/**
 * Returns the attributes with new ids for preserved markup, because the server's components need one, and without an id
 * for other elements.
 */
function renamed({ attrs }: Named): Readonly<Record<string, unknown>> {
  if (attrs['raw'] === undefined) {
    const { id: _id, ...others } = attrs['kept'] as PreservedAttributes;
    return { ...attrs, kept: others };
  }
  const body = parseInert(attrs['raw'] as string);
  for (const element of body.querySelectorAll('[id]')) element.id = elementId();
  return { ...attrs, raw: markupOfAll([...body.childNodes]) };
}

function withoutDoubles(fragment: Fragment, taken: ReadonlySet<string>): Fragment {
  const isDouble = (named: Named) => idsIn(named).some((id) => taken.has(id));
  return Fragment.fromArray(
    fragment.content.map((node) => {
      const marks = Mark.setFrom(node.marks.map((mark) => (isDouble(mark) ? mark.type.create(renamed(mark)) : mark)));
      if (node.isText) return node.mark(marks);
      return node.type.create(isDouble(node) ? renamed(node) : node.attrs, withoutDoubles(node.content, taken), marks);
    }),
  );
}

/** Plain text takes on the marks at the cursor. */
function plainLines(text: string, { doc, marks }: { readonly doc: DocNode; readonly marks: readonly Mark[] }): Slice {
  const { schema } = doc.type;
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line, marks)]));
  return Slice.maxOpen(Fragment.fromArray(lines));
}

export const Pasting = Extension.create({
  name: 'pasting',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPasted: (slice: Slice, { state, dragging }: EditorView) =>
          // Dragged content is removed from its old place, so its ids stay unique.
          dragging?.move === true
            ? slice
            : new Slice(withoutDoubles(slice.content, idsOf(state.doc)), slice.openStart, slice.openEnd),
        clipboardTextParser: (text: string, $context: ResolvedPos) =>
          plainLines(text, { doc: $context.doc, marks: $context.marks() }),
      },
    }),
  ],
});
