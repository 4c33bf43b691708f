// The body of a sticky: a text area if it has only plain paragraphs, otherwise a rich text editor, which loads later.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RichText } from '../../../shell/page/richText/richText.tsx';
import { plainText, withPlainText } from './plainText.ts';

interface BodyProps {
  readonly html: string;
  readonly label: string;
  readonly onChange: (html: string) => void;
  readonly onOpenLink: (href: string) => void;
}

export function StickyBody(props: BodyProps): VNode {
  const text = plainText(props.html);
  return text === undefined ? <RichBody {...props} /> : <PlainBody {...props} text={text} />;
}

/** A text area whose height follows its content. */
function PlainBody({ html, label, text, onChange }: BodyProps & { readonly text: string }): VNode {
  const textAreaRef = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const textArea = textAreaRef.current;
    if (!textArea) return undefined;
    const fitHeight = () => {
      textArea.style.height = 'auto';
      textArea.style.height = `${textArea.scrollHeight}px`;
    };
    fitHeight();
    let width = textArea.clientWidth;
    const observer = new ResizeObserver(() => {
      if (textArea.clientWidth === width && textArea.scrollHeight <= textArea.clientHeight) return;
      width = textArea.clientWidth;
      fitHeight();
    });
    observer.observe(textArea);
    return () => observer.disconnect();
  }, [text]);
  return (
    <textarea
      ref={textAreaRef}
      class="note-text"
      rows={2}
      dir="auto"
      aria-label={label}
      placeholder={l10n.t('Write a note…')}
      value={text}
      onInput={({ currentTarget }) => onChange(withPlainText(html, currentTarget.value))}
    />
  );
}

function RichBody({ html, label, onChange, onOpenLink }: BodyProps): VNode {
  const id = useId();
  const [loadedEditor, setLoadedEditor] = useState<{ readonly component: typeof RichText } | undefined>(undefined);
  useEffect(() => {
    void import('../../../shell/page/richText/richText.tsx').then((module) =>
      setLoadedEditor({ component: module.RichText }),
    );
  }, []);
  if (loadedEditor === undefined) return <span class="bone" />;
  const Component = loadedEditor.component;
  return (
    <Component
      id={id}
      startsInReadMode
      tools="note"
      label={label}
      placeholder={l10n.t('Write a note…')}
      html={html}
      people={NO_USERS}
      onChange={onChange}
      onOpenLink={onOpenLink}
    />
  );
}

/** The editor gets no names of users for mentions, because stickies are private. */
const NO_USERS: Readonly<Record<string, string>> = {};
