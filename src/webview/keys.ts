// Owns the keys of the page as a whole: what the page answers itself, and what it leaves to the workbench.
import type { PageStore } from './pageStore.ts';

/**
 * Hears every key after the control that has the focus. What the page has answered does not go on to the workbench,
 * which would act on it as well: undo twice, or hide its side bar on Ctrl+B. Returns how to stop.
 */
export function listenToKeys(page: PageStore): () => void {
  const press = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    // The workbench saves; the browser's own dialog must not open.
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

/** Text controls have an undo of their own. */
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
