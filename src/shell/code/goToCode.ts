// Goes from a comment to the code that the comment links.
// Finds the lines in the current file, or offers to open the file at the linked commit.

import { realpath } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type AnchoredLines, anchorByQuote, anchorByText, splitLines } from '../../core/code/anchor.ts';
import type { LineRange } from '../../core/code/permalink.ts';
import { pathWithLines } from '../../core/comments/codeComment.ts';
import type { CodeComment } from '../../core/comments/findCodeComments.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import { isInsideFolder, localPathFlavor } from '../../std/files/relativePathIn.ts';
import { withPeriod } from '../../std/formatText.ts';
import { undefinedIfGitFails } from '../git/gitError.ts';
import type { Repositories } from '../git/repositories.ts';
import type { Repository } from '../git/repository.ts';
import { showStatus, showWarning } from '../prompts/notifications.ts';
import { codeHosts } from '../settings.ts';
import { findRepositories } from './origin.ts';
import { MAX_FILE_CHARACTERS } from './source.ts';

/** The location of a comment's code in this window. */
export type CodeLocation =
  | { readonly kind: 'found'; readonly uri: vscode.Uri; readonly lines: LineRange; readonly hasChanged: boolean }
  /** The linked lines are not in the file, or the file does not exist. */
  | {
      readonly kind: 'notFound';
      readonly repository: Repository;
      readonly uri: vscode.Uri;
      readonly isFileFound: boolean;
    }
  /** The code cannot be opened. `message` is the reason. */
  | { readonly kind: 'rejected'; readonly message: string };

/**
 * Reveals the lines. If the lines no longer exist, shows a warning that offers to open the file at the linked commit.
 */
export async function goToCode(comment: CodeComment, repositories: Repositories): Promise<void> {
  const location = await locateCode(comment, repositories);
  if (location.kind === 'rejected') {
    await showNotFoundWarning(comment, location.message, undefined);
    return;
  }
  if (location.kind === 'found') {
    await reveal(location.uri, location.lines);
    if (location.hasChanged) showStatus(l10n.t('These lines have changed since the comment was written'), 8000, 'info');
    return;
  }
  const name = pathWithLines(comment.place.path, comment.place.lines);
  const message = location.isFileFound
    ? l10n.t('{0}: the commented lines are no longer in the file.', name)
    : l10n.t('{0}: the file no longer exists or is not a text file.', name);
  await showNotFoundWarning(comment, message, repositories.uriAtCommit(comment.place.commit, location.uri));
}

export async function locateCode(comment: CodeComment, repositories: Repositories): Promise<CodeLocation> {
  await repositories.ready();
  const { place } = comment;
  const matchingRepositories = await findRepositories(place, repositories.all, codeHosts());
  const activeKey = repositories.active?.key;
  const repository = matchingRepositories.find(({ key }) => key === activeKey) ?? matchingRepositories[0];
  if (repository === undefined) {
    return {
      kind: 'rejected',
      message: l10n.t(
        'The code belongs to {0}, which is not open in this window.',
        place.repository.replace(/^local:/, ''),
      ),
    };
  }
  const uri = vscode.Uri.joinPath(repository.root, ...place.path.split('/'));
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined || !(await isWithinRealPath(repository.root, uri))) {
    return {
      kind: 'rejected',
      message: l10n.t("{0} is outside the folders of this window, so it can't be opened from a comment.", place.path),
    };
  }
  const document = await openText(uri);
  if (document === undefined) return { kind: 'notFound', repository, uri, isFileFound: false };
  const result = await findLines(document, comment, repository);
  return result.kind === 'notFound' ? { ...result, repository, uri, isFileFound: true } : { ...result, uri };
}

/**
 * Finds the current position of the commented lines. Compares the file with its version at the linked commit, or with
 * the lines that the comment quotes if git does not have the commit or the lines had uncommitted changes.
 */
async function findLines(
  document: vscode.TextDocument,
  { place, quote }: CodeComment,
  repository: Repository,
): Promise<AnchoredLines> {
  const text = document.getText();
  if (text.length > MAX_FILE_CHARACTERS) {
    const last = Math.min(place.lines.last, document.lineCount);
    return { kind: 'found', lines: { first: Math.min(place.lines.first, last), last }, hasChanged: false };
  }
  const currentLines = splitLines(text);
  // Undefined if the commit was not fetched or does not contain the file.
  const textAtCommit = place.changed
    ? undefined
    : await repository.show(place.commit, document.uri).catch(undefinedIfGitFails);
  return textAtCommit === undefined
    ? anchorByQuote(quote.lines, place.lines.first, currentLines)
    : anchorByText(splitLines(textAtCommit), place.lines, currentLines);
}

/** Resolves with the document, or with undefined if the file does not exist or is not a text file. */
async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  return Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
}

/**
 * Returns whether the file is in the repository after symbolic links are resolved. A file that does not exist counts as
 * inside.
 */
export async function isWithinRealPath(root: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  if (file.scheme !== 'file') return true;
  const [resolvedRoot, resolvedFile] = await Promise.all(
    [root, file].map(({ fsPath }) => realpath(fsPath).catch(() => undefined)),
  );
  return (
    resolvedRoot === undefined ||
    resolvedFile === undefined ||
    isInsideFolder(resolvedRoot, resolvedFile, localPathFlavor())
  );
}

async function reveal(uri: vscode.Uri, { first, last }: LineRange): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const selection = document.validateRange(new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER));
  const editor = await vscode.window.showTextDocument(document, { selection });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Shows the warning, with buttons that open the code at the linked commit in an editor or in the browser. */
async function showNotFoundWarning(
  { place, quote }: CodeComment,
  message: string,
  uriAtCommit: vscode.Uri | undefined,
): Promise<void> {
  const showAtCommitButton = l10n.t('Show at Commit');
  const openInBrowserButton = l10n.t('Open in Browser');
  const link = quote.links.find((candidate) => candidate.includes(place.commit));
  const buttons = [
    ...(uriAtCommit === undefined ? [] : [showAtCommitButton]),
    ...(link === undefined ? [] : [openInBrowserButton]),
  ];
  const chosenButton = await showWarning(message, ...buttons);
  if (chosenButton === openInBrowserButton && link !== undefined)
    await vscode.env.openExternal(vscode.Uri.parse(link, true));
  if (chosenButton !== showAtCommitButton || uriAtCommit === undefined) return;
  try {
    await reveal(uriAtCommit, place.lines);
  } catch (error) {
    void showWarning(
      l10n.t(
        '{0} could not be opened at commit {1}. If the commit is not in this clone of the repository, fetch it first. {2}',
        place.path,
        place.commit.slice(0, 8),
        withPeriod(errorMessage(error)),
      ),
    );
  }
}
