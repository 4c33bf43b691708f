// What the pages do before they render, and when the user may leave them.
import { installTextCleaning } from './displayedText.ts';
import { applyTranslations } from './translations.ts';

/** Calls `start` with the root element, after the translations are applied. */
export function startPage(start: (root: HTMLElement) => void): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  applyTranslations();
  installTextCleaning();
  start(root);
}

/** Calls `flush` when the mouse or the focus leaves the page, or the page is hidden. */
export function flushWhenLeaving(flush: () => void): void {
  document.documentElement.addEventListener('mouseleave', flush);
  document.addEventListener('visibilitychange', flush);
  window.addEventListener('blur', flush);
  window.addEventListener('pagehide', flush);
}
