// Reads the lines that a new work item describes, from files and git repositories of the window.
import * as vscode from 'vscode';
import { placeName } from '../../../core/comments/codeComment.ts';
import { findOrigin } from '../../../shell/code/origin.ts';
import { getSelectedSource, selectedLines } from '../../../shell/code/source.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import { fileOfDocument } from '../../../shell/notebookCells.ts';
import { codeHosts, saveCodeHost } from '../../../shell/settings.ts';
import type { CodeLines } from './newItemFromCode.ts';
import type { CodeReader, CommittedCode } from './openNewItem.ts';

export class WindowCodeReader implements CodeReader<vscode.TextDocument> {
  readonly #repositories: Repositories;

  constructor(repositories: Repositories) {
    this.#repositories = repositories;
  }

  async readCommitted(at: CodeLines<vscode.TextDocument>): Promise<CommittedCode | undefined> {
    const source = await getSelectedSource({ document: at.document, selection: selectionOf(at) }, this.#repositories);
    if ('problem' in source) return undefined;
    const { origin } = await findOrigin(source, codeHosts());
    const { repository, languageId, code } = source;
    return { origin, repository, setting: { codeHosts, saveCodeHost }, languageId, code };
  }

  readPlain(at: CodeLines<vscode.TextDocument>): ReturnType<CodeReader<vscode.TextDocument>['readPlain']> {
    const { document } = at;
    const { languageId } = document;
    const { uri, cell } = fileOfDocument(document.uri);
    const selection = selectionOf(at);
    // Only the file name is used for a file outside of the window's folders, because its path could reveal private
    // details.
    const isInWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    const name = isInWorkspace ? vscode.workspace.asRelativePath(uri) : (uri.path.split('/').at(-1) ?? '');
    const place = placeName(name, selectedLines(selection), cell);
    return { name, place, languageId, code: document.getText(selection) };
  }
}

/**
 * Returns a selection of the lines, as far as the document still has them: it may have become shorter since the lines
 * were selected.
 */
function selectionOf({ document, first, last }: CodeLines<vscode.TextDocument>): vscode.Selection {
  const { end } = document.lineAt(Math.min(last, document.lineCount - 1)).range;
  return new vscode.Selection(new vscode.Position(Math.min(first, end.line), 0), end);
}
