// Starts the page: connects it to VS Code and renders it.
import { displayAllText } from './startup/displayedText.ts';
import { readTranslations } from './startup/translations.ts';
import './base.css';
import { render } from 'preact';
import type { FromHost, FromPage } from '../pages/protocol/messages.ts';
import { App } from './app.tsx';
import { Host } from './host.ts';
import { PageStore } from './pageStore.ts';

/** Provided by VS Code to every webview; can be called once. */
declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  setState(state: { readonly address: string }): void;
};

function start(root: HTMLElement): void {
  const workbench = acquireVsCodeApi();
  const host = new Host({
    post: (message) => workbench.postMessage(message),
    listen: (listener) => {
      const onMessage = (event: MessageEvent<FromHost>) => listener(event.data);
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  });
  const now = () => Date.now();
  const page = new PageStore(host, now);
  remember(page, (address) => workbench.setState({ address }));
  handOverBeforeLeaving(page);
  render(<App page={page} now={now} />, root);
}

/**
 * Sends everything that is held back before the tab can close: by a click outside of the page, or by a key with Ctrl.
 */
function handOverBeforeLeaving(page: PageStore): void {
  const handOver = () => page.handOver();
  document.documentElement.addEventListener('mouseleave', handOver);
  document.addEventListener('visibilitychange', handOver);
  window.addEventListener('blur', handOver);
  window.addEventListener('pagehide', handOver);
  window.addEventListener('keydown', ({ ctrlKey, metaKey }) => (ctrlKey || metaKey) && handOver(), { capture: true });
}

/** Stores the address of the record. VS Code passes it to the host when it restores the panel. */
function remember(page: PageStore, keep: (address: string) => void): void {
  let kept: string | undefined;
  page.subscribe(() => {
    const address = page.state.model?.address;
    if (address === undefined || address === kept) return;
    kept = address;
    keep(address);
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
readTranslations();
displayAllText();
start(root);
