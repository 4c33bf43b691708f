// Removes the attributes that open-source servers remove from descriptions (API-FACTS J42).

const TAG = /<[a-z][^<>]*>/gi;
const HIDE_CONTENT = / hidecontent="[^"]*"/gi;
const REL = /( rel=")([^"]*)"/gi;
/** Quick check: most descriptions contain neither. */
const DROPPED = /hidecontent=|nofollow/i;

/** Returns the HTML without `hidecontent` on table cells and without `nofollow` on links. */
export function storedHtml(html: string): string {
  if (!DROPPED.test(html)) return html;
  return html.replaceAll(TAG, (tag) => {
    if (/^<t[dh]\b/i.test(tag)) return tag.replaceAll(HIDE_CONTENT, '');
    return /^<a\b/i.test(tag)
      ? tag.replaceAll(REL, (_, before: string, words: string) => `${before}${withoutNofollow(words)}"`)
      : tag;
  });
}

function withoutNofollow(words: string): string {
  return words
    .split(/\s+/)
    .filter((word) => word.toLowerCase() !== 'nofollow')
    .join(' ');
}
