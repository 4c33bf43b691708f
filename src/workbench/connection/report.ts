// Owns the connection report: which server it is about, the progress while it is made, the document that shows it, and its copy.
import * as vscode from 'vscode';
import type { Wire } from '../../api/wire.ts';
import { type ConnectionFacts, examine } from '../../session/connection.ts';
import type { Sessions } from '../../session/session.ts';
import { readAddress } from '../../session/webAddress.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import { readRuntime } from '../environment.ts';
import { REPORT_SCHEME } from '../names.ts';
import { addressWords } from '../signIn/words.ts';
import { reportText } from './words.ts';

export interface ReportGround {
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Of Contrail itself. */
  readonly version: string;
  /** A wire of its own, for a server where nobody is signed in. */
  readonly openWire: () => Promise<Wire>;
}

const REPORT = vscode.Uri.from({ scheme: REPORT_SCHEME, path: '/Connection Report.md' });
const STEPS = { way: 'on the way to the server', server: 'what the server says of itself', account: 'whether it takes the key' };

export class ConnectionReport implements Disposable {
  readonly #ground: ReportGround;
  readonly #held = new Disposables();
  readonly #changed = this.#held.add(new vscode.EventEmitter<vscode.Uri>());
  #text = 'This report is no longer there. “Contrail: Connection Report” makes another.';

  constructor(ground: ReportGround) {
    this.#ground = ground;
    const provider = { onDidChange: this.#changed.event, provideTextDocumentContent: () => this.#text };
    this.#held.add(vscode.workspace.registerTextDocumentContentProvider(REPORT_SCHEME, provider));
  }

  /** About the server that somebody is signed in to, else about the one that is asked for; `address` answers that question. */
  async show(address?: string): Promise<void> {
    const baseUrl = await this.#serverFor(address);
    if (baseUrl === undefined) return;
    const facts = await this.#examined(baseUrl);
    this.#text = reportText(facts, { Contrail: this.#ground.version, 'VS Code': vscode.version, ...readRuntime() });
    this.#changed.fire(REPORT);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(REPORT), { preview: false });
    void this.#offerCopy();
  }

  async copy(): Promise<void> {
    await vscode.env.clipboard.writeText(this.#text);
    void vscode.window.setStatusBarMessage('Connection report copied', 3000);
  }

  dispose(): void {
    this.#held.dispose();
  }

  async #offerCopy(): Promise<void> {
    const copy = 'Copy';
    const chosen = await vscode.window.showInformationMessage('The connection report is there. It holds nothing secret.', copy);
    if (chosen === copy) await this.copy();
  }

  async #serverFor(address: string | undefined): Promise<string | undefined> {
    const { current } = this.#ground.sessions;
    if (address === undefined && current !== undefined) return current.baseUrl;
    const given = address ?? (await askAddress());
    const read = given === undefined ? undefined : readAddress(given);
    return read !== undefined && 'baseUrl' in read ? read.baseUrl : undefined;
  }

  #examined(baseUrl: string): Thenable<ConnectionFacts> {
    const options = { location: vscode.ProgressLocation.Notification, title: 'Connection report', cancellable: true };
    return vscode.window.withProgress(options, async (progress, cancelled) => {
      const stop = new AbortController();
      cancelled.onCancellationRequested(() => stop.abort());
      return this.#examine(baseUrl, stop.signal, (step) => progress.report({ message: `${STEPS[step]}…` }));
    });
  }

  async #examine(baseUrl: string, signal: AbortSignal, onStep: (step: keyof typeof STEPS) => void): Promise<ConnectionFacts> {
    const { sessions, clock, openWire } = this.#ground;
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

function askAddress(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Connection Report',
    prompt: 'Nobody is signed in. Which server is the report about?',
    placeHolder: 'https://plane.example.com',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const read = readAddress(text);
      return 'problem' in read && text !== '' ? addressWords(read.problem) : undefined;
    },
  });
}
