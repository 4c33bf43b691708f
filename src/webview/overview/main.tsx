// Starts the overview page: connects it to VS Code and renders it.

import { render } from 'preact';
import type { FromOverview, OverviewModel, ToOverview } from '../../pages/protocol/overview.ts';
import { displayAllText } from '../startup/displayedText.ts';
import { readTranslations } from '../startup/translations.ts';
import { OverviewApp } from './overview.tsx';
import './overview.css';

/** Provided by VS Code to every webview; can be called once. */
declare function acquireVsCodeApi(): {
  postMessage(message: FromOverview): void;
  setState(state: { readonly address: string }): void;
};

function start(root: HTMLElement): void {
  const workbench = acquireVsCodeApi();
  const send = (message: FromOverview) => workbench.postMessage(message);
  const show = (model: OverviewModel | undefined) => render(<OverviewApp model={model} send={send} />, root);
  window.addEventListener('message', ({ data: { model } }: MessageEvent<ToOverview>) => {
    // VS Code passes the address to the host when it restores the panel.
    workbench.setState({ address: model.address });
    show(model);
  });
  show(undefined);
  send({ type: 'ready' });
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
readTranslations();
displayAllText();
start(root);
