// Key bindings of the whole page: which keys the page handles and which it leaves to VS Code.
import type { PageStore } from './pageStore.ts';

/**
 * Handles every key after the focused control. A key that the page has handled is not passed on to VS Code, which would
 * act on it too: a second undo, or a hidden side bar on Ctrl+B. Returns a function that removes the listener.
 */
export function listenToKeys(page: PageStore): () => void {
  const press = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    // VS Code saves; the browser's own dialog must not open.
    if (isCommand(event, 's')) event.preventDefault();
    else if (step !== undefined && !isTextual(event.target)) answer(event, () => page[step]());
    else if (event.defaultPrevented || (step !== undefined && isRichText(event.target))) answer(event);
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

function answer(event: KeyboardEvent, act?: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  act?.();
}

function stepOf(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (isCommand(event, 'y') || (isCommand(event, 'z') && event.shiftKey)) return 'redo';
  return isCommand(event, 'z') ? 'undo' : undefined;
}

function isCommand(event: KeyboardEvent, key: string): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === key;
}

/** Text controls have their own undo. */
function isTextual(target: EventTarget | null): boolean {
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
