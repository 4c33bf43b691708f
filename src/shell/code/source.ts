// Reads the selected lines of a file in a git repository.
// If the lines cannot be commented on, returns the reason.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { splitLines } from '../../core/code/anchor.ts';
import type { LineRange } from '../../core/code/permalink.ts';
import { pathWithLines } from '../../core/comments/codeComment.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { localPathFlavor, relativePathIn } from '../../std/files/relativePathIn.ts';
import type { Repositories } from '../git/repositories.ts';
import type { Repository } from '../git/repository.ts';
import { fileOfDocument } from '../notebookCells.ts';
import { type SourceProblem, unlinkableProblem } from './sourceProblem.ts';

/** Lines that can be commented on. */
export interface SelectedSource {
  readonly repository: Repository;
  readonly commit: string;
  /** The URI of the file: of the notebook, if the lines are in a cell. */
  readonly uri: vscode.Uri;
  /** The number of the cell of a notebook. `lines` and `text` are those of the cell. */
  readonly cell?: number;
  /** The path of the file relative to the repository's root, with forward slashes. */
  readonly path: string;
  readonly languageId: string;
  /** The line numbers in the current file. */
  readonly lines: LineRange;
  readonly code: string;
  /** The text of the whole current file. */
  readonly text: string;
}

/** Maximum length of a file whose lines can be linked. */
export const MAX_FILE_CHARACTERS = 5_000_000;
const MAX_LINES = 400;
const MAX_CHARACTERS = 40_000;

export async function getSelectedSource(
  editor: Pick<vscode.TextEditor, 'document' | 'selection'> | undefined,
  repositories: Repositories,
): Promise<SelectedSource | SourceProblem> {
  if (editor === undefined)
    return {
      problem: l10n.t(
        'Open a text file and select lines. VS Code does not give extensions access to binary or very large files.',
      ),
    };
  const { document } = editor;
  const { uri, cell } = fileOfDocument(document.uri);
  const name = vscode.workspace.asRelativePath(uri);
  if (document.isUntitled || uri.scheme === 'untitled')
    return { problem: l10n.t('Save the file first. A file that was never saved is not in a repository.') };
  if (uri.scheme === 'git')
    return { problem: l10n.t('This is an old version of a file. Select the lines in the current version.') };
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) {
    return {
      problem: l10n.t('{0} is outside the folders of this window. Only code in these folders can be linked.', name),
    };
  }
  const repositoryResult = await repositoryOf(uri, repositories);
  if ('problem' in repositoryResult) return repositoryResult;
  const path = pathInside(repositoryResult.repository.root, uri);
  if (path === undefined)
    return {
      problem: l10n.t(
        "{0} is not inside the root folder of the Git repository that VS Code reports for it, so it can't be linked.",
        name,
      ),
    };
  const { commit } = repositoryResult.repository.head ?? {};
  if (commit === undefined)
    return {
      problem: l10n.t(
        'Nothing is committed in {0} yet, so there is no commit to link to.',
        repositoryResult.repository.name,
      ),
    };
  const text = document.getText();
  const lines = selectedLines(editor.selection);
  const code = splitLines(text)
    .slice(lines.first - 1, lines.last)
    .join('\n');
  const problem = problemOf(name, text, lines, code);
  if (problem !== undefined) return { problem };
  const source = { ...repositoryResult, commit, uri, path, languageId: document.languageId, lines, code, text };
  return cell === undefined ? source : { ...source, cell };
}

/**
 * Returns the lines with selected text, or the line of the cursor. Line numbers start at 1. A selection that ends at
 * the start of a line does not include that line.
 */
export function selectedLines({ start, end, isEmpty }: Pick<vscode.Selection, 'start' | 'end' | 'isEmpty'>): LineRange {
  const last = !isEmpty && end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { first: start.line + 1, last: last + 1 };
}

/**
 * Returns the path relative to the root, or undefined if the file is not inside the root. Paths of local files are
 * compared by the rules of this platform, paths of virtual files by POSIX rules.
 */
export function pathInside(root: vscode.Uri, file: vscode.Uri): string | undefined {
  if (root.scheme !== file.scheme || root.authority !== file.authority) return undefined;
  const isLocal = root.scheme === 'file';
  const path = isLocal
    ? relativePathIn(root.fsPath, file.fsPath, localPathFlavor())
    : relativePathIn(root.path, file.path, 'posix');
  return path === '' ? undefined : path;
}

async function repositoryOf(
  uri: vscode.Uri,
  repositories: Repositories,
): Promise<{ readonly repository: Repository } | SourceProblem> {
  await repositories.ready();
  const repository = repositories.of(uri);
  if (repository !== undefined) return { repository };
  const name = vscode.workspace.asRelativePath(uri);
  const refusal = await repositories.refusalOf(uri);
  if (refusal !== undefined) return { problem: refusal };
  if (repositories.all.length > 0)
    return { problem: l10n.t('{0} is not in a Git repository, so there is no commit to link to.', name) };
  const noRepository = await repositories.choose(l10n.t('Comment with Selected Code'), { uri });
  return noRepository.kind === 'notFound'
    ? unlinkableProblem(noRepository.reason)
    : { problem: l10n.t('{0} is not in a Git repository.', name) };
}

function problemOf(name: string, text: string, lines: LineRange, code: string): string | undefined {
  if (text.includes('\0')) return l10n.t("{0} is not a text file, so its lines can't be linked.", name);
  if (text.length > MAX_FILE_CHARACTERS)
    return l10n.t('{0} is too large. Files can have up to {1} characters.', name, formatCount(MAX_FILE_CHARACTERS));
  if (code.trim() === '')
    return l10n.t('There is no text in {0}. Select lines that contain text.', pathWithLines(name, lines));
  if (lines.last - lines.first >= MAX_LINES) return l10n.t('Select at most {0} lines.', formatCount(MAX_LINES));
  return code.length > MAX_CHARACTERS
    ? l10n.t('Select at most {0} characters of code.', formatCount(MAX_CHARACTERS))
    : undefined;
}
