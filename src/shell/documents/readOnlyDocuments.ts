// Shows texts as read-only documents.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../std/disposable.ts';
import { TEXT_SCHEME } from '../ids.ts';

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

  /** Shows the same text again in the same tab. */
  async show(title: string, text: string): Promise<void> {
    const path = `/${title.replaceAll(/[/?]/g, '')}.md`;
    const uri = this.#shownUri(path, text) ?? this.#uriOf(path, this.#textByUri.size);
    this.#textByUri.set(uri.toString(), text);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  }

  #shownUri(path: string, text: string): vscode.Uri | undefined {
    return [...this.#textByUri.entries()]
      .filter(([, shownText]) => shownText === text)
      .map(([uri]) => vscode.Uri.parse(uri))
      .find((uri) => uri.path === path);
  }

  /** The number makes the URI unique, because VS Code caches the text of a document. */
  #uriOf(path: string, number: number): vscode.Uri {
    return vscode.Uri.from({ scheme: TEXT_SCHEME, path, query: String(number) });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
