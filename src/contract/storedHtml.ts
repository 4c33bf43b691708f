// Owns how open-source servers store a description that Plane's own editor wrote: some attributes are gone (API-FACTS
// J42).

const TAG = /<[a-z][^<>]*>/gi;
const HIDE_CONTENT = / hidecontent="[^"]*"/gi;
const REL = /( rel=")([^"]*)"/gi;
/** Most descriptions hold neither. */
const DROPPED = /hidecontent=|nofollow/i;

/** The HTML without `hidecontent` on table cells and without `nofollow` on links. */
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
