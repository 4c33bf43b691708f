// The entry point of the overview page: connects the page to VS Code and renders it.

import { startPage } from '../../../shell/page/startup/startPage.ts';
import type { MessageFromOverview, MessageToOverview } from '../../../shell/protocol/overview.ts';
import { createOverviewRenderer } from './overviewPage.tsx';

/** VS Code defines this function in every webview. A second call throws. */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromOverview): void;
  setState(state: { readonly address: string; readonly account?: string | undefined }): void;
};

function start(root: HTMLElement): void {
  const vscodeApi = acquireVsCodeApi();
  const showOverview = createOverviewRenderer(root, (message) => vscodeApi.postMessage(message));
  window.addEventListener('message', ({ data: { model } }: MessageEvent<MessageToOverview>) => {
    // VS Code passes the state to the host when it restores the panel.
    vscodeApi.setState({ address: model.address, account: model.account });
    showOverview(model);
  });
  showOverview(undefined);
  vscodeApi.postMessage({ type: 'ready' });
}

startPage(start);
