// Owns the start of the overview's page: joins it to the workbench and puts it into its place.

import { render } from 'preact';
import type { FromOverview, OverviewModel, ToOverview } from '../../pages/protocol/overview.ts';
import { displayAllText } from '../displayedText.ts';
import { OverviewApp } from './overview.tsx';
import './overview.css';

/** What the workbench gives every webview, once. */
declare function acquireVsCodeApi(): {
  postMessage(message: FromOverview): void;
  setState(state: { readonly address: string }): void;
};

function start(root: HTMLElement): void {
  const workbench = acquireVsCodeApi();
  const say = (message: FromOverview) => workbench.postMessage(message);
  const show = (model: OverviewModel | undefined) => render(<OverviewApp model={model} say={say} />, root);
  window.addEventListener('message', ({ data: { model } }: MessageEvent<ToOverview>) => {
    // The workbench hands the address back to the host when it restores the panel.
    workbench.setState({ address: model.address });
    show(model);
  });
  show(undefined);
  say({ say: 'ready' });
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
displayAllText();
start(root);
