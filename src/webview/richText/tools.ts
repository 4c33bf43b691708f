// The table of the toolbar's tools: appearance, state and action of each.

import type { Editor } from '@tiptap/core';
import * as l10n from '@vscode/l10n';

export interface Tool {
  readonly id: string;
  /** Tooltip and accessible name. */
  readonly title: string;
  /** The name of a codicon. `letters` are used where no icon fits. */
  readonly icon?: string;
  readonly letters?: string;
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

function heading(level: 1 | 2 | 3): Tool {
  return {
    id: `heading${level}`,
    title: l10n.t('Heading {0}', level),
    letters: `H${level}`,
    isOn: (editor) => editor.isActive('heading', { level }),
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  };
}

function mark(name: string, title: string, icon: string): Tool {
  return {
    id: name,
    title,
    icon,
    isOn: (editor) => editor.isActive(name),
    run: (editor) => editor.chain().focus().toggleMark(name).run(),
  };
}

/** The groups in the order of the toolbar. The link tool is part of the toolbar itself, because it needs an address. */
export const TOOLS: readonly (readonly Tool[])[] = [
  [
    mark('bold', 'Bold', 'bold'),
    mark('italic', 'Italic', 'italic'),
    mark('strike', 'Strikethrough', 'strikethrough'),
    mark('code', 'Code', 'code'),
  ],
  [heading(1), heading(2), heading(3)],
  [
    {
      id: 'bulletList',
      title: 'Bulleted list',
      icon: 'list-unordered',
      isOn: (editor) => editor.isActive('bulletList'),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      id: 'orderedList',
      title: 'Numbered list',
      icon: 'list-ordered',
      isOn: (editor) => editor.isActive('orderedList'),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      id: 'taskList',
      title: 'Task list',
      icon: 'tasklist',
      isOn: (editor) => editor.isActive('taskList'),
      run: (editor) => editor.chain().focus().toggleTaskList().run(),
    },
  ],
  [
    {
      id: 'blockquote',
      title: 'Quote',
      icon: 'quote',
      isOn: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      id: 'codeBlock',
      title: 'Code block',
      icon: 'json',
      isOn: (editor) => editor.isActive('codeBlock'),
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    },
    {
      id: 'table',
      title: 'Insert table',
      icon: 'table',
      isOff: (editor) => editor.isActive('table'),
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
  ],
];

/** The last group of the toolbar. */
export const HISTORY_TOOLS: readonly Tool[] = [
  {
    id: 'undo',
    title: 'Undo in this text',
    icon: 'discard',
    isOff: (editor) => !editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    id: 'redo',
    title: 'Redo in this text',
    icon: 'redo',
    isOff: (editor) => !editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

/** Shown while the cursor is in a table. */
export const TABLE_TOOLS: readonly Tool[] = [
  {
    id: 'addRow',
    title: 'Add row below',
    letters: 'Add row',
    run: (editor) => editor.chain().focus().addRowAfter().run(),
  },
  {
    id: 'addColumn',
    title: 'Add column to the right',
    letters: 'Add column',
    run: (editor) => editor.chain().focus().addColumnAfter().run(),
  },
  {
    id: 'deleteRow',
    title: 'Delete row',
    letters: 'Delete row',
    run: (editor) => editor.chain().focus().deleteRow().run(),
  },
  {
    id: 'deleteColumn',
    title: 'Delete column',
    letters: 'Delete column',
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  {
    id: 'deleteTable',
    title: 'Delete table',
    letters: 'Delete table',
    run: (editor) => editor.chain().focus().deleteTable().run(),
  },
];
