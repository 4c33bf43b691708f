// Formats the messages about a search for mentions. Pure.

import * as l10n from '@vscode/l10n';
import { formatCount } from '../std/displayLanguage.ts';
import { plural } from '../std/plural.ts';
import type { SearchResult } from './mentions.ts';

/** `4 mentions in 2 files. …`, followed by what was not searched. */
export function foundText({ count, files, large, unreadable, cut }: SearchResult<unknown>): string {
  return [
    ...(count === 0 ? [] : [countText(count, files.length)]),
    ...(cut === 'stopped' ? [l10n.t('The search was canceled before it finished.')] : []),
    ...(cut === 'many' ? [l10n.t('There are more mentions that are not shown.')] : []),
    ...(large === 0 ? [] : [largeText(large)]),
    ...(unreadable === 0 ? [] : [unreadableText(unreadable)]),
  ].join(' ');
}

/** Returns the message for a search without a result. */
export function nothingFoundText(identifier: string, found: SearchResult<unknown>): string {
  const nothing =
    found.cut === 'stopped'
      ? l10n.t('{0} is not mentioned in the files searched so far.', identifier)
      : l10n.t('{0} is not mentioned in the files of this window.', identifier);
  return [nothing, foundText(found)].filter((sentence) => sentence !== '').join(' ');
}

function countText(count: number, files: number): string {
  const [mentions, where] = [formatCount(count), formatCount(files)];
  return plural(files, {
    one: plural(count, {
      one: l10n.t('{0} mention in {1} file.', mentions, where),
      other: l10n.t('{0} mentions in {1} file.', mentions, where),
    }),
    other: plural(count, {
      one: l10n.t('{0} mention in {1} files.', mentions, where),
      other: l10n.t('{0} mentions in {1} files.', mentions, where),
    }),
  });
}

function largeText(files: number): string {
  const count = formatCount(files);
  return plural(files, {
    one: l10n.t('{0} very large file was not searched.', count),
    other: l10n.t('{0} very large files were not searched.', count),
  });
}

function unreadableText(files: number): string {
  const count = formatCount(files);
  return plural(files, {
    one: l10n.t('{0} file could not be read.', count),
    other: l10n.t('{0} files could not be read.', count),
  });
}
