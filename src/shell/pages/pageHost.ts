// The host of a webview page: sets its HTML, validates its messages, and handles errors.
import type * as vscode from 'vscode';
import type * as z from 'zod';
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';
import { showFault } from '../notifications/errorBoundary.ts';
import { type FirstContent, type PageBundle, pageHtml, pageRoot } from './page.ts';
import { parseMessage } from './parseMessage.ts';

/** The properties that all pages of a kind share. */
export interface PageKind<Message> {
  readonly bundle: PageBundle;
  readonly messages: z.ZodType<Message>;
  /** The message that the user sees if the extension fails to handle a message of the page. */
  readonly failureMessage: string;
}

export interface PageHostDeps {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
}

/** A webview and its page, in a tab or in a view. */
export class PageHost<Message, View extends vscode.WebviewPanel | vscode.WebviewView> {
  readonly view: View;
  readonly #kind: PageKind<Message>;
  readonly #deps: PageHostDeps;
  #onMessage: ((message: Message) => Promise<unknown>) | undefined;

  constructor(view: View, kind: PageKind<Message>, deps: PageHostDeps) {
    this.view = view;
    this.#kind = kind;
    this.#deps = deps;
    view.webview.options = { enableScripts: true, localResourceRoots: [pageRoot(deps.extensionUri)] };
    const messageListener = view.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    view.onDidDispose(() => messageListener.dispose());
  }

  /**
   * Loads the page. `onMessage` is called with each valid message of the page. `first` is what it shows before it has
   * received a message.
   */
  load(onMessage: (message: Message) => Promise<unknown>, first?: FirstContent): void {
    this.#onMessage = onMessage;
    this.view.webview.html = pageHtml(this.view.webview, this.#deps.extensionUri, this.#kind.bundle, first);
  }

  post(message: unknown): void {
    void this.view.webview.postMessage(message);
  }

  /** Logs the error and shows an error message if the work rejects. */
  runWork(work: Promise<unknown>): void {
    runPageWork(this.#kind, this.#deps.logger, work);
  }

  /** Logs that a message of the page was ignored. */
  logDropped(reason: string): void {
    this.#deps.logger.write('warn', 'a message of a page was ignored', { page: this.#kind.bundle.name, reason });
  }

  #receive(message: unknown): void {
    const parsedMessage = parseMessage(this.#kind.messages, message, (reason) => this.logDropped(reason));
    if (parsedMessage !== undefined && this.#onMessage !== undefined) this.runWork(this.#onMessage(parsedMessage));
  }
}

/** Logs the error if the work of a page rejects, and shows the `failureMessage` of the kind of page. */
export function runPageWork(
  { bundle, failureMessage: failure }: PageKind<unknown>,
  logger: Logger,
  work: Promise<unknown>,
): void {
  work.catch((error: unknown) => {
    logger.write('error', 'a page failed', { page: bundle.name, detail: errorMessage(error) });
    void showFault(failure);
  });
}
