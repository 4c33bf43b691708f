// Prepares pasted content: removes or replaces duplicate ids, and formats plain text like the text at the cursor.
import { Extension } from '@tiptap/core';
import { type Node as DocNode, Fragment, Mark, type ResolvedPos, Slice } from '@tiptap/pm/model';
import { Plugin, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { drawingLength } from '../../../std/html/drawings.ts';
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

/** Returns one paragraph per line, formatted with the marks at the cursor, and one code block per drawing. */
function textSlice(text: string, $from: ResolvedPos): Slice {
  const { schema } = $from.doc.type;
  const marks = $from.marks();
  const lines = text.split(/\r\n?|\n/);
  const blocks: DocNode[] = [];
  for (let index = 0; index < lines.length; ) {
    const start = index;
    const length = drawingLength((offset) => lines[start + offset], true);
    const line = lines[index] ?? '';
    index += Math.max(length, 1);
    if (length > 0) blocks.push(schema.node('codeBlock', null, schema.text(lines.slice(start, index).join('\n'))));
    // Blank lines only separate. At the start and at the end, they divide the paragraph at the cursor.
    else if (line !== '' || ((start === 0 || index === lines.length) && blocks.at(-1)?.type.spec.code !== true))
      blocks.push(schema.node('paragraph', null, line === '' ? [] : schema.text(line, marks)));
  }
  return Slice.maxOpen(Fragment.fromArray(blocks));
}

/** Returns the text if all its lines draw a tree or a table, and the pasted HTML, for example of an editor, hides it. */
function drawingInOtherMarkup(html: string, text: string): string | undefined {
  if (/data-pm-slice|<pre\b/i.test(html)) return undefined;
  const lines = text.trimEnd().split(/\r\n?|\n/);
  return drawingLength((index) => lines[index], true) === lines.length ? lines.join('\n') : undefined;
}

/** Pastes text that starts or ends with a code block. ProseMirror would join such a block with the text at the cursor. */
function pasteCodeBlocks({ state, dispatch }: EditorView, { content, openStart, openEnd }: Slice): boolean {
  const { $from, $to } = state.selection;
  const startsWithCode = content.firstChild?.type.spec.code === true;
  const endsWithCode = content.lastChild?.type.spec.code === true;
  if (!(startsWithCode || endsWithCode) || !$from.parent.isTextblock || !$to.parent.isTextblock) return false;
  const from = startsWithCode && $from.parentOffset === 0 ? $from.before() : $from.pos;
  const to = endsWithCode && $to.parentOffset === $to.parent.content.size ? $to.after() : $to.pos;
  const slice = new Slice(content, startsWithCode ? 0 : openStart, endsWithCode ? 0 : openEnd);
  const transaction = state.tr.replace(from, to, slice);
  const end = transaction.doc.resolve(transaction.mapping.map(to));
  dispatch(transaction.setSelection(Selection.near(end, -1)).scrollIntoView().setMeta('uiEvent', 'paste'));
  return true;
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
        clipboardTextParser: (text: string, $context: ResolvedPos) => textSlice(text, $context),
        handlePaste: (view: EditorView, { clipboardData }: ClipboardEvent, slice: Slice) => {
          const { $from } = view.state.selection;
          if ($from.parent.type.spec.code === true) return false;
          const html = clipboardData?.getData('text/html') ?? '';
          if (html === '') return pasteCodeBlocks(view, slice);
          const drawing = drawingInOtherMarkup(html, clipboardData?.getData('text/plain') ?? '');
          return drawing !== undefined && pasteCodeBlocks(view, textSlice(drawing, $from));
        },
      },
    }),
  ],
});
