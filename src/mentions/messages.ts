// Formats the messages about a search for mentions. Pure.

import * as l10n from '@vscode/l10n';
import { plural } from '../std/plural.ts';
import type { SearchResult } from './mentions.ts';

/** `4 mentions in 2 files. …`, followed by what was not searched. */
export function foundText({ count, files, large, unreadable, cut }: SearchResult<unknown>): string {
  const found = count === 0 ? '' : l10n.t('{0} in {1}.', counted(count, 'mention'), counted(files.length, 'file'));
  const missing = [
    ...(cut === 'stopped' ? [l10n.t('The search was stopped before its end.')] : []),
    ...(cut === 'many' ? [l10n.t('There are more, which are not shown.')] : []),
    ...(large === 0
      ? []
      : [`${counted(large, l10n.t('very large file'))} ${plural(large, { one: 'was', other: 'were' })} not searched.`]),
    ...(unreadable === 0 ? [] : [l10n.t('{0} could not be read.', counted(unreadable, 'file'))]),
  ];
  return [found, ...missing].filter((sentence) => sentence !== '').join(' ');
}

/** Returns the message for a search without a result. */
export function nothingFoundText(identifier: string, found: SearchResult<unknown>): string {
  const where =
    found.cut === 'stopped' ? l10n.t('in the files searched so far') : l10n.t('in the files of this window');
  return [l10n.t('{0} is not mentioned {1}.', identifier, where), foundText(found)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${plural(number, { one: noun, other: `${noun}s` })}`;
}
