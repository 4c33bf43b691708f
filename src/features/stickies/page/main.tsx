// The entry point of the Stickies page: connects the page to VS Code and renders it.

import { render } from 'preact';
import { installTextCleaning } from '../../../shell/page/startup/displayedText.ts';
import { applyTranslations } from '../../../shell/page/startup/translations.ts';
import type { MessageFromStickies, MessageToStickies } from '../../../shell/protocol/stickies.ts';
import { STICKY_COLORS } from './colors.ts';
import { StickiesPageStore } from './stickiesPageStore.ts';
import { StickiesRoot } from './stickiesRoot.tsx';

/** VS Code defines this function in every webview. A second call throws. */
declare function acquireVsCodeApi(): { postMessage(message: MessageFromStickies): void };

function start(root: HTMLElement): void {
  const vscodeApi = acquireVsCodeApi();
  const channel = {
    post: (message: MessageFromStickies) => vscodeApi.postMessage(message),
    listen: (listener: (message: MessageToStickies) => void) =>
      window.addEventListener('message', (event: MessageEvent<MessageToStickies>) => listener(event.data)),
  };
  const page = new StickiesPageStore(channel, STICKY_COLORS[0]?.value ?? '');
  flushBeforeLeaving(page);
  render(<StickiesRoot page={page} />, root);
}

/**
 * Sends the buffered edits before the view can be closed: when the mouse or the focus leaves the page, or the page is
 * hidden.
 */
function flushBeforeLeaving(page: StickiesPageStore): void {
  const flush = () => page.flush();
  document.documentElement.addEventListener('mouseleave', flush);
  document.addEventListener('visibilitychange', flush);
  window.addEventListener('blur', flush);
  window.addEventListener('pagehide', flush);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
applyTranslations();
installTextCleaning();
start(root);
