// Decorates tree rows: the color of the label, and a badge with a tooltip.
// VS Code decorates URIs. The URI of a row contains its decoration, so a row with another decoration has another URI.
import * as vscode from 'vscode';
import { RECORDS_MIME, ROW_SCHEME } from '../ids.ts';
import { decorationOfPath, type RowDecoration } from './rowDecoration.ts';

/** Returns the URI of a row for `TreeItem.resourceUri`. `id` identifies the row in its view. */
export function decoratedUri(decoration: RowDecoration, id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: ROW_SCHEME, path: `/${decoration}/${id}` });
}

/**
 * Registers the provider that inserts the text of rows that are dropped into an editor. VS Code adds the URIs of
 * decorated rows to a drag, and would insert these in place of the text.
 */
export function registerRowDropProvider(): vscode.Disposable {
  // With the pattern `'*'`, VS Code's own provider, which inserts URIs, could take precedence.
  return vscode.languages.registerDocumentDropEditProvider(
    { pattern: '**' },
    {
      provideDocumentDropEdits: async (_document, _position, transfer) => {
        const text =
          transfer.get(RECORDS_MIME) === undefined ? undefined : await transfer.get('text/plain')?.asString();
        return text === undefined ? undefined : new vscode.DocumentDropEdit(text);
      },
    },
  );
}

export function registerDecorations(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, path }) => {
      if (scheme !== ROW_SCHEME) return undefined;
      const decoration = decorationOfPath(path);
      if (decoration === undefined) return undefined;
      const { badge, color, tooltip } = decoration;
      return new vscode.FileDecoration(
        badge,
        tooltip(),
        color === undefined ? undefined : new vscode.ThemeColor(color),
      );
    },
  });
}
