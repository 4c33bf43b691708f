// The panel in which the user edits, opens or removes a link.

import type { Editor } from '@tiptap/core';
import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isOpenable, parseTypedUrl } from '../../../richText/editor/extensions/link.ts';
import { IconButton } from '../button.tsx';
import '../controls/input.css';
import './linkPanel.css';

interface LinkPanelProps {
  readonly editor: Editor;
  readonly onOpenLink: (href: string) => void;
  readonly onClose: () => void;
}

/** Changes the link at the cursor, or turns the selected text into a link. */
export function LinkPanel({ editor, onOpenLink, onClose }: LinkPanelProps): VNode {
  const currentUrl = String(editor.getAttributes('link')['href'] ?? '');
  const [typedText, setTyped] = useState(currentUrl);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const url = parseTypedUrl(typedText);
  const isInvalid = typedText.trim() !== '' && url === undefined;

  const applyLink = () => {
    if (url === undefined) return;
    editor.chain().focus().extendMarkRange('link').setMark('link', { href: url }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
    onClose();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') applyLink();
    else if (event.key === 'Escape') {
      onClose();
      editor.commands.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="link-panel">
      <input
        ref={input}
        class="input"
        type="text"
        aria-label={l10n.t('Link address')}
        aria-invalid={isInvalid}
        placeholder="https://"
        value={typedText}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton icon="check" title={l10n.t('Apply')} disabled={url === undefined} onClick={applyLink} />
      <IconButton
        icon="link-external"
        title={l10n.t('Open Link')}
        disabled={!isOpenable(currentUrl)}
        onClick={() => onOpenLink(currentUrl)}
      />
      <IconButton icon="trash" title={l10n.t('Remove Link')} disabled={currentUrl === ''} onClick={remove} />
      <IconButton icon="close" title={l10n.t('Close')} onClick={onClose} />
      {isInvalid && <p class="field-problem">{l10n.t('Enter a web address or an email address.')}</p>}
    </div>
  );
}
