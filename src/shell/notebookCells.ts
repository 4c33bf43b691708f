// Finds the notebook of a document. VS Code opens each cell of a notebook as a text document with a URI of its own,
// which is in no workspace folder and in no repository.
import * as vscode from 'vscode';

export interface DocumentFile {
  /** The URI of the document or, if the document is a cell, of the notebook. */
  readonly uri: vscode.Uri;
  /** The number of the cell, starting at 1; undefined if the document is not a cell. */
  readonly cell?: number;
}

/** Returns the file that contains the document with this URI. */
export function fileOfDocument(uri: vscode.Uri): DocumentFile {
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cell = notebook.getCells().find(({ document }) => document.uri.toString() === uri.toString());
    if (cell !== undefined) return { uri: notebook.uri, cell: cell.index + 1 };
  }
  return { uri };
}

/** Whether the file that contains the document is in a folder of the window. */
export function isInWindowFolder(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(fileOfDocument(uri).uri) !== undefined;
}
