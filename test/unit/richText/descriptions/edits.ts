// The kinds of edits for generated documents. Each edit operates the editor like a user.
import type { Editor } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { insertMention } from '../../../../src/richText/editor/extensions/mention.ts';
import { formattingTools, tableTools } from '../../../../src/richText/editor/tools.ts';
import { isBlock, treeOf } from './unchangedNodes.ts';

/** Random numbers that determine where an edit is made and how much it changes. */
export interface RandomNumbers {
  readonly at: number;
  readonly size: number;
}

/** Defines which parts of the document an edit may change. */
export interface EditScope {
  /** Positions in the document before the edit. Which elements around them may change depends on `reach`. */
  readonly places: readonly number[];
  /**
   * - `block`: only the smallest block that contains all places may change.
   * - `structure`: the blocks of the places and all elements around them may change, but every subtree without a place
   *   must still exist, complete and in order.
   * - `range`: as `structure`, but the content between the first and the last place may also change.
   * - `edge`: as `range`, but the siblings of the outermost element may also change: for example, Backspace deletes an
   *   adjacent picture, and adjacent text without an element gets a paragraph.
   * - `list`: as `structure`, but lists and list items may also become other elements.
   * - `table`: as `structure`, but tables, rows and cells may also become other elements.
   * - `tick`: only the checkbox of one task may change.
   */
  readonly reach: 'block' | 'structure' | 'range' | 'edge' | 'list' | 'table' | 'tick';
  /** The text that the edit inserts, if it replaces no content. */
  readonly typedText?: string;
}

/** Plans an edit. Returns undefined if the edit is not possible in the document. */
type Edit = (
  editor: Editor,
  random: RandomNumbers,
) => { readonly scope: EditScope; readonly perform: () => void } | undefined;

interface Block {
  readonly node: DocNode;
  /** The position at which the content of the block starts. */
  readonly start: number;
}

function textblocks(editor: Editor): Block[] {
  const blocks: Block[] = [];
  editor.state.doc.descendants((node, position) => {
    if (node.isTextblock) blocks.push({ node, start: position + 1 });
  });
  return blocks;
}

function pick<Item>(items: readonly Item[], random: number): Item | undefined {
  return items[random % Math.max(1, items.length)];
}

/** Returns the position, or the next position if it is inside a surrogate pair. */
function outsideSurrogatePair(editor: Editor, position: number): number {
  const before = position === 0 ? '' : editor.state.doc.textBetween(position - 1, position);
  return /[\ud800-\udbff]$/.test(before) ? position + 1 : position;
}

/** Returns a text position anywhere in the document. */
function textPosition(editor: Editor, { at, size }: RandomNumbers): number | undefined {
  const block = pick(textblocks(editor), at);
  return block && outsideSurrogatePair(editor, block.start + (size % (block.node.content.size + 1)));
}

/** Returns two text positions in one block with content between them. */
function textRange(editor: Editor, { at, size }: RandomNumbers): readonly [number, number] | undefined {
  const block = pick(
    textblocks(editor).filter(({ node }) => node.content.size > 0),
    at,
  );
  if (!block) return undefined;
  const from = size % block.node.content.size;
  const length = 1 + (Math.floor(size / 7) % (block.node.content.size - from));
  const range = [
    outsideSurrogatePair(editor, block.start + from),
    outsideSurrogatePair(editor, block.start + from + length),
  ] as const;
  return range[0] < range[1] ? range : undefined;
}

function select(editor: Editor, from: number, to = from): void {
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to)));
}

const KEY_CODES: Readonly<Record<string, number>> = { Enter: 13, Backspace: 8, Delete: 46, Tab: 9 };

/** Presses a key. Returns whether the editor has handled the key; otherwise the browser would. */
function press(editor: Editor, key: string, withShift = false): boolean {
  const event = new KeyboardEvent('keydown', {
    key,
    keyCode: KEY_CODES[key] ?? 0,
    shiftKey: withShift,
    bubbles: true,
    cancelable: true,
  });
  return editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event)) === true;
}

function typeText(editor: Editor, text: string): void {
  const { from, to } = editor.state.selection;
  const insertText = () => editor.state.tr.insertText(text, from, to);
  if (!editor.view.someProp('handleTextInput', (handle) => handle(editor.view, from, to, text, insertText)))
    editor.view.dispatch(insertText());
}

function runTool(name: string, editor: Editor): void {
  [...formattingTools().flat(), ...tableTools()].find(({ id }) => id === name)?.run(editor);
}

/** Returns a text position in each of the two blocks next to the block at a position. */
function adjacentPositions(editor: Editor, position: number): number[] {
  const blocks = textblocks(editor);
  const index = blocks.findIndex(({ node, start }) => position >= start && position <= start + node.content.size);
  return [blocks[index - 1], blocks[index + 1]].flatMap((block) => (block ? [block.start] : []));
}

function editAtPosition(reach: EditScope['reach'], perform: (editor: Editor, position: number) => void): Edit {
  return (editor, random) => {
    const position = textPosition(editor, random);
    if (position === undefined) return undefined;
    return {
      scope: { places: [position], reach },
      perform: () => (select(editor, position), perform(editor, position)),
    };
  };
}

/** Returns an edit that types or pastes the text. */
function editWithTypedText(typedText: string, perform: (editor: Editor, position: number) => void): Edit {
  const edit = editAtPosition('block', perform);
  return (editor, random) => {
    const plannedEdit = edit(editor, random);
    return plannedEdit && { ...plannedEdit, scope: { ...plannedEdit.scope, typedText } };
  };
}

function editOfRange(reach: EditScope['reach'], perform: (editor: Editor, from: number, to: number) => void): Edit {
  return (editor, random) => {
    const range = textRange(editor, random);
    if (!range) return undefined;
    return { scope: { places: range, reach }, perform: () => (select(editor, ...range), perform(editor, ...range)) };
  };
}

/** Changes the DOM as the browser does when the user types. The editor reads the change from the DOM. */
function insertIntoDom(editor: Editor, position: number): void {
  const { node, offset } = editor.view.domAtPos(position);
  if (node.nodeType !== 3) return typeText(editor, 'q');
  (node as Text).insertData(offset, 'q');
  Reflect.get(editor.view, 'domObserver').flush();
}

const letter = editWithTypedText('q', (editor) => typeText(editor, 'q'));
const letterInDom = editWithTypedText('q', insertIntoDom);
const eraseRange = editOfRange('block', (editor) => {
  if (!press(editor, 'Backspace')) editor.view.dispatch(editor.state.tr.deleteSelection());
});
const overwriteRange = editOfRange('block', (editor) => typeText(editor, 'q'));
const lineBreak = editAtPosition('block', (editor) => press(editor, 'Enter', true));
const split = editAtPosition('structure', (editor) => press(editor, 'Enter'));

function editAcrossEdge(key: 'Backspace' | 'Delete'): Edit {
  return (editor, random) => {
    const blocks = textblocks(editor);
    const index = random.at % Math.max(1, blocks.length);
    const [block, neighbor] = [blocks[index], blocks[index + (key === 'Backspace' ? -1 : 1)]];
    if (!block) return undefined;
    const position = key === 'Backspace' ? block.start : block.start + block.node.content.size;
    return {
      scope: { places: [position, ...(neighbor ? [neighbor.start] : [])], reach: 'edge' },
      perform: () => (select(editor, position), press(editor, key)),
    };
  };
}

/** Returns an edit that presses Tab or Shift+Tab. Tab moves a list item into the item before it. */
function indent(withShift: boolean): Edit {
  return (editor, random) => {
    const position = textPosition(editor, random);
    if (position === undefined) return undefined;
    return {
      scope: { places: [position, ...adjacentPositions(editor, position)], reach: 'list' },
      perform: () => (select(editor, position), press(editor, 'Tab', withShift)),
    };
  };
}

/** Deletes a range from inside one block to inside another, at any depth. */
const eraseAcross: Edit = (editor, random) => {
  const blocks = textblocks(editor);
  const firstIndex = random.at % Math.max(1, blocks.length);
  const [first, last] = [blocks[firstIndex], blocks[firstIndex + 1 + (random.size % 2)]];
  if (!first || !last) return undefined;
  const from = outsideSurrogatePair(editor, first.start + (random.size % (first.node.content.size + 1)));
  const to = outsideSurrogatePair(editor, last.start + (random.size % (last.node.content.size + 1)));
  const middle = blocks[firstIndex + 1];
  return {
    scope: { places: [from, ...(middle && middle !== last ? [middle.start] : []), to], reach: 'range' },
    perform: () => {
      select(editor, from, to);
      if (!press(editor, 'Backspace')) editor.view.dispatch(editor.state.tr.deleteSelection());
    },
  };
};

function editWithMark(name: string): Edit {
  return editOfRange('block', (editor) => runTool(name, editor));
}

function editOfBlock(name: string, reach: EditScope['reach'] = 'structure'): Edit {
  return editAtPosition(reach, (editor) => runTool(name, editor));
}

/** Skips the edit if incorrectly nested HTML has put a block in a paragraph: a code block cannot contain a block. */
function withoutNestedBlocks(edit: Edit): Edit {
  return (editor, random) => (hasBlockInLine(editor.state.doc) ? undefined : edit(editor, random));
}

export function hasBlockInLine(doc: DocNode): boolean {
  let hasBlock = false;
  doc.descendants((node) => {
    if (node.type.name === 'opaqueInline') hasBlock ||= [...treeOf(String(node.attrs['raw'])).childNodes].some(isBlock);
  });
  return hasBlock;
}

/** Returns an edit that converts blocks to a list. The list is joined with adjacent lists of the same type. */
function editOfList(name: string): Edit {
  return (editor, random) => {
    const position = textPosition(editor, random);
    if (position === undefined) return undefined;
    return {
      scope: { places: [position, ...adjacentPositions(editor, position)], reach: 'list' },
      perform: () => (select(editor, position), runTool(name, editor)),
    };
  };
}

/**
 * Skips the edit in a document with a preserved link: a link around blocks, an anchor without an address, or a link in
 * opaque markup. A new link around or inside such a link would be a nested link, which HTML does not allow.
 */
function withoutPreservedLinks(edit: Edit): Edit {
  return (editor, random) => {
    let hasPreservedLink = false;
    editor.state.doc.descendants((node) => {
      const isPreservedLink = [node, ...node.marks].some(
        ({ type, attrs }) => type.name.startsWith('preserved') && attrs['tag'] === 'a',
      );
      hasPreservedLink ||= isPreservedLink || treeOf(String(node.attrs['raw'] ?? '')).querySelector('a') !== null;
    });
    return hasPreservedLink ? undefined : edit(editor, random);
  };
}

const link = editOfRange('block', (editor) =>
  editor.chain().extendMarkRange('link').setMark('link', { href: 'https://new.test' }).run(),
);
const unlink = editAtPosition('block', (editor) => editor.chain().extendMarkRange('link').unsetMark('link').run());

const insertUserMention = editAtPosition('block', (editor, position) => {
  typeText(editor, ' @a');
  insertMention(editor, { from: position + 1, to: position + 3, query: 'a' }, 'user-1');
});

function pasteText(editor: Editor): void {
  editor.view.pasteText('pasted', new Event('paste') as ClipboardEvent);
}

function pasteDrawing(editor: Editor): void {
  editor.view.pasteText('src\n├── a.ts\n└── b.ts', new Event('paste') as ClipboardEvent);
}

function pasteMarked(editor: Editor): void {
  editor.view.pasteHTML('<b>pasted</b> <a href="https://p.test">link</a>', new Event('paste') as ClipboardEvent);
}

function pasteBlocks(editor: Editor): void {
  editor.view.pasteHTML(
    '<p>one</p><ul><li>two</li></ul><h2 id="three">three</h2>',
    new Event('paste') as ClipboardEvent,
  );
}

/** Copies one block and pastes it at another position. */
const copyBlock: Edit = (editor, random) => {
  const block = pick(textblocks(editor), random.size);
  const position = textPosition(editor, random);
  if (!block || position === undefined) return undefined;
  return {
    scope: { places: [position], reach: 'structure' },
    perform: () => {
      editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, block.start - 1)));
      const { dom } = editor.view.serializeForClipboard(editor.state.selection.content());
      select(editor, position);
      editor.view.pasteHTML(dom.innerHTML, new Event('paste') as ClipboardEvent);
    },
  };
};

const tickTask: Edit = (editor, { at }) => {
  const tasks: { position: number }[] = [];
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'taskItem') tasks.push({ position });
  });
  const task = pick(tasks, at);
  if (!task) return undefined;
  const first = textblocks(editor).find(({ start }) => start > task.position);
  if (!first) return undefined;
  return {
    scope: { places: [first.start], reach: 'tick' },
    perform: () => {
      const item = editor.view.nodeDOM(task.position);
      if (item instanceof HTMLElement) item.querySelector('input')?.click();
    },
  };
};

function editInTable(name: string, reach: EditScope['reach'] = 'table'): Edit {
  return (editor, random) => {
    const cells: number[] = [];
    editor.state.doc.descendants((node, position) => {
      if (node.type.spec['tableRole'] === 'cell' || node.type.spec['tableRole'] === 'header_cell') cells.push(position);
    });
    const cell = pick(cells, random.at);
    const block = cell === undefined ? undefined : textblocks(editor).find(({ start }) => start > cell);
    if (!block) return undefined;
    return {
      scope: { places: positionsInTable(editor, block.start), reach },
      perform: () => (select(editor, block.start), runTool(name, editor)),
    };
  };
}

/** Returns the text positions in the innermost table around the position. */
function positionsInTable(editor: Editor, position: number): number[] {
  const $position = editor.state.doc.resolve(position);
  for (let depth = $position.depth; depth > 0; depth -= 1) {
    if ($position.node(depth).type.name !== 'table') continue;
    return textblocks(editor)
      .map(({ start }) => start)
      .filter((start) => start > $position.start(depth) && start < $position.end(depth));
  }
  return [position];
}

/** Selects a whole text block as a node and deletes it. */
const removeBlock: Edit = (editor, random) => {
  const block = pick(textblocks(editor), random.at);
  if (!block) return undefined;
  return {
    scope: { places: [block.start, block.start + block.node.content.size], reach: 'range' },
    perform: () => {
      editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, block.start - 1)));
      if (!press(editor, 'Backspace')) editor.view.dispatch(editor.state.tr.deleteSelection());
    },
  };
};

export const EDITS: Readonly<Record<string, Edit>> = {
  letter,
  'letter in the page': letterInDom,
  'erase a range': eraseRange,
  'write over a range': overwriteRange,
  'line break': lineBreak,
  Enter: split,
  'Backspace at the start': editAcrossEdge('Backspace'),
  'Delete at the end': editAcrossEdge('Delete'),
  'erase across blocks': eraseAcross,
  bold: editWithMark('bold'),
  italic: editWithMark('italic'),
  strike: editWithMark('strike'),
  code: editWithMark('code'),
  link: withoutPreservedLinks(link),
  unlink,
  mention: insertUserMention,
  'paste text': editWithTypedText('pasted', pasteText),
  'paste marked text': withoutPreservedLinks(editAtPosition('block', pasteMarked)),
  'paste a drawing': editAtPosition('structure', pasteDrawing),
  'paste blocks': editAtPosition('structure', pasteBlocks),
  'copy a block': withoutPreservedLinks(copyBlock),
  'tick a task': tickTask,
  'delete a block': removeBlock,
  'add a row': editInTable('addRow'),
  'add a column': editInTable('addColumn'),
  'delete a row': editInTable('deleteRow', 'edge'),
  heading: editOfBlock('heading2'),
  'bulleted list': editOfList('bulletList'),
  'numbered list': editOfList('orderedList'),
  'task list': editOfList('taskList'),
  quote: editOfBlock('blockquote', 'edge'),
  'code block': withoutNestedBlocks(editOfBlock('codeBlock')),
  'insert a table': editOfBlock('table'),
  'Tab in a list': indent(false),
  'Shift+Tab in a list': indent(true),
};
