// Owns the page of a record in a browser while the cost of a keystroke is measured: it takes what the host posts and
// gives back what it says.
import { render } from 'preact';
import type { FromHost, FromPage } from '../../src/pages/protocol/messages.ts';
import { App } from '../../src/webview/app.tsx';
import { displayAllText } from '../../src/webview/displayedText.ts';
import { Host } from '../../src/webview/host.ts';
import { PageStore } from '../../src/webview/pageStore.ts';

/** What one step on the page took, and what the page said in it. */
export interface PageStep {
  /** Milliseconds of script and layout. */
  readonly took: number;
  readonly said: readonly FromPage[];
}

export interface MeasuredPage {
  /** Comments that are shown. */
  comments(): number;
  /** Types a letter at the end of the title. */
  type(): Promise<PageStep>;
  /** Takes messages as the workbench hands them over. */
  take(messages: readonly string[]): Promise<PageStep>;
}

/** A turn of the event loop, without the delay of a timer: what was to be rendered is rendered then. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}

const said: FromPage[] = [];
let take: (message: FromHost) => void = () => undefined;

async function step(work: () => void): Promise<PageStep> {
  const begun = performance.now();
  work();
  await nextTurn();
  document.body.getBoundingClientRect();
  return { took: performance.now() - begun, said: said.splice(0) };
}

function typeLetter(): void {
  const input = document.querySelector<HTMLInputElement>('.name-input');
  if (input === null) throw new Error('There is no title');
  input.value += 'q';
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const measured: MeasuredPage = {
  comments: () => document.querySelectorAll('.comment .comment-body').length,
  type: () => step(typeLetter),
  take: (messages) =>
    step(() => {
      for (const message of messages) take(JSON.parse(message));
    }),
};
Reflect.set(globalThis, 'measured', measured);

const root = document.createElement('div');
document.body.append(root);
const host = new Host({
  post: (message) => said.push(message),
  listen: (listener) => {
    take = listener;
    return () => undefined;
  },
});
const now = (): number => Date.now();
displayAllText();
render(<App page={new PageStore(host, now)} now={now} />, root);
