// Renders the page of a record in a browser, to measure the cost of a keystroke.
import { render } from 'preact';
import { App } from '../../src/app.tsx';
import { Host } from '../../src/shell/page/model/host.ts';
import { PageStore } from '../../src/shell/page/model/pageStore.ts';
import { installTextCleaning } from '../../src/shell/page/startup/displayedText.ts';
import type { MessageFromHost, MessageFromPage } from '../../src/shell/protocol/messages.ts';

/** The cost of one step on the page, and the messages that the page sent during the step. */
export interface PageStep {
  /** The duration of script and layout in milliseconds. */
  readonly elapsedMs: number;
  readonly sentMessages: readonly MessageFromPage[];
}

export interface MeasuredPage {
  /** Returns the number of rendered comments. */
  comments(): number;
  /** Types a letter at the end of the title. */
  type(): Promise<PageStep>;
  /** Receives messages of the host, as JSON. */
  take(messages: readonly string[]): Promise<PageStep>;
}

/** Resolves in the next turn of the event loop, when pending rendering is done; faster than a timer. */
function nextTask(): Promise<void> {
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

const sentMessages: MessageFromPage[] = [];
let receive: (message: MessageFromHost) => void = () => undefined;

async function runStep(work: () => void): Promise<PageStep> {
  const start = performance.now();
  work();
  await nextTask();
  document.body.getBoundingClientRect();
  return { elapsedMs: performance.now() - start, sentMessages: sentMessages.splice(0) };
}

function typeLetter(): void {
  const input = document.querySelector<HTMLInputElement>('.name-input');
  if (input === null) throw new Error('There is no title');
  input.value += 'q';
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const measuredPage: MeasuredPage = {
  comments: () => document.querySelectorAll('.comment .comment-body').length,
  type: () => runStep(typeLetter),
  take: (messages) =>
    runStep(() => {
      for (const message of messages) receive(JSON.parse(message));
    }),
};
Reflect.set(globalThis, 'measured', measuredPage);

const root = document.createElement('div');
document.body.append(root);
const host = new Host({
  post: (message) => sentMessages.push(message),
  listen: (listener) => {
    receive = listener;
    return () => undefined;
  },
});
const now = (): number => Date.now();
installTextCleaning();
render(<App page={new PageStore(host, now)} />, root);
