// Starts the Stickies page: connects it to VS Code and renders it.

import { render } from 'preact';
import type { FromStickies, ToStickies } from '../../pages/protocol/stickies.ts';
import { displayAllText } from '../startup/displayedText.ts';
import { readTranslations } from '../startup/translations.ts';
import { Board } from './board.tsx';
import { STICKY_COLORS } from './colors.ts';
import { StickiesPage } from './page.ts';
import './stickies.css';

/** Provided by VS Code to every webview; can be called once. */
declare function acquireVsCodeApi(): { postMessage(message: FromStickies): void };

function start(root: HTMLElement): void {
  const workbench = acquireVsCodeApi();
  const wire = {
    post: (message: FromStickies) => workbench.postMessage(message),
    listen: (listener: (message: ToStickies) => void) =>
      window.addEventListener('message', (event: MessageEvent<ToStickies>) => listener(event.data)),
  };
  const page = new StickiesPage(wire, STICKY_COLORS[0]?.value ?? '');
  handOverBeforeLeaving(page);
  render(<Board page={page} />, root);
}

/**
 * Sends everything that is held back before the view can be collapsed by a click outside of it or when the focus leaves
 * it.
 */
function handOverBeforeLeaving(page: StickiesPage): void {
  const handOver = () => page.handOver();
  document.documentElement.addEventListener('mouseleave', handOver);
  document.addEventListener('visibilitychange', handOver);
  window.addEventListener('blur', handOver);
  window.addEventListener('pagehide', handOver);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
readTranslations();
displayAllText();
start(root);
