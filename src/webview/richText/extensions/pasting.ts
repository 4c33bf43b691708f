// Prepares pasted content: removes or replaces duplicate ids, and formats plain text like the text at the cursor.
import { Extension } from '@tiptap/core';
import { type Node as DocNode, Fragment, Mark, type ResolvedPos, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { markupOfAll, type PreservedAttributes, parseInert } from '../markup/markup.ts';
import { randomElementId } from './mention.ts';

interface NodeOrMark {
  readonly attrs: Readonly<Record<string, unknown>>;
}

function idsIn({ attrs }: NodeOrMark): readonly string[] {
  const id = (attrs['sourceAttributes'] as PreservedAttributes | null | undefined)?.['id'];
  const idsInMarkup = [...((attrs['raw'] as string | undefined) ?? '').matchAll(/\sid="([^"]*)"/g)].map(
    ([, capturedId = '']) => capturedId,
  );
  return id === undefined ? idsInMarkup : [id, ...idsInMarkup];
}

function idsInDocument(doc: DocNode): ReadonlySet<string> {
  const ids = new Set<string>();
  doc.descendants((node) => {
    for (const nodeOrMark of [node, ...node.marks]) for (const id of idsIn(nodeOrMark)) ids.add(id);
  });
  return ids;
}

/**
 * Returns the attributes without a duplicate id. Elements in opaque markup get new ids, because the server's components
 * need an id. Other elements lose their id.
 */
function attributesWithoutDuplicateId({ attrs }: NodeOrMark): Readonly<Record<string, unknown>> {
  if (attrs['raw'] === undefined) {
    const { id: _id, ...otherAttributes } = attrs['sourceAttributes'] as PreservedAttributes;
    return { ...attrs, sourceAttributes: otherAttributes };
  }
  const body = parseInert(attrs['raw'] as string);
  for (const element of body.querySelectorAll('[id]')) element.id = randomElementId();
  return { ...attrs, raw: markupOfAll([...body.childNodes]) };
}

function withoutDuplicateIds(fragment: Fragment, takenIds: ReadonlySet<string>): Fragment {
  const hasDuplicateId = (nodeOrMark: NodeOrMark) => idsIn(nodeOrMark).some((id) => takenIds.has(id));
  return Fragment.fromArray(
    fragment.content.map((node) => {
      const marks = Mark.setFrom(
        node.marks.map((mark) => (hasDuplicateId(mark) ? mark.type.create(attributesWithoutDuplicateId(mark)) : mark)),
      );
      if (node.isText) return node.mark(marks);
      return node.type.create(
        hasDuplicateId(node) ? attributesWithoutDuplicateId(node) : node.attrs,
        withoutDuplicateIds(node.content, takenIds),
        marks,
      );
    }),
  );
}

/** Returns one paragraph per line, formatted with the marks at the cursor. */
function paragraphSlice(
  text: string,
  { doc, marks }: { readonly doc: DocNode; readonly marks: readonly Mark[] },
): Slice {
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
          // Content that the user moves by dragging is removed from its old position, so its ids stay unique.
          dragging?.move === true
            ? slice
            : new Slice(withoutDuplicateIds(slice.content, idsInDocument(state.doc)), slice.openStart, slice.openEnd),
        clipboardTextParser: (text: string, $context: ResolvedPos) =>
          paragraphSlice(text, { doc: $context.doc, marks: $context.marks() }),
      },
    }),
  ],
});
