// Asks the user to confirm an action, in the page next to its button.
import * as l10n from '@vscode/l10n';
import './confirm.css';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isShortcut } from './keys/shortcuts.ts';

interface ConfirmProps {
  /** The question to the user, for example `Show this code to people outside the workspace?` */
  readonly question: string;
  /** The label of the button that confirms, for example `Show Code`. */
  readonly action: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** An inline alert dialog. Cancel has the focus at first, and Escape selects it. */
export function Confirm({ question, action, onYes, onNo }: ConfirmProps): VNode {
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelButton.current?.focus(), []);
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
        {action}
      </button>
      <button ref={cancelButton} type="button" class="confirm-button" data-testid="confirm-no" onClick={onNo}>
        {l10n.t('Cancel')}
      </button>
    </span>
  );
}
