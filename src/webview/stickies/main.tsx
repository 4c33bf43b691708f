// Owns the start of the Stickies page: joins it to the workbench and puts it into its place.

import { render } from 'preact';
import type { FromStickies, ToStickies } from '../../pages/protocol/stickies.ts';
import { displayAllText } from '../displayedText.ts';
import { Board } from './board.tsx';
import { STICKY_COLORS } from './colors.ts';
import { StickiesPage } from './page.ts';
import './stickies.css';

/** What the workbench gives every webview, once. */
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

/** A view is folded by a click outside of it or by a key: before either, nothing is held back any more. */
function handOverBeforeLeaving(page: StickiesPage): void {
  const handOver = () => page.handOver();
  document.documentElement.addEventListener('mouseleave', handOver);
  document.addEventListener('visibilitychange', handOver);
  window.addEventListener('blur', handOver);
  window.addEventListener('pagehide', handOver);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
displayAllText();
start(root);
