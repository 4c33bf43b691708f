// Owns finding one identifier in a text.
import type { Span } from './mentions.ts';

/** As it stands or in other cases: a branch's name is often in small letters. Never a part of a longer word or number. */
export function finderOf(identifier: string): (text: string) => readonly Span[] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${identifier.replace(/[^\p{L}\p{N}_-]/gu, '\\$&')}(?![\\p{L}\\p{N}_])`, 'giu');
  return (text) => [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}
