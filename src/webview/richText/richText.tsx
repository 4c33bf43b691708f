// Owns rich text on the page: a toolbar and an editable area around one live text.
import type { VNode } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { LiveText, type LiveTextEvents } from './liveText.ts';
import { Toolbar } from './toolbar.tsx';

interface RichTextProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  /** As the service has it. Text that this component told itself leaves the cursor where it is. */
  readonly html: string;
  readonly people: Readonly<Record<string, string>>;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (html: string) => void;
  /** Ctrl or Cmd with Enter. */
  readonly onSubmit?: () => void;
  readonly onOpenLink: (href: string) => void;
}

function editableAttributes({ id, label, describedBy }: RichTextProps): Record<string, string> {
  const described: Record<string, string> = describedBy === undefined ? {} : { 'aria-describedby': describedBy };
  return {
    ...described,
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    class: 'rich-text-body',
    'data-autofocus': '',
  };
}

/** Never renders the HTML itself: it goes through the lossless loader into inert nodes. */
export function RichText(props: RichTextProps): VNode {
  const { label, placeholder, html, people, disabled = false, onOpenLink } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [live, setLive] = useState<LiveText | undefined>(undefined);
  const [, tick] = useReducer<number, undefined>((count) => count + 1, 0);

  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const events = (): LiveTextEvents => ({
      onChange: latest.current.onChange,
      onSubmit: latest.current.onSubmit,
      onOpenLink: latest.current.onOpenLink,
      onTick: () => tick(undefined),
      nameOf: (id) => latest.current.people[id],
    });
    const made = new LiveText(place.current, latest.current.html, editableAttributes(latest.current), events);
    setLive(made);
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => live?.take(html), [live, html]);
  useLayoutEffect(() => live?.setEditable(!disabled), [live, disabled]);
  useLayoutEffect(() => live?.relabel(), [live, people, html]);

  const focusEnd = (event: MouseEvent) => {
    if (event.target !== place.current || !live) return;
    event.preventDefault();
    live.editor.commands.focus('end');
  };
  return (
    <div class={`rich-text${disabled ? ' is-disabled' : ''}`}>
      {live && <Toolbar editor={live.editor} label={label} onOpenLink={onOpenLink} />}
      <div class="rich-text-area">
        {live?.isEmpty && (
          <span class="placeholder" aria-hidden="true">
            {placeholder}
          </span>
        )}
        <div ref={place} class="rich-text-place" onMouseDown={focusEnd} />
      </div>
    </div>
  );
}
