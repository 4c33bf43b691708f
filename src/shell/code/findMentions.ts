// Searches the files in the open folders for mentions of a work item, and shows the result.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createIdentifierFinder } from '../../core/mentions/identifierFinder.ts';
import { type SearchResult, searchMentions } from '../../core/mentions/mentions.ts';
import { noMentionsText, searchResultText } from '../../core/mentions/messages.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { showInfo } from '../prompts/notifications.ts';
import { type MentionList, showInReferencesView } from './referencesView.ts';
import { createFileReader, workspaceFiles } from './workspaceFiles.ts';

/** `searchedCount` is the number of searched files; `totalCount` is the total number of files. */
export type OnSearchProgress = (searchedCount: number, totalCount: number) => void;

/** Resolves with the mentions in the files of the window, or with the mentions that were found before an abort. */
export async function searchMentionsInWindow(
  identifier: string,
  signal: AbortSignal,
  onSearchProgress: OnSearchProgress,
): Promise<SearchResult<vscode.Uri>> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const files = await workspaceFiles(cancellation.token);
    onSearchProgress(0, files.length);
    const onProgress = (searchedCount: number): void => onSearchProgress(searchedCount, files.length);
    return await searchMentions({
      files,
      find: createIdentifierFinder(identifier),
      read: createFileReader(),
      signal,
      onProgress,
    });
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

/** Searches while showing progress. Shows the mentions in the References view, or a message if there are none. */
export async function showMentions(identifier: string): Promise<void> {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
    void showInfo(l10n.t('No folder is open in this window, so there are no files to search.'));
    return;
  }
  const result = await searchWithProgress(identifier);
  if (result.count === 0) {
    void showInfo(noMentionsText(identifier, result));
    return;
  }
  const title = l10n.t('Mentions of {0}', identifier);
  const searchAgain = async (): Promise<MentionList> => toShownMentions(await searchWithProgress(identifier));
  if (!(await showInReferencesView(title, toShownMentions(result), searchAgain))) await peekMentions(result);
}

function toShownMentions(result: SearchResult<vscode.Uri>): MentionList {
  return { files: result.files, message: searchResultText(result) };
}

async function searchWithProgress(identifier: string): Promise<SearchResult<vscode.Uri>> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Searching for mentions of {0}', identifier),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const abortController = new AbortController();
    const cancellation = token.onCancellationRequested(() => abortController.abort());
    let shownPercent = 0;
    try {
      return await searchMentionsInWindow(identifier, abortController.signal, (searchedCount, totalCount) => {
        const percent = totalCount === 0 ? 100 : Math.floor((searchedCount / totalCount) * 100);
        progress.report({
          message: progressText(searchedCount, totalCount),
          increment: percent - shownPercent,
        });
        shownPercent = percent;
      });
    } finally {
      cancellation.dispose();
    }
  });
}

function progressText(searchedCount: number, totalCount: number): string {
  return l10n.t('{0} of {1} files', formatCount(searchedCount), formatCount(totalCount));
}

/** Shows the mentions in a peek editor. Used if the References view is disabled. */
async function peekMentions({ files }: SearchResult<vscode.Uri>): Promise<void> {
  const locations = files.flatMap(({ file, mentions }) =>
    mentions.map(
      ({ line, column, length }) => new vscode.Location(file, new vscode.Range(line, column, line, column + length)),
    ),
  );
  await peekLocations(locations);
}

/** Shows the locations in VS Code's peek: at the cursor of the editor, or else at the first location. */
export async function peekLocations(
  locations: readonly vscode.Location[],
  editor?: Pick<vscode.TextEditor, 'document' | 'selection'>,
): Promise<void> {
  const [firstLocation] = locations;
  if (firstLocation === undefined) return;
  const anchor =
    editor ??
    (await vscode.window.showTextDocument(firstLocation.uri, {
      selection: new vscode.Range(firstLocation.range.start, firstLocation.range.start),
      preview: true,
    }));
  const { document, selection } = anchor;
  await vscode.commands.executeCommand(
    'editor.action.peekLocations',
    document.uri,
    selection.active,
    locations,
    'peek',
  );
}
