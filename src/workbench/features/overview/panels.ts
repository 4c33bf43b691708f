// Opens overviews in panels, at most one for each record, and restores them after a reload.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseRecordKey, type RecordAddress, recordKey } from '../../../cache/address.ts';
import { Overview } from '../../../pages/overview/overview.ts';
import { type MessageFromOverview, messageFromOverview } from '../../../pages/protocol/overview.ts';
import type { Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { displayName } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { COMMANDS, PANELS } from '../../contributions.ts';
import { formatError } from '../../ui/formatError.ts';
import { messageHtml } from '../../ui/page.ts';
import type { PageHostDeps } from '../../ui/pageHost.ts';
import { keyInState, PageTabs, type TabKind } from '../../ui/pageTabs.ts';

export interface OverviewPanelsDeps extends PageHostDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
}

const OVERVIEW_TAB: TabKind<MessageFromOverview> = {
  type: PANELS.overview,
  get bundle() {
    return { name: 'overview', title: l10n.t('Overview'), styled: true };
  },
  messages: messageFromOverview,
  get failure() {
    return l10n.t('Something went wrong in Contrail. The overview could not be shown.');
  },
};

export class OverviewPanels implements Disposable {
  readonly #deps: OverviewPanelsDeps;
  readonly #disposables = new DisposableStore();
  readonly #tabs: PageTabs<Overview, MessageFromOverview>;

  constructor(deps: OverviewPanelsDeps) {
    this.#deps = deps;
    this.#tabs = this.#disposables.add(new PageTabs(OVERVIEW_TAB, deps));
    this.#disposables.add(
      deps.sessions.onDidChange((session) => {
        for (const { host, page } of this.#tabs.all) host.run(page.setStore(session?.store));
      }),
    );
  }

  /** Reveals the record's overview, or opens it if it is not open. */
  open(address: RecordAddress): void {
    if (this.#tabs.reveal(recordKey(address)) === undefined)
      this.#loadInto(this.#tabs.create(l10n.t('Overview')), address);
  }

  /** Loads the overview into a panel that VS Code restored. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    await this.#deps.sessions.restore();
    const address = parseRecordKey(keyInState(state) ?? '');
    if (address === undefined)
      panel.webview.html = messageHtml(panel.title, l10n.t('This tab could not be restored. Open the overview again.'));
    else this.#loadInto(panel, address);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #loadInto(panel: vscode.WebviewPanel, address: RecordAddress): void {
    const host = this.#tabs.host(panel);
    const overview = new Overview({
      address,
      clock: this.#deps.clock,
      formatError,
      post: (message) => host.post(message),
      signIn: () => void vscode.commands.executeCommand(COMMANDS.signInAgain),
      named: (name) => {
        panel.title = l10n.t('Overview: {0}', displayName(name));
      },
    });
    this.#tabs.set(recordKey(address), host, overview);
    host.load((message) => overview.handleMessage(message));
    host.run(overview.setStore(this.#deps.sessions.current?.store));
  }
}
