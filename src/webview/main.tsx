// The entry point of the page: connects the page to VS Code and renders it.
import { installTextCleaning } from './startup/displayedText.ts';
import { applyTranslations } from './startup/translations.ts';
import './base.css';
import { render } from 'preact';
import type { MessageFromHost, MessageFromPage } from '../pages/protocol/messages.ts';
import { App } from './app.tsx';
import { Host } from './host.ts';
import { PageStore } from './pageStore.ts';

/** VS Code defines this function in every webview. A second call throws. */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromPage): void;
  setState(state: { readonly address: string }): void;
};

function start(root: HTMLElement): void {
  const vscodeApi = acquireVsCodeApi();
  const host = new Host({
    post: (message) => vscodeApi.postMessage(message),
    listen: (listener) => {
      const onMessage = (event: MessageEvent<MessageFromHost>) => listener(event.data);
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  });
  const now = () => Date.now();
  const page = new PageStore(host, now);
  storeAddress(page, (address) => vscodeApi.setState({ address }));
  flushBeforeLeaving(page);
  render(<App page={page} now={now} />, root);
}

/**
 * Sends the buffered edits before the user can close the tab. To close it, the user must click outside of the page or
 * press a key with Ctrl or Cmd.
 */
function flushBeforeLeaving(page: PageStore): void {
  const flush = () => page.flush();
  document.documentElement.addEventListener('mouseleave', flush);
  document.addEventListener('visibilitychange', flush);
  window.addEventListener('blur', flush);
  window.addEventListener('pagehide', flush);
  window.addEventListener('keydown', ({ ctrlKey, metaKey }) => (ctrlKey || metaKey) && flush(), { capture: true });
}

/** Stores the address of the record. VS Code passes the address to the host when it restores the panel. */
function storeAddress(page: PageStore, store: (address: string) => void): void {
  let addressInTabState: string | undefined;
  page.subscribe(() => {
    const address = page.state.model?.address;
    if (address === undefined || address === addressInTabState) return;
    addressInTabState = address;
    store(address);
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
applyTranslations();
installTextCleaning();
start(root);
