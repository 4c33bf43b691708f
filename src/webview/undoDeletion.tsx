// The notice in place of an element that the user has deleted, with a button that undoes the deletion.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DeletedNoticeProps {
  readonly class?: string;
  readonly buttonClass?: string;
  /** The text of the notice, for example `Comment deleted.` */
  readonly text: string;
  readonly onUndo: () => void;
}

/** If the deleted element had the focus, the focus moves to Undo. */
export function UndoDeletion({
  class: rowClass = 'confirm',
  buttonClass = 'confirm-button',
  text,
  onUndo,
}: DeletedNoticeProps): VNode {
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
