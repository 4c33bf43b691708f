// Owns the open overviews: one panel for each record, reused, and restored after a reload.

import * as vscode from 'vscode';
import { parseRecordKey, type RecordAddress, recordKey } from '../../../cache/address.ts';
import { Overview } from '../../../pages/overview/overview.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { displayName } from '../../../std/displayName.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import { COMMANDS, PANELS } from '../../contributions.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { formatError } from '../../ui/formatError.ts';
import { messageHtml, pageHtml, pageRoot } from '../../ui/page.ts';

export interface OverviewPanelsDeps {
  readonly extension: vscode.Uri;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface OpenOverview {
  readonly panel: vscode.WebviewPanel;
  readonly overview: Overview;
}

export class OverviewPanels implements Disposable {
  readonly #deps: OverviewPanelsDeps;
  readonly #open = new Map<string, OpenOverview>();
  readonly #subscriptions = new Disposables();

  constructor(deps: OverviewPanelsDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.sessions.onDidChange((session) => {
        for (const { overview } of this.#open.values()) this.#move(overview, session);
      }),
    );
  }

  /** Shows the record's overview, opening it if there is none. */
  open(address: RecordAddress): void {
    const there = this.#open.get(recordKey(address));
    if (there !== undefined) {
      there.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(PANELS.overview, 'Overview', vscode.ViewColumn.Active, { enableFindWidget: true });
    this.#fill(panel, address);
  }

  /** Takes over a panel that VS Code brought back. Its state may be missing after a quick reload. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    await this.#deps.sessions.restore();
    const address = addressIn(state);
    if (address === undefined) panel.webview.html = messageHtml('It is not known any more what this was the overview of. Open it again.');
    else this.#fill(panel, address);
  }

  /** The tabs themselves stay: VS Code brings them back after a reload. */
  dispose(): void {
    this.#subscriptions.dispose();
    for (const { overview } of this.#open.values()) overview.dispose();
  }

  #fill(panel: vscode.WebviewPanel, address: RecordAddress): void {
    const { extension, clock, sessions, logger } = this.#deps;
    const { webview } = panel;
    const key = recordKey(address);
    const overview = new Overview({
      address,
      clock,
      words: formatError,
      post: (message) => void webview.postMessage(message),
      signIn: () => void vscode.commands.executeCommand(COMMANDS.signInAgain),
      named: (name) => {
        panel.title = `Overview: ${displayName(name)}`;
      },
      unheard: (reason) => logger.write('warn', 'a message of an overview was not understood', { reason }),
    });
    const hearing = webview.onDidReceiveMessage(
      (message: unknown) => void overview.hear(message).catch((error: unknown) => this.#failed(error)),
    );
    panel.onDidDispose(() => {
      hearing.dispose();
      overview.dispose();
      this.#open.delete(key);
    });
    this.#open.set(key, { panel, overview });
    panel.iconPath = {
      light: vscode.Uri.joinPath(extension, 'media', 'tab-light.svg'),
      dark: vscode.Uri.joinPath(extension, 'media', 'tab-dark.svg'),
    };
    webview.options = { enableScripts: true, localResourceRoots: [pageRoot(extension)] };
    webview.html = pageHtml(webview, extension, { name: 'overview', title: 'Overview', styled: true });
    this.#move(overview, sessions.current);
  }

  #move(overview: Overview, session: Session | undefined): void {
    void overview.move(session?.store).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.#deps.logger.write('error', 'an overview failed', { detail: error instanceof Error ? error.message : 'unknown' });
    void showFault('Something went wrong in Contrail. The overview could not be drawn.');
  }
}

function addressIn(state: unknown): RecordAddress | undefined {
  if (typeof state !== 'object' || state === null || !('address' in state)) return undefined;
  return typeof state.address === 'string' ? parseRecordKey(state.address) : undefined;
}
