// The entry point of the overview page: connects the page to VS Code and renders it.

import { render } from 'preact';
import type { MessageFromOverview, MessageToOverview, OverviewModel } from '../../pages/protocol/overview.ts';
import { displayAllText } from '../startup/displayedText.ts';
import { readTranslations } from '../startup/translations.ts';
import { OverviewApp } from './overview.tsx';
import './overview.css';

/** VS Code defines this function in every webview. A second call throws. */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromOverview): void;
  setState(state: { readonly address: string }): void;
};

function start(root: HTMLElement): void {
  const workbench = acquireVsCodeApi();
  const send = (message: MessageFromOverview) => workbench.postMessage(message);
  const renderModel = (model: OverviewModel | undefined) => render(<OverviewApp model={model} send={send} />, root);
  window.addEventListener('message', ({ data: { model } }: MessageEvent<MessageToOverview>) => {
    // VS Code passes the address to the host when it restores the panel.
    workbench.setState({ address: model.address });
    renderModel(model);
  });
  renderModel(undefined);
  send({ type: 'ready' });
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
readTranslations();
displayAllText();
start(root);
