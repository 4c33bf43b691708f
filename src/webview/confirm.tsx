// Asks the user to confirm a deletion, in the page next to the comment or attachment.
import * as l10n from '@vscode/l10n';
import './confirm.css';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isShortcut } from './keys/shortcuts.ts';

interface ConfirmProps {
  /** Example: `Delete this comment?` */
  readonly question: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** An inline alert dialog. The No button has the focus at first, and Escape selects No. */
export function Confirm({ question, onYes, onNo }: ConfirmProps): VNode {
  const noButton = useRef<HTMLButtonElement>(null);
  useEffect(() => noButton.current?.focus(), []);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!isShortcut(event, 'close')) return;
    event.preventDefault();
    event.stopPropagation();
    onNo();
  };
  return (
    <span class="confirm" role="alertdialog" aria-label={question} onKeyDown={onKeyDown}>
      <span>{question}</span>
      <button type="button" class="confirm-button confirm-yes" data-testid="confirm-yes" onClick={onYes}>
        {l10n.t('Yes')}
      </button>
      <button ref={noButton} type="button" class="confirm-button" data-testid="confirm-no" onClick={onNo}>
        {l10n.t('No')}
      </button>
    </span>
  );
}
