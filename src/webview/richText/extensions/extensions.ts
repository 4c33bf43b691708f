// The editor's schema: which Tiptap extensions it uses, and what each of them preserves.
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
import { Coloring } from './coloring.ts';
import { DeletingForward, Joining } from './joining.ts';
import { PreservedNodes } from './keptApart.ts';
import { Link } from './link.ts';
import { Pasting } from './pasting.ts';
import { PendingPictures } from './pictureNodes.ts';
import { preserve, readPreserved } from './preservedMarkup.ts';
import {
  OpaqueBlock,
  OpaqueInline,
  type OpaqueOptions,
  PreservedBlock,
  PreservedInline,
  PreservedSpace,
  PreservedText,
} from './preservedNodes.ts';

const HOLDING_NODES =
  'blockquote bulletList orderedList listItem taskList taskItem table tableRow tableCell tableHeader'.split(' ');
const BLOCK_NODES = ['paragraph', 'heading', 'codeBlock', 'horizontalRule', ...HOLDING_NODES];
const KEEPING_NODES = [...BLOCK_NODES, 'hardBreak'];
const CARRYING_NODES = ['keptBlock', 'keptText', 'opaqueBlock'];
const OWN_MARKS = ['bold', 'italic', 'strike', 'underline', 'code', 'link'];
const ALL_MARKS = [...OWN_MARKS, 'keptInline'];

/** All attributes of the source element. The code in `save/` corrects those that the editor has changed since. */
const kept = {
  default: null,
  parseHTML: (live: HTMLElement) => readPreserved(live)?.kept ?? null,
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes['kept'] ? { 'data-kept': preserve('span', attributes['kept'] as Record<string, string>) } : {},
};

function unseen(initial: unknown, keepOnSplit = true) {
  return { default: initial, rendered: false, keepOnSplit, parseHTML: () => initial };
}

/**
 * What saving needs to write an element unchanged: its attributes, its tag, its place, and the markup around its
 * content.
 */
const Keeping = Extension.create({
  name: 'keeping',
  addGlobalAttributes: () => [
    { types: KEEPING_NODES, attributes: { kept } },
    /** White space of the source before an element, and at its end after its last block. */
    { types: [...BLOCK_NODES, ...CARRYING_NODES], attributes: { gap: unseen('') } },
    { types: [...HOLDING_NODES, 'keptBlock'], attributes: { tail: unseen('') } },
    { types: OWN_MARKS, attributes: { kept, tag: unseen(null) } },
    /** The position of the source element in the document: distinguishes adjacent elements and orders their nesting. */
    { types: ALL_MARKS, attributes: { at: unseen(null) } },
    /** The text was directly in its container, without `<p>`. */
    { types: ['paragraph'], attributes: { bare: unseen(false) } },
    /** Attributes of `<code>` inside `<pre>`, or `none` when there was no such element. */
    { types: ['codeBlock'], attributes: { inner: unseen(null) } },
    /** Markup before the rows: the caption and the column group. */
    { types: ['table'], attributes: { before: unseen('') } },
    /** The row group: its tag, attributes and number. */
    { types: ['tableRow'], attributes: { section: unseen(null) } },
    /** The checkbox's markup and the attributes of the element around the content. */
    { types: ['taskItem'], attributes: { shell: unseen(null) } },
  ],
});

/** Tiptap's own code mark excludes other marks, but a link around code is common. */
const InlineCode = Mark.create({
  name: 'code',
  excludes: 'code',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: ({ HTMLAttributes }) => ['code', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`)$/, type: this.type })];
  },
});

/** Without the column group that Tiptap renders: the page's content security policy blocks its style attributes. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addNodeView: () => null,
});

/** Any block may come first in a list item, as in HTML. */
const OpenListItem = ListItem.extend({ content: 'block+' });
const OpenTaskItem = TaskItem.extend({ content: 'block+' }).configure({ nested: true });

/**
 * The extensions of Tiptap's starter kit, without its code, list item and link. The kit itself would bundle a link
 * finder that knows every top-level domain and is larger than everything used of the kit.
 */
const STARTERS = [
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

/** Returns the extensions for the nodes and marks of the server's web editor. */
export function richTextExtensions(opaque: OpaqueOptions): (Extension | Node | Mark)[] {
  return [
    ...STARTERS,
    InlineCode,
    Link,
    OpenListItem,
    TaskList,
    OpenTaskItem,
    PlainTable.configure({ resizable: false }),
    TableRow,
    TableCell,
    TableHeader,
    PreservedBlock,
    PreservedText,
    PreservedSpace,
    OpaqueInline.configure(opaque),
    OpaqueBlock.configure(opaque),
    PreservedInline,
    Keeping,
    Coloring,
    PendingPictures,
    Pasting,
    Joining,
    DeletingForward,
    PreservedNodes,
  ];
}
