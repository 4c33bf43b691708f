// Finds what a text lacks of another version of it, so that nothing of either is lost.

/**
 * Returns the text to insert into `shown`, and the offset, so that the result has everything that `kept` has. Where both
 * differ, the text of `kept` comes first, and ends its line.
 */
export function missingText(shown: string, kept: string): { readonly offset: number; readonly text: string } {
  const commonLength = Math.min(shown.length, kept.length);
  let start = 0;
  while (start < commonLength && shown[start] === kept[start]) start += 1;
  if (isHighSurrogate(shown.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (end < commonLength - start && shown.at(-end - 1) === kept.at(-end - 1)) end += 1;
  if (end > 0 && isLowSurrogate(shown.charCodeAt(shown.length - end))) end -= 1;
  const text = kept.slice(start, kept.length - end);
  const isOnlyInKept = start + end === shown.length;
  return { offset: start, text: text === '' || isOnlyInKept ? text : `${text}\n` };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
