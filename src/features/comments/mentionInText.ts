// The @ that starts a mention while a comment of one line is typed, and the text with the mention.

/** Returns the position of an @ if it is all that was typed, at the start of a word; otherwise undefined. */
export function typedAtSign(before: string, after: string): number | undefined {
  if (after.length !== before.length + 1) return undefined;
  const position = firstDifference(before, after);
  const isInserted = after[position] === '@' && after.slice(position + 1) === before.slice(position);
  const startsWord = /(?:^|[\s([{])$/u.test(after.slice(0, position)) && /^(?:$|\s)/u.test(after.slice(position + 1));
  return isInserted && startsWord ? position : undefined;
}

function firstDifference(before: string, after: string): number {
  let position = 0;
  while (position < before.length && before[position] === after[position]) position += 1;
  return position;
}

/** Returns the word that starts with the @ at `atSign`. */
export function mentionWord(text: string, atSign: number): string {
  return /^@[\p{L}\p{N}._-]*/u.exec(text.slice(atSign))?.[0] ?? '';
}

/**
 * Returns the text in which the mention replaces the word that starts with the @ at `atSign`, or follows the text if
 * `atSign` is undefined. Without a mention, keeps the word and what was typed after it.
 */
export function replaceWithMention(
  text: string,
  atSign: number | undefined,
  mention: string | undefined,
  typedText: string,
): string {
  if (atSign === undefined) return mention === undefined ? text : `${text}${/\S$/.test(text) ? ' ' : ''}${mention} `;
  const word = mentionWord(text, atSign);
  const [start, rest] = [text.slice(0, atSign), text.slice(atSign + word.length)];
  return mention === undefined ? `${start}${word}${typedText}${rest}` : `${start}${mention}${rest || ' '}`;
}
