// Shows texts as read-only documents.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../std/disposable.ts';
import { TEXT_SCHEME } from './ids.ts';

export class ReadOnlyDocuments implements Disposable {
  /** The texts, by URI. They are stored until the window closes. */
  readonly #textByUri = new Map<string, string>();
  readonly #registration: Disposable;

  constructor() {
    const provideTextDocumentContent = (uri: vscode.Uri): string =>
      this.#textByUri.get(uri.toString()) ?? l10n.t('This text is no longer available.');
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(TEXT_SCHEME, {
      provideTextDocumentContent,
    });
  }

  /** The number makes the URI unique, because VS Code caches the text of a document. */
  async show(title: string, text: string): Promise<void> {
    const query = String(this.#textByUri.size);
    const uri = vscode.Uri.from({ scheme: TEXT_SCHEME, path: `/${title.replaceAll(/[/?]/g, '')}.md`, query });
    this.#textByUri.set(uri.toString(), text);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
