// The Stickies view. Its data remains loaded while the view is collapsed.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { listKeyText } from '../../../core/cache/lists/listKey.ts';
import { otherAccounts } from '../../../core/session/otherAccounts.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import { RARELY_CHANGED_MS, type VisibleList } from '../../../core/sync/backgroundRefresh.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { formatError } from '../../../shell/faults/formatError.ts';
import { openExternalLink } from '../../../shell/notifications/openLink.ts';
import { PageHost, type PageHostDeps, type PageKind, runPageWork } from '../../../shell/pages/pageHost.ts';
import { type MessageFromStickies, messageFromStickies } from '../../../shell/protocol/stickies.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { StickiesBoard } from '../stickiesBoard.ts';

export interface StickiesViewDeps extends PageHostDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
}

const STICKIES_PAGE: PageKind<MessageFromStickies> = {
  get bundle() {
    return { name: 'stickies', title: l10n.t('Stickies'), hasStylesheet: true };
  },
  messages: messageFromStickies,
  get failureMessage() {
    return l10n.t('Something went wrong in Contrail. The text on your stickies is kept as a draft.');
  },
};

export class StickiesView implements Disposable {
  readonly #deps: StickiesViewDeps;
  readonly #disposables = new DisposableStore();
  readonly #board: StickiesBoard;
  #host: PageHost<MessageFromStickies, vscode.WebviewView> | undefined;
  #isLoaded = false;
  /** Whether this window is signed out although the user is signed in to an account. */
  #canSwitchAccount = false;

  constructor(deps: StickiesViewDeps) {
    this.#deps = deps;
    this.#board = this.#disposables.add(
      new StickiesBoard({
        clock: deps.clock,
        formatError,
        post: (message) => this.#host?.post(message),
        openLink: (href) => void openExternalLink(href),
        signIn: () =>
          void vscode.commands.executeCommand(this.#canSwitchAccount ? COMMANDS.switchAccount : COMMANDS.signInAgain),
      }),
    );
    const { sessions } = deps;
    this.#disposables.add(sessions.onDidChange(() => this.#isLoaded && this.#followSession()));
    this.#disposables.add(
      sessions.onDidChangeAccounts(() => this.#isLoaded && sessions.current === undefined && this.#followSession()),
    );
  }

  /** Loads the page into the view. The stickies are requested when VS Code shows the view for the first time. */
  async loadInto(view: vscode.WebviewView): Promise<void> {
    const { sessions } = this.#deps;
    const host = new PageHost(view, STICKIES_PAGE, this.#deps);
    this.#host = host;
    view.onDidDispose(() => {
      if (this.#host === host) this.#host = undefined;
      this.#board.handlePageDestroyed();
    });
    host.load((message) => this.#board.handleMessage(message));
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    await sessions.restore();
    this.#followSession();
  }

  createWhenReady(): void {
    this.#board.createWhenReady();
  }

  /** The list of stickies; empty if the view is not visible or the list is not loaded. */
  get visibleLists(): readonly VisibleList[] {
    const session = this.#deps.sessions.current;
    if (session === undefined || this.#host?.view.visible !== true) return [];
    const { key, state } = session.store.resources.stickies.list();
    if (state.status !== 'ready') return [];
    return [
      {
        key: listKeyText(key),
        requestsPerRefresh: Math.max(1, state.pages),
        minAgeMs: RARELY_CHANGED_MS,
        revalidate: (signal) => this.#board.revalidate(signal),
      },
    ];
  }

  refresh(): Promise<void> {
    return this.#board.reload();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #followSession(): void {
    runPageWork(STICKIES_PAGE, this.#deps.logger, this.#showSession(this.#deps.sessions.current));
  }

  async #showSession(session: Session | undefined): Promise<void> {
    this.#canSwitchAccount = false;
    if (session === undefined) {
      const hasAccounts = (await otherAccounts(this.#deps, undefined)).size > 0;
      if (this.#deps.sessions.current !== undefined) return;
      this.#canSwitchAccount = hasAccounts;
    }
    await this.#board.setSession(session, this.#canSwitchAccount);
  }
}
