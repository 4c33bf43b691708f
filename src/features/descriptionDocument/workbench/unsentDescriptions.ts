// Marks the documents of descriptions whose text is a draft that was not sent: a badge on the tab, and an item in the
// status bar. VS Code shows such a document as saved after auto save.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../../core/session/session.ts';
import { DESCRIPTION_SCHEME } from '../../../shell/ids.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';

export function showUnsentDescriptions({ account, draftStore }: Session): Disposable {
  const disposables = new DisposableStore();
  const isUnsent = ({ scheme, authority, query }: vscode.Uri): boolean =>
    scheme === DESCRIPTION_SCHEME && authority === account && draftStore.get(query)?.description !== undefined;
  const item = disposables.add(vscode.window.createStatusBarItem('description', vscode.StatusBarAlignment.Left));
  item.name = l10n.t('Contrail: Description');
  item.text = `$(cloud-upload) ${l10n.t('Description not sent')}`;
  item.tooltip = unsentText();
  item.command = 'workbench.action.files.save';
  const updateItem = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri !== undefined && isUnsent(uri)) item.show();
    else item.hide();
  };
  const decorationChanges = disposables.add(new vscode.EventEmitter<vscode.Uri[]>());
  const unsentKeys = new Set<string>();
  const update = (key: string): void => {
    const isKeyUnsent = draftStore.get(key)?.description !== undefined;
    if (unsentKeys.has(key) === isKeyUnsent) return;
    if (isKeyUnsent) unsentKeys.add(key);
    else unsentKeys.delete(key);
    const uris = vscode.workspace.textDocuments.map(({ uri }) => uri);
    decorationChanges.fire(uris.filter(({ scheme, query }) => scheme === DESCRIPTION_SCHEME && query === key));
    updateItem();
  };
  disposables.add(draftStore.onDidChange(update));
  disposables.add(vscode.window.onDidChangeActiveTextEditor(updateItem));
  disposables.add(
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: decorationChanges.event,
      provideFileDecoration: (uri) => (isUnsent(uri) ? new vscode.FileDecoration('↑', unsentText()) : undefined),
    }),
  );
  updateItem();
  return disposables;
}

function unsentText(): string {
  return l10n.t('Not sent. The text is kept as a draft. Save the document to send it.');
}
