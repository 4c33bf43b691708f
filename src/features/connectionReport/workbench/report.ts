// Creates the connection report while showing progress, and shows or copies the report.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ConnectionReportData } from '../../../core/session/connection.ts';
import { readRuntime } from '../../../core/session/environment.ts';
import { parseServerAddress } from '../../../core/session/server/webAddress.ts';
import { REPORT_SCHEME } from '../../../shell/ids.ts';
import { addressProblemText } from '../../../shell/notifications/addressProblemText.ts';
import { showStatus, showWarning } from '../../../shell/prompts/notifications.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { type ExamineDeps, type ExaminedServer, examine } from '../examine.ts';
import { connectionReportText } from '../messages.ts';

export interface ConnectionReportDeps extends ExamineDeps {
  /** The version of Contrail. */
  readonly version: string;
}

export class ConnectionReport implements Disposable {
  readonly #deps: ConnectionReportDeps;
  readonly #disposables = new DisposableStore();
  /** The reports that were shown, by URI. They are stored until the window closes. */
  readonly #reportByUri = new Map<string, string>();

  constructor(deps: ConnectionReportDeps) {
    this.#deps = deps;
    const provideTextDocumentContent = (uri: vscode.Uri): string =>
      this.#reportByUri.get(uri.toString()) ??
      l10n.t('This report is no longer available. “Contrail: Show Connection Report” creates a new one.');
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(REPORT_SCHEME, { provideTextDocumentContent }),
    );
  }

  /**
   * Shows a report on the server at `address`. Without an address, shows a report on the server that the user is signed
   * in to, or asks a signed-out user for an address.
   */
  async show(address?: string): Promise<void> {
    const report = await this.#createReport(address);
    if (report === undefined) return;
    const { text, at } = report;
    // The time makes the URI unique, because VS Code restores tabs with the URIs of reports from earlier windows.
    const uri = vscode.Uri.from({
      scheme: REPORT_SCHEME,
      path: `/${l10n.t('Connection Report')}.md`,
      query: String(at),
    });
    this.#reportByUri.set(uri.toString(), text);
    const hasPreview = vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined;
    if (hasPreview) await vscode.commands.executeCommand('markdown.showPreview', uri);
    else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  }

  /** Copies the report in the active text editor, or else the latest report. Creates a report if no report exists. */
  async copy(): Promise<void> {
    const activeReport = this.#reportByUri.get(vscode.window.activeTextEditor?.document.uri.toString() ?? '');
    const text = activeReport ?? [...this.#reportByUri.values()].at(-1) ?? (await this.#createReport(undefined))?.text;
    if (text !== undefined) await copyReport(text);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /**
   * Creates a report. Resolves with undefined if the user cancels or enters no address. `at` is the time of the report,
   * in milliseconds since the epoch.
   */
  async #createReport(
    address: string | undefined,
  ): Promise<{ readonly text: string; readonly at: number } | undefined> {
    const server = await this.#chooseServer(address);
    if (server === undefined) return undefined;
    const facts = await this.#examineWithProgress(server);
    const text = connectionReportText(facts, {
      Contrail: this.#deps.version,
      'VS Code': vscode.version,
      ...readRuntime(),
    });
    return { text, at: facts.at };
  }

  /** Resolves with the server of the session, or with the likely server of an address, which `examine` then looks for. */
  async #chooseServer(address: string | undefined): Promise<ExaminedServer | undefined> {
    const { current } = this.#deps.sessions;
    if (address === undefined && current !== undefined) return { baseUrl: current.baseUrl };
    const enteredAddress = address ?? (await askAddress());
    if (enteredAddress === undefined) return undefined;
    const likely = parseServerAddress(enteredAddress);
    if (!('problem' in likely)) return { baseUrl: likely.baseUrl, enteredAddress };
    void showWarning(addressProblemText(likely));
    return undefined;
  }

  #examineWithProgress(server: ExaminedServer): Thenable<ConnectionReportData> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Creating connection report'),
      cancellable: true,
    };
    return vscode.window.withProgress(options, async (progress, cancellationToken) => {
      const abortController = new AbortController();
      cancellationToken.onCancellationRequested(() => abortController.abort());
      return examine(this.#deps, server, (message) => progress.report({ message }), abortController.signal);
    });
  }
}

async function copyReport(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatus(l10n.t('Connection report copied'), 3000);
}

function askAddress(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t('Connection Report'),
    prompt: l10n.t('You are signed out. Enter the address of the server to check.'),
    placeHolder: 'https://plane.example.com',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsedAddress = parseServerAddress(text);
      return 'problem' in parsedAddress && text !== '' ? addressProblemText(parsedAddress) : undefined;
    },
  });
}
