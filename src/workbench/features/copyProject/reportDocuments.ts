// Shows reports about copies as read-only documents.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../../std/disposable.ts';
import { COPY_REPORT_SCHEME } from '../../ids.ts';

export class CopyReportDocuments implements Disposable {
  /** The reports, by URI. They are stored until the window closes. */
  readonly #textByUri = new Map<string, string>();
  readonly #registration: Disposable;

  constructor() {
    const provideTextDocumentContent = (uri: vscode.Uri): string =>
      this.#textByUri.get(uri.toString()) ?? l10n.t('This report is no longer available.');
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(COPY_REPORT_SCHEME, {
      provideTextDocumentContent,
    });
  }

  /** The number makes the URI unique, because VS Code caches the text of a document. */
  async show(title: string, text: string): Promise<void> {
    const query = String(this.#textByUri.size);
    const uri = vscode.Uri.from({ scheme: COPY_REPORT_SCHEME, path: `/${title}.md`, query });
    this.#textByUri.set(uri.toString(), text);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
