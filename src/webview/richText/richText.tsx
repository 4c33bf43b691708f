// A rich text field: a toolbar and the editable text.
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
  /** The HTML to show. If it equals the last HTML passed to `onChange`, the editor and its cursor do not change. */
  readonly html: string;
  readonly people: Readonly<Record<string, string>>;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  /** Whether the text is invalid. An element in `describedBy` shows the error. */
  readonly invalid?: boolean;
  readonly onChange: (html: string) => void;
  /** Called on Ctrl+Enter or Cmd+Enter. */
  readonly onSubmit?: () => void;
  readonly onOpenLink: (href: string) => void;
}

function leaveHintId(id: string): string {
  return `${id}-leaving`;
}

function editableAttributes({ id, label, describedBy, invalid = false }: RichTextProps): Record<string, string> {
  return {
    'aria-describedby': [describedBy ?? [], leaveHintId(id)].flat().join(' '),
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

/** Shows a text that exceeds a limit as read-only. A text that the user is editing stays editable, even if it grows. */
export function RichText(props: RichTextProps): VNode {
  const { html, onChange } = props;
  const lastReported = useRef<string | undefined>(undefined);
  const limit = useMemo(() => (html === lastReported.current ? undefined : exceededLimit(html)), [html]);
  if (limit !== undefined) return <ReadOnlyText id={props.id} label={props.label} exceededLimit={limit} />;
  const reportChange = (next: string) => {
    lastReported.current = next;
    onChange(next);
  };
  return <EditableText {...props} onChange={reportChange} />;
}

/** The editable text. Its HTML is not rendered directly, but converted to the editor's document. */
function EditableText(props: RichTextProps): VNode {
  const { id, label, placeholder, html, people, disabled = false, describedBy, invalid, onOpenLink } = props;
  const containerRef = useRef<HTMLDivElement>(null);
  const latestProps = useRef(props);
  latestProps.current = props;
  const pageContext = useContext(PageContext);
  const mentionKeyRef = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const leaveHint = useMemo(() => l10n.t('Press Escape, then Tab to leave the text.'), []);
  const [liveText, setLiveText] = useState<LiveText | undefined>(undefined);
  const [, renderAgain] = useReducer<number, undefined>((count) => count + 1, 0);

  useLayoutEffect(() => {
    if (!containerRef.current) return undefined;
    const events = (): LiveTextEvents => ({
      onChange: latestProps.current.onChange,
      onSubmit: latestProps.current.onSubmit,
      onOpenLink: latestProps.current.onOpenLink,
      onUpdate: () => renderAgain(undefined),
      nameOf: (id) => latestProps.current.people[id],
      onMentionKey: (event) => mentionKeyRef.current(event),
      showPicture: pageContext && ((element, picture) => showPicture(element, picture, pageContext.pictures)),
      attach: pageContext?.page.state.model?.discussion ? (file) => attachFile(pageContext.page, file) : undefined,
      filesIn,
    });
    const newLiveText = new LiveText(
      containerRef.current,
      latestProps.current.html,
      editableAttributes(latestProps.current),
      events,
    );
    setLiveText(newLiveText);
    return () => newLiveText.destroy();
  }, []);
  useLayoutEffect(() => liveText?.setHtml(html), [liveText, html]);
  useLayoutEffect(() => liveText?.setEditable(!disabled), [liveText, disabled]);
  useLayoutEffect(
    () => liveText?.setAttributes(editableAttributes(latestProps.current)),
    [liveText, label, describedBy, invalid],
  );
  useLayoutEffect(() => liveText?.updateMentionNames(), [liveText, people, html]);

  const focusEnd = (event: MouseEvent) => {
    if (event.target !== containerRef.current || !liveText) return;
    event.preventDefault();
    liveText.editor.commands.focus('end');
  };
  return (
    <div class={`rich-text${disabled ? ' is-disabled' : ''}`}>
      {liveText && <Toolbar editor={liveText.editor} label={label} onOpenLink={onOpenLink} />}
      <div class="rich-text-area">
        {liveText?.isEmpty && (
          <span class="placeholder" aria-hidden="true">
            {placeholder}
          </span>
        )}
        <div ref={containerRef} class="rich-text-place" onMouseDown={focusEnd} />
        {liveText && (
          <MentionMenu editor={liveText.editor} people={people} id={props.id} keyHandlerRef={mentionKeyRef} />
        )}
        <span class="visually-hidden" id={leaveHintId(id)}>
          {leaveHint}
        </span>
      </div>
    </div>
  );
}
