// Owns what open-source servers drop from HTML as they store it, as far as Plane's own editor writes it (API-FACTS J42).

const TAG = /<[a-z][^<>]*>/gi;
const HIDE_CONTENT = / hidecontent="[^"]*"/gi;
const REL = /( rel=")([^"]*)"/gi;

/** The HTML without `hidecontent` on table cells and without `nofollow` on links. */
export function sanitized(html: string): string {
  return html.replaceAll(TAG, (tag) => {
    if (/^<t[dh]\b/i.test(tag)) return tag.replaceAll(HIDE_CONTENT, '');
    return /^<a\b/i.test(tag) ? tag.replaceAll(REL, (_, before: string, words: string) => `${before}${withoutNofollow(words)}"`) : tag;
  });
}

function withoutNofollow(words: string): string {
  return words
    .split(/\s+/)
    .filter((word) => word.toLowerCase() !== 'nofollow')
    .join(' ');
}
