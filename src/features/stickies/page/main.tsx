// The entry point of the Stickies page: connects the page to VS Code and renders it.

import { render } from 'preact';
import { flushWhenLeaving, startPage } from '../../../shell/page/startup/startPage.ts';
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
  // Sends the buffered edits before the view can be closed.
  flushWhenLeaving(() => page.flush());
  render(<StickiesRoot page={page} />, root);
}

startPage(start);
