// Removes `hidecontent` and `nofollow` from HTML, as open-source servers do.

const TAG = /<[a-z][^<>]*>/gi;
const HIDECONTENT_ATTRIBUTE = / hidecontent="[^"]*"/gi;
const REL_ATTRIBUTE = /( rel=")([^"]*)"/gi;
/** A quick check: most descriptions contain neither `hidecontent` nor `nofollow`, and are returned unchanged. */
const MAY_NEED_CHANGE = /hidecontent=|nofollow/i;

/** Returns the HTML without `hidecontent` on table cells and without `nofollow` on links. */
export function toStoredHtml(html: string): string {
  if (!MAY_NEED_CHANGE.test(html)) return html;
  return html.replaceAll(TAG, (tag) => {
    if (/^<t[dh]\b/i.test(tag)) return tag.replaceAll(HIDECONTENT_ATTRIBUTE, '');
    return /^<a\b/i.test(tag)
      ? tag.replaceAll(
          REL_ATTRIBUTE,
          (_, attributeStart: string, relValues: string) => `${attributeStart}${withoutNofollow(relValues)}"`,
        )
      : tag;
  });
}

function withoutNofollow(relValues: string): string {
  return relValues
    .split(/\s+/)
    .filter((relValue) => relValue.toLowerCase() !== 'nofollow')
    .join(' ');
}
