// Parses a pasted API key or token, which may be surrounded by white space or quotes.

export type PastedKey = { readonly key: string } | { readonly problem: 'empty' | 'characters' };

/** Straight quotes, backticks, and the typographic quotes with which word processors replace straight quotes. */
const QUOTED_TEXT = /^(?:"(.*)"|'(.*)'|`(.*)`|[“„”](.*)[“”]|[‘‚’](.*)[‘’])$/su;

/**
 * Removes surrounding white space and quotes. A key may contain only printable ASCII characters except the space,
 * because it is sent in a header.
 */
export function parsePastedKey(text: string): PastedKey {
  const trimmed = text.trim();
  const quotedText = QUOTED_TEXT.exec(trimmed)
    ?.slice(1)
    .find((inner) => inner !== undefined);
  const key = (quotedText ?? trimmed).trim();
  if (key === '') return { problem: 'empty' };
  return /[^\x21-\x7e]/.test(key) ? { problem: 'characters' } : { key };
}
