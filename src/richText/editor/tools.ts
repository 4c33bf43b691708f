// The tools of the toolbar: the appearance, state and action of each tool.

import type { Editor } from '@tiptap/core';
import * as l10n from '@vscode/l10n';

export interface Tool {
  readonly id: string;
  /** Tooltip and accessible name. */
  readonly title: string;
  /** The name of a codicon. A tool without a suitable icon has `buttonText` instead. */
  readonly icon?: string;
  readonly buttonText?: string;
  readonly isActive?: (editor: Editor) => boolean;
  readonly isDisabled?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

function headingTool(level: 1 | 2 | 3): Tool {
  return {
    id: `heading${level}`,
    title: l10n.t('Heading {0}', level),
    buttonText: `H${level}`,
    isActive: (editor) => editor.isActive('heading', { level }),
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  };
}

function markTool(name: string, title: string, icon: string): Tool {
  return {
    id: name,
    title,
    icon,
    isActive: (editor) => editor.isActive(name),
    run: (editor) => editor.chain().focus().toggleMark(name).run(),
  };
}

/** Returns the formatting tools in groups, without the link tool, which the toolbar renders: it also needs a URL. */
export function formattingTools(): readonly (readonly Tool[])[] {
  return [
    [
      markTool('bold', l10n.t('Bold'), 'bold'),
      markTool('italic', l10n.t('Italic'), 'italic'),
      markTool('strike', l10n.t('Strikethrough'), 'strikethrough'),
      markTool('code', l10n.t('Code'), 'code'),
    ],
    [headingTool(1), headingTool(2), headingTool(3)],
    [
      {
        id: 'bulletList',
        title: l10n.t('Bulleted List'),
        icon: 'list-unordered',
        isActive: (editor) => editor.isActive('bulletList'),
        run: (editor) => editor.chain().focus().toggleBulletList().run(),
      },
      {
        id: 'orderedList',
        title: l10n.t('Numbered List'),
        icon: 'list-ordered',
        isActive: (editor) => editor.isActive('orderedList'),
        run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      },
      {
        id: 'taskList',
        title: l10n.t('Task List'),
        icon: 'tasklist',
        isActive: (editor) => editor.isActive('taskList'),
        run: (editor) => editor.chain().focus().toggleTaskList().run(),
      },
    ],
    [
      {
        id: 'blockquote',
        title: l10n.t('Block Quote'),
        icon: 'quote',
        isActive: (editor) => editor.isActive('blockquote'),
        run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      },
      {
        id: 'codeBlock',
        title: l10n.t('Code Block'),
        icon: 'json',
        isActive: (editor) => editor.isActive('codeBlock'),
        run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
      },
      {
        id: 'table',
        title: l10n.t('Insert Table'),
        icon: 'table',
        isDisabled: (editor) => editor.isActive('table'),
        run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
    ],
  ];
}

/** Returns the tools Undo and Redo, which the toolbar shows after the formatting tools. */
export function historyTools(): readonly Tool[] {
  return [
    {
      id: 'undo',
      title: l10n.t('Undo Typing'),
      icon: 'discard',
      isDisabled: (editor) => !editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      id: 'redo',
      title: l10n.t('Redo Typing'),
      icon: 'redo',
      isDisabled: (editor) => !editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ];
}

/** Returns the tools that are shown while the cursor is in a table. */
export function tableTools(): readonly Tool[] {
  return [
    {
      id: 'addRow',
      title: l10n.t('Add Row Below'),
      buttonText: l10n.t('Add Row'),
      run: (editor) => editor.chain().focus().addRowAfter().run(),
    },
    {
      id: 'addColumn',
      title: l10n.t('Add Column to the Right'),
      buttonText: l10n.t('Add Column'),
      run: (editor) => editor.chain().focus().addColumnAfter().run(),
    },
    {
      id: 'deleteRow',
      title: l10n.t('Delete Row'),
      buttonText: l10n.t('Delete Row'),
      run: (editor) => editor.chain().focus().deleteRow().run(),
    },
    {
      id: 'deleteColumn',
      title: l10n.t('Delete Column'),
      buttonText: l10n.t('Delete Column'),
      run: (editor) => editor.chain().focus().deleteColumn().run(),
    },
    {
      id: 'deleteTable',
      title: l10n.t('Delete Table'),
      buttonText: l10n.t('Delete Table'),
      run: (editor) => editor.chain().focus().deleteTable().run(),
    },
  ];
}
