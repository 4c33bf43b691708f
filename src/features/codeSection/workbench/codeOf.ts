// Finds the code of a work item in this window: commented lines, mentions, and the lines that its commits changed.
import * as vscode from 'vscode';
import { commitPattern, isCommitOf } from '../../../core/branches/history.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import { anchorByText, splitLines } from '../../../core/code/anchor.ts';
import type { LineRange } from '../../../core/code/permalink.ts';
import { codeCommentsOf, loadComments } from '../../../core/comments/findCodeComments.ts';
import type { Session } from '../../../core/session/session.ts';
import { searchMentionsInWindow } from '../../../shell/code/findMentions.ts';
import { isWithinRealPath, locateCode } from '../../../shell/code/goToCode.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { Repository } from '../../../shell/git/repository.ts';

const MAX_COMMITS = 50;
/** VS Code shows all locations of a peek at once. */
const MAX_LOCATIONS = 500;

export interface CodeSearch {
  readonly session: Session;
  readonly address: ItemAddress;
  readonly identifier: string;
  readonly repositories: Repositories;
  readonly signal: AbortSignal;
}

/** Resolves with the locations, at most one for each line, or with those that were found before an abort. */
export async function findCodeOf(search: CodeSearch): Promise<readonly vscode.Location[]> {
  const lists = await Promise.all([commentedLines(search), mentions(search), changedLines(search)]);
  const locationByLine = new Map<string, vscode.Location>();
  for (const location of lists.flat()) {
    const key = `${location.uri.toString()} ${location.range.start.line}`;
    if (!locationByLine.has(key)) locationByLine.set(key, location);
  }
  return [...locationByLine.values()].slice(0, MAX_LOCATIONS);
}

async function commentedLines({ session, address, repositories }: CodeSearch): Promise<readonly vscode.Location[]> {
  await loadComments(session, address);
  const locations = await Promise.all(
    codeCommentsOf(session, address).map((comment) => locateCode(comment, repositories)),
  );
  return locations.flatMap((one) => (one.kind === 'found' ? [locationOf(one.uri, one.lines)] : []));
}

async function mentions({ identifier, signal }: CodeSearch): Promise<readonly vscode.Location[]> {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) return [];
  const { files } = await searchMentionsInWindow(identifier, signal, () => undefined);
  return files.flatMap(({ file, mentions: found }) =>
    found.map(
      ({ line, column, length }) => new vscode.Location(file, new vscode.Range(line, column, line, column + length)),
    ),
  );
}

async function changedLines({ identifier, repositories, signal }: CodeSearch): Promise<readonly vscode.Location[]> {
  await repositories.ready();
  const lists = await Promise.all(
    repositories.all.map(async (repository) => {
      try {
        return await linesChangedIn(repository, identifier, signal);
      } catch (error) {
        // A repository that git cannot read has no lines to show; the other places are shown.
        if (error instanceof GitError) return [];
        throw error;
      }
    }),
  );
  return lists.flat();
}

async function linesChangedIn(
  repository: Repository,
  identifier: string,
  signal: AbortSignal,
): Promise<readonly vscode.Location[]> {
  if (repository.head?.commit === undefined) return [];
  const commits = (await repository.log({ grep: commitPattern(identifier), maxEntries: MAX_COMMITS })).filter(
    ({ message }) => isCommitOf(identifier, message),
  );
  const linesByPath = await repository.changedLines(
    commits.map(({ hash }) => hash),
    signal,
  );
  const locations: vscode.Location[] = [];
  for (const [path, ranges] of linesByPath) {
    if (signal.aborted) break;
    const uri = vscode.Uri.joinPath(repository.root, ...path.split('/'));
    const isInFolder =
      vscode.workspace.getWorkspaceFolder(uri) !== undefined && (await isWithinRealPath(repository.root, uri));
    if (isInFolder)
      for (const lines of await currentLines(repository, uri, ranges)) locations.push(locationOf(uri, lines));
  }
  return locations;
}

/** Resolves with the lines as they are now in the file, which may have changes that are not committed. */
async function currentLines(
  repository: Repository,
  uri: vscode.Uri,
  ranges: readonly LineRange[],
): Promise<readonly LineRange[]> {
  const document = await Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined);
  if (document === undefined) return [];
  const committed = splitLines(await repository.show('HEAD', uri));
  const current = splitLines(document.getText());
  if (committed.join('\n') === current.join('\n')) return ranges;
  return ranges.flatMap((lines) => {
    const anchored = anchorByText(committed, lines, current);
    return anchored.kind === 'found' ? [anchored.lines] : [];
  });
}

function locationOf(uri: vscode.Uri, { first, last }: LineRange): vscode.Location {
  return new vscode.Location(uri, new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER));
}
