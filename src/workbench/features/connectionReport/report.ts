// Creates the connection report, with progress, and shows and copies it.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Wire } from '../../../client/wire.ts';
import { type ConnectionFacts, type ExaminationOptions, examine } from '../../../session/connection.ts';
import type { Sessions } from '../../../session/session.ts';
import { readAddress } from '../../../session/webAddress.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { readRuntime } from '../../environment.ts';
import { REPORT_SCHEME } from '../../ids.ts';
import { showInfo, showStatus, showWarning } from '../../ui/notifications.ts';
import { addressText } from '../signIn/messages.ts';
import { reportText } from './messages.ts';

export interface ConnectionReportDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** The version of Contrail. */
  readonly version: string;
  /** Opens a separate connection to a server that the user is not signed in to. */
  readonly openWire: () => Promise<Wire>;
}

type Step = Parameters<ExaminationOptions['onStep']>[0];

function stepText(step: Step): string {
  switch (step) {
    case 'way':
      return l10n.t('Connecting to the server…');
    case 'server':
      return l10n.t('Reading the version of the server…');
    case 'account':
      return l10n.t('Checking the key…');
    default:
      return step satisfies never;
  }
}

export class ConnectionReport implements Disposable {
  readonly #deps: ConnectionReportDeps;
  readonly #disposables = new Disposables();
  /** By URI. Several reports can be open until the window closes. */
  readonly #texts = new Map<string, string>();

  constructor(deps: ConnectionReportDeps) {
    this.#deps = deps;
    const provideTextDocumentContent = (uri: vscode.Uri): string =>
      this.#texts.get(uri.toString()) ??
      l10n.t('This report is no longer available. “Contrail: Show Connection Report” creates a new one.');
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(REPORT_SCHEME, { provideTextDocumentContent }),
    );
  }

  /**
   * Shows a report on the server that the user is signed in to. For a signed-out user, asks for a server, unless
   * `address` names one.
   */
  async show(address?: string): Promise<void> {
    const report = await this.#make(address);
    if (report === undefined) return;
    const { text, at } = report;
    // The time makes the URI unique: a tab of an earlier window may have the URI of another report.
    const uri = vscode.Uri.from({
      scheme: REPORT_SCHEME,
      path: `/${l10n.t('Connection Report')}.md`,
      query: String(at),
    });
    this.#texts.set(uri.toString(), text);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    void this.#offerCopy(text);
  }

  /** Copies the report in the active editor, else the latest one. Creates one if there is none. */
  async copy(): Promise<void> {
    const active = this.#texts.get(vscode.window.activeTextEditor?.document.uri.toString() ?? '');
    const text = active ?? [...this.#texts.values()].at(-1) ?? (await this.#make(undefined))?.text;
    if (text !== undefined) await copied(text);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Undefined if the user cancels or names no server. `at` is in milliseconds since the epoch. */
  async #make(address: string | undefined): Promise<{ readonly text: string; readonly at: number } | undefined> {
    const baseUrl = await this.#serverFor(address);
    if (baseUrl === undefined) return undefined;
    const facts = await this.#examined(baseUrl);
    const text = reportText(facts, { Contrail: this.#deps.version, 'VS Code': vscode.version, ...readRuntime() });
    return { text, at: facts.at };
  }

  async #offerCopy(text: string): Promise<void> {
    const copy = l10n.t({ message: 'Copy', comment: ['Verb, on a button'] });
    const chosen = await showInfo(l10n.t('The connection report is open. It contains nothing secret.'), copy);
    if (chosen === copy) await copied(text);
  }

  async #serverFor(address: string | undefined): Promise<string | undefined> {
    const { current } = this.#deps.sessions;
    if (address === undefined && current !== undefined) return current.baseUrl;
    const given = address ?? (await askAddress());
    if (given === undefined) return undefined;
    const read = readAddress(given);
    if ('baseUrl' in read) return read.baseUrl;
    void showWarning(addressText(read));
    return undefined;
  }

  #examined(baseUrl: string): Thenable<ConnectionFacts> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Creating connection report'),
      cancellable: true,
    };
    return vscode.window.withProgress(options, async (progress, cancelled) => {
      const stop = new AbortController();
      cancelled.onCancellationRequested(() => stop.abort());
      return this.#examine(baseUrl, stop.signal, (step) => progress.report({ message: stepText(step) }));
    });
  }

  async #examine(baseUrl: string, signal: AbortSignal, onStep: (step: Step) => void): Promise<ConnectionFacts> {
    const { sessions, clock, openWire } = this.#deps;
    const client = sessions.current?.baseUrl === baseUrl ? sessions.current.client : undefined;
    const own = client === undefined ? await openWire() : undefined;
    try {
      const wire = own ?? (await client?.wire());
      if (wire === undefined) throw new Error('a client without a wire');
      return await examine({ baseUrl, client, wire, clock, signal, onStep });
    } finally {
      await own?.close();
    }
  }
}

async function copied(text: string): Promise<void> {
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
      const read = readAddress(text);
      return 'problem' in read && text !== '' ? addressText(read) : undefined;
    },
  });
}
