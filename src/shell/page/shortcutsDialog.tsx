// The dialog that shows the keyboard shortcuts of the page.
import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { IconButton } from './button.tsx';
import { isShortcut, shortcutGroups } from './keys/shortcuts.ts';
import './shortcutsDialog.css';

/**
 * The dialog that shows the keyboard shortcuts. When it closes, the focus returns to the control that had it before.
 */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const dialog = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => shortcutGroups(navigator.platform.startsWith('Mac')), []);
  useLayoutEffect(() => {
    const { activeElement } = document;
    dialog.current?.querySelector('button')?.focus();
    return () => {
      if (activeElement instanceof HTMLElement && activeElement.isConnected) activeElement.focus();
    };
  }, []);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    // The dialog is modal, and has no other control to which Tab could move the focus.
    if (event.key === 'Tab') event.preventDefault();
    if (!isShortcut(event, 'close') && !isShortcut(event, 'showKeys')) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      class="shortcuts-dialog-backdrop"
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div
        ref={dialog}
        class="shortcuts-dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby="shortcuts-dialog-title"
        aria-describedby="shortcuts-dialog-rows"
        onKeyDown={onKeyDown}
        data-testid="shortcuts-dialog"
      >
        <div class="section-head">
          <h2 id="shortcuts-dialog-title">{l10n.t('Keyboard Shortcuts')}</h2>
          <IconButton icon="close" title={l10n.t('Close')} onClick={onClose} testId="close-keys" />
        </div>
        <div id="shortcuts-dialog-rows">
          {groups.map(({ title, rows }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {rows.map(({ label, keys }) => (
                  <div key={label} class="key-row">
                    <dt>{label}</dt>
                    <dd>
                      {keys.map((parts) => (
                        <kbd key={parts.join()}>{parts.join('+')}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
