// Formats the messages about a search for mentions. Pure.

import * as l10n from '@vscode/l10n';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';
import type { SearchResult } from './mentions.ts';

/** Returns, for example, `4 mentions in 2 files.`, followed by sentences about the files that were not searched. */
export function searchResultText({
  count,
  files,
  largeFileCount: largeCount,
  unreadableFileCount: unreadableCount,
  incompleteReason,
}: SearchResult<unknown>): string {
  return [
    ...(count === 0 ? [] : [countText(count, files.length)]),
    ...(incompleteReason === 'stopped' ? [l10n.t('The search was canceled before it finished.')] : []),
    ...(incompleteReason === 'many' ? [l10n.t('Not all mentions are shown.')] : []),
    ...(largeCount === 0 ? [] : [skippedLargeFilesText(largeCount)]),
    ...(unreadableCount === 0 ? [] : [unreadableFilesText(unreadableCount)]),
  ].join(' ');
}

/** Returns the message for a search that found no mention. */
export function noMentionsText(identifier: string, result: SearchResult<unknown>): string {
  const firstSentence =
    result.incompleteReason === 'stopped'
      ? l10n.t('{0} is not mentioned in the files searched so far.', identifier)
      : l10n.t('{0} is not mentioned in the files of this window.', identifier);
  return [firstSentence, searchResultText(result)].filter((message) => message !== '').join(' ');
}

function countText(count: number, files: number): string {
  const [mentionCount, fileCount] = [formatCount(count), formatCount(files)];
  return plural(files, {
    one: plural(count, {
      one: l10n.t('{0} mention in {1} file.', mentionCount, fileCount),
      other: l10n.t('{0} mentions in {1} file.', mentionCount, fileCount),
    }),
    other: plural(count, {
      one: l10n.t('{0} mention in {1} files.', mentionCount, fileCount),
      other: l10n.t('{0} mentions in {1} files.', mentionCount, fileCount),
    }),
  });
}

function skippedLargeFilesText(files: number): string {
  const count = formatCount(files);
  return plural(files, {
    one: l10n.t('{0} very large file was not searched.', count),
    other: l10n.t('{0} very large files were not searched.', count),
  });
}

function unreadableFilesText(files: number): string {
  const count = formatCount(files);
  return plural(files, {
    one: l10n.t('{0} file could not be read.', count),
    other: l10n.t('{0} files could not be read.', count),
  });
}
