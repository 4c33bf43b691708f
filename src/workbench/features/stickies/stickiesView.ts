// Owns the Stickies view: its page each time VS Code shows it, and the conversation that goes on while it is folded away.
import * as vscode from 'vscode';
import { StickiesBoard } from '../../../pages/stickies/stickiesBoard.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import type { VisibleList } from '../../../sync/backgroundRefresh.ts';
import { COMMANDS } from '../../contributions.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { formatError } from '../../ui/formatError.ts';
import { openText } from '../../ui/openLink.ts';
import { pageHtml, pageRoot } from '../../ui/page.ts';

export interface StickiesViewDeps {
  readonly extension: vscode.Uri;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class StickiesView implements Disposable {
  readonly #deps: StickiesViewDeps;
  readonly #subscriptions = new Disposables();
  readonly #stickies: StickiesBoard;
  #view: vscode.WebviewView | undefined;
  #isFilled = false;

  constructor(deps: StickiesViewDeps) {
    this.#deps = deps;
    this.#stickies = this.#subscriptions.add(
      new StickiesBoard({
        clock: deps.clock,
        words: formatError,
        post: (message) => void this.#view?.webview.postMessage(message),
        openLink: (href) => void openText(href),
        signIn: () => void vscode.commands.executeCommand(COMMANDS.signInAgain),
        unheard: (reason) => deps.logger.write('warn', 'a message of the stickies was not understood', { reason }),
      }),
    );
    this.#subscriptions.add(deps.sessions.onDidChange((session) => this.#isFilled && this.#move(session)));
  }

  /** Puts the page into the view. Nothing is read before VS Code first shows it. */
  async fill(view: vscode.WebviewView): Promise<void> {
    const { extension, sessions } = this.#deps;
    const { webview } = view;
    this.#view = view;
    const hearing = webview.onDidReceiveMessage((message: unknown) => void this.#hear(message));
    // A folded view's page is thrown away, and made anew when it is shown again.
    view.onDidChangeVisibility(() => {
      if (!view.visible) this.#stickies.pageGone();
    });
    view.onDidDispose(() => {
      hearing.dispose();
      if (this.#view === view) this.#view = undefined;
      this.#stickies.pageGone();
    });
    webview.options = { enableScripts: true, localResourceRoots: [pageRoot(extension)] };
    webview.html = pageHtml(webview, extension, { name: 'stickies', title: 'Stickies', styled: true });
    if (this.#isFilled) return;
    this.#isFilled = true;
    await sessions.restore();
    this.#move(sessions.current);
  }

  createSoon(): void {
    this.#stickies.createSoon();
  }

  /** While it is shown. */
  get visible(): readonly VisibleList[] {
    const session = this.#deps.sessions.current;
    if (session === undefined || this.#view?.visible !== true) return [];
    const { lists } = session.store.resources.stickies;
    if (lists.of().status !== 'ready') return [];
    return [{ key: lists.key(), cost: Math.max(1, lists.of().pages), freshen: (signal) => this.#stickies.freshen(signal) }];
  }

  refresh(): Promise<void> {
    return this.#stickies.reload();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #move(session: Session | undefined): void {
    void this.#stickies.move(session).catch((error: unknown) => this.#failed(error));
  }

  async #hear(message: unknown): Promise<void> {
    try {
      await this.#stickies.hear(message);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#deps.logger.write('error', 'the stickies failed', { detail: error instanceof Error ? error.message : 'unknown' });
    void showFault('Something went wrong in Contrail. What you wrote on your stickies is kept as a draft.');
  }
}
