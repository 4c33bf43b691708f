// Reads an API key or token as users paste it, with whitespace or quotes around it.

export type PastedKey = { readonly key: string } | { readonly problem: 'empty' | 'characters' };

/** Straight quotes, backticks, and the typographic quotes that word processors put in their place. */
const QUOTED = /^(?:"(.*)"|'(.*)'|`(.*)`|[“„”](.*)[“”]|[‘‚’](.*)[‘’])$/su;

/**
 * Strips white space and surrounding quotes. A key consists of printable ASCII characters other than the space, because
 * it is sent in a header.
 */
export function readPastedKey(text: string): PastedKey {
  const trimmed = text.trim();
  const quoted = QUOTED.exec(trimmed)
    ?.slice(1)
    .find((inner) => inner !== undefined);
  const key = (quoted ?? trimmed).trim();
  if (key === '') return { problem: 'empty' };
  return /[^\x21-\x7e]/.test(key) ? { problem: 'characters' } : { key };
}
