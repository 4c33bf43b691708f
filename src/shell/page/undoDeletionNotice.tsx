// The notice in place of a comment, an attachment or a sticky that the user has just deleted, with an Undo button.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface UndoDeletionNoticeProps {
  readonly class?: string;
  readonly buttonClass?: string;
  /** The text of the notice, for example `Comment deleted.` */
  readonly text: string;
  readonly onUndo: () => void;
}

/** Moves the focus to Undo if the deleted element had the focus. */
export function UndoDeletionNotice({
  class: rowClass = 'confirm',
  buttonClass = 'confirm-button',
  text,
  onUndo,
}: UndoDeletionNoticeProps): VNode {
  const undoButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) undoButton.current?.focus();
  }, []);
  return (
    <div class={rowClass}>
      <span role="status">{text}</span>
      <button ref={undoButton} type="button" class={buttonClass} data-testid="undo-deletion" onClick={onUndo}>
        {l10n.t('Undo')}
      </button>
    </div>
  );
}
