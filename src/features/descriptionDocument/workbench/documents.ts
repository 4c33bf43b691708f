// The documents in which descriptions are edited as Markdown. When the user saves a document, its text is sent.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { keyOf, parseItemKey } from '../../../core/cache/address.ts';
import type { Sessions } from '../../../core/session/session.ts';
import { isOpenInTab } from '../../../shell/documents/documentTabs.ts';
import { type DocumentTargetDeps, documentTarget } from '../../../shell/documents/documentTarget.ts';
import { DESCRIPTION_SCHEME } from '../../../shell/ids.ts';
import {
  type DescriptionDraftLocation,
  type DescriptionTarget,
  type DescriptionTexts,
  locationOf,
} from '../descriptionTexts.ts';

export class DescriptionDocuments {
  readonly #accounts: DocumentTargetDeps;
  readonly #sessions: Sessions;
  readonly #texts: DescriptionTexts;
  /** By URI: why VS Code is about to save the document. */
  readonly #saveReasons = new Map<string, vscode.TextDocumentSaveReason>();

  constructor(accounts: DocumentTargetDeps, texts: DescriptionTexts) {
    this.#accounts = accounts;
    this.#sessions = accounts.sessions;
    this.#texts = texts;
  }

  /**
   * In the URI, the authority is the account, the query is the work item, and the file name is the title of the tab.
   */
  uriOf({ session, address }: DescriptionTarget): vscode.Uri {
    const name = l10n.t('Description of {0}', session.store.identifier(address) ?? l10n.t('work item'));
    return vscode.Uri.from({
      scheme: DESCRIPTION_SCHEME,
      authority: session.account,
      path: `/${name}.md`,
      query: keyOf(address),
    });
  }

  /** Whether the description of the work item with this key is open in a tab. */
  isOpen(key: string): boolean {
    return isOpenInTab(DESCRIPTION_SCHEME, ({ query }) => query === key);
  }

  /**
   * VS Code reads a document again when its modification time has changed. The version of the text is used as this
   * time.
   */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const mtime = this.#texts.versionOf(await this.#targetOf(uri));
    return { type: vscode.FileType.File, ctime: 0, mtime, size: 0 };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === uri.toString());
    const result = await this.#texts.read(await this.#targetOf(uri), document?.isDirty === true);
    if ('problem' in result) throw vscode.FileSystemError.Unavailable(result.problem);
    return Buffer.from(result.text);
  }

  /** Sends the text if the user saves the document. Auto save only stores the draft on disk. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const reason = this.#saveReasons.get(uri.toString());
    this.#saveReasons.delete(uri.toString());
    const text = Buffer.from(content).toString('utf8');
    const result = isSavedByUser(reason, uri)
      ? await this.#texts.save(await this.#targetOf(uri), text)
      : await this.#texts.keepOnDisk(this.#locationOf(uri), text);
    if ('problem' in result) throw vscode.FileSystemError.Unavailable(result.problem);
  }

  willSave({ document, reason }: vscode.TextDocumentWillSaveEvent): void {
    this.#saveReasons.set(document.uri.toString(), reason);
  }

  async keepTyped(document: vscode.TextDocument): Promise<void> {
    await this.#texts.keepTyped(this.#locationOf(document.uri), () => document.getText());
  }

  async keptText({ query, authority }: vscode.Uri): Promise<string | undefined> {
    return (await this.#sessions.draftStoreOf(authority).open(query))?.description?.markdown;
  }

  /** Saves the document like the command Save, also if it has no changes that VS Code has not saved. */
  async save(target: DescriptionTarget): Promise<void> {
    await vscode.window.showTextDocument(this.uriOf(target), { preview: false });
    await vscode.commands.executeCommand('workbench.action.files.save');
  }

  /** Returns where the draft is stored, also while the window does not use the account of the document. */
  #locationOf(uri: vscode.Uri): DescriptionDraftLocation {
    const { authority: account, query: key, path } = uri;
    const { current: session } = this.#sessions;
    const draftStore = this.#sessions.draftStoreOf(account);
    const title = path.slice(1).replace(/\.md$/, '');
    const address = session?.account === account ? parseItemKey(key) : undefined;
    return session === undefined || address === undefined
      ? { account, draftStore, key, title }
      : locationOf({ session, address });
  }

  #targetOf(uri: vscode.Uri): Promise<DescriptionTarget> {
    return documentTarget(this.#accounts, uri, uri.query, {
      signIn: l10n.t('Sign in to the account of this description.'),
      switchAccount: (name) => l10n.t('This description belongs to {0}. Switch to this account to continue.', name),
    });
  }
}

/**
 * VS Code announces a save with its reason, except a save without participants: of the command Save without Formatting,
 * and of auto save when the window closes.
 */
function isSavedByUser(reason: vscode.TextDocumentSaveReason | undefined, uri: vscode.Uri): boolean {
  if (reason !== undefined) return reason === vscode.TextDocumentSaveReason.Manual;
  return vscode.workspace.getConfiguration('files', uri).get<string>('autoSave') === 'off';
}
