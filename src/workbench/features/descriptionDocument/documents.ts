// The documents in which descriptions are edited as Markdown. Saving a document saves the description on the server.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { keyOf } from '../../../cache/address.ts';
import { DESCRIPTION_SCHEME } from '../../ids.ts';
import { type DocumentTargetDeps, documentTarget } from '../workItems/documentTarget.ts';
import type { DescriptionTarget, DescriptionTexts } from './descriptionTexts.ts';

export class DescriptionDocuments {
  readonly #accounts: DocumentTargetDeps;
  readonly #texts: DescriptionTexts;

  constructor(accounts: DocumentTargetDeps, texts: DescriptionTexts) {
    this.#accounts = accounts;
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

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const result = await this.#texts.save(await this.#targetOf(uri), Buffer.from(content).toString('utf8'));
    if ('problem' in result) throw vscode.FileSystemError.Unavailable(result.problem);
  }

  #targetOf(uri: vscode.Uri): Promise<DescriptionTarget> {
    return documentTarget(this.#accounts, uri, uri.query, {
      signIn: l10n.t('Sign in to the account of this description.'),
      switchAccount: (name) => l10n.t('This description belongs to {0}. Switch to this account to continue.', name),
    });
  }
}
