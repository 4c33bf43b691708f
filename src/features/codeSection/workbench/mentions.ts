// Searches the files in the open folders for mentions of a work item, and lists them as rows of its page.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { noMentionsText, searchResultText } from '../../../core/mentions/messages.ts';
import { searchMentionsInWindow } from '../../../shell/code/findMentions.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import type { CodeSectionSources, SectionList } from '../section.ts';

/** Maximum number of rows on the page. The References view lists all mentions. */
const MAX_ROWS = 50;

export const searchMentionsForSection: CodeSectionSources['searchMentions'] = async (
  identifier,
  signal,
  onProgress,
) => {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
    return {
      rows: [],
      message: l10n.t('No folder is open in this window, so there are no files to search.'),
      isTruncated: false,
    };
  }
  const result = await searchMentionsInWindow(identifier, signal, (searchedCount, totalCount) =>
    onProgress(l10n.t('Searched {0} of {1} files…', formatCount(searchedCount), formatCount(totalCount))),
  );
  const rows: SectionList['rows'] = result.files
    .flatMap(({ file, mentions }) => mentions.map((mention) => ({ file, ...mention })))
    .slice(0, MAX_ROWS)
    .map(({ file, line, column, length, text, offsetInText: start }) => ({
      row: {
        label: text,
        marked: [start, start + length],
        detail: `${vscode.workspace.asRelativePath(file)}:${line + 1}`,
      },
      open: async () => {
        const range = new vscode.Range(line, column, line, column + length);
        await vscode.window.showTextDocument(file, { selection: range, preview: true });
      },
    }));
  return {
    rows,
    message: result.count === 0 ? noMentionsText(identifier, result) : searchResultText(result),
    isTruncated: result.count > MAX_ROWS,
  };
};
