// Searches the window's files for mentions of a work item, with progress, and shows the result.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { matcherFor } from '../../../mentions/matcherFor.ts';
import { type SearchResult, searchMentions } from '../../../mentions/mentions.ts';
import { foundText, nothingFoundText } from '../../../mentions/messages.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';
import { showInfo } from '../../ui/notifications.ts';
import { type ShownMentions, showInReferencesView } from './referencesView.ts';
import { reader, workspaceFiles } from './workspaceFiles.ts';

/** `of` is the total number of files. */
export type OnSearched = (looked: number, of: number) => void;

export async function mentionsInWindow(
  identifier: string,
  signal: AbortSignal,
  onSearched: OnSearched,
): Promise<SearchResult<vscode.Uri>> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const files = await workspaceFiles(cancellation.token);
    onSearched(0, files.length);
    const onProgress = (looked: number): void => onSearched(looked, files.length);
    return await searchMentions({ files, find: matcherFor(identifier), read: reader(), signal, onProgress });
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

/** Shows the mentions of the work item in the References view, or reports that there are none. */
export async function findMentions(identifier: string): Promise<void> {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
    void showInfo(l10n.t('No folder is open in this window, so there are no files to search.'));
    return;
  }
  const found = await withProgress(identifier);
  if (found.count === 0) {
    void showInfo(nothingFoundText(identifier, found));
    return;
  }
  const title = l10n.t('Mentions of {0}', identifier);
  const again = async (): Promise<ShownMentions> => shownOf(await withProgress(identifier));
  if (!(await showInReferencesView(title, shownOf(found), again))) await peek(found);
}

function shownOf(found: SearchResult<vscode.Uri>): ShownMentions {
  return { files: found.files, message: foundText(found) };
}

async function withProgress(identifier: string): Promise<SearchResult<vscode.Uri>> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Searching for mentions of {0}', identifier),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    const cancelled = token.onCancellationRequested(() => stop.abort());
    let shown = 0;
    try {
      return await mentionsInWindow(identifier, stop.signal, (looked, of) => {
        const part = of === 0 ? 100 : Math.floor((looked / of) * 100);
        progress.report({
          message: progressText(looked, of),
          increment: part - shown,
        });
        shown = part;
      });
    } finally {
      cancelled.dispose();
    }
  });
}

function progressText(looked: number, of: number): string {
  const [done, all] = [formatCount(looked), formatCount(of)];
  return plural(of, { one: l10n.t('{0} of {1} file', done, all), other: l10n.t('{0} of {1} files', done, all) });
}

/** Used if the References view is disabled. */
async function peek({ files }: SearchResult<vscode.Uri>): Promise<void> {
  const places = files.flatMap(({ file, mentions }) =>
    mentions.map(
      ({ line, column, length }) => new vscode.Location(file, new vscode.Range(line, column, line, column + length)),
    ),
  );
  const [first] = places;
  if (first === undefined) return;
  await vscode.window.showTextDocument(first.uri, { selection: first.range, preview: true });
  await vscode.commands.executeCommand('editor.action.goToLocations', first.uri, first.range.start, places, 'peek');
}
