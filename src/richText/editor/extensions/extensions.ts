// The Tiptap extensions of the editor, and the attributes that preserve the markup of the source.
import { Extension, Mark, markInputRule, type Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { CodeHighlighting } from './codeHighlighting.ts';
import { ContainerMergeFilter } from './containerMergeFilter.ts';
import { Link } from './link.ts';
import { DeleteBeforeNestedList, ListItemJoining } from './listItemJoining.ts';
import { Pasting } from './pasting.ts';
import { PendingPictures } from './pictureNodes.ts';
import { readSourceTag, writeSourceTag } from './preservedMarkup.ts';
import {
  OpaqueBlock,
  OpaqueInline,
  type OpaqueOptions,
  PreservedBlock,
  PreservedInline,
  PreservedSpace,
  PreservedText,
} from './preservedNodes.ts';
import { SelectionInCell } from './selectionInCell.ts';

const CONTAINER_NODES =
  'blockquote bulletList orderedList listItem taskList taskItem table tableRow tableCell tableHeader'.split(' ');
const TEXT_NODES = ['paragraph', 'heading'];
const BLOCK_NODES = [...TEXT_NODES, 'codeBlock', 'horizontalRule', ...CONTAINER_NODES];
const NODES_WITH_SOURCE_ELEMENT = [...BLOCK_NODES, 'hardBreak'];
const PRESERVED_BLOCKS = ['preservedBlock', 'preservedText', 'opaqueBlock'];
const FORMATTING_MARKS = ['bold', 'italic', 'strike', 'underline', 'code', 'link'];
const ALL_MARKS = [...FORMATTING_MARKS, 'preservedInline'];

/** All attributes of the source element. The code in `serialize/` updates the attributes that the user has changed. */
const sourceAttributes = {
  default: null,
  parseHTML: (element: HTMLElement) => readSourceTag(element)?.sourceAttributes ?? null,
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes['sourceAttributes']
      ? { 'data-source-tag': writeSourceTag('span', attributes['sourceAttributes'] as Record<string, string>) }
      : {},
};

const direction = (initial: 'auto' | 'ltr') => ({
  default: initial,
  parseHTML: () => initial,
  renderHTML: (attributes: Record<string, unknown>) => ({
    dir: (attributes['sourceAttributes'] as Record<string, string> | null | undefined)?.['dir'] ?? attributes['dir'],
  }),
});

function hiddenAttribute(initial: unknown, keepOnSplit = true) {
  return { default: initial, rendered: false, keepOnSplit, parseHTML: () => initial };
}

/**
 * The attributes of nodes and marks that `serialize/` needs to write an unchanged element as it was: the source
 * element's attributes, its tag, its position, and the markup around its content.
 */
const SourceMarkup = Extension.create({
  name: 'sourceMarkup',
  addGlobalAttributes: () => [
    { types: NODES_WITH_SOURCE_ELEMENT, attributes: { sourceAttributes } },
    // The direction of the element in the editor, which is not saved. Code is never laid out from right to left.
    { types: [...TEXT_NODES, 'preservedText', ...CONTAINER_NODES], attributes: { dir: direction('auto') } },
    { types: ['codeBlock', 'code'], attributes: { dir: direction('ltr') } },
    // `spaceBefore` is the white space before the element in the source; `trailingSpace` is the white space after the
    // last block inside the element.
    { types: [...BLOCK_NODES, ...PRESERVED_BLOCKS], attributes: { spaceBefore: hiddenAttribute('') } },
    { types: [...CONTAINER_NODES, 'preservedBlock'], attributes: { trailingSpace: hiddenAttribute('') } },
    { types: FORMATTING_MARKS, attributes: { sourceAttributes, tag: hiddenAttribute(null) } },
    /**
     * The number of the mark's source element in document order. By this number, `serialize/` separates adjacent
     * elements and determines which element contains the other.
     */
    { types: ALL_MARKS, attributes: { at: hiddenAttribute(null) } },
    /** Whether the text was directly in its container, without a `<p>` element. */
    { types: ['paragraph'], attributes: { isUnwrapped: hiddenAttribute(false) } },
    /** The attributes of `<code>` inside `<pre>`, or `none` if the source had no `<code>` element. */
    { types: ['codeBlock'], attributes: { inner: hiddenAttribute(null) } },
    /** The markup before the rows: the caption and the column group. */
    { types: ['table'], attributes: { before: hiddenAttribute('') } },
    /** The tag, attributes and number of the row's `<thead>`, `<tbody>` or `<tfoot>` element. */
    { types: ['tableRow'], attributes: { section: hiddenAttribute(null) } },
    /** For a task item: the markup of its checkbox, and the attributes of the element around its content. */
    { types: ['taskItem'], attributes: { shell: hiddenAttribute(null) } },
  ],
});

/** Inline code. Replaces Tiptap's code mark, which allows no other mark on the same text: code in links is common. */
const InlineCode = Mark.create({
  name: 'code',
  excludes: 'code',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: ({ HTMLAttributes }) => ['code', HTMLAttributes, 0],
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`)$/, type: this.type })];
  },
});

/** Tiptap's table without a column group, whose style attributes the page's content security policy would block. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addNodeView: () => null,
});

/** Tiptap requires a paragraph at the start of a list item. HTML allows any block. */
const AnyBlockListItem = ListItem.extend({ content: 'block+' });
const AnyBlockTaskItem = TaskItem.extend({ content: 'block+' }).configure({ nested: true });

/**
 * The extensions of Tiptap's starter kit, except for code, list item and link. The starter kit itself is not used,
 * because its link finder with all top-level domains would be larger than all these extensions together.
 */
const STARTER_EXTENSIONS = [
  Bold,
  Blockquote,
  BulletList,
  CodeBlock,
  Document,
  Dropcursor,
  Gapcursor,
  HardBreak,
  Heading,
  UndoRedo,
  HorizontalRule,
  Italic,
  ListKeymap,
  OrderedList,
  Paragraph,
  Strike,
  Text,
  Underline,
];

/** Returns the extensions for the nodes and marks of Plane's web editor. */
export function richTextExtensions(opaqueOptions: OpaqueOptions): (Extension | Node | Mark)[] {
  return [
    ...STARTER_EXTENSIONS,
    InlineCode,
    Link,
    AnyBlockListItem,
    TaskList,
    AnyBlockTaskItem,
    PlainTable.configure({ resizable: false }),
    TableRow,
    TableCell,
    TableHeader,
    PreservedBlock,
    PreservedText,
    PreservedSpace,
    OpaqueInline.configure(opaqueOptions),
    OpaqueBlock.configure(opaqueOptions),
    PreservedInline,
    SourceMarkup,
    CodeHighlighting,
    PendingPictures,
    Pasting,
    ListItemJoining,
    DeleteBeforeNestedList,
    ContainerMergeFilter,
    SelectionInCell,
  ];
}
