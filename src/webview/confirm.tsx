// Asks for confirmation of a deletion in the page, next to what is deleted.
import * as l10n from '@vscode/l10n';
import './confirm.css';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface ConfirmProps {
  /** Example: `Delete this comment?` */
  readonly question: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Focuses No. Escape means No. */
export function Confirm({ question, onYes, onNo }: ConfirmProps): VNode {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  const press = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onNo();
  };
  return (
    <span class="confirm" role="alertdialog" aria-label={question} onKeyDown={press}>
      <span>{question}</span>
      <button type="button" class="confirm-button confirm-yes" data-testid="confirm-yes" onClick={onYes}>
        {l10n.t('Yes')}
      </button>
      <button ref={no} type="button" class="confirm-button" data-testid="confirm-no" onClick={onNo}>
        {l10n.t('No')}
      </button>
    </span>
  );
}
