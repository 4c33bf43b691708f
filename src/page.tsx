// The entry point of the page: connects the page to VS Code and renders it.
import { readFirstUpdate } from './shell/page/startup/firstUpdate.ts';
import { flushWhenLeaving, startPage } from './shell/page/startup/startPage.ts';
import './shell/page/base.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { Host, isMessageFromHost } from './shell/page/model/host.ts';
import { PageStore } from './shell/page/model/pageStore.ts';
import type { MessageFromPage } from './shell/protocol/messages.ts';

/**
 * The state that VS Code stores while the page is hidden and over restarts. It passes the address and the account to the
 * host.
 */
interface TabState {
  readonly address: string;
  readonly account: string;
  readonly foldedSections: readonly string[];
  /** The id of the update in the HTML that the page has shown. */
  readonly firstUpdate?: string | undefined;
}

/** VS Code defines this function in every webview. A second call throws. */
declare function acquireVsCodeApi(): {
  postMessage(message: MessageFromPage): void;
  getState(): Partial<TabState> | undefined;
  setState(state: TabState): void;
};

function start(root: HTMLElement): void {
  const vscodeApi = acquireVsCodeApi();
  const host = new Host({
    post: (message) => vscodeApi.postMessage(message),
    listen: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => isMessageFromHost(data) && listener(data);
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  });
  const lastState = vscodeApi.getState();
  const firstUpdate = readFirstUpdate(lastState?.firstUpdate);
  const page = new PageStore(host, () => Date.now(), lastState?.foldedSections, firstUpdate?.update);
  const shownUpdateId = firstUpdate?.id ?? lastState?.firstUpdate;
  storeTabState(page, (state) => vscodeApi.setState({ ...state, firstUpdate: shownUpdateId }));
  flushBeforeLeaving(page);
  // Otherwise, Preact would reuse elements of the HTML that the host wrote.
  root.replaceChildren();
  render(<App page={page} />, root);
}

/**
 * Sends the buffered edits before the user can close the tab. To close it, the user must click outside of the page or
 * press a key with Ctrl or Cmd.
 */
function flushBeforeLeaving(page: PageStore): void {
  const flush = () => page.flush();
  flushWhenLeaving(flush);
  window.addEventListener('keydown', ({ ctrlKey, metaKey }) => (ctrlKey || metaKey) && flush(), { capture: true });
}

/** Stores the address of the record and the folded sections when they have changed. A page never changes its account. */
function storeTabState(page: PageStore, store: (state: TabState) => void): void {
  let storedState: TabState | undefined;
  const storeIfChanged = (): void => {
    const { model, foldedSections } = page.state;
    if (model === undefined) return;
    const { address, account } = model;
    if (address === storedState?.address && foldedSections === storedState.foldedSections) return;
    storedState = { address, account, foldedSections };
    store(storedState);
  };
  page.subscribe(storeIfChanged);
  storeIfChanged();
}

startPage(start);
