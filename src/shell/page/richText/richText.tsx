// A rich text field: the text, and while it is edited, a toolbar.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { exceededLimit } from '../../../richText/editor/load/limits.ts';
import { IconButton } from '../button.tsx';
import { PageContext } from '../pageContext.ts';
import { attachFile, filesIn } from '../pictures/files.ts';
import { showPicture } from '../pictures/picture.ts';
import { HtmlEditor, type HtmlEditorCallbacks } from './htmlEditor.ts';
import { MentionMenu } from './mentionMenu.tsx';
import { useReadMode } from './readMode.ts';
import { ReadOnlyText } from './readOnlyText.tsx';
import { Toolbar, type ToolChoice } from './toolbar.tsx';
import { useLineLinks } from './useLineLinks.ts';
import './richText.css';
import './content.css';
import './preservedMarkup.css';

interface RichTextProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  /** The HTML to show. If it equals the last HTML passed to `onChange`, the editor and its cursor do not change. */
  readonly html: string;
  readonly people: Readonly<Record<string, string>>;
  readonly disabled?: boolean;
  /** Shows the text without a frame until the user starts to edit it. */
  readonly startsInReadMode?: boolean;
  /** Whether the user may not edit the text. Set it only together with `startsInReadMode`. */
  readonly readOnly?: boolean;
  /** The tools of the toolbar, by default all. */
  readonly tools?: ToolChoice;
  /** Whether the toolbar is hidden, for example because the text is empty and has no focus. */
  readonly hidesToolbar?: boolean;
  /** The placeholder while the text is not edited; by default `placeholder`. */
  readonly readingPlaceholder?: string;
  readonly describedBy?: string | undefined;
  /** Whether the text is invalid. An element in `describedBy` shows the error. */
  readonly invalid?: boolean;
  readonly onChange: (html: string) => void;
  /** Called on Ctrl+Enter or Cmd+Enter. */
  readonly onSubmit?: () => void;
  readonly onOpenLink: (href: string) => void;
}

function keyHintId(id: string): string {
  return `${id}-keys`;
}

function textAttributes(props: RichTextProps, isEditing: boolean): Record<string, string> {
  const { id, label, describedBy, invalid = false } = props;
  const sharedAttributes = {
    'aria-describedby': [describedBy ?? [], keyHintId(id)].flat().join(' '),
    'aria-label': label,
    id,
    class: 'rich-text-body',
    'data-autofocus': '',
    tabindex: '0',
  };
  if (!isEditing && props.startsInReadMode === true) return { ...sharedAttributes, role: 'group' };
  return {
    ...sharedAttributes,
    'aria-invalid': String(invalid),
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
  };
}

/** Returns the keys that start or end editing, for screen readers. */
function keyHint({ startsInReadMode = false, readOnly = false }: RichTextProps, isEditing: boolean): string {
  if (!startsInReadMode) return l10n.t('Press Escape, then Tab to leave the text.');
  if (isEditing) return l10n.t('Press Escape to leave the editor.');
  return readOnly ? l10n.t('This text is read-only.') : l10n.t('Press Enter to edit.');
}

/** Makes a text that exceeds a limit read-only. A text that the user is editing stays editable, even if it grows. */
export function RichText(props: RichTextProps): VNode {
  const { html, onChange } = props;
  const lastReportedHtml = useRef<string | undefined>(undefined);
  const limit = useMemo(() => (html === lastReportedHtml.current ? undefined : exceededLimit(html)), [html]);
  if (limit !== undefined) return <ReadOnlyText id={props.id} label={props.label} exceededLimit={limit} />;
  const reportChange = (next: string) => {
    lastReportedHtml.current = next;
    onChange(next);
  };
  return <EditableText {...props} onChange={reportChange} />;
}

/** The editable text. Its HTML is not rendered directly, but converted to the editor's document. */
function EditableText(props: RichTextProps): VNode {
  const { id, label, placeholder, html, people, disabled = false, describedBy, invalid, onOpenLink } = props;
  const { startsInReadMode = false, readOnly = false, hidesToolbar = false, readingPlaceholder = placeholder } = props;
  const containerRef = useRef<HTMLDivElement>(null);
  const latestProps = useRef(props);
  latestProps.current = props;
  const pageContext = useContext(PageContext);
  const lineLinks = useLineLinks();
  const latestLineLinks = useRef(lineLinks);
  latestLineLinks.current = lineLinks;
  const mentionKeyHandlerRef = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const [htmlEditor, setHtmlEditor] = useState<HtmlEditor | undefined>(undefined);
  const [, renderAgain] = useReducer<number, undefined>((count) => count + 1, 0);
  const { isEditing, startEditing, listeners } = useReadMode({
    htmlEditor,
    startsInReadMode,
    canEdit: !readOnly,
    onOpenLink,
  });
  const hint = useMemo(() => keyHint(latestProps.current, isEditing), [isEditing, startsInReadMode, readOnly]);
  const canAttach = () => pageContext?.page.state.model?.discussion !== undefined;

  useLayoutEffect(() => {
    if (!containerRef.current) return undefined;
    const callbacks = (): HtmlEditorCallbacks => ({
      onChange: latestProps.current.onChange,
      onSubmit: latestProps.current.onSubmit,
      onOpenLink: latestProps.current.onOpenLink,
      onUpdate: () => renderAgain(undefined),
      nameOf: (id) => latestProps.current.people[id],
      lineLinks: () => latestLineLinks.current,
      onMentionKey: (event) => mentionKeyHandlerRef.current(event),
      showPicture: pageContext && ((element, picture) => showPicture(element, picture, pageContext.pictures)),
      attach: pageContext && canAttach() ? (file) => attachFile(pageContext.page, file) : undefined,
      filesIn,
    });
    const newHtmlEditor = new HtmlEditor(
      containerRef.current,
      latestProps.current.html,
      textAttributes(latestProps.current, isEditing),
      callbacks,
    );
    setHtmlEditor(newHtmlEditor);
    return () => newHtmlEditor.destroy();
  }, []);
  useLayoutEffect(() => htmlEditor?.setHtml(html), [htmlEditor, html]);
  useLayoutEffect(() => htmlEditor?.setEditable(!disabled && isEditing), [htmlEditor, disabled, isEditing]);
  useLayoutEffect(
    () => htmlEditor?.setAttributes(textAttributes(latestProps.current, isEditing)),
    [htmlEditor, label, describedBy, invalid, isEditing],
  );
  useLayoutEffect(() => htmlEditor?.updateMentionNames(), [htmlEditor, people, html]);
  useLayoutEffect(() => htmlEditor?.updateLineLinks(), [htmlEditor, lineLinks]);

  const focusEnd = (event: MouseEvent) => {
    if (event.target !== containerRef.current || !htmlEditor || !isEditing) return;
    event.preventDefault();
    htmlEditor.editor.commands.focus('end');
  };
  const modeClasses = [
    startsInReadMode ? ' reads-first' : '',
    isEditing ? ' is-edited' : '',
    disabled ? ' is-disabled' : '',
  ];
  return (
    <div class={`rich-text${modeClasses.join('')}`} {...listeners}>
      {htmlEditor && isEditing && !hidesToolbar && (
        <Toolbar
          editor={htmlEditor.editor}
          label={label}
          tools={props.tools ?? 'all'}
          onOpenLink={onOpenLink}
          onAttach={canAttach() ? (files) => htmlEditor.attachFiles(files) : undefined}
        />
      )}
      <div class="rich-text-area">
        {htmlEditor?.isEmpty && (
          <span class="placeholder" aria-hidden="true">
            {isEditing ? placeholder : readingPlaceholder}
          </span>
        )}
        <div ref={containerRef} class="rich-text-place" onMouseDown={focusEnd} />
        {htmlEditor && isEditing && (
          <MentionMenu editor={htmlEditor.editor} people={people} id={props.id} keyHandlerRef={mentionKeyHandlerRef} />
        )}
        {startsInReadMode && !isEditing && !readOnly && (
          <span class="rich-text-edit">
            <IconButton icon="edit" title={l10n.t('Edit {0} (E)', label)} onClick={startEditing} testId="edit-text" />
          </span>
        )}
        <span class="visually-hidden" id={keyHintId(id)}>
          {hint}
        </span>
      </div>
    </div>
  );
}
