// Formats the messages about a search for mentions. Pure.

import { plural } from '../std/plural.ts';
import type { SearchResult } from './mentions.ts';

/** `4 mentions in 2 files. …`, followed by what was not searched. */
export function foundText({ count, files, large, unreadable, cut }: SearchResult<unknown>): string {
  const found = count === 0 ? '' : `${counted(count, 'mention')} in ${counted(files.length, 'file')}.`;
  const missing = [
    ...(cut === 'stopped' ? ['The search was stopped before its end.'] : []),
    ...(cut === 'many' ? ['There are more, which are not shown.'] : []),
    ...(large === 0
      ? []
      : [`${counted(large, 'very large file')} ${plural(large, { one: 'was', other: 'were' })} not searched.`]),
    ...(unreadable === 0 ? [] : [`${counted(unreadable, 'file')} could not be read.`]),
  ];
  return [found, ...missing].filter((sentence) => sentence !== '').join(' ');
}

/** Returns the message for a search without a result. */
export function nothingFoundText(identifier: string, found: SearchResult<unknown>): string {
  const where = found.cut === 'stopped' ? 'in the files searched so far' : 'in the files of this window';
  return [`${identifier} is not mentioned ${where}.`, foundText(found)].filter((sentence) => sentence !== '').join(' ');
}

function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${plural(number, { one: noun, other: `${noun}s` })}`;
}
