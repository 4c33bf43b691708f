// A rich text field: a toolbar and an editable area around one live text.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { attachFile, filesIn } from '../attachments/files.ts';
import { showPicture } from '../attachments/picture.ts';
import { PageContext } from '../pageContext.ts';
import { LiveText, type LiveTextEvents } from './liveText.ts';
import { exceededLimit } from './load/limits.ts';
import { MentionMenu } from './mentionMenu.tsx';
import { ReadOnlyText } from './readOnlyText.tsx';
import { Toolbar } from './toolbar.tsx';
import './richText.css';
import './content.css';
import './carriers.css';

interface RichTextProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  /** The server's HTML. Text that this component has reported itself does not move the cursor. */
  readonly html: string;
  readonly people: Readonly<Record<string, string>>;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  /** The text has a problem, which an element in `describedBy` explains. */
  readonly invalid?: boolean;
  readonly onChange: (html: string) => void;
  /** Called on Ctrl+Enter or Cmd+Enter. */
  readonly onSubmit?: () => void;
  readonly onOpenLink: (href: string) => void;
}

function leavingId(id: string): string {
  return `${id}-leaving`;
}

function editableAttributes({ id, label, describedBy, invalid = false }: RichTextProps): Record<string, string> {
  return {
    'aria-describedby': [describedBy ?? [], leavingId(id)].flat().join(' '),
    'aria-invalid': String(invalid),
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-label': label,
    class: 'rich-text-body',
    'data-autofocus': '',
  };
}

/** Shows a text beyond the limits read-only. A text that is being written here stays editable, whatever its size. */
export function RichText(props: RichTextProps): VNode {
  const { html, onChange } = props;
  const own = useRef<string | undefined>(undefined);
  const beyond = useMemo(() => (html === own.current ? undefined : exceededLimit(html)), [html]);
  if (beyond !== undefined) return <ReadOnlyText id={props.id} label={props.label} beyond={beyond} />;
  const change = (next: string) => {
    own.current = next;
    onChange(next);
  };
  return <EditableText {...props} onChange={change} />;
}

/** Never renders the HTML itself: the lossless loader converts it to inert nodes. */
function EditableText(props: RichTextProps): VNode {
  const { id, label, placeholder, html, people, disabled = false, describedBy, invalid, onOpenLink } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const parts = useContext(PageContext);
  const mentionKey = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const leaving = useMemo(() => l10n.t('Press Escape, then Tab to leave the text.'), []);
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
      onMentionKey: (event) => mentionKey.current(event),
      showPicture: parts && ((where, picture) => showPicture(where, picture, parts.pictures)),
      attach: parts?.page.state.model?.discussion ? (file) => attachFile(parts.page, file) : undefined,
      filesIn,
    });
    const made = new LiveText(place.current, latest.current.html, editableAttributes(latest.current), events);
    setLive(made);
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => live?.take(html), [live, html]);
  useLayoutEffect(() => live?.setEditable(!disabled), [live, disabled]);
  useLayoutEffect(() => live?.describe(editableAttributes(latest.current)), [live, label, describedBy, invalid]);
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
        {live && <MentionMenu editor={live.editor} people={people} id={props.id} press={mentionKey} />}
        <span class="visually-hidden" id={leavingId(id)}>
          {leaving}
        </span>
      </div>
    </div>
  );
}
