// The kinds of edits for generated documents, each made through the live editor as a user makes it.
import type { Editor } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { insertMention } from '../../../../src/webview/richText/extensions/mention.ts';
import { formattingTools, tableTools } from '../../../../src/webview/richText/tools.ts';
import { isBlock, treeOf } from './elsewhere.ts';

/** Random numbers; each edit uses the ones it needs. */
export interface Roll {
  readonly at: number;
  readonly size: number;
}

/** What an edit may change. */
export interface Edited {
  /** Document positions before the edit. The smallest blocks around them are the edited place. */
  readonly places: readonly number[];
  /**
   * `block`: only the smallest block that contains all the places. `structure`: the blocks of the places and the
   * elements around them, up to the outermost. Every subtree in those that contains no place must still exist, complete
   * and in order. `range`: as `structure`, except for what is between the first and the last place. `edge`: as `range`,
   * except also for what is next to the outermost element: the key deletes a picture that it meets, and a bare line
   * next to another gets its own paragraph. `list`: as `structure`, and lists and their items may change their kind.
   * `table`: the same for tables, rows and cells. `tick`: whether one task is done.
   */
  readonly reach: 'block' | 'structure' | 'range' | 'edge' | 'list' | 'table' | 'tick';
  /** Text that is typed or pasted without replacing anything. */
  readonly typed?: string;
}

/** Returns undefined when the document has no place for the edit. */
type Edit = (editor: Editor, roll: Roll) => { readonly edited: Edited; readonly make: () => void } | undefined;

interface Block {
  readonly node: DocNode;
  /** Where its content starts. */
  readonly start: number;
}

function textblocks(editor: Editor): Block[] {
  const found: Block[] = [];
  editor.state.doc.descendants((node, position) => {
    if (node.isTextblock) found.push({ node, start: position + 1 });
  });
  return found;
}

function pick<Item>(items: readonly Item[], roll: number): Item | undefined {
  return items[roll % Math.max(1, items.length)];
}

/** Returns a position that is not inside a surrogate pair. */
function between(editor: Editor, position: number): number {
  const before = position === 0 ? '' : editor.state.doc.textBetween(position - 1, position);
  return /[\ud800-\udbff]$/.test(before) ? position + 1 : position;
}

/** Returns a text position anywhere in the document. */
function textPosition(editor: Editor, { at, size }: Roll): number | undefined {
  const block = pick(textblocks(editor), at);
  return block && between(editor, block.start + (size % (block.node.content.size + 1)));
}

/** Returns two text positions in one block with content between them. */
function textRange(editor: Editor, { at, size }: Roll): readonly [number, number] | undefined {
  const block = pick(
    textblocks(editor).filter(({ node }) => node.content.size > 0),
    at,
  );
  if (!block) return undefined;
  const from = size % block.node.content.size;
  const length = 1 + (Math.floor(size / 7) % (block.node.content.size - from));
  const range = [between(editor, block.start + from), between(editor, block.start + from + length)] as const;
  return range[0] < range[1] ? range : undefined;
}

function select(editor: Editor, from: number, to = from): void {
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to)));
}

const CODES: Readonly<Record<string, number>> = { Enter: 13, Backspace: 8, Delete: 46, Tab: 9 };

/** Returns whether the editor handles the key itself; otherwise the browser does. */
function press(editor: Editor, key: string, shift = false): boolean {
  const event = new KeyboardEvent('keydown', {
    key,
    keyCode: CODES[key] ?? 0,
    shiftKey: shift,
    bubbles: true,
    cancelable: true,
  });
  return editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event)) === true;
}

function write(editor: Editor, text: string): void {
  const { from, to } = editor.state.selection;
  const plain = () => editor.state.tr.insertText(text, from, to);
  if (!editor.view.someProp('handleTextInput', (handle) => handle(editor.view, from, to, text, plain)))
    editor.view.dispatch(plain());
}

function tool(name: string, editor: Editor): void {
  [...formattingTools().flat(), ...tableTools()].find(({ id }) => id === name)?.run(editor);
}

/** Returns the text positions in the blocks next to a block, where edits across its edges start or end. */
function siblings(editor: Editor, position: number): number[] {
  const blocks = textblocks(editor);
  const index = blocks.findIndex(({ node, start }) => position >= start && position <= start + node.content.size);
  return [blocks[index - 1], blocks[index + 1]].flatMap((block) => (block ? [block.start] : []));
}

function atText(reach: Edited['reach'], make: (editor: Editor, position: number) => void): Edit {
  return (editor, roll) => {
    const position = textPosition(editor, roll);
    if (position === undefined) return undefined;
    return { edited: { places: [position], reach }, make: () => (select(editor, position), make(editor, position)) };
  };
}

/** An edit that types or pastes the text. */
function typing(typed: string, make: (editor: Editor, position: number) => void): Edit {
  const edit = atText('block', make);
  return (editor, roll) => {
    const planned = edit(editor, roll);
    return planned && { ...planned, edited: { ...planned.edited, typed } };
  };
}

function atRange(reach: Edited['reach'], make: (editor: Editor, from: number, to: number) => void): Edit {
  return (editor, roll) => {
    const range = textRange(editor, roll);
    if (!range) return undefined;
    return { edited: { places: range, reach }, make: () => (select(editor, ...range), make(editor, ...range)) };
  };
}

/** Writes into the page as the browser does. The editor reads the change from the DOM. */
function writeIntoPage(editor: Editor, position: number): void {
  const { node, offset } = editor.view.domAtPos(position);
  if (node.nodeType !== 3) return write(editor, 'q');
  (node as Text).insertData(offset, 'q');
  Reflect.get(editor.view, 'domObserver').flush();
}

const letter = typing('q', (editor) => write(editor, 'q'));
const letterInPage = typing('q', writeIntoPage);
const erase = atRange('block', (editor) => {
  if (!press(editor, 'Backspace')) editor.view.dispatch(editor.state.tr.deleteSelection());
});
const overwrite = atRange('block', (editor) => write(editor, 'q'));
const lineBreak = atText('block', (editor) => press(editor, 'Enter', true));
const split = atText('structure', (editor) => press(editor, 'Enter'));

function acrossEdge(key: 'Backspace' | 'Delete'): Edit {
  return (editor, roll) => {
    const blocks = textblocks(editor);
    const index = roll.at % Math.max(1, blocks.length);
    const [block, neighbour] = [blocks[index], blocks[index + (key === 'Backspace' ? -1 : 1)]];
    if (!block) return undefined;
    const position = key === 'Backspace' ? block.start : block.start + block.node.content.size;
    return {
      edited: { places: [position, ...(neighbour ? [neighbour.start] : [])], reach: 'edge' },
      make: () => (select(editor, position), press(editor, key)),
    };
  };
}

/** Tab or Shift+Tab. An indented item moves into the one before it. */
function indent(shift: boolean): Edit {
  return (editor, roll) => {
    const position = textPosition(editor, roll);
    if (position === undefined) return undefined;
    return {
      edited: { places: [position, ...siblings(editor, position)], reach: 'list' },
      make: () => (select(editor, position), press(editor, 'Tab', shift)),
    };
  };
}

/** Deletes a range from inside one block to inside another, at any depth. */
const eraseAcross: Edit = (editor, roll) => {
  const blocks = textblocks(editor);
  const one = roll.at % Math.max(1, blocks.length);
  const [first, last] = [blocks[one], blocks[one + 1 + (roll.size % 2)]];
  if (!first || !last) return undefined;
  const from = between(editor, first.start + (roll.size % (first.node.content.size + 1)));
  const to = between(editor, last.start + (roll.size % (last.node.content.size + 1)));
  const middle = blocks[one + 1];
  return {
    edited: { places: [from, ...(middle && middle !== last ? [middle.start] : []), to], reach: 'range' },
    make: () => {
      select(editor, from, to);
      if (!press(editor, 'Backspace')) editor.view.dispatch(editor.state.tr.deleteSelection());
    },
  };
};

function toggle(name: string): Edit {
  return atRange('block', (editor) => tool(name, editor));
}

function reshape(name: string, reach: Edited['reach'] = 'structure'): Edit {
  return atText(reach, (editor) => tool(name, editor));
}

/** Code cannot contain the block that broken nesting has put into a line. */
function ofPlainLines(edit: Edit): Edit {
  return (editor, roll) => (hasBlockInLine(editor.state.doc) ? undefined : edit(editor, roll));
}

export function hasBlockInLine(doc: DocNode): boolean {
  let found = false;
  doc.descendants((node) => {
    if (node.type.name === 'opaqueInline') found ||= [...treeOf(String(node.attrs['raw'])).childNodes].some(isBlock);
  });
  return found;
}

/** A list joins the adjacent lists of its kind. */
function reshapeList(name: string): Edit {
  return (editor, roll) => {
    const position = textPosition(editor, roll);
    if (position === undefined) return undefined;
    return {
      edited: { places: [position, ...siblings(editor, position)], reach: 'list' },
      make: () => (select(editor, position), tool(name, editor)),
    };
  };
}

/**
 * Skips the edit in a document with a preserved link: a link around blocks, an anchor without an address, or a link in
 * a component. A link around or inside of one would be nested links, which no markup can express.
 */
function outsideLinks(edit: Edit): Edit {
  return (editor, roll) => {
    let isAround = false;
    editor.state.doc.descendants((node) => {
      const isKeptLink = [node, ...node.marks].some(
        ({ type, attrs }) => type.name.startsWith('kept') && attrs['tag'] === 'a',
      );
      isAround ||= isKeptLink || treeOf(String(node.attrs['raw'] ?? '')).querySelector('a') !== null;
    });
    return isAround ? undefined : edit(editor, roll);
  };
}

const link = atRange('block', (editor) =>
  editor.chain().extendMarkRange('link').setMark('link', { href: 'https://new.test' }).run(),
);
const unlink = atText('block', (editor) => editor.chain().extendMarkRange('link').unsetMark('link').run());

const mention = atText('block', (editor, position) => {
  write(editor, ' @a');
  insertMention(editor, { from: position + 1, to: position + 3, query: 'a' }, 'user-1');
});

function pasteText(editor: Editor): void {
  editor.view.pasteText('pasted', new Event('paste') as ClipboardEvent);
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

/** Copies one block and pastes it somewhere else. */
const copy: Edit = (editor, roll) => {
  const block = pick(textblocks(editor), roll.size);
  const position = textPosition(editor, roll);
  if (!block || position === undefined) return undefined;
  return {
    edited: { places: [position], reach: 'structure' },
    make: () => {
      editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, block.start - 1)));
      const { dom } = editor.view.serializeForClipboard(editor.state.selection.content());
      select(editor, position);
      editor.view.pasteHTML(dom.innerHTML, new Event('paste') as ClipboardEvent);
    },
  };
};

const tick: Edit = (editor, { at }) => {
  const tasks: { position: number }[] = [];
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'taskItem') tasks.push({ position });
  });
  const task = pick(tasks, at);
  if (!task) return undefined;
  const first = textblocks(editor).find(({ start }) => start > task.position);
  if (!first) return undefined;
  return {
    edited: { places: [first.start], reach: 'tick' },
    make: () => {
      const item = editor.view.nodeDOM(task.position);
      if (item instanceof HTMLElement) item.querySelector('input')?.click();
    },
  };
};

function inTable(name: string, reach: Edited['reach'] = 'table'): Edit {
  return (editor, roll) => {
    const cells: number[] = [];
    editor.state.doc.descendants((node, position) => {
      if (node.type.spec['tableRole'] === 'cell' || node.type.spec['tableRole'] === 'header_cell') cells.push(position);
    });
    const cell = pick(cells, roll.at);
    const block = cell === undefined ? undefined : textblocks(editor).find(({ start }) => start > cell);
    if (!block) return undefined;
    return {
      edited: { places: tableText(editor, block.start), reach },
      make: () => (select(editor, block.start), tool(name, editor)),
    };
  };
}

/** Returns the text positions in the innermost table around the position. */
function tableText(editor: Editor, position: number): number[] {
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
const removeBlock: Edit = (editor, roll) => {
  const block = pick(textblocks(editor), roll.at);
  if (!block) return undefined;
  return {
    edited: { places: [block.start, block.start + block.node.content.size], reach: 'range' },
    make: () => {
      editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, block.start - 1)));
      if (!press(editor, 'Backspace')) editor.view.dispatch(editor.state.tr.deleteSelection());
    },
  };
};

export const EDITS: Readonly<Record<string, Edit>> = {
  letter,
  'letter in the page': letterInPage,
  'erase a range': erase,
  'write over a range': overwrite,
  'line break': lineBreak,
  Enter: split,
  'Backspace at the start': acrossEdge('Backspace'),
  'Delete at the end': acrossEdge('Delete'),
  'erase across blocks': eraseAcross,
  bold: toggle('bold'),
  italic: toggle('italic'),
  strike: toggle('strike'),
  code: toggle('code'),
  link: outsideLinks(link),
  unlink,
  mention,
  'paste text': typing('pasted', pasteText),
  'paste marked text': outsideLinks(atText('block', pasteMarked)),
  'paste blocks': atText('structure', pasteBlocks),
  'copy a block': outsideLinks(copy),
  'tick a task': tick,
  'delete a block': removeBlock,
  'add a row': inTable('addRow'),
  'add a column': inTable('addColumn'),
  'delete a row': inTable('deleteRow', 'edge'),
  heading: reshape('heading2'),
  'bulleted list': reshapeList('bulletList'),
  'numbered list': reshapeList('orderedList'),
  'task list': reshapeList('taskList'),
  quote: reshape('blockquote', 'edge'),
  'code block': ofPlainLines(reshape('codeBlock')),
  'insert a table': reshape('table'),
  'Tab in a list': indent(false),
  'Shift+Tab in a list': indent(true),
};
