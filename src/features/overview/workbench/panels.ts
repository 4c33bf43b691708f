// Opens overviews in panels, at most one for each record, and restores them after a reload.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseRecordKey, type RecordAddress, recordKey } from '../../../core/cache/address.ts';
import type { Store } from '../../../core/cache/store/store.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import { sessionAccountName } from '../../../shell/accountName.ts';
import { COMMANDS, PANELS } from '../../../shell/commands/contributions.ts';
import { formatError } from '../../../shell/faults/formatError.ts';
import { messageHtml } from '../../../shell/pages/page.ts';
import { PageTabs, type PageTabsDeps, setTabIcon, type TabKind } from '../../../shell/pages/pageTabs.ts';
import { type MessageFromOverview, messageFromOverview } from '../../../shell/protocol/overview.ts';
import type { TreeViews } from '../../../shell/tree/treeViews.ts';
import type { WindowAccounts } from '../../../shell/windowAccounts.ts';
import type { Clock } from '../../../std/clock.ts';
import { displayName } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { filterViewsByBar } from '../filterViewsByBar.ts';
import { Overview } from '../overview.ts';

export interface OverviewPanelsDeps extends PageTabsDeps {
  readonly sessions: Sessions;
  readonly accounts: Pick<WindowAccounts, 'nameOf' | 'use'>;
  readonly clock: Clock;
  readonly views: Pick<TreeViews, 'choose' | 'reveal'>;
}

interface OpenOverview extends Disposable {
  readonly address: RecordAddress;
  /** The account with which the overview is shown, see `Session.account`. */
  readonly account: string | undefined;
  readonly overview: Overview;
}

const OVERVIEW_TAB: TabKind<MessageFromOverview> = {
  type: PANELS.overview,
  keepsHiddenPage: false,
  get bundle() {
    return { name: 'overview', title: l10n.t('Overview'), hasStylesheet: true };
  },
  messages: messageFromOverview,
  get failureMessage() {
    return l10n.t('Something went wrong in Contrail. The overview could not be shown.');
  },
};

export class OverviewPanels implements Disposable {
  readonly #deps: OverviewPanelsDeps;
  readonly #disposables = new DisposableStore();
  readonly #tabs: PageTabs<OpenOverview, MessageFromOverview>;

  constructor(deps: OverviewPanelsDeps) {
    this.#deps = deps;
    this.#tabs = this.#disposables.add(new PageTabs(OVERVIEW_TAB, deps));
    this.#disposables.add(
      deps.sessions.onDidChange(() => {
        for (const { host, page } of this.#tabs.all)
          host.runWork(page.overview.setStore(this.#storeOf(page.account), { isVisible: host.view.visible }));
      }),
    );
  }

  /** Reveals the record's overview, or opens it if it is not open. */
  open(session: Session, address: RecordAddress): void {
    const key = recordKey(address);
    // Two users of one workspace have the same records, so a tab that belongs to another account is closed first.
    const openTab = this.#tabs.get(key);
    if (openTab !== undefined && openTab.page.account !== session.account) openTab.host.view.dispose();
    if (this.#tabs.reveal(key) !== undefined) return;
    const { account } = session;
    const panel = this.#tabs.create(l10n.t('Overview'), { key, account });
    this.#loadInto(panel, address, account, sessionAccountName(session));
  }

  /** Loads the overview into a panel that VS Code restored. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { sessions, accounts } = this.#deps;
    await sessions.restore();
    const record = this.#tabs.recordOf(panel, state);
    const address = parseRecordKey(record?.key ?? '');
    // The state of a panel that Contrail 0.1.0 stored contains no account.
    const account = record?.account ?? sessions.current?.account;
    if (address === undefined)
      panel.webview.html = messageHtml(panel.title, l10n.t('This tab could not be restored. Open the overview again.'));
    else this.#loadInto(panel, address, account, account === undefined ? undefined : await accounts.nameOf(account));
  }

  /** The overview that has the focus. */
  get active(): Pick<OpenOverview, 'address' | 'overview'> | undefined {
    return this.#tabs.all.find(({ host }) => host.view.active)?.page;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Returns the store of the current session. Returns undefined if the window uses an account other than `account`. */
  #storeOf(account: string | undefined): Store | undefined {
    const { current } = this.#deps.sessions;
    return current !== undefined && (account === undefined || current.account === account) ? current.store : undefined;
  }

  /** If `account` is undefined, the overview is shown in the account of the window. */
  #loadInto(
    panel: vscode.WebviewPanel,
    address: RecordAddress,
    account: string | undefined,
    accountName: string | undefined,
  ): void {
    const { sessions, accounts } = this.#deps;
    const host = this.#tabs.createHost(panel);
    setTabIcon(panel, 'overview');
    const overview = new Overview({
      address,
      account,
      otherAccount: () => ({ name: accountName, isSignedOut: sessions.current === undefined }),
      switchAccount: () =>
        account === undefined
          ? void vscode.commands.executeCommand(COMMANDS.switchAccount)
          : host.runWork(accounts.use(account)),
      clock: this.#deps.clock,
      formatError,
      post: (message) => host.post(message),
      signIn: () => void vscode.commands.executeCommand(COMMANDS.signInAgain),
      showItems: (filter) => filterViewsByBar(this.#deps.views, address, filter),
      onNameChange: (name) => {
        panel.title = l10n.t('{0}: Overview', displayName(name));
        this.#tabs.rememberTitle(recordKey(address));
      },
    });
    this.#tabs.setPage(recordKey(address), host, { address, account, overview, dispose: () => overview.dispose() });
    host.load((message) => overview.handleMessage(message));
    host.runWork(overview.setStore(this.#storeOf(account)));
  }
}
