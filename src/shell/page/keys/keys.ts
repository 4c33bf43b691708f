// Key bindings of the page: which keys the page handles, and which keys reach VS Code.
import * as l10n from '@vscode/l10n';
import type { PageStore } from '../model/pageStore.ts';
import { LetterPause } from './letterPause.ts';
import { isPressed, isShortcut, isShortcutOfField } from './shortcuts.ts';

/**
 * Handles a key after the focused control has handled it. A key that the page has handled is hidden from VS Code,
 * because VS Code would run its own command too: undo a second time, or hide the side bar on Ctrl+B. Returns a function
 * that removes the listeners.
 */
export function listenToKeys(page: PageStore): () => void {
  const pause = new LetterPause(page.now);
  let hasStartedChord = false;
  const onKeyDown = (event: KeyboardEvent): void => {
    const historyAction = (['undo', 'redo'] as const).find((action) => isShortcut(event, action));
    const isInChord = hasStartedChord;
    const endsChord = isInChord && /^[ag]$/i.test(event.key);
    hasStartedChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.defaultPrevented;
    // VS Code handles Ctrl+S and the chords. The page only prevents the browser from showing its own Save dialog, and
    // from typing the second key of a chord into a text.
    if (endsChord || isShortcut(event, 'save')) event.preventDefault();
    else if (isShortcut(event, 'showKeys') && !isTextControl(event.target)) {
      if (!pause.isPaused()) consumeEvent(event, () => page.showShortcuts(true));
    } else if (historyAction !== undefined && !isTextControl(event.target))
      consumeEvent(event, () => page[historyAction]());
    else if (!isInChord && !event.defaultPrevented && !isTextControl(event.target) && !pause.isPaused()) {
      if (runLetterKey(page, event)) consumeEvent(event);
    } else if (event.defaultPrevented || (historyAction !== undefined && isRichText(event.target))) consumeEvent(event);
    // VS Code would select the text once more, some time after the browser. What is typed until then would be replaced.
    else if (isPressed(event, ['Mod', 'A'])) event.stopPropagation();
  };
  // In the capture phase, because an editor would insert a line break.
  const onKeyDownFirst = (event: KeyboardEvent): void => {
    if (page.state.model?.isNew !== true || !isShortcut(event, 'submit')) return;
    consumeEvent(event, () => document.querySelector<HTMLButtonElement>('[data-testid=save]')?.click());
  };
  document.addEventListener('keydown', onKeyDownFirst, true);
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('keydown', onKeyDownFirst, true);
    document.removeEventListener('keydown', onKeyDown);
    pause.dispose();
  };
}

/** Runs the action of a key without modifier. Returns false if there is nothing that the action could do. */
function runLetterKey(page: PageStore, event: KeyboardEvent): boolean {
  const { model, showsShortcuts } = page.state;
  if (model?.status !== 'ready' || showsShortcuts) return false;
  if (isShortcut(event, 'writeComment') && document.querySelector('[data-testid=composer]')) {
    page.focusComposer();
    return true;
  }
  // Enter is for the control that has the focus.
  if (isShortcut(event, 'edit') && event.key !== 'Enter') return editDescription();
  const canAssign = model.fields.some(({ name, readOnly }) => name === 'assignees' && readOnly !== true);
  if (isShortcut(event, 'assignToMe') && canAssign && !model.isNew) {
    page.runAction('assignToMe');
    return true;
  }
  const field = model.fields.find((one) => one.readOnly !== true && isShortcutOfField(event, one));
  if (field === undefined) return false;
  page.openField(field.name);
  return true;
}

/** Edits the description. Returns whether the record has a description that can be edited. */
function editDescription(): boolean {
  const editButton = document.querySelector<HTMLElement>('[data-testid=edit-text]');
  const control = document.querySelector<HTMLElement>('[data-field=description] textarea');
  editButton?.click();
  control?.focus();
  return editButton !== null || control !== null;
}

/** Returns the name of a key with the platform's modifier: `Ctrl+S`, on macOS `⌘S`. */
export function shortcutName(key: string): string {
  return navigator.platform.startsWith('Mac') ? `⌘${key}` : l10n.t('Ctrl+{0}', key);
}

function consumeEvent(event: KeyboardEvent, run?: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  run?.();
}

/** Whether the element is a control into which text is typed, so that it handles characters, undo and redo itself. */
export function isTextControl(target: EventTarget | null): boolean {
  return (
    isRichText(target) ||
    (target instanceof HTMLElement &&
      target.matches('input:not([type=radio], [type=checkbox], [type=color]), textarea'))
  );
}

function isRichText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('[contenteditable=true]') !== null)
  );
}
