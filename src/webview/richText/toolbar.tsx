// The toolbar above a text. It has one tab stop; the arrow keys move the focus between its buttons.

import type { Editor } from '@tiptap/core';
import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../button.tsx';
import { LinkPanel } from './linkPanel.tsx';
import { formattingTools, historyTools, type Tool, tableTools } from './tools.ts';
import './toolbar.css';

interface ToolbarProps {
  readonly editor: Editor;
  /** The label of the text, for the accessible name. */
  readonly label: string;
  readonly onOpenLink: (href: string) => void;
}

/** Returns the accessible name, which includes the letters on the button, so that voice control can find the button. */
function nameOf({ title, letters = '' }: Tool): string {
  return title.includes(letters) ? title : `${title}, ${letters}`;
}

function ToolButton({ tool, editor }: { readonly tool: Tool; readonly editor: Editor }): VNode {
  const isOn = tool.isOn?.(editor) ?? false;
  return (
    <button
      type="button"
      class={`icon-button tool${isOn ? ' is-on' : ''}${tool.letters === undefined ? '' : ' tool-letters'}`}
      title={tool.title}
      aria-label={nameOf(tool)}
      aria-pressed={tool.isOn ? isOn : undefined}
      disabled={!editor.isEditable || (tool.isOff?.(editor) ?? false)}
      data-tool={tool.id}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => tool.run(editor)}
    >
      {tool.icon === undefined ? tool.letters : <Icon name={tool.icon} />}
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
    const enabled = buttons.filter(({ disabled }) => !disabled);
    const tabStop = enabled.find((button) => button === lastFocused.current) ?? enabled[0];
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

/** The toolbar of a text. It reads the state of `editor` at each render, because `editor` may be replaced. */
export function Toolbar({ editor, label, onOpenLink }: ToolbarProps): VNode {
  const [showsLinkPanel, setShowsLinkPanel] = useState(false);
  const barRef = useRef<HTMLDivElement>(null);
  // Created once per toolbar, because the toolbar renders again after every keystroke.
  const [{ formatting, history, table, link }] = useState(() => ({
    formatting: formattingTools(),
    history: historyTools(),
    table: tableTools(),
    link: l10n.t('Link'),
  }));
  const name = useMemo(() => l10n.t('Formatting: {0}', label), [label]);
  const isLink = editor.isActive('link');
  const onFocusIn = useTabStop(barRef);
  return (
    <>
      <div ref={barRef} class="toolbar" role="toolbar" aria-label={name} onFocusIn={onFocusIn} onKeyDown={moveFocus}>
        {formatting.map((tools) => (
          <ToolGroup key={tools[0]?.id} tools={tools} editor={editor} />
        ))}
        <span class="tool-group">
          <button
            type="button"
            class={`icon-button tool${isLink ? ' is-on' : ''}`}
            title={link}
            aria-label={link}
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
        <ToolGroup tools={history} editor={editor} />
        {editor.isActive('table') && <ToolGroup tools={table} editor={editor} />}
      </div>
      {showsLinkPanel && <LinkPanel editor={editor} onOpenLink={onOpenLink} onClose={() => setShowsLinkPanel(false)} />}
    </>
  );
}
