// The toolbar above a text. It has one tab stop; the arrow keys move the focus between its buttons.

import type { Editor } from '@tiptap/core';
import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formattingTools, historyTools, type Tool, tableTools } from '../../../richText/editor/tools.ts';
import { Icon } from '../button.tsx';
import { LinkPanel } from './linkPanel.tsx';
import './toolbar.css';

/**
 * Which tools a toolbar has: all; the most used tools, with a button that shows the others; or the few tools of a short
 * note.
 */
export type ToolChoice = 'all' | 'compact' | 'note';

interface ToolbarProps {
  readonly editor: Editor;
  /** The label of the text, for the accessible name. */
  readonly label: string;
  readonly tools: ToolChoice;
  readonly onOpenLink: (href: string) => void;
  /** Attaches the chosen pictures. Undefined if files cannot be attached to the text's record. */
  readonly onAttach: ((files: readonly File[]) => void) | undefined;
}

/** The tools of the toolbars that show only some tools. Each of these toolbars also has the link tool. */
const TOOL_IDS: Readonly<Record<Exclude<ToolChoice, 'all'>, readonly string[]>> = {
  compact: ['bold', 'italic', 'code', 'bulletList', 'blockquote', 'codeBlock'],
  note: ['bold', 'italic', 'bulletList', 'taskList'],
};
/** The media types of pictures that servers store and browsers show. */
const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

/** Returns the accessible name, which includes the text on the button, so that voice control can find the button. */
function nameOf({ title, buttonText = '' }: Tool): string {
  return title.includes(buttonText) ? title : `${title}, ${buttonText}`;
}

function ToolButton({ tool, editor }: { readonly tool: Tool; readonly editor: Editor }): VNode {
  const isActive = tool.isActive?.(editor) ?? false;
  return (
    <button
      type="button"
      class={`icon-button tool${isActive ? ' is-on' : ''}${tool.buttonText === undefined ? '' : ' tool-text'}`}
      title={tool.title}
      aria-label={nameOf(tool)}
      aria-pressed={tool.isActive ? isActive : undefined}
      disabled={!editor.isEditable || (tool.isDisabled?.(editor) ?? false)}
      data-tool={tool.id}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => tool.run(editor)}
    >
      {tool.icon === undefined ? tool.buttonText : <Icon name={tool.icon} />}
    </button>
  );
}

function ToolGroup({ tools, editor }: { readonly tools: readonly Tool[]; readonly editor: Editor }): VNode {
  return (
    <span class="tool-group">
      {tools.map((tool) => (
        <ToolButton key={tool.id} tool={tool} editor={editor} />
      ))}
    </span>
  );
}

/** Makes one button the toolbar's tab stop: the last focused button, or if that is disabled, the first button. */
function useTabStop(barRef: { readonly current: HTMLElement | null }): (event: FocusEvent) => void {
  const lastFocused = useRef<EventTarget | null>(null);
  const updateTabStop = () => {
    const buttons = [...(barRef.current?.querySelectorAll('button') ?? [])];
    const enabledButtons = buttons.filter(({ disabled }) => !disabled);
    const tabStop = enabledButtons.find((button) => button === lastFocused.current) ?? enabledButtons[0];
    for (const button of buttons) button.tabIndex = button === tabStop ? 0 : -1;
  };
  useLayoutEffect(updateTabStop);
  return ({ target }) => {
    lastFocused.current = target;
    updateTabStop();
  };
}

/** Moves the focus between the buttons of the toolbar. */
function moveFocus(event: TargetedKeyboardEvent<HTMLElement>): void {
  const offset = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
  if (offset === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const currentIndex = buttons.findIndex((button) => button === document.activeElement);
  const next = currentIndex < 0 ? 0 : Math.max(0, Math.min(buttons.length - 1, currentIndex + offset));
  buttons[next]?.focus();
  event.preventDefault();
}

/** The tool that inserts pictures from files. */
function PictureTool({ onAttach }: { readonly onAttach: (files: readonly File[]) => void }): VNode {
  const inputRef = useRef<HTMLInputElement>(null);
  const title = l10n.t('Insert Image…');
  return (
    <span class="tool-group">
      <button
        type="button"
        class="icon-button tool"
        title={title}
        aria-label={title}
        data-tool="image"
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => inputRef.current?.click()}
      >
        <Icon name="file-media" />
      </button>
      <input
        ref={inputRef}
        type="file"
        accept={PICTURE_TYPES}
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onAttach([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </span>
  );
}

/** The toolbar of a text. It reads the state of `editor` at each render, because `editor` may be replaced. */
export function Toolbar({ editor, label, tools: choice, onOpenLink, onAttach }: ToolbarProps): VNode {
  const [showsLinkPanel, setShowsLinkPanel] = useState(false);
  const [showsAll, setShowsAll] = useState(choice === 'all');
  const barRef = useRef<HTMLDivElement>(null);
  // The tools are created once per toolbar and not at each render, because the toolbar renders after every keystroke.
  const [{ formatting, compactTools, history, table, linkLabel, moreLabel }] = useState(() => ({
    formatting: formattingTools(),
    compactTools: formattingTools()
      .flat()
      .filter(({ id }) => choice !== 'all' && TOOL_IDS[choice].includes(id)),
    history: historyTools(),
    table: tableTools(),
    linkLabel: l10n.t('Link'),
    moreLabel: l10n.t('More Formatting'),
  }));
  const name = useMemo(() => l10n.t('Formatting: {0}', label), [label]);
  const isLink = editor.isActive('link');
  const onFocusIn = useTabStop(barRef);
  return (
    <>
      <div ref={barRef} class="toolbar" role="toolbar" aria-label={name} onFocusIn={onFocusIn} onKeyDown={moveFocus}>
        {(showsAll ? formatting : [compactTools]).map((tools) => (
          <ToolGroup key={tools[0]?.id} tools={tools} editor={editor} />
        ))}
        <span class="tool-group">
          <button
            type="button"
            class={`icon-button tool${isLink ? ' is-on' : ''}`}
            title={linkLabel}
            aria-label={linkLabel}
            aria-pressed={isLink}
            aria-expanded={showsLinkPanel}
            disabled={!editor.isEditable || (!isLink && editor.state.selection.empty)}
            data-tool="link"
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShowsLinkPanel(!showsLinkPanel)}
          >
            <Icon name="link" />
          </button>
        </span>
        {onAttach && <PictureTool onAttach={onAttach} />}
        {showsAll && <ToolGroup tools={history} editor={editor} />}
        {editor.isActive('table') && <ToolGroup tools={table} editor={editor} />}
        {choice === 'compact' && (
          <button
            type="button"
            class="icon-button tool"
            title={moreLabel}
            aria-label={moreLabel}
            aria-expanded={showsAll}
            data-tool="more"
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShowsAll(!showsAll)}
          >
            <Icon name="ellipsis" />
          </button>
        )}
      </div>
      {showsLinkPanel && <LinkPanel editor={editor} onOpenLink={onOpenLink} onClose={() => setShowsLinkPanel(false)} />}
    </>
  );
}
