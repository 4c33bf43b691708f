// Goes from a comment to the code that it links.
// Finds the lines in the current file, or offers the file as it was at the commit.

import { realpath } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type AnchoredLines, anchorByQuote, anchorByText, linesOf } from '../../../codeLinks/anchor.ts';
import { placeName } from '../../../codeLinks/codeComment.ts';
import { isNamed } from '../../../codeLinks/codePlace.ts';
import type { CodeComment } from '../../../codeLinks/commented.ts';
import type { Lines } from '../../../codeLinks/permalink.ts';
import { isWithin, ownFlavor } from '../../../std/pathWithin.ts';
import { GitRefusal } from '../../git/refusal.ts';
import type { Repositories } from '../../git/repositories.ts';
import type { Repository } from '../../git/repository.ts';
import { showStatus, showWarning } from '../../ui/notifications.ts';
import { namesOf } from './origin.ts';
import { MAX_FILE_CHARACTERS } from './source.ts';

/** Where a comment's code is in this window. */
export type FoundCode =
  | { readonly kind: 'here'; readonly uri: vscode.Uri; readonly lines: Lines; readonly changed: boolean }
  /** The file does not contain the lines, or does not exist. */
  | { readonly kind: 'away'; readonly repository: Repository; readonly uri: vscode.Uri; readonly isFileThere: boolean }
  /** Not opened, with the reason. */
  | { readonly kind: 'rejected'; readonly sentence: string };

/** Reveals the lines. If they no longer exist, shows a warning that offers the file as it was. */
export async function goToCode(comment: CodeComment, repositories: Repositories): Promise<void> {
  const found = await findCode(comment, repositories);
  if (found.kind === 'rejected') {
    await offer(comment, found.sentence, undefined);
    return;
  }
  if (found.kind === 'here') {
    await reveal(found.uri, found.lines);
    if (found.changed) showStatus(l10n.t('These lines have changed since the comment was written'), 8000, 'info');
    return;
  }
  const name = placeName(comment.place.path, comment.place.lines);
  const sentence = found.isFileThere
    ? l10n.t('{0}: the commented lines are no longer in the file.', name)
    : l10n.t('{0}: the file no longer exists or is not a text file.', name);
  await offer(comment, sentence, repositories.at(comment.place.commit, found.uri));
}

export async function findCode(comment: CodeComment, repositories: Repositories): Promise<FoundCode> {
  await repositories.ready();
  const { place } = comment;
  const clones = repositories.all.filter((one) => namesOf(one).some((name) => isNamed(place.repository, name)));
  const active = repositories.active?.key;
  const repository = clones.find(({ key }) => key === active) ?? clones[0];
  if (repository === undefined) {
    return {
      kind: 'rejected',
      sentence: l10n.t(
        'The code belongs to {0}, which is not open in this window.',
        place.repository.replace(/^local:/, ''),
      ),
    };
  }
  const uri = vscode.Uri.joinPath(repository.root, ...place.path.split('/'));
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined || !(await isWithinResolved(repository.root, uri))) {
    return {
      kind: 'rejected',
      sentence: l10n.t("{0} is outside the folders of this window, so it can't be opened from a comment.", place.path),
    };
  }
  const document = await openText(uri);
  if (document === undefined) return { kind: 'away', repository, uri, isFileThere: false };
  const anchored = await anchorIn(document, comment, repository);
  return anchored.kind === 'away' ? { ...anchored, repository, uri, isFileThere: true } : { ...anchored, uri };
}

/**
 * Compares with the file at the commit if git has it and the lines were unchanged, else with the lines that the comment
 * quotes.
 */
async function anchorIn(
  document: vscode.TextDocument,
  { place, quote }: CodeComment,
  repository: Repository,
): Promise<AnchoredLines> {
  const text = document.getText();
  if (text.length > MAX_FILE_CHARACTERS) {
    const last = Math.min(place.lines.last, document.lineCount);
    return { kind: 'here', lines: { first: Math.min(place.lines.first, last), last }, changed: false };
  }
  const now = linesOf(text);
  const then = place.changed ? undefined : await textAt(repository, place.commit, document.uri);
  return then === undefined
    ? anchorByQuote(quote.lines, place.lines.first, now)
    : anchorByText(linesOf(then), place.lines, now);
}

/** Returns undefined when the commit was not fetched, or does not contain the file. */
async function textAt(repository: Repository, commit: string, uri: vscode.Uri): Promise<string | undefined> {
  try {
    return await repository.show(commit, uri);
  } catch (error) {
    if (error instanceof GitRefusal) return undefined;
    throw error;
  }
}

/** Undefined if there is no such file, or it is not a text file. */
async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  return Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
}

/**
 * Whether the file is in the repository after symbolic links are resolved. A file that does not exist counts as inside.
 */
async function isWithinResolved(root: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  if (file.scheme !== 'file') return true;
  const [folder, real] = await Promise.all([root, file].map(({ fsPath }) => realpath(fsPath).catch(() => undefined)));
  return folder === undefined || real === undefined || isWithin(folder, real, ownFlavor());
}

async function reveal(uri: vscode.Uri, { first, last }: Lines): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const selection = document.validateRange(new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER));
  const editor = await vscode.window.showTextDocument(document, { selection });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Shows the warning, with buttons that open the code as it was. */
async function offer({ place, quote }: CodeComment, sentence: string, past: vscode.Uri | undefined): Promise<void> {
  const asItWas = l10n.t('Show at Commit');
  const onTheWeb = l10n.t('Open in Browser');
  const link = quote.links.find((one) => one.includes(place.commit));
  const ways = [...(past === undefined ? [] : [asItWas]), ...(link === undefined ? [] : [onTheWeb])];
  const chosen = await showWarning(sentence, ...ways);
  if (chosen === onTheWeb && link !== undefined) await vscode.env.openExternal(vscode.Uri.parse(link, true));
  if (chosen !== asItWas || past === undefined) return;
  try {
    await reveal(past, place.lines);
  } catch {
    void showWarning(
      l10n.t('Commit {0} is not in this clone of the repository. Fetch it first.', place.commit.slice(0, 8)),
    );
  }
}
