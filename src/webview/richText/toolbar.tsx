// The toolbar above a text: one stop for the Tab key, arrow keys within.

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

/** Returns the accessible name. It contains the letters on the button, so that voice control can find it. */
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

/** Makes one button the toolbar's tab stop: the one focused last, or the first while that one is disabled. */
function useStop(bar: { readonly current: HTMLElement | null }): (event: FocusEvent) => void {
  const last = useRef<EventTarget | null>(null);
  const place = () => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const enabled = buttons.filter(({ disabled }) => !disabled);
    const stop = enabled.find((button) => button === last.current) ?? enabled[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  useLayoutEffect(place);
  return ({ target }) => {
    last.current = target;
    place();
  };
}

/** Moves the focus along the toolbar. */
function walk(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const present = buttons.findIndex((button) => button === document.activeElement);
  const next = present < 0 ? 0 : Math.max(0, Math.min(buttons.length - 1, present + step));
  buttons[next]?.focus();
  event.preventDefault();
}

/** The editor is replaced when other text arrives, so its state is read at each render. */
export function Toolbar({ editor, label, onOpenLink }: ToolbarProps): VNode {
  const [asksLink, setAsksLink] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  // Once per toolbar: it renders after every keystroke.
  const [{ formatting, history, table, link }] = useState(() => ({
    formatting: formattingTools(),
    history: historyTools(),
    table: tableTools(),
    link: l10n.t('Link'),
  }));
  const name = useMemo(() => l10n.t('Formatting: {0}', label), [label]);
  const isLink = editor.isActive('link');
  const stopHere = useStop(bar);
  return (
    <>
      <div ref={bar} class="toolbar" role="toolbar" aria-label={name} onFocusIn={stopHere} onKeyDown={walk}>
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
            aria-expanded={asksLink}
            disabled={!editor.isEditable || (!isLink && editor.state.selection.empty)}
            data-tool="link"
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setAsksLink(!asksLink)}
          >
            <Icon name="link" />
          </button>
        </span>
        <ToolGroup tools={history} editor={editor} />
        {editor.isActive('table') && <ToolGroup tools={table} editor={editor} />}
      </div>
      {asksLink && <LinkPanel editor={editor} onOpenLink={onOpenLink} onClose={() => setAsksLink(false)} />}
    </>
  );
}
